// The line to Python in a worker of this browser. A shared worker that may outlive a page stays warm while the reader goes from one to the
// next; where browsers do not let it, each page starts its own. Every tab has one for itself: it shows one page.

const root = document.documentElement;

export function open({ tab, hear, state, awake }) {
  const address = new URL("./engine.js", import.meta.url);
  const python = new URL(`${root.dataset.root}${root.dataset.python}/`, location.href).href;
  let port;
  const fail = (event) => state({ failed: `the worker did not start: ${event.message ?? event.type}` });
  try {
    const worker = new SharedWorker(address, { type: "module", name: `rulesdemo ${tab}`, extendedLifetime: true });
    worker.onerror = fail;
    port = worker.port;
  } catch {
    port = new Worker(address, { type: "module" });
    port.onerror = fail;
  }
  port.onmessage = ({ data }) => {
    if (data.say) hear(...data.say);
    else if (data.awake) awake();
    else state(data);
  };
  port.start?.();
  const parts = root.dataset.parts.split(" ");
  port.postMessage({ open: { python, parts, page: root.dataset.page, lang: root.lang } });
  return { say: (name, text) => port.postMessage({ ask: [name, text] }) };
}
