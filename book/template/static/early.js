// Before the first paint: a room that reads from a projector does not want to see the page change its size.
try {
  if (localStorage.getItem("projector") === "on") document.documentElement.classList.add("projector");
} catch {
  // A browser that keeps nothing shows the page as usual.
}

// Words are drawn before boards are, because laying out a board takes several times as long as they do. A page that nobody looks at draws
// no frames: page.js ends this at the latest.
{
  const root = document.documentElement;
  const isThere = () => document.querySelector("#page > *");
  const draw = () => requestAnimationFrame(isThere() ? () => setTimeout(() => root.removeAttribute("data-words-first")) : draw);
  root.setAttribute("data-words-first", "");
  draw();
}

// And boards before what lies below them, which is laid out once they answer (page.js), or when that takes too long. Whoever comes to a place
// further down, or back to where he was, needs the page at its full height.
if (!location.hash && performance.getEntriesByType("navigation")[0]?.type === "navigate") {
  document.documentElement.setAttribute("data-board-first", "");
  addEventListener("DOMContentLoaded", () => setTimeout(() => document.documentElement.removeAttribute("data-board-first"), 1500));
}

// A tab owns its name through a lock that it holds as long as it lives: a duplicated tab finds the lock taken and makes a new name. The
// answer takes a while, so it is asked for now; a new name cannot be taken, and nobody waits for it.
async function ownTab() {
  const fresh = () => [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const hold = (name) =>
    new Promise((settled) => {
      if (!navigator.locks) settled(true);
      else
        navigator.locks
          .request(`tab:${name}`, { ifAvailable: true }, (lock) => {
            settled(Boolean(lock));
            return lock ? new Promise(() => {}) : undefined;
          })
          .catch(() => settled(true));
    });
  let found = null;
  try {
    found = sessionStorage.getItem("tab");
  } catch {
    // Private windows of some browsers keep nothing.
  }
  // After a reload the page before this one may still be leaving: it is given a moment.
  const isReload = performance.getEntriesByType("navigation")[0]?.type === "reload";
  if (/^[0-9a-f]{16}$/.test(found ?? ""))
    for (let tries = 0; tries <= (isReload ? 5 : 0); tries += 1) {
      if (await hold(found)) return found;
      if (isReload) await new Promise((go) => setTimeout(go, 40));
    }
  const tab = fresh();
  hold(tab);
  try {
    sessionStorage.setItem("tab", tab);
  } catch {
    // As above.
  }
  return tab;
}

// An address of the book as this page must write it: a book without a server may lie in any folder, and each of its pages in one of its own.
function at(address) {
  const root = document.documentElement.dataset.root;
  if (root === undefined) return address;
  const [path, fragment] = address.split("#");
  const plain = path.replace(/^\/+|\/+$/g, "");
  return `${root}${plain && `${plain}/`}${fragment === undefined ? "" : `#${fragment}`}` || "./";
}

globalThis.early = { tab: ownTab(), at };

// The page comes in pieces. An early one names its kernel: the line to it is opened at once, and is there when the page is (page.js). What is
// shown meanwhile cannot be pressed; where the reader's own page is another, it goes: no two things may have one name.
{
  const dial = () => {
    const place = early.socket ? null : document.querySelector("[data-kernel]:not([data-front])");
    if (!place) return;
    const session = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    const address = `${location.origin.replace(/^http/, "ws")}/api/kernels/${place.dataset.kernel}/channels?session_id=${session}`;
    const socket = new WebSocket(address, ["v1.kernel.websocket.jupyter.org"]);
    socket.binaryType = "arraybuffer";
    Object.assign(early, { session, socket });
  };
  const coming = new MutationObserver(() => {
    dial();
    for (const node of document.querySelectorAll(".opening:not([inert])")) node.inert = true;
    if (document.querySelector("[data-anew] ~ .cell")) for (const node of document.querySelectorAll(".opening")) node.remove();
  });
  coming.observe(document.documentElement, { childList: true, subtree: true });
  addEventListener("DOMContentLoaded", () => coming.disconnect());
}
