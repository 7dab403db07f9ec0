// Python in a worker: starts once, takes the parts of the book that a page needs, runs the page's cells and carries messages.
// The page speaks first: { open: { python, parts, page, lang } }, then { ask: [piece, text] }. It hears { left }, { say: [piece, text] },
// { awake } once every cell has run, and { failed }.

let port; // of the page that is shown
let turn = 0; // of that page: what is under way for one before it stops
let shown = 0; // the turn of the page that Python has open: pieces of two pages may have one name
let python; // a promise of it
let sizes = {};
let expected = 0; // bytes that are being waited for
let loaded = 0;
const parts = new Map(); // those of the book that are here, or on their way

const say = (message) => port?.postMessage(message);

// Every file counts while it comes, also those that Python's own loader asks for.
const plain = globalThis.fetch;
globalThis.fetch = async (...asked) => {
  const answer = await plain(...asked);
  if (!answer.ok || !answer.body) return answer;
  const count = new TransformStream({
    transform(chunk, out) {
      loaded += chunk.byteLength;
      say({ left: Math.max(0, expected - loaded) });
      out.enqueue(chunk);
    },
  });
  return new Response(answer.body.pipeThrough(count), { status: answer.status, headers: answer.headers });
};

async function start(address) {
  sizes = await (await plain(`${address}sizes.json`)).json();
  for (const name of ["pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json"]) expected += sizes[name];
  const { loadPyodide } = await import(`${address}pyodide.mjs`);
  return loadPyodide({ indexURL: address });
}

// A part is one file: the length of an index, the index, then the files one after the other; packed, whatever the host does.
async function fetchPart(address, name) {
  expected += sizes[`${name}.part`];
  const answer = await fetch(`${address}${name}.part`);
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return new Uint8Array(await new Response(answer.body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
}

function unpack(engine, data) {
  const length = new DataView(data.buffer).getUint32(0);
  const index = JSON.parse(new TextDecoder().decode(data.subarray(4, 4 + length)));
  let from = 4 + length;
  for (const [path, size] of index) {
    engine.FS.mkdirTree(`/book/${path.slice(0, path.lastIndexOf("/"))}`);
    engine.FS.writeFile(`/book/${path}`, data.subarray(from, from + size));
    from += size;
  }
}

const waiting = new Map(); // piece: what it has asked before its cell has run; greetings repeat themselves

async function open({ python: address, parts: names, page, lang }) {
  turn += 1;
  const mine = turn;
  waiting.clear();
  python ??= start(address);
  const engine = await python;
  const fresh = names.filter((name) => !parts.has(name));
  for (const name of fresh) parts.set(name, fetchPart(address, name).then((data) => unpack(engine, data)));
  await Promise.all(names.map((name) => parts.get(name)));
  if (mine !== turn) return;
  const ours = await carrier(engine);
  if (mine !== turn) return;
  ours.open_page(page, lang);
  shown = mine;
  for (let name = ours.run_next(); name !== undefined; name = ours.run_next()) {
    if (waiting.has(name)) ours.hear(name, waiting.get(name));
    waiting.delete(name);
    await new Promise((go) => setTimeout(go)); // what the page says meanwhile is heard
    if (mine !== turn) return;
  }
  say({ awake: true });
}

let carried;

async function carrier(engine) {
  if (!carried) {
    engine.runPython("import os, sys; sys.path.insert(0, '/book'); sys.dont_write_bytecode = True; os.environ['RULESDEMO_SERVED'] = '1'");
    carried = engine.pyimport("widgets.web.worker_page");
    carried.listen((name, text) => say({ say: [name, text] }));
  } else engine.runPython("import importlib; importlib.invalidate_caches()");
  return carried;
}

function attend(line) {
  line.onmessage = async ({ data }) => {
    try {
      if (data.open) {
        port = line;
        await open(data.open);
      } else if (line === port && data.ask && !(shown === turn && carried.hear(...data.ask))) waiting.set(...data.ask);
    } catch (fault) {
      console.error(fault);
      if (line === port) say({ failed: String(fault.stack ?? fault) });
    }
  };
}

if ("onconnect" in globalThis) globalThis.onconnect = ({ ports }) => attend(ports[0]);
else attend(globalThis);
