// Before the first paint: a room that reads from a projector does not want to see the page change its size.
try {
  if (localStorage.getItem("projector") === "on") document.documentElement.classList.add("projector");
} catch {
  // A browser that keeps nothing shows the page as usual.
}

// The page comes in pieces, and an early one names its kernel: the line to it is opened at once, and is there when the page is (page.js).
{
  const named = new MutationObserver(() => {
    const place = document.querySelector("[data-kernel]:not([data-front])");
    if (!place) return;
    named.disconnect();
    const session = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    const address = `${location.origin.replace(/^http/, "ws")}/api/kernels/${place.dataset.kernel}/channels?session_id=${session}`;
    const socket = new WebSocket(address, ["v1.kernel.websocket.jupyter.org"]);
    socket.binaryType = "arraybuffer";
    globalThis.early = { session, socket };
  });
  named.observe(document.documentElement, { childList: true, subtree: true });
  addEventListener("DOMContentLoaded", () => named.disconnect());
}
