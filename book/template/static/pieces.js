// The live pieces of a page, whichever line carries what they say: a kernel's socket (page.js) or a worker of this browser (site.js).
// A line has one thing to give, `say(name, content)`, and one to take, `tell(name, content)`.

import * as bridge from "./bridge.js";
import live from "./live.js";
import * as motion from "./motion.js";

const hearers = new Map(); // name of a piece: functions

// What the browser does for a piece, whoever draws it.
export const lent = {
  keep: bridge.keep,
  kept: bridge.kept,
  save: bridge.save,
  copy: bridge.copy,
  link: bridge.link,
  open: bridge.open,
  fragment: bridge.fragment,
  progress: bridge.addProgress,
  page: bridge.page,
  note: bridge.note,
  aside: bridge.setAside,
  awake: bridge.sayBack,
  places: motion.places,
  glide: motion.glide,
};

function model(name, say) {
  hearers.set(name, []);
  return {
    ...lent,
    on: (_name, hear) => hearers.get(name).push(hear),
    send: (content) => say(name, content),
    get: () => "",
  };
}

export function begin(pieces, say) {
  for (const el of pieces) live.render({ model: model(el.dataset.live, say), el });
}

export function tell(name, content) {
  for (const hear of hearers.get(name) ?? []) hear(content);
  layOut();
}

// -- what lies below the board (early.js), cell by cell whenever there is nothing else to do ----------------------------------

const whenIdle = globalThis.requestIdleCallback ?? ((go) => setTimeout(go, 50));
let isLaidOut = false;

function layOut() {
  if (isLaidOut) return;
  isLaidOut = true;
  const below = document.querySelectorAll("[data-board-first] [data-wakes] ~ .cell");
  const next = (place) => {
    if (place === below.length) return document.documentElement.removeAttribute("data-board-first");
    below[place].dataset.laid = "";
    whenIdle(() => next(place + 1), { timeout: 200 });
  };
  whenIdle(() => next(0), { timeout: 200 });
}
