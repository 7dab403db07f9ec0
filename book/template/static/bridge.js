// What the browser does for Python: it keeps the game and the progress, copies, saves and opens files, and tells where the page is.
// Everything is optional: without storage, locks or clipboard the page still works, and says what it could not do.

const LARGEST = 256 * 1024; // bytes of a file that may be opened
const MOST_GAMES = 40; // kept games of tabs long closed
const PROGRESS = "progress";
const DRILLS = "drills";
const PLACE = "place";
const MOST_ASKED = 40; // questions that a page is told of
const MOST_ASIDE = 10; // texts that were set aside and that the reader has let go
const FORMAT = "format";
const VERSION = 1; // of all that is stored here; 0.5 wrote none

const root = document.documentElement;
export const chapter = root.dataset.key ?? "";
export const isOne = (count) => (root.lang === "fr" ? count < 2 : count === 1); // French has its plural from two on
const words = () => document.getElementById("note").dataset;
let tab = "";

// -- storage ----------------------------------------------------------------------------------------------------------------

export function read(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

export function write(name, text) {
  try {
    localStorage.setItem(name, text);
    return true;
  } catch {
    return false;
  }
}

export function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

// This tab's name, which was asked for while the page was on its way (early.js).
export async function ownTab() {
  tab = await globalThis.early.tab;
}

const mine = () => `game:${chapter}:${tab}`;

// The oldest games go first; this tab's own and the chapters' latest stay.
function makeRoom(most) {
  const games = Object.keys(localStorage).filter((name) => name.startsWith("game:") && name !== mine());
  const age = (name) => parsed(read(name))?.at ?? 0;
  games.sort((one, other) => age(other) - age(one));
  for (const name of games.slice(most)) localStorage.removeItem(name);
}

// Storage that is full says so; storage that is switched off or not there fails in other ways.
function isOff() {
  try {
    localStorage.setItem("room", "");
    localStorage.removeItem("room");
    return false;
  } catch (fault) {
    return !/quota/i.test(fault.name);
  }
}

let latest;
let isHeld = false; // what is stored could not be set aside, so nothing may take its place
let unkept = ""; // why the game is not kept: said once, not after every press

export function keep(text) {
  if (isHeld) return noteUnkept();
  // Once the reader plays on, the address no longer says where the game stands: a reload shall bring back the game, not the link.
  if (latest === text) return;
  if (latest !== undefined && location.hash.startsWith("#s=")) fragment("");
  latest = text;
  const record = JSON.stringify({ at: Date.now(), text });
  const isNew = read(mine()) === null;
  try {
    if (isNew) makeRoom(MOST_GAMES);
    if (write(mine(), record) || (makeRoom(0), write(mine(), record))) {
      write(`last:${chapter}`, record);
      unkept = "";
      return;
    }
  } catch {
    // Said below.
  }
  noteUnkept();
}

function noteUnkept() {
  const why = isOff() ? words().off : words().full;
  if (why !== unkept) note(why);
  unkept = why;
}

// This tab's own game; a new tab begins where the chapter was last left.
export function kept() {
  for (const name of [mine(), `last:${chapter}`]) {
    const text = parsed(read(name) ?? "null")?.text;
    if (typeof text === "string") return text;
  }
  return "";
}

// -- what could not be opened whole: the text as it was, under a name of its own, until the reader lets it go -------------------

const freshAside = (what) => `aside:${what}:${Date.now()}`;
const asides = (what = chapter) =>
  Object.keys(storage())
    .filter((name) => name.startsWith(`aside:${what}:`))
    .sort();

function store(what, text, why) {
  const known = asides(what).find((name) => parsed(read(name))?.text === text);
  const record = JSON.stringify({ at: Date.now(), text, why });
  const aside = known ?? freshAside(what);
  return write(aside, record) || (makeRoom(0), write(aside, record));
}

// Python has said why the text that it was given does not hold; from here on the game takes its place.
export function setAside(why) {
  const text = kept();
  if (text && !store(chapter, text, why)) isHeld = true;
  showAside();
}

// A page that does not get ready with what is stored opens without it next time.
export function putAway() {
  const text = kept();
  if (!text || !store(chapter, text, words().stuck)) return;
  for (const name of [mine(), `last:${chapter}`]) localStorage.removeItem(name);
}

function showAside() {
  const banner = document.getElementById("aside");
  if (!banner) return;
  const records = asides().map((name) => [name, parsed(read(name))]).filter(([, record]) => record && !record.seen);
  const newest = records.at(-1);
  banner.hidden = !newest;
  if (!newest) return;
  const [aside, record] = newest;
  banner.querySelector("[data-why]").textContent = record.why;
  document.getElementById("aside-save").onclick = () => save(`${chapter}-original.json`, record.text);
  document.getElementById("aside-close").onclick = () => {
    write(aside, JSON.stringify({ ...record, seen: true }));
    for (const old of asides().filter((each) => parsed(read(each))?.seen).slice(0, -MOST_ASIDE)) localStorage.removeItem(old);
    showAside();
  };
}

// Progress and drills of a newer release, or damaged ones, are copied before this release writes over them.
function upgrade() {
  const version = parsed(read(FORMAT) ?? "0");
  for (const name of [PROGRESS, DRILLS]) {
    const text = read(name);
    if (text !== null && (version > VERSION || !isPlain(parsed(text)))) store(name, text, "");
  }
  const isThere = [PROGRESS, DRILLS].some((name) => read(name) !== null);
  if (isThere && version !== VERSION) write(FORMAT, String(VERSION));
}

// -- coming back after the engine was lost -----------------------------------------------------------------------------------

const BACK = "back";

export function hasComeBack(within) {
  return Date.now() - (parsed(sessionRead(BACK))?.at ?? 0) < within;
}

export function comeBack() {
  try {
    sessionStorage.setItem(BACK, JSON.stringify({ at: Date.now(), steps: keptSteps(), isNews: true }));
  } catch {
    // Then nothing is said about it.
  }
}

export const noteAway = () => note(words().away);

function sessionRead(name) {
  try {
    return sessionStorage.getItem(name) ?? "null";
  } catch {
    return "null";
  }
}

// Once the page is awake again, say that nothing is lost.
export function sayBack() {
  const found = parsed(sessionRead(BACK));
  if (!found?.isNews) return;
  sessionStorage.setItem(BACK, JSON.stringify({ ...found, isNews: false }));
  const { back, backOne, backMany } = words();
  note(found.steps ? (isOne(found.steps) ? backOne : backMany).replace("{count}", found.steps) : back);
}

export function keptSteps() {
  const found = parsed(kept());
  const steps = found?.steps ?? found?.save?.steps ?? parsed(found?.save)?.steps;
  return Array.isArray(steps) ? steps.length : 0;
}

// -- progress: shared by all tabs, so changes are merged key by key and never overwritten ------------------------------------

const isPlain = (value) => value !== null && typeof value === "object" && !Array.isArray(value);

export function progress() {
  const found = parsed(read(PROGRESS) ?? "null");
  return isPlain(found) ? found : {};
}

// What was reached once stays reached: lists grow, a yes stays a yes.
function merged(before, change) {
  if (isPlain(before) && isPlain(change)) {
    const after = { ...before };
    for (const [key, value] of Object.entries(change)) after[key] = merged(before[key], value);
    return after;
  }
  if (Array.isArray(before) && Array.isArray(change)) return [...new Set([...before, ...change])];
  return before === true && typeof change === "boolean" ? true : change;
}

// -- questions to ask again: what was missed, when, and whether it rests. Python judges every answer; here is only what to ask ----

const isName = (text) => /^[\w-]{1,60}(\/[\w-]{1,60})?$/.test(text);
const day = () => new Date().toLocaleDateString("sv"); // 2026-11-16, where the reader is

function drills() {
  const found = parsed(read(DRILLS) ?? "null");
  const kept = {};
  for (const [key, names] of Object.entries(isPlain(found) ? found : {})) {
    if (!isName(key) || !isPlain(names)) continue;
    const sound = Object.entries(names).filter(([name, entry]) => isName(name) && isPlain(entry) && Number.isInteger(entry.misses));
    if (sound.length) kept[key] = Object.fromEntries(sound);
  }
  return kept;
}

// A question is missed when its chapter counts more misses than were known. What came right in the end was missed all the same.
function miss(known, key, counts) {
  for (const [name, misses] of Object.entries(isPlain(counts) ? counts : {})) {
    if (!isName(name) || !Number.isInteger(misses) || misses <= (known[key]?.[name]?.misses ?? 0)) continue;
    known[key] = { ...known[key], [name]: { misses, due: true, missed: day(), rests: "" } };
  }
}

// Asked again: right on a later day than it was missed, it leaves the list; right on the same day, it rests until tomorrow.
function drill(known, [key, name, isRight]) {
  const entry = known[key]?.[name];
  if (!entry) return;
  if (!isRight) Object.assign(entry, { due: true, missed: day(), rests: "" });
  else if (entry.missed === day()) entry.rests = day();
  else entry.due = false;
}

let drilled = 0; // how many answers of this page are counted: it tells all of them every time

function addDrills(key, missed, answers) {
  const known = drills();
  const before = JSON.stringify(known);
  miss(known, key, missed);
  for (const answer of answers.slice(drilled)) if (Array.isArray(answer)) drill(known, answer);
  drilled = Math.max(drilled, answers.length);
  const after = JSON.stringify(known);
  return after !== before && write(DRILLS, after);
}

const dueOnes = () => Object.entries(drills()).flatMap(([chapter, names]) =>
  Object.entries(names).filter(([, entry]) => entry.due === true).map(([key, entry]) => ({ chapter, key, ...entry })));

// What to ask now, what was missed first coming first; and how much rests until tomorrow.
export function missed() {
  const now = dueOnes().filter((each) => each.rests !== day()).sort((one, two) => (String(one.missed) < String(two.missed) ? -1 : 1));
  return now.slice(0, MOST_ASKED).map(({ chapter, key, missed: when }) => ({ chapter, key, later: when !== day() }));
}

export const resting = () => dueOnes().filter((each) => each.rests === day()).length;

// -- where the reader was ------------------------------------------------------------------------------------------------------

export function place() {
  const found = parsed(read(PLACE) ?? "null");
  return isPlain(found) && /^\/[\w/-]{1,100}$/.test(found.address) && typeof found.title === "string" ? found : null;
}

export const keepPlace = (address, title) => write(PLACE, JSON.stringify({ address, title }));

// -- everything that is kept of a reader, in numbers; and its end ---------------------------------------------------------------

// The designers' lab keeps a question, which is no progress.
const isProgress = (name) => [PROGRESS, DRILLS, PLACE].includes(name) || /^(game|last|aside):(?!lab)/.test(name);

export function sums() {
  const known = Object.values(progress()).filter(isPlain);
  const games = Object.keys(storage()).filter((name) => /^last:(?!lab)/.test(name));
  const right = known.flatMap((each) => (Array.isArray(each.right) ? each.right : []));
  return { done: known.filter((each) => each.done === true).length, right: right.length, asks: dueOnes().length, games: games.length };
}

export function forget() {
  for (const name of Object.keys(storage()).filter((each) => isProgress(each) || each === FORMAT)) localStorage.removeItem(name);
}

function storage() {
  try {
    return localStorage ?? {};
  } catch {
    return {};
  }
}

let told = "";

// A chapter is done once its goals are reached and its questions answered, here or in the drills.
const isFinished = ({ goals = [], right = [], of }) => of > 0 && goals.length + right.length >= of;

function credited(known, settled) {
  let after = known;
  for (const [key, right] of Object.entries(isPlain(settled) ? settled : {})) {
    if (!isName(key) || !Array.isArray(right)) continue;
    after = merged(after, { [key]: { right } });
    if (isFinished(after[key])) after = merged(after, { [key]: { done: true } });
  }
  return after;
}

// A chapter names itself by its path, `en/<game>/<chapter>`; what is done is done in every language. Most replies tell nothing new.
export async function addProgress(change) {
  const text = JSON.stringify(change);
  if (text === told) return;
  told = text;
  const { chapter: path, missed: counts = {}, drilled: answers = [], settled = {}, ...found } = change;
  const key = typeof path === "string" && path ? path.split("/").slice(-2).join("/") : chapter;
  const add = () => {
    const areNew = addDrills(key, counts, Array.isArray(answers) ? answers : []);
    const before = progress();
    const after = JSON.stringify(credited(Object.keys(found).length ? merged(before, { [key]: found }) : before, settled));
    return (after !== JSON.stringify(before) && write(PROGRESS, after)) || areNew;
  };
  const isNew = navigator.locks ? await navigator.locks.request(PROGRESS, add) : add();
  if (isNew) document.dispatchEvent(new Event("progress"));
}

// -- clipboard and files -------------------------------------------------------------------------------------------------------

let fading;
export function note(text, extra) {
  const place = document.getElementById("note");
  place.replaceChildren(text);
  if (extra) place.append(extra);
  clearTimeout(fading);
  if (!extra) fading = setTimeout(() => place.replaceChildren(), 6000);
}

export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return note(words().copied);
  } catch {
    // Without https another machine's page has no clipboard: try the old way, and then let the reader do it.
  }
  const box = document.createElement("textarea");
  box.value = text;
  box.readOnly = true;
  note(words().press, box);
  box.select();
  if (document.execCommand("copy")) note(words().copied);
}

export const link = (code) => copy(`${location.origin}${location.pathname}${location.search}#${code}`);

export function save(name, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain;charset=utf-8" }));
  link.download = String(name).replace(/[^\w.-]+/g, "-").slice(0, 80) || "game.json";
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  note(words().saved);
}

// What is no text, or too much of it, Python never sees: `refuse` says so beside the button, where a page has a place for it.
export function open(callback, refuse = note) {
  const input = document.createElement("input");
  input.type = "file";
  input.accept = ".json,.txt,application/json,text/plain";
  input.addEventListener("change", async () => {
    const file = input.files[0];
    if (!file) return;
    if (file.size > LARGEST) return refuse(words().large);
    try {
      const text = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
      if (text.includes("\0")) throw new TypeError("binary");
      callback(text);
    } catch {
      refuse(words().binary);
    }
  });
  input.click();
}

// -- the page's address ----------------------------------------------------------------------------------------------------------

export function fragment(text) {
  history.replaceState(history.state, "", `${location.pathname}${location.search}${text ? `#${text}` : ""}`);
}

export function page() {
  return {
    path: location.pathname,
    query: location.search.slice(1),
    fragment: location.hash.slice(1),
    lang: root.lang,
    scale: devicePixelRatio,
    reduced: matchMedia("(prefers-reduced-motion: reduce)").matches,
    width: innerWidth,
    projector: root.classList.contains("projector"),
    progress: progress(),
    missed: missed(),
  };
}

upgrade();
showAside();
