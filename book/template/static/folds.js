// What waits behind its heading. The page is short unless the reader wants whole chapters, which is kept for all of them; and what stands
// otherwise in this one is kept with it. Details do the rest themselves: keys, search in the page, print.

import { chapter, parsed, read, write } from "./bridge.js";

const WHOLE = "whole";
const page = document.getElementById("page");
const buttons = [...document.querySelectorAll("[data-whole]")];
const drawers = () => [...page.querySelectorAll(".drawer[id]")];
let isWhole = false;

// The folds that were left otherwise, if the reader still wants the same of all chapters.
function exceptions() {
  const found = parsed(read(`folds:${chapter}`));
  return found?.whole === isWhole && Array.isArray(found.but) ? found.but : [];
}

function showButtons() {
  const open = drawers().filter((each) => each.open).length;
  const isNow = { on: open === drawers().length, off: open === 0 };
  for (const button of buttons) button.setAttribute("aria-pressed", String(isNow[button.dataset.whole]));
}

function keep() {
  const but = drawers().filter((each) => each.open !== isWhole);
  write(`folds:${chapter}`, JSON.stringify({ whole: isWhole, but: but.map((each) => each.id) }));
}

// Every fold as the reader wants them, or as this chapter was left.
function put(but) {
  for (const each of drawers()) each.open = isWhole !== but.includes(each.id);
  showButtons();
}

// A link to what is in a fold, or to the fold, opens it.
function reveal() {
  let target = null;
  try {
    target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  } catch {
    return; // An address that was cut off.
  }
  const folds = [];
  for (let fold = target?.closest(".drawer"); fold; fold = fold.parentElement.closest(".drawer")) folds.push(fold);
  if (!folds.some((fold) => !fold.open)) return;
  for (const fold of folds) fold.open = true;
  target.scrollIntoView();
  (target.matches(".drawer") ? target.querySelector("summary") : target).focus({ preventScroll: true });
}

for (const button of buttons)
  button.addEventListener("click", () => {
    isWhole = button.dataset.whole === "on";
    write(WHOLE, button.dataset.whole);
    put([]);
  });
for (const group of document.querySelectorAll(".length")) group.hidden = false;
isWhole = read(WHOLE) === "on";
put(exceptions());
page.addEventListener(
  "toggle",
  (event) => {
    if (!event.target.matches(".drawer")) return;
    keep();
    showButtons();
  },
  true,
);
// The browser tells of a fold some time after it moved, and may have left the page by then.
addEventListener("pagehide", () => {
  if (read(`folds:${chapter}`) || drawers().some((each) => each.open !== isWhole)) keep();
});
addEventListener("hashchange", reveal);
reveal();
