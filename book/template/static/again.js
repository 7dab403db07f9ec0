// On the home page: the questions that wait to be asked again, and what this browser keeps, with the way to forget it.

import { forget, isOne, missed, resting, sums } from "./bridge.js";

const MOST = 3;
const lang = document.documentElement.lang;
const filled = (text, values) => text.replace(/\{(\w+)\}/g, (_whole, name) => values[name] ?? "");
const counted = (place, name, count) => filled(place.dataset[isOne(count) ? `${name}One` : name], { count });

// -- questions -----------------------------------------------------------------------------------------------------------------

const section = document.querySelector("[data-drills]");
let questions;

async function words() {
  questions ??= fetch(new URL(`./questions-${lang}.json`, import.meta.url)).then((answer) => answer.json());
  return questions;
}

function row(each, text) {
  const item = document.createElement("li");
  const link = document.createElement("a");
  const chapter = document.querySelector(`li[data-chapter="${CSS.escape(each.chapter)}"]`);
  const game = chapter?.closest("[data-game]").querySelector("h2").textContent ?? "";
  link.href = early.at(`/${lang}/drills#${each.chapter}/${each.key}`);
  link.className = "again-question";
  const from = document.createElement("span");
  from.className = "quiet";
  from.textContent = chapter ? filled(section.dataset.from, { game, number: chapter.dataset.number, title: chapter.dataset.title }) : "";
  const asked = document.createElement("span");
  asked.textContent = text;
  link.append(from, asked);
  item.append(link);
  return item;
}

async function showAgain() {
  let known = {};
  let now = missed();
  try {
    if (now.length) known = await words();
  } catch {
    // The button leads to them all the same.
  }
  now = now.filter((each) => !Object.keys(known).length || known[each.chapter]?.[each.key]); // the book may have changed
  const rest = resting();
  section.hidden = !now.length && !rest;
  const count = section.querySelector("[data-count]");
  const told = [now.length ? counted(count, "due", now.length) : count.dataset.nothing, rest ? counted(count, "rest", rest) : ""];
  count.textContent = told.filter(Boolean).join(" ");
  section.querySelector(".button").hidden = !now.length;
  section.querySelector("ul").replaceChildren(...now.slice(0, MOST).map((each) => row(each, known[each.chapter]?.[each.key] ?? "")));
}

// -- what is kept, and forgetting it ------------------------------------------------------------------------------------------

const kept = document.querySelector("[data-mine]");
const dialog = kept.querySelector("dialog");

function listed() {
  const found = sums();
  const names = ["done", "right", "asks", "games"].filter((name) => found[name]);
  return names.map((name) => counted(kept, name, found[name]));
}

function showKept() {
  const found = listed();
  kept.hidden = !found.length;
  kept.querySelector("[data-sum]").textContent = filled(kept.dataset.sum, { list: found.join(", ") });
}

kept.querySelector("[data-ask]").addEventListener("click", () => {
  dialog.querySelector("ul").replaceChildren(
    ...listed().map((text) => Object.assign(document.createElement("li"), { textContent: text })),
  );
  dialog.showModal();
});
dialog.querySelector("[data-stay]").addEventListener("click", () => dialog.close());
dialog.querySelector("[data-forget]").addEventListener("click", () => {
  forget();
  location.reload();
});

function show() {
  showKept();
  showAgain();
}

for (const name of ["pageshow", "storage", "focus"]) addEventListener(name, show);
for (const name of ["visibilitychange", "progress"]) document.addEventListener(name, show);
show();
