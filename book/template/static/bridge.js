// What the browser does for Python: it keeps the game and the progress, copies, saves and opens files, and tells where the page is.
// Everything is optional: without storage, locks or clipboard the page still works, and says what it could not do.

const LARGEST = 256 * 1024; // bytes of a file that may be opened
const MOST_GAMES = 40; // kept games of tabs long closed
const PROGRESS = "progress";

const root = document.documentElement;
export const chapter = root.dataset.key ?? "";
const words = () => document.getElementById("note").dataset;
let tab = "";

// -- storage ----------------------------------------------------------------------------------------------------------------

function read(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

function write(name, text) {
  try {
    localStorage.setItem(name, text);
    return true;
  } catch {
    return false;
  }
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

// A tab owns its name through a lock that it holds as long as it lives: a duplicated tab finds the lock taken and makes a new name.
export async function ownTab() {
  const fresh = () => [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  let found = null;
  try {
    found = sessionStorage.getItem("tab");
  } catch {
    // Private windows of some browsers keep nothing.
  }
  tab = /^[0-9a-f]{16}$/.test(found ?? "") ? found : fresh();
  const hold = (name, options) =>
    new Promise((settled) => {
      navigator.locks
        .request(`tab:${name}`, options, (lock) => {
          settled(Boolean(lock));
          return lock ? new Promise(() => {}) : undefined;
        })
        .catch(() => settled(true));
    });
  // After a reload the page before this one may still be leaving: it is given a moment.
  if (navigator.locks) {
    for (let tries = 0; !(await hold(tab, { ifAvailable: true })); tries += 1) {
      if (tries < 5 && performance.getEntriesByType("navigation")[0]?.type === "reload") await new Promise((go) => setTimeout(go, 40));
      else tab = fresh();
    }
  }
  try {
    sessionStorage.setItem("tab", tab);
  } catch {
    // As above.
  }
}

const mine = () => `game:${chapter}:${tab}`;

// The oldest games go first; this tab's own and the chapters' latest stay.
function makeRoom(most) {
  const games = Object.keys(localStorage).filter((name) => name.startsWith("game:") && name !== mine());
  const age = (name) => parsed(read(name))?.at ?? 0;
  games.sort((one, other) => age(other) - age(one));
  for (const name of games.slice(most)) localStorage.removeItem(name);
}

let latest;

export function keep(text) {
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
      return;
    }
  } catch {
    // Said below.
  }
  note(words().full);
}

// This tab's own game; a new tab begins where the chapter was last left.
export function kept() {
  for (const name of [mine(), `last:${chapter}`]) {
    const text = parsed(read(name) ?? "null")?.text;
    if (typeof text === "string") return text;
  }
  return "";
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

let told = "";

// A chapter names itself by its path, `en/<game>/<chapter>`; what is done is done in every language. Most replies tell nothing new.
export async function addProgress(change) {
  const text = JSON.stringify(change);
  if (text === told) return;
  told = text;
  const { chapter: path, ...found } = change;
  const key = typeof path === "string" && path ? path.split("/").slice(-2).join("/") : chapter;
  const add = () => {
    const before = progress();
    const after = JSON.stringify(merged(before, { [key]: found }));
    return after !== JSON.stringify(before) && write(PROGRESS, after);
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

export function open(callback) {
  const input = document.createElement("input");
  input.type = "file";
  input.accept = ".json,.txt,application/json,text/plain";
  input.addEventListener("change", async () => {
    const file = input.files[0];
    if (!file) return;
    if (file.size > LARGEST) return note(words().large);
    try {
      const text = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
      if (text.includes("\0")) throw new TypeError("binary");
      callback(text);
    } catch {
      note(words().binary);
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
  };
}
