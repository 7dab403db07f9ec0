// The search in the header: rules, terms and chapters of all games, in both languages. It loads when the field is first used.

const field = document.getElementById("find");
const list = document.getElementById("found");
const said = document.getElementById("found-said");
const box = field.closest(".find");
const lang = document.documentElement.lang;
const here = document.documentElement.dataset.of;
const other = lang === "fr" ? "en" : "fr";
const MOST = 7;
const MOST_CHAPTERS = 3;
const AROUND = 36; // letters of the text before what was found in it

// -- ranking: the number itself, a title, a word that begins so, letters inside a title, then the same in the text -------------

export const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replace(/[’']/g, " ").trim();
const begins = (text, letters) => text.startsWith(letters) || text.includes(` ${letters}`) || text.includes(`-${letters}`) || text.includes(`(${letters}`);

const BEGINS = 4; // up to here a word of a title begins so
const IN_TEXT = 6; // from here on only the text has it

function prepared(entry) {
  return { ...entry, number: plain(entry.id ?? ""), titles: [plain(entry.en), plain(entry.fr)], words: plain(entry.text ?? "") };
}

function rank(entry, wanted, whole) {
  if (entry.number && entry.number === whole) return 0;
  if (entry.number && entry.number.startsWith(whole)) return 1;
  if (entry.titles.includes(whole)) return 2;
  const each = (letters) => {
    if (entry.titles.some((title) => title.startsWith(letters))) return 3;
    if (entry.titles.some((title) => begins(title, letters))) return BEGINS;
    if (entry.titles.some((title) => title.includes(letters)) || begins(entry.number, letters)) return 5;
    if (begins(entry.words, letters)) return IN_TEXT;
    return entry.words.includes(letters) ? IN_TEXT + 1 : Infinity;
  };
  return Math.max(...wanted.map(each));
}

// Where titles have the word, this page's game comes first, then the better rank; then what a chapter teaches, then the book's order.
const band = (rank) => (rank > 2 && rank <= BEGINS ? 2 : rank);

function found(index, text) {
  const whole = plain(text);
  const wanted = whole.split(/\s+/).filter(Boolean);
  if (!wanted.length) return [];
  const ranked = (entries) => {
    const all = entries.map((entry) => ({ entry, rank: rank(entry, wanted, whole), away: entry.game === here ? 0 : 1, dark: entry.taught ? 0 : 1 }));
    const fit = all.filter((each) => each.rank < Infinity);
    return fit.sort((one, two) => band(one.rank) - band(two.rank) || one.away - two.away || one.rank - two.rank || one.dark - two.dark);
  };
  const rules = ranked(index.entries);
  const first = rules.slice(0, MOST).map((each) => ({ ...each.entry, isInText: each.rank >= IN_TEXT, letters: wanted[0] }));
  const named = ranked([...index.chapters.values()]).map((each) => each.entry);
  const teaching = first.flatMap((entry) => entry.taught ?? []).map((key) => index.chapters.get(key));
  const chapters = [...new Set([...named, ...teaching])].slice(0, MOST_CHAPTERS);
  return { rules: rules.length, list: [...first, ...chapters] };
}

// -- the index ---------------------------------------------------------------------------------------------------------------

let index;

async function load() {
  const answer = await fetch(new URL("./index.json", import.meta.url));
  if (!answer.ok) throw new Error(answer.statusText);
  const { games, chapters, entries } = await answer.json();
  const told = chapters.map(({ number, ...each }) => prepared({ ...each, at: number, isChapter: true }));
  return { games, chapters: new Map(told.map((each) => [each.key, each])), entries: entries.map(prepared) };
}

// -- what is shown -----------------------------------------------------------------------------------------------------------

function node(tag, kind, text, language) {
  const made = document.createElement(tag);
  if (kind) made.className = kind;
  if (text) made.textContent = text;
  if (language && language !== lang) made.lang = language;
  return made;
}

function address(entry) {
  if (entry.isChapter) return `/${lang}/${entry.key}`;
  return entry.term ? `/${lang}/glossary#${entry.place}` : `/${lang}/${entry.game}/rules#${encodeURIComponent(entry.place)}`;
}

function where(entry) {
  const words = [entry.game ? index.games[entry.game][lang] : field.dataset.book];
  if (entry.term) words.push(field.dataset.term);
  if (entry.isChapter) words.push(`${field.dataset.chapter} ${entry.at}`);
  for (const key of entry.taught ?? []) {
    const chapter = index.chapters.get(key);
    if (chapter) words.push(`${field.dataset.chapter} ${chapter.at}, ${chapter[lang]}`);
  }
  return words.join(" · ");
}

// The words around what was found; the letters are looked for again, since accents were taken off for the comparison.
function excerpt({ text, letters }) {
  const at = text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().indexOf(letters);
  const start = at <= AROUND ? 0 : text.indexOf(" ", at - AROUND) + 1;
  return `${start ? "… " : ""}${text.slice(start)}`;
}

function option(entry, place) {
  const made = node("a", `option${entry.isChapter ? " is-chapter" : ""}`);
  made.href = address(entry);
  made.id = `found-${place}`;
  made.tabIndex = -1;
  made.setAttribute("role", "option");
  made.setAttribute("aria-selected", "false");
  const number = entry.isChapter ? String(entry.at) : entry.id;
  if (number) made.append(node("span", entry.isChapter ? "disc" : "chip", number), " ");
  const text = node("span", "option-text");
  text.append(node("span", "option-title", entry[lang]), " ");
  if (plain(entry[other]) !== plain(entry[lang])) text.append(node("i", "", entry[other], other), " ");
  if (entry.isInText) text.append(node("span", "option-words", excerpt(entry)), " ");
  text.append(node("span", "option-where", where(entry)));
  made.append(text);
  return made;
}

let chosen = -1;

function mark(place) {
  const options = [...list.children];
  chosen = options.length ? (place + options.length) % options.length : -1;
  options.forEach((each, number) => each.setAttribute("aria-selected", String(number === chosen)));
  if (chosen < 0) return field.removeAttribute("aria-activedescendant");
  field.setAttribute("aria-activedescendant", options[chosen].id);
  options[chosen].scrollIntoView({ block: "nearest" });
}

function close() {
  box.classList.remove("is-open");
  field.setAttribute("aria-expanded", "false");
  field.removeAttribute("aria-activedescendant");
  chosen = -1;
}

function say(text, isShown) {
  said.textContent = text;
  said.classList.toggle("sr", !isShown);
}

function show() {
  const text = field.value;
  if (!text.trim()) {
    list.replaceChildren();
    say("", false);
    return close();
  }
  if (!index) return;
  const entries = found(index, text);
  const isLong = entries.rules > MOST;
  list.replaceChildren(...entries.list.map(option));
  const words = !entries.list.length ? field.dataset.none : isLong ? field.dataset.some : field.dataset.all;
  say(words.replace("{count}", isLong ? MOST : entries.list.length).replace("{all}", entries.rules), isLong || !entries.list.length);
  box.classList.add("is-open");
  field.setAttribute("aria-expanded", String(entries.list.length > 0));
  mark(entries.list.length ? 0 : -1);
}

// -- keys and mouse ----------------------------------------------------------------------------------------------------------

field.addEventListener("input", show);
field.addEventListener("focus", show);
field.addEventListener("keydown", (event) => {
  const isOpen = box.classList.contains("is-open") && list.children.length;
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    event.preventDefault();
    if (isOpen) mark(chosen + (event.key === "ArrowDown" ? 1 : -1));
    else show();
  } else if (event.key === "Enter" && isOpen && chosen >= 0) {
    event.preventDefault();
    list.children[chosen].click();
  } else if (event.key === "Escape") {
    event.preventDefault();
    field.value = "";
    show();
  }
});
list.addEventListener("mousedown", (event) => event.preventDefault()); // the field keeps the focus until the link is followed
list.addEventListener("mousemove", (event) => {
  const place = [...list.children].indexOf(event.target.closest("[role=option]"));
  if (place >= 0 && place !== chosen) mark(place);
});
list.addEventListener("click", () => {
  field.blur();
  close();
});
box.addEventListener("focusout", (event) => !box.contains(event.relatedTarget) && close());

try {
  index = await load();
  show();
} catch {
  say(field.dataset.broken, true);
  box.classList.add("is-open");
}
