// The script of a page that has no server: Python runs in a worker of this browser, which stays warm from page to page of a tab.

import * as bridge from "./bridge.js";
import "./furniture.js";
import { open } from "./line_worker.js";
import { begin, tell } from "./pieces.js";

const root = document.documentElement;
const loading = document.getElementById("loading");
const pieces = [...document.querySelectorAll("[data-live]")];

function showState({ left, failed }) {
  if (failed) console.error(failed);
  if (!loading) return;
  if (failed) loading.replaceChildren(loading.dataset.failed);
  else if (left > 0) loading.replaceChildren(loading.dataset.left.replace("{left}", (left / 1e6).toLocaleString(root.lang, { maximumFractionDigits: 1 })));
  else loading.replaceChildren(loading.dataset.begins);
}

// An address in what Python writes is one of the book; this page lies in a folder of its own.
const placed = (text) => text.replace(/href=\\"(\/[^"\\]*)\\"/g, (_whole, address) => `href=\\"${early.at(address)}\\"`);

root.removeAttribute("data-words-first"); // the page is whole
if (pieces.length) {
  await bridge.ownTab();
  if (loading) setTimeout(() => (loading.hidden = pieces.every((el) => el.dataset.live === "awake")), 300);
  const line = open({
    tab: sessionTab(),
    hear: (name, text) => tell(name, JSON.parse(placed(text))),
    state: showState,
    awake: () => loading?.remove(),
  });
  // Where nothing is stored, what is pressed meanwhile is meant for what is seen; else for a board that is yet to come.
  if (!bridge.kept() && !location.hash) for (const node of document.querySelectorAll("[data-wake]")) node.disabled = false;
  begin(pieces, (name, content) => line.say(name, JSON.stringify(content)));
  addEventListener("hashchange", () => location.hash.startsWith("#s=") && location.reload());
  addEventListener("pageshow", (event) => event.persisted && location.reload()); // the worker shows another page by now
}

function sessionTab() {
  try {
    return sessionStorage.getItem("tab") ?? "";
  } catch {
    return "";
  }
}
