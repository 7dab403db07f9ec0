// The page's end of the line to its kernel: widget messages only, on one socket, without any widget library.
// A live piece gets a model with `send` and `on`, as anywidget would give it, and what the browser can do for Python (bridge.js).

import * as bridge from "./bridge.js";
import "./furniture.js";
import { begin, lent, tell } from "./pieces.js";

const PROTOCOL = "v1.kernel.websocket.jupyter.org";
const RETRY = 1500; // milliseconds before a lost line is tried again
const TRIES = 6;
const STALLED = 8000; // milliseconds without an answer after which it is asked whether the line still holds
const LONG = 15_000; // milliseconds of work after which the reader is told, and may end it
const NO_SERVER = new Set([502, 503, 504]); // what a proxy answers while the server behind it is away
const LOOK = 2000; // milliseconds between two looks whether a server is there again
const NOTICE = 10_000; // milliseconds in which a reader may look at a board whose engine died, before the page comes back by itself
const APART = 60_000; // milliseconds between two such returns: a page that kills its engine must not load itself for ever

const kernel = document.querySelector("[data-kernel]")?.dataset.kernel;
const isOurs = !document.querySelector("[data-front]"); // else Voila's script draws the pieces, for widgets that are not ours
const session = early.session ?? [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const owed = new Map(); // comm id: what a piece has asked and not heard all of the answer to; it has one question on its way at a time
let socket;
let tries = 0;
let count = 0;
let gone = false;
let wasAway = false; // no server answered, so the one that does now is another
let busySince; // where Voila's script holds the line: since when every look found the kernel at work

// -- messages: eight-byte offsets, then channel, header, parent, metadata, content --------------------------------------------

function packed(type, content) {
  count += 1;
  const header = { msg_id: `${session}_${count}`, session, username: "", date: new Date().toISOString(), msg_type: type, version: "5.3" };
  const parts = ["shell", ...[header, {}, {}, content].map((part) => JSON.stringify(part))].map((part) => new TextEncoder().encode(part));
  const offsets = [8 * (parts.length + 2)];
  for (const part of parts) offsets.push(offsets.at(-1) + part.length);
  const frame = new Uint8Array(offsets.at(-1));
  const view = new DataView(frame.buffer);
  [offsets.length, ...offsets].forEach((number, place) => view.setBigUint64(8 * place, BigInt(number), true));
  parts.forEach((part, place) => frame.set(part, offsets[place]));
  return frame;
}

function unpacked(buffer) {
  const view = new DataView(buffer);
  const length = Number(view.getBigUint64(0, true));
  const offsets = Array.from({ length }, (_, place) => Number(view.getBigUint64(8 * (place + 1), true)));
  const text = (place) => new TextDecoder().decode(new Uint8Array(buffer, offsets[place], offsets[place + 1] - offsets[place]));
  return { header: JSON.parse(text(1)), content: JSON.parse(text(4)) };
}

function heard(event) {
  const { header, content } = unpacked(event.data);
  if (header.msg_type === "comm_msg" && content.data?.method === "custom") {
    settle(content.comm_id, content.data.content);
    tell(content.comm_id, content.data.content);
  } else if (header.msg_type === "status" && content.execution_state === "dead") lost();
}

// An answer may come in two halves, of which the second says whose it is.
function settle(comm, { n, rest, of }) {
  const asked = owed.get(comm)?.content.n;
  if ((n === asked && !rest) || of === asked) owed.delete(comm);
  if (!owed.size) work.hidden = true;
}

// -- the line ---------------------------------------------------------------------------------------------------------------

function connect() {
  const address = `${location.origin.replace(/^http/, "ws")}/api/kernels/${kernel}/channels?session_id=${session}`;
  attend(new WebSocket(address, [PROTOCOL]));
}

function attend(line) {
  socket = line;
  socket.binaryType = "arraybuffer";
  socket.onmessage = heard;
  socket.onclose = () => !gone && check();
  socket.onopen = () => {
    tries = 0;
    for (const comm of owed.keys()) ask(comm); // what went out on a line that broke may be lost; Python does nothing twice
  };
}

// Under a new name every time: a kernel takes no message twice.
function ask(comm) {
  socket.send(packed("comm_msg", { comm_id: comm, data: { method: "custom", content: owed.get(comm).content } }));
}

// A line can also be dead without anybody having been told (a room's radio went away): the kernel has nothing to do, and we wait for it.
// Or the kernel is at work without end, and only its reader knows how long he will wait.
async function lookAfter() {
  const since = Math.min(...[...owed.values()].map((each) => each.since));
  if (gone || socket.readyState !== WebSocket.OPEN || Date.now() - since < STALLED) return;
  const line = socket;
  const found = await state();
  if (gone || line !== socket || !owed.size) return;
  if (found === "dead") return lost(); // the server ended it, and had nobody left to say so
  const first = Math.min(...[...owed.values()].map((each) => each.first));
  if (found === "busy" && Date.now() - first > LONG) tellWork();
  if (found !== "idle") return;
  line.onclose = line.onmessage = null;
  line.close();
  connect();
}

// The line that was opened while the page was on its way (early.js), if it holds; nothing is said on it before it is asked.
function takeUp() {
  const line = early.socket;
  if (line && line.readyState <= WebSocket.OPEN) attend(line);
  else connect();
}

// A line can break while the kernel lives (a lid was closed): ask before saying anything.
async function state() {
  try {
    const answer = await fetch(`/api/kernels/${kernel}`, { cache: "no-store" });
    if (NO_SERVER.has(answer.status)) throw new Error();
    return answer.status === 404 ? "dead" : answer.ok ? (await answer.json()).state : "unknown";
  } catch {
    wasAway = true;
    return undefined; // no answer at all
  }
}

async function isDead() {
  const found = await state();
  return found && found === "dead";
}

function goOn(dead, next) {
  if (gone) return;
  if (dead || tries > TRIES) lost();
  else setTimeout(next, RETRY);
}

async function check() {
  tries += 1;
  goOn(await isDead(), connect);
}

// Where Voila's script holds the line, only asking tells.
async function watch() {
  const found = await state();
  tries = found === undefined ? tries + 1 : 0;
  busySince = found === "busy" ? (busySince ?? Date.now()) : undefined;
  if (!busySince) work.hidden = true;
  else if (Date.now() - busySince > LONG) tellWork();
  goOn(found === "dead", watch);
}

// A step that takes long may be waited for, or ended with its kernel.
const work = document.getElementById("work");

function tellWork() {
  if (!gone) work.hidden = false;
}

// The page comes back as it was before the step. If it never woke, what it opens with is the step: that is put aside.
async function endWork() {
  if ((await state()) === undefined) return bridge.noteAway();
  gone = true;
  if (!document.querySelector("[data-live=awake]")) bridge.putAway();
  await fetch(`/bye/${kernel}`, { method: "POST" }).catch(() => {});
  lookForServer();
}

function lost() {
  gone = true;
  work.hidden = true;
  socket?.close();
  const banner = document.getElementById("lost");
  for (const node of banner.querySelectorAll("[data-kept]")) node.hidden = !bridge.kept();
  const replay = document.getElementById("replay");
  const steps = bridge.keptSteps();
  if (steps) replay.textContent = (bridge.isOne(steps) ? replay.dataset.one : replay.dataset.many).replace("{count}", steps);
  banner.hidden = false;
  for (const node of document.querySelectorAll("[data-wake]")) node.disabled = true;
  for (const node of document.querySelectorAll("[data-live]")) node.dataset.live = "lost";
  if (wasAway || !bridge.hasComeBack(APART)) setTimeout(lookForServer, wasAway ? LOOK : NOTICE);
}

// A new engine is a page loaded anew; where no server answers, the browser would show a page of its own instead of this one.
async function comeBack() {
  if ((await state()) === undefined) return bridge.noteAway();
  bridge.comeBack();
  location.reload();
}

async function lookForServer() {
  if (document.hidden || (await state()) === undefined) setTimeout(lookForServer, LOOK);
  else comeBack();
}

// The same for every link that leads away from this page.
document.addEventListener("click", async (event) => {
  const link = event.target.closest?.("a[href]");
  const isPlain = !event.defaultPrevented && !event.button && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
  if (!gone || !link || !isPlain || link.origin !== location.origin || link.download || link.getAttribute("href").startsWith("#")) return;
  event.preventDefault();
  if ((await state()) === undefined) bridge.noteAway();
  else location.assign(link.href);
});

function say(comm, content) {
  const same = owed.get(comm)?.content.n === content.n ? owed.get(comm) : undefined; // a greeting is repeated
  owed.set(comm, { content, since: Date.now(), first: same?.first ?? Date.now() });
  if (socket.readyState === WebSocket.OPEN) ask(comm);
}

document.getElementById("again").addEventListener("click", comeBack);
document.getElementById("end-work").addEventListener("click", endWork);
document.getElementById("save-game")?.addEventListener("click", () => bridge.save(`${bridge.chapter}.json`, bridge.kept()));

// What was shown while the page was on its way is the page, if the kernel has found nothing else: it wakes up under the names of its models.
function wake() {
  const named = document.querySelector("[data-wakes]");
  if (!named) return;
  const models = named.dataset.wakes.split(" ");
  for (const cell of document.querySelectorAll(".opening")) {
    for (const piece of cell.querySelectorAll("[data-live]")) piece.dataset.live = models.shift();
    cell.classList.remove("opening");
    cell.inert = false;
  }
}

// What else stood there goes, because a style that asks what comes after it (:has) makes the browser look through the whole page again after
// every press.
function clear() {
  for (const node of document.querySelectorAll(".opening, .setting-out, .queue")) node.remove();
}

document.documentElement.removeAttribute("data-words-first"); // the page is whole
wake();
if (isOurs) clear();
else {
  // Voila's script puts what it draws where the outputs stood.
  const seen = new MutationObserver(() => {
    if (document.querySelector("[data-live-elsewhere] > script")) return;
    seen.disconnect();
    clear();
  });
  seen.observe(document.getElementById("page"), { childList: true, subtree: true });
}

const pieces = [...document.querySelectorAll("[data-live]")];
if (kernel && (pieces.length || !isOurs)) {
  if (isOurs) {
    takeUp();
    setInterval(lookAfter, STALLED / 4);
  } else watch();
  const owned = bridge.ownTab();
  if (!isOurs) globalThis.rulesdemo = { ...lent, owned }; // live.js, which Voila's script runs as an anywidget, takes it from here
  await owned;
  begin(pieces, say);
  // A link to another position that is put into the same page's address is opened like any other.
  addEventListener("hashchange", () => location.hash.startsWith("#s=") && location.reload());
  addEventListener("pagehide", (event) => {
    if (event.persisted) return;
    gone = true;
    navigator.sendBeacon(`/bye/${kernel}`);
  });
}
