// Movement is seen: pieces glide to where they are now, shots and boardings leave a mark for a moment, and whoever wants hears them.
//
// It reads the drawing's own numbers and asks the browser for no layout. Nothing waits for it, and who wants less motion sees marks that stand
// still. Sounds are made here, of noise and a filter; they are off until the reader turns them on, and that is kept in this browser.

const GLIDE = 250; // milliseconds
const FLIGHT = 420;
const MARK = 900;
const FARTHEST = 14; // pieces that glide at once; more of them are a new board
const STILL = "mark path sector note shore wind goal hover".split(" ");
const SVG = "http://www.w3.org/2000/svg";

const reduced = matchMedia("(prefers-reduced-motion: reduce)");

function place(node) {
  const found = /translate\(([-\d.]+)[ ,]([-\d.]+)\)/.exec(node.getAttribute("transform") ?? "");
  return found ? { x: Number(found[1]), y: Number(found[2]) } : null;
}

const turn = (node) => Number(/rotate\(([-\d.]+)/.exec(node?.getAttribute("transform") ?? "")?.[1] ?? 0);
const pieces = (el) => el.querySelectorAll("[data-surface] svg g[id][data-role][transform]");

// Where every piece stands and which way it points.
export function places(el) {
  const found = new Map();
  for (const node of pieces(el)) {
    if (STILL.includes(node.dataset.role)) continue;
    const at = place(node);
    if (at) found.set(node.id, { ...at, turn: turn(node.querySelector("[data-role=hull]")) });
  }
  return found;
}

// Let what has moved come from where it was.
export function glide(el, was, reply) {
  if (!reduced.matches && was) glideFrom(el, was);
  for (const [kind, by, at] of reply.marks ?? []) mark(el, kind, by, at);
  const parts = Object.values(reply.parts ?? {});
  if (parts.some((text) => text.includes('class="dice fresh"'))) sound("dice");
  for (const kind of new Set((reply.marks ?? []).map((each) => each[0]))) sound(kind);
}

function glideFrom(el, was) {
  const moved = [];
  for (const node of pieces(el)) {
    const old = was.get(node.id);
    const now = old && place(node);
    if (now) moved.push([node, old.x - now.x, old.y - now.y, old.turn]);
  }
  const how = { duration: GLIDE, easing: "ease-out" };
  const far = moved.filter(([, x, y]) => x || y);
  if (far.length > FARTHEST) return;
  for (const [node, x, y] of far) node.animate([{ translate: `${x}px ${y}px` }, { translate: "0px 0px" }], how);
  for (const [node, , , before] of moved) {
    const hull = node.querySelector("[data-role=hull]");
    const by = hull ? ((before - turn(hull) + 540) % 360) - 180 : 0;
    if (by) hull.animate([{ rotate: `${by}deg` }, { rotate: "0deg" }], how);
  }
  if (far.some(([node]) => node.dataset.role === "ship")) sound("move");
}

function shape(name, attributes) {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  return node;
}

// A mark that goes by itself: balls that fly, or ropes between two ships. It is for the eye alone; the status says what happened.
function mark(el, kind, by, at) {
  const [from, to] = [by, at].map((id) => el.querySelector(`[id="${CSS.escape(id)}"]`));
  const svg = to?.ownerSVGElement;
  const [start, end] = [from && place(from), to && place(to)];
  if (!svg || !start || !end) return;
  const group = shape("g", { "aria-hidden": "true", class: "strike", "data-strike": kind });
  const line = { x1: start.x, y1: start.y, x2: end.x, y2: end.y, stroke: "#1B2A33", "stroke-width": kind === "shot" ? 2 : 5, "stroke-dasharray": kind === "shot" ? "2 7" : "7 5" };
  group.append(shape("line", line));
  if (kind === "shot")
    for (const [number, side] of [-6, 0, 6].entries()) {
      const ball = shape("circle", { cx: end.x + side, cy: end.y + side, r: 5, fill: "#FFFDF9", stroke: "#1B2A33", "stroke-width": 1.5 });
      group.append(ball);
      if (reduced.matches) continue;
      const back = `${start.x - end.x}px ${start.y - end.y}px`;
      ball.animate([{ translate: back }, { translate: "0px 0px" }], { duration: FLIGHT, delay: number * 60, easing: "ease-out", fill: "backwards" });
    }
  svg.append(group);
  if (!reduced.matches) group.animate([{ opacity: 1 }, { opacity: 1, offset: 0.7 }, { opacity: 0 }], { duration: MARK, fill: "forwards" });
  setTimeout(() => group.remove(), MARK);
}

// -- sound ----------------------------------------------------------------------------------------------------------------------

// How long, how deep and how loud each sound is; dice are several short ones.
const SOUNDS = {
  move: [[0, 0.3, 500, 0.05]],
  dice: [[0, 0.04, 2600, 0.2], [0.09, 0.04, 2200, 0.18], [0.2, 0.05, 1900, 0.14]],
  shot: [[0, 0.5, 180, 0.5]],
  board: [[0, 0.08, 700, 0.25], [0.16, 0.1, 500, 0.25]],
};
let audio;
let isOn = false;

function sound(kind) {
  if (!isOn || !SOUNDS[kind]) return;
  audio ??= new AudioContext();
  for (const [delay, length, tone, loud] of SOUNDS[kind]) {
    const frames = Math.ceil(length * audio.sampleRate);
    const buffer = audio.createBuffer(1, frames, audio.sampleRate);
    const data = buffer.getChannelData(0);
    for (let frame = 0; frame < frames; frame += 1) data[frame] = (Math.random() * 2 - 1) * (1 - frame / frames) ** 2;
    const source = new AudioBufferSourceNode(audio, { buffer });
    source
      .connect(new BiquadFilterNode(audio, { type: "lowpass", frequency: tone }))
      .connect(new GainNode(audio, { gain: loud }))
      .connect(audio.destination);
    source.start(audio.currentTime + delay);
  }
}

function stored() {
  try {
    return localStorage.getItem("sound") === "on";
  } catch {
    return false;
  }
}

const button = document.getElementById("sound");
if (button) {
  const show = () => button.setAttribute("aria-pressed", String(isOn));
  isOn = stored();
  button.hidden = false;
  show();
  button.addEventListener("click", () => {
    isOn = !isOn;
    try {
      localStorage.setItem("sound", isOn ? "on" : "off");
    } catch {
      // Then it holds for this page.
    }
    show();
    sound("dice"); // what was turned on is heard
  });
}
