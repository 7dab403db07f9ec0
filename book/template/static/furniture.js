// What stands around the live pieces: search, projector, language switch, progress on the home page, the glossary's filter.
// What most visits do not need is loaded when it is.

import { keepPlace, place, progress } from "./bridge.js";

const root = document.documentElement;
const filled = (text, values) => text.replace(/\{(\w+)\}/g, (_whole, name) => values[name] ?? "");

// -- search: the field is there at once, the index comes when somebody uses it; "/" goes there from anywhere -------------------

const find = document.getElementById("find");
find.closest(".find").hidden = false;
let from = null; // where the reader was, to go back to
find.addEventListener("focus", (event) => {
  from = event.relatedTarget;
  import("./search.js");
});
find.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  find.blur();
  from?.focus();
});
addEventListener("keydown", (event) => {
  const isTyping = event.target.closest?.("input:not([type=radio], [type=checkbox], [type=range]), textarea, select, [contenteditable]");
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
  event.preventDefault();
  find.focus();
  find.select();
});

// -- projector ----------------------------------------------------------------------------------------------------------------

const projector = document.getElementById("projector");

function showProjector() {
  const isOn = root.classList.contains("projector");
  projector.textContent = isOn ? projector.dataset.on : projector.dataset.off;
  projector.setAttribute("aria-pressed", String(isOn));
}

projector.addEventListener("click", () => {
  const isOn = root.classList.toggle("projector");
  try {
    localStorage.setItem("projector", isOn ? "on" : "off");
  } catch {
    // Then it holds for this page.
  }
  showProjector();
});
projector.hidden = false;
showProjector();

// -- the same place in the other language: the position is in the fragment, which no server sees -------------------------------

for (const link of document.querySelectorAll("[data-tongue]")) {
  link.addEventListener("click", () => (link.hash = location.hash));
}

// -- progress -----------------------------------------------------------------------------------------------------------------

const isDone = (key, known) => known[key]?.done === true;
const count = (list) => (Array.isArray(list) ? list.length : 0);

// How many of a chapter's goals and questions are done, while some are and some are not; else nothing.
function begun(key, known) {
  const { goals, right, of } = known[key] ?? {};
  const done = count(goals) + count(right);
  return !isDone(key, known) && done > 0 && done < of ? { done, of } : null;
}

function showGame(panel, known) {
  const rows = [...panel.querySelectorAll("[data-chapter]")];
  const there = rows.filter((row) => row.querySelector("a"));
  const done = there.filter((row) => isDone(row.dataset.chapter, known));
  const half = there.find((row) => begun(row.dataset.chapter, known));
  const next = half ?? there.find((row) => !isDone(row.dataset.chapter, known));
  const card = document.querySelector(`[data-card="${CSS.escape(panel.dataset.game)}"]`);
  for (const node of [...rows, ...(card?.querySelectorAll("[data-pip]") ?? [])]) {
    const key = node.dataset.chapter ?? node.dataset.pip;
    if (node.dataset.state === "planned") continue;
    node.dataset.state = isDone(key, known) ? "done" : key === next?.dataset.chapter ? "next" : "open";
    const part = begun(key, known);
    node.toggleAttribute("data-begun", part !== null);
    node.style.setProperty("--share", part ? part.done / part.of : 0);
    const said = node.querySelector("[data-said]");
    if (said) said.textContent = panel.dataset[node.dataset.state] ?? "";
    const share = node.querySelector("[data-share]");
    if (share) share.textContent = part ? filled(share.dataset.share, part) : "";
  }
  const total = card?.querySelector("[data-count]");
  if (total) total.textContent = filled(total.dataset.count, { done: done.length, all: rows.length });
  const words = panel.querySelector("[data-next]");
  const go = panel.querySelector("[data-go]");
  if (!there.length) return;
  const target = next ?? there[0];
  const values = { n: target.dataset.number, title: target.dataset.title };
  words.textContent = filled(next ? words.dataset.next : words.dataset.all, values);
  go.href = target.querySelector("a").href;
  go.textContent = filled(next ? (done.length || half ? go.dataset.go : go.dataset.start) : go.dataset.again, values);
}

function showProgress() {
  const known = progress();
  if (resume) showResume();
  for (const panel of document.querySelectorAll("[data-game]")) showGame(panel, known);
  const turn = document.querySelector("nav[data-done]");
  if (!turn) return;
  const keys = turn.dataset.done.split(" ").filter(Boolean);
  turn.querySelector("[data-count]").textContent = filled(turn.dataset.words, {
    done: keys.filter((key) => isDone(key, known)).length,
    all: keys.length,
  });
}

// Who comes back goes on where he was: the page with a board that was open last.
const resume = document.querySelector("[data-resume]");
if (["chapter", "sandbox"].includes(document.documentElement.dataset.kind)) {
  keepPlace(location.pathname, document.title.replace(/ · rulesdemo$/, ""));
}

function showResume() {
  const was = place();
  resume.hidden = !was;
  if (!was) return;
  resume.querySelector(".resume-where").textContent = was.title;
  resume.querySelector("a").href = was.address;
}

// The questions to ask again, and how to forget everything, stand on the home page only.
if (document.querySelector("[data-drills]")) import("./again.js");

for (const name of ["pageshow", "storage", "focus"]) addEventListener(name, showProgress);
for (const name of ["visibilitychange", "progress"]) document.addEventListener(name, showProgress);
showProgress();

// A chapter's folds are there from the start.
if (document.querySelector("[data-whole]")) import("./folds.js");

// -- the home page's chosen game: from the address, or as it was left ----------------------------------------------------------

const games = [...document.querySelectorAll("input[name=home-game]")];

function choose() {
  let wanted = location.hash.slice(1);
  try {
    if (!games.some((each) => each.value === wanted)) wanted = localStorage.getItem("chosen");
  } catch {
    // Then the first game stays.
  }
  for (const each of games) if (each.value === wanted) each.checked = true;
}

for (const each of games) {
  each.addEventListener("change", () => {
    try {
      localStorage.setItem("chosen", each.value);
    } catch {
      // As above.
    }
    if (location.hash) history.replaceState(null, "", location.pathname);
  });
}
if (games.length) {
  choose();
  addEventListener("hashchange", choose);
}

// -- a filter over a list of words: case and accents do not count ----------------------------------------------------------------

const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

for (const field of document.querySelectorAll("[data-filter]")) {
  const list = document.getElementById(field.dataset.filter);
  const count = document.getElementById(field.getAttribute("aria-describedby"));
  const show = () => {
    const wanted = plain(field.value).split(/\s+/).filter(Boolean);
    let found = 0;
    for (const each of list.children) {
      each.hidden = !wanted.every((word) => plain(each.textContent).includes(word));
      if (!each.hidden) found += 1;
    }
    count.textContent = filled(found ? count.dataset.some : count.dataset.none, { count: found, all: list.children.length });
  };
  field.disabled = false;
  field.addEventListener("input", show);
  show();
}

// -- print: the foot says where the page is ----------------------------------------------------------------------------------------

addEventListener("beforeprint", () => {
  for (const node of document.querySelectorAll("[data-address]")) node.textContent = `${location.origin}${location.pathname}.`;
});
