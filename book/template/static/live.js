// One live piece of a page. Python writes the text; this sends what the reader does and puts the changed parts in place.
// It runs under our own page (page.js) and, unchanged, as an anywidget module in JupyterLab. It imports nothing.
//
//   <input data-set="in:attackers">        its value goes to Python when it changes
//   <button data-do="step" data-name="in:attackers" data-by="1">      an act goes to Python
//   <button data-copy="command">           the text of #command goes to the clipboard
//   <div data-part="odds">                 text that Python may replace
//   <div data-surface tabindex="0">        a board: its keys go to Python, its hexes are acts like buttons; it can be dragged
//   <div data-surface data-keys="r R">     and these keys too
//   <div data-surface data-drag>           what lies on it can be carried from one named place to another:
//     <polygon data-name="0405" data-grab="board-lupa board-name-Lupa">      a place to take hold of, and what then follows the finger
//   <button data-hover="board aquila">     the pointer or the keys rest on it: Python may tell more; nothing is done yet
//   <button data-focus>                    takes the focus when the part that had it is replaced
//   <button data-print>                    prints the page

const HELLO_FIRST = 400; // milliseconds until a greeting that was not answered is repeated; then twice as long each time
const TYPING = 180; // a reader who types is left to finish the word
const SLOW = 400; // a longer wait is shown
const RESTING = 120; // a pointer that only passes over asks nothing
const LATEST = 100; // how long what was not asked for may wait
const DRAGGED = 6; // pixels; a press that moves less is a press
const SURFACE_KEYS = new Set(["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Home", "End", "PageUp", "PageDown", "Enter", " ", "Escape", "+", "-"]);

// A notebook has no page of ours around it. Its first output brings the style; it is kept in the head, so that it stays when that output
// is cleared. Returns the names of the sheets that are nowhere.
function findStyle(names) {
  const holder = (place, name) => place.querySelector(`style[data-sheets~="${name}"]`);
  return names.split(" ").filter((name) => {
    if (!name || holder(document.head, name)) return false;
    const found = holder(document, name);
    if (found) document.head.append(found.cloneNode(true));
    return !found;
  });
}

function addStyle(names, text) {
  const style = document.createElement("style");
  style.dataset.sheets = names;
  style.textContent = text;
  document.head.append(style);
}

function render({ model: given, el }) {
  // Where a front end that is not ours runs this, our page may still be around it and lend what the browser can do.
  const lent = given.keep ? undefined : globalThis.rulesdemo;
  const model = lent ? { ...lent, get: (name) => given.get(name), send: (content) => given.send(content), on: (name, hear) => given.on(name, hear) } : given;
  if (!el.querySelector("[data-part]")) el.innerHTML = model.get("first");
  let waiting = [];
  let sent = 0;
  let busy = false;
  let hasBroken = false; // whether the last step broke
  let slow;
  const typed = new Map(); // control: text that has not gone out yet
  let typing;
  let greeted = false;
  const me = crypto.getRandomValues(new Uint32Array(2)).join("-"); // a notebook can show a piece twice, and each view counts for itself
  let again; // when Python wants to be asked for more

  // By the browser's own index; where a notebook shows a piece twice, its own copy must be looked for.
  const withId = (id) => {
    const first = document.getElementById(id);
    return first && el.contains(first) ? first : el.querySelector(`[id="${CSS.escape(id)}"]`);
  };
  const part = (name) => el.querySelectorAll(`[data-part="${CSS.escape(name)}"]`);
  const controls = (name) => [...el.querySelectorAll("[data-set]")].filter((node) => node.dataset.set === name);

  function put(control, value) {
    if (control.type === "checkbox") control.checked = value === true || value === "true";
    else if (control.type === "radio") control.checked = control.value === String(value);
    else if (control.value !== String(value)) control.value = value;
  }

  // Replace a part, but keep the focus where it was and what was unfolded open.
  function replace(node, text) {
    const stops = () => [...node.querySelectorAll("a, button, input, select, summary, [tabindex]")];
    const focused = node.contains(document.activeElement) ? document.activeElement : null;
    const place = stops().indexOf(focused);
    const open = [...node.querySelectorAll("details[open][id]")].map((each) => each.id);
    const caret = [focused?.selectionStart ?? null, focused?.selectionEnd ?? null];
    node.innerHTML = text;
    for (const id of open) node.querySelector(`details[id="${CSS.escape(id)}"]`)?.setAttribute("open", "");
    if (!focused) return;
    const named = focused.id && node.querySelector(`[id="${CSS.escape(focused.id)}"]`);
    // A button that has just gone to sleep cannot keep the focus; its neighbour in the same control takes it.
    const awake = named?.disabled ? named.parentElement.querySelector("button:enabled, input:enabled") : named;
    // Rows move up when one was chosen: from a row the focus goes to the heading, so that a second Enter gives no other order.
    const heading = focused.dataset.do === "choose" && node.querySelector("h3[tabindex]");
    const next = node.querySelector("[data-focus]") || heading || awake || stops().slice(place).find((each) => !each.disabled) || stops().at(-1);
    next?.focus({ preventScroll: true });
    // Whoever types is ahead of what Python has heard: the words and the caret stay.
    if (!named || !next.matches("input[type=text]")) return;
    next.value = focused.value;
    next.setSelectionRange(...caret);
  }

  function send() {
    if (busy || !waiting.length) return;
    busy = true;
    sent += 1;
    el.dataset.owed = ""; // until all of the answer is on the page
    slow = setTimeout(() => el.setAttribute("aria-busy", "true"), SLOW);
    model.send({ n: sent, acts: waiting, from: me });
    waiting = [];
  }

  // A newer value of the same control takes the place of one that has not gone out yet.
  function queue(what) {
    if (what.do === "set") waiting = waiting.filter((each) => each.do !== "set" || each.name !== what.name);
    waiting.push(what);
  }

  // A file that cannot be read is refused beside the button; what Python says of others comes with the part in which the button stands.
  function openFile(button) {
    const said = () => button.isConnected && button.closest("[data-part]")?.querySelector("[data-bar-said]");
    said()?.replaceChildren();
    model.open?.((text) => act({ do: "open", name: button.dataset.open, value: text }), said() ? (why) => said()?.replaceChildren(why) : undefined);
  }

  // Whatever was being typed goes first, so that a quick click rolls for what the reader sees.
  function act(what) {
    clearTimeout(typing);
    for (const [name, value] of typed) queue({ do: "set", name, value });
    typed.clear();
    if (what) queue(what);
    send();
  }

  // A drawn group that only moved keeps its node; any other is put in place anew. The page lets pieces glide from where they stood.
  function patch(patches) {
    const box = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    box.innerHTML = Object.values(patches).join("");
    for (const [place, fresh] of [...box.children].entries()) {
      const old = withId(Object.keys(patches)[place]);
      if (!old) continue;
      if (old.childElementCount === fresh.childElementCount && old.innerHTML === fresh.innerHTML)
        for (const { name, value } of fresh.attributes) old.setAttribute(name, value);
      else old.replaceWith(fresh);
    }
  }

  // A board that grew or shrank keeps its middle in the middle.
  const surfaces = () => [...el.querySelectorAll("[data-surface]")];
  const middle = (node) => ({
    w: node.scrollWidth,
    h: node.scrollHeight,
    x: (node.scrollLeft + node.clientWidth / 2) / node.scrollWidth,
    y: (node.scrollTop + node.clientHeight / 2) / node.scrollHeight,
  });

  function keepMiddle(node, before) {
    if (node.scrollWidth === before.w && node.scrollHeight === before.h) return;
    const left = before.x * node.scrollWidth - node.clientWidth / 2;
    node.scrollTo({ left, top: before.y * node.scrollHeight - node.clientHeight / 2, behavior: "instant" });
  }

  // What comes without having been asked for, the rest of a reply or what another piece of the page has changed, waits until the frame
  // before it is drawn: the board answers a press at once. A page in the background draws no frames, so a clock stands by.
  let late = [];
  function later(reply) {
    late.push(reply);
    if (late.length > 1) return;
    requestAnimationFrame(() => setTimeout(flush));
    setTimeout(flush, LATEST);
  }

  function flush() {
    const replies = late;
    late = [];
    replies.forEach(show);
  }

  function heard(reply) {
    if (!reply) return;
    if (reply.style) return addStyle(reply.sheets, reply.style);
    if (reply.n === null) return later(reply);
    if (reply.n !== sent || !busy) return; // what was asked twice may be answered twice
    flush();
    clearTimeout(slow);
    el.removeAttribute("aria-busy");
    show(reply);
    busy = false;
    if (!reply.rest) delete el.dataset.owed;
    if (!greeted) {
      greeted = true;
      for (const node of el.querySelectorAll("[data-wake]")) node.disabled = false;
      el.dataset.live = "awake";
      model.awake?.();
    }
    // A number is how many milliseconds the reader is given to look.
    clearTimeout(again);
    if (typeof reply.more === "number") again = setTimeout(() => act({ do: "more" }), reply.more);
    else if (reply.more) waiting.push({ do: "more" });
    send();
  }

  // Bring a hex into sight, where it is not, without moving the page.
  function look(name) {
    for (const node of surfaces()) {
      const target = node.querySelector(`[data-do=press][data-name="${CSS.escape(name)}"]`)?.getBoundingClientRect();
      if (!target) continue;
      const frame = node.getBoundingClientRect();
      const room = 1.5 * target.width;
      const isSeen = target.left > frame.left + room && target.right < frame.right - room && target.top > frame.top + room / 2 && target.bottom < frame.bottom - room / 2;
      if (isSeen) continue;
      const left = node.scrollLeft + target.left + target.width / 2 - frame.left - frame.width / 2;
      node.scrollTo({ left, top: node.scrollTop + target.top + target.height / 2 - frame.top - frame.height / 2 });
    }
  }

  // The board first. Asking where its middle is makes the browser lay out the page, so that is done only when its size may change.
  function show(reply) {
    const patches = reply.patches ?? {};
    if (!carrying) putBack();
    const middles = surfaces().map((node) => (node.querySelector("svg")?.id in patches ? middle(node) : null));
    const stood = Object.keys(patches).length ? model.places?.(el) : undefined;
    patch(patches);
    model.glide?.(el, stood, reply);
    surfaces().forEach((node, place) => middles[place] && keepMiddle(node, middles[place]));
    for (const [name, text] of Object.entries(reply.parts ?? {})) for (const node of part(name)) replace(node, text);
    for (const [name, value] of Object.entries(reply.values ?? {})) for (const control of controls(name)) put(control, value);
    for (const control of el.querySelectorAll("[aria-invalid]")) control.removeAttribute("aria-invalid");
    for (const name of reply.wrong ?? []) for (const control of controls(name)) control.setAttribute("aria-invalid", "true");
    // Python knows nothing of the sentence about a step that broke: it goes with the next reply.
    if (hasBroken && reply.n !== null && reply.parts?.trouble === undefined) for (const node of part("trouble")) replace(node, "");
    if (reply.n !== null || reply.broke) hasBroken = Boolean(reply.broke);
    if (reply.broke && !part("trouble").length) model.note?.(reply.parts.trouble);
    if (reply.aside) model.aside?.(reply.aside); // before anything takes the place of what is stored
    if (reply.keep) model.keep?.(reply.keep);
    if (reply.save) model.save?.(reply.save.name, reply.save.text);
    if (reply.copy) model.copy?.(reply.copy);
    if (reply.fragment !== undefined) model.fragment?.(reply.fragment);
    if (reply.link) model.link?.(reply.link);
    if (reply.progress) model.progress?.(reply.progress);
    if (reply.look) look(reply.look);
    if (reply.rest === false && !busy) delete el.dataset.owed;
  }

  function changed(event) {
    const control = event.target.closest?.("[data-set]");
    if (!control) return;
    const name = control.dataset.set;
    const value = control.type === "checkbox" ? control.checked : control.value;
    for (const other of controls(name)) if (other !== control && other.type !== "radio") put(other, value);
    if (control.type !== "text") return act({ do: "set", name, value });
    typed.set(name, value);
    clearTimeout(typing);
    typing = setTimeout(act, TYPING);
  }

  async function copy(button) {
    const source = el.querySelector(`[id="${CSS.escape(button.dataset.copy)}"]`);
    const before = button.textContent;
    try {
      await navigator.clipboard.writeText(source.textContent);
      button.textContent = button.dataset.copied ?? "Copied";
    } catch {
      // Without https another machine's page may not write to the clipboard: the reader does it.
      getSelection().selectAllChildren(source);
      button.textContent = button.dataset.press ?? "Press Ctrl+C";
    }
    setTimeout(() => (button.textContent = before), 2500);
  }

  // Only the board's own keys, and never with a modifier: Tab leaves the board, and the browser keeps its shortcuts.
  function keyed(event) {
    const more = (event.target.dataset.keys ?? "").split(" ");
    if (event.altKey || event.ctrlKey || event.metaKey || !(SURFACE_KEYS.has(event.key) || more.includes(event.key))) return;
    event.preventDefault();
    act({ do: "key", name: event.target.dataset.surface, value: event.key });
  }

  // What the pointer or the keys rest on, told once and only when it changes; a finger has no such thing.
  let rested = "";
  let resting;
  function rest(event) {
    if (event.pointerType === "touch") return;
    const name = event.target.closest?.("[data-hover]")?.dataset.hover ?? "";
    clearTimeout(resting);
    resting = setTimeout(() => {
      if (name === rested || !greeted) return;
      rested = name;
      waiting = waiting.filter((each) => each.do !== "hover");
      act({ do: "hover", name });
    }, RESTING);
  }
  el.addEventListener("pointerover", rest);
  el.addEventListener("focusin", rest);
  el.addEventListener("pointerleave", rest);

  // A board larger than its frame is drawn along by a mouse; a finger scrolls it anyway.
  let dragged;
  el.addEventListener("pointerdown", (event) => {
    const isFree = event.pointerType === "mouse" && event.button === 0 && !event.target.closest?.("[data-grab]");
    const node = isFree ? event.target.closest?.("[data-surface]") : null;
    dragged = node && { node, x: event.clientX, y: event.clientY, left: node.scrollLeft, top: node.scrollTop, far: false };
  });
  addEventListener("pointermove", (event) => {
    if (!dragged || !event.buttons) return;
    const [dx, dy] = [event.clientX - dragged.x, event.clientY - dragged.y];
    dragged.far ||= Math.hypot(dx, dy) > DRAGGED;
    if (dragged.far) dragged.node.scrollTo({ left: dragged.left - dx, top: dragged.top - dy, behavior: "instant" });
  });
  el.addEventListener(
    "click",
    (event) => {
      // Whoever carried a thing, or drew the board along, has not pressed what is under the pointer now.
      if ((dragged?.far && dragged.node.contains(event.target)) || (hasCarried && event.detail)) event.stopPropagation();
      dragged = null;
      hasCarried = false;
    },
    true,
  );

  // Carrying: a finger scrolls as ever, except from a place that it can take hold of.
  let carrying = null;
  let followers = []; // what was carried stays under the finger until Python has said where it lies
  let hasCarried = false;

  const placeAt = (event) => {
    const there = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-drag] [data-name]");
    return there && el.contains(there) ? there : null;
  };

  function putBack() {
    for (const node of followers) node.style.removeProperty("translate");
    followers = [];
  }

  function grab(event) {
    hasCarried = false;
    const from = event.target.closest?.("[data-drag] [data-grab]");
    if (carrying || !from || !event.isPrimary || event.button) return;
    carrying = { id: event.pointerId, from, x: event.clientX, y: event.clientY, surface: from.closest("[data-drag]") };
    for (const [kind, hear] of Object.entries(whileCarrying)) addEventListener(kind, hear);
  }

  function carry(event) {
    if (event.pointerId !== carrying.id) return;
    const { from, x, y, surface } = carrying;
    const [dx, dy] = [event.clientX - x, event.clientY - y];
    if (!hasCarried && Math.hypot(dx, dy) <= DRAGGED) return;
    if (!hasCarried) {
      hasCarried = true;
      surface.classList.add("is-carrying");
      followers = from.dataset.grab.split(" ").flatMap((id) => [...el.querySelectorAll(`[id="${CSS.escape(id)}"]`)]);
    }
    for (const node of followers) node.style.translate = `${dx}px ${dy}px`;
    const over = placeAt(event);
    if (over === carrying.over) return;
    carrying.over?.classList.remove("is-over");
    over?.classList.add("is-over");
    carrying.over = over;
  }

  function drop(event) {
    if (event.pointerId !== carrying.id) return;
    const { from } = carrying;
    const to = hasCarried ? placeAt(event) : null;
    stopCarrying();
    if (to && to !== from) act({ do: "drag", name: from.dataset.name, value: to.dataset.name });
    else putBack();
  }

  function letGo(event) {
    if (event.type === "keydown" ? event.key !== "Escape" : event.pointerId !== carrying.id) return;
    stopCarrying();
    putBack();
  }

  function stopCarrying() {
    carrying.over?.classList.remove("is-over");
    carrying.surface.classList.remove("is-carrying");
    for (const [kind, hear] of Object.entries(whileCarrying)) removeEventListener(kind, hear);
    carrying = null;
  }

  const whileCarrying = { pointermove: carry, pointerup: drop, pointercancel: letGo, keydown: letGo };
  el.addEventListener("pointerdown", grab);
  // Not by style alone: Chromium scrolls under a polygon whatever its touch-action says.
  for (const node of el.querySelectorAll("[data-drag]"))
    node.addEventListener("touchmove", (event) => carrying && event.cancelable && event.preventDefault(), { passive: false });

  el.addEventListener("input", (event) => {
    if (["text", "range"].includes(event.target.type)) changed(event);
  });
  el.addEventListener("change", (event) => {
    if (!["text", "range"].includes(event.target.type)) changed(event);
  });
  el.addEventListener("click", (event) => {
    const thing = event.target.closest?.("[data-copy], [data-do], [data-open], [data-print]");
    if (!thing || !el.contains(thing)) return;
    if (thing.dataset.copy) copy(thing);
    else if (thing.dataset.print !== undefined) window.print();
    else if (thing.dataset.open) openFile(thing);
    else act({ do: thing.dataset.do, name: thing.dataset.name, value: thing.dataset.by });
  });
  el.addEventListener("keydown", (event) => {
    if (event.target.matches?.("[data-surface]")) return keyed(event);
    if (event.key === "Enter" && event.target.matches?.("input[type=text]")) {
      const send = event.target.dataset.enter;
      return act(send ? { do: send, name: event.target.dataset.set, value: event.target.value } : undefined);
    }
    if (!["ArrowUp", "ArrowDown"].includes(event.key) || !event.target.matches?.(".stepper .number")) return;
    event.preventDefault();
    act({ do: "step", name: event.target.dataset.set, value: event.key === "ArrowUp" ? "1" : "-1" });
  });

  // A room's projector, or a phone that is turned, changes how large a board may be.
  if (model.page && surfaces().length) {
    let told = "";
    let resting;
    const measure = () => {
      const page = model.page();
      const now = `${page.width} ${page.projector}`;
      if (told && told !== now && greeted) act({ do: "page", page });
      told = now;
    };
    measure();
    new MutationObserver(measure).observe(document.documentElement, { attributes: true, attributeFilter: ["class"] });
    addEventListener("resize", () => {
      clearTimeout(resting);
      resting = setTimeout(measure, 200);
    });
  }

  model.on("msg:custom", heard);
  // The first greeting may be lost while the connection is made; it is repeated until it is answered. Where many come at once answers take
  // their time, and greetings must not take it from them.
  const greet = (pause) => {
    if (greeted) return;
    busy = true;
    const hello = { do: "hello", value: model.kept?.() ?? "", page: model.page?.() ?? {} };
    const lacking = findStyle(model.get("sheets") ?? "").join(" ");
    model.send({ n: sent, acts: [hello], from: me, ...(lacking && { sheets: lacking }) });
    setTimeout(greet, pause, 2 * pause);
  };
  greet(HELLO_FIRST);
}

// Our page may still be finding out which game is this tab's.
const initialize = () => globalThis.rulesdemo?.owned;

export default { initialize, render };
