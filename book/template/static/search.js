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

// -- what is asked: the words that count, each with its stem and with what an everyday word stands for in the games ------------

export const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replace(/[’']/g, " ").trim();

const ENDING = /^(.{4,}?)(?:ed|es|ent)$|^(.{3,}?)(?:ing|er|ez|s|x)$|^(.{4,})e$/;
const GROWN = "(?:ed|es|ent|ing|er|ez|s|x|e)?(?![a-z])"; // the stem as a word of its own: to win is about neither wind nor a wing
const ASKS = /-(?:t-)?(?:je|il|elle|on|ils|elles)$/; // peut-on, rend-il
const LONGEST = 3; // words of an everyday phrase

function stem(word) {
  const parts = ENDING.exec(word);
  return parts ? (parts[1] ?? parts[2] ?? parts[3]).replace(/([^aeiou])\1$/, "$1") : word;
}

const stems = (phrase) => plain(phrase).split(" ").map(stem).join(" ");

function question(index, text) {
  const whole = plain(text).replace(/[?!,;"«»…]+/g, " ").trim();
  const words = whole.split(/\s+/).map((word) => word.replace(ASKS, "")).filter(Boolean);
  const wanted = [];
  const want = (letters) => {
    const root = stems(letters);
    const finds = index.everyday.get(root);
    wanted.push({ letters, stem: root, start: spaced(root), finds: finds ?? [], own: finds && new RegExp(`(?:^|[ (-])${root}${GROWN}`) });
  };
  for (let at = 0; at < words.length; ) {
    let length = Math.min(LONGEST, words.length - at);
    const phrase = () => words.slice(at, at + length).join(" ");
    while (length > 1 && !index.everyday.has(stems(phrase()))) length -= 1;
    const letters = phrase();
    if (length > 1 || !index.filler.has(letters)) want(letters);
    at += length;
  }
  const isQuestion = wanted.length > 0 && wanted.length < words.length;
  if (!wanted.length) words.forEach(want); // filler alone is letters like any others
  return { whole, kernel: wanted.map(({ letters }) => letters).join(" "), wanted, isQuestion };
}

// -- ranking: the number itself, a title, a word that begins so, letters inside a title, then the same in the text -------------

const inside = (text, letters) => text.includes(` ${letters}`) || text.includes(`-${letters}`) || text.includes(`(${letters}`);
const begins = (text, letters) => text.includes(letters) && (text.startsWith(letters) || inside(text, letters));

const STANDS_FOR = 2.5; // in a question, the first title that an everyday word leads to; the next ones follow in small steps
const BEGINS = 4; // up to here a word of a title begins so
const IN_TEXT = 6; // from here on only the text has it
const STEP = 0.01;

const spaced = (text) => ` ${text.replace(/[(-]/g, " ")}`; // so that every word follows a space

function prepared(entry) {
  const titles = [plain(entry.en), plain(entry.fr)];
  return { ...entry, number: plain(entry.id ?? ""), titles, title: spaced(titles.join(" ")), words: plain(entry.text ?? "") };
}

function literal(entry, letters) {
  const titles = entry.titles.filter((title) => title.includes(letters));
  if (titles.some((title) => title.startsWith(letters))) return 3;
  if (titles.some((title) => begins(title, letters))) return BEGINS;
  if (titles.length || begins(entry.number, letters)) return 5;
  if (!entry.words.includes(letters)) return Infinity;
  return begins(entry.words, letters) ? IN_TEXT : IN_TEXT + 1;
}

function near(entry, { letters, stem, start, finds, own }, isQuestion) {
  const place = finds.findIndex((title) => entry.title.includes(title));
  const meant = place < 0 ? Infinity : (isQuestion ? STANDS_FOR : BEGINS + 1) + place * STEP;
  if (own && isQuestion) return Math.min(own.test(entry.title) ? BEGINS : own.test(entry.words) ? IN_TEXT : Infinity, meant);
  const literally = literal(entry, letters);
  if (stem === letters || literally <= BEGINS) return Math.min(literally, meant);
  return Math.min(literally, meant, entry.title.includes(start) ? (isQuestion ? BEGINS : BEGINS + 1) : begins(entry.words, stem) ? IN_TEXT : Infinity);
}

// How well an entry answers: the words it misses, its worst rank among the others, and their sum.
function rank(entry, { whole, kernel, wanted, isQuestion }) {
  const exact = (found) => ({ missed: 0, rank: found, sum: found });
  if (entry.number && entry.number === whole) return exact(0);
  if (entry.number && entry.number.startsWith(whole)) return exact(1);
  if (entry.titles.includes(whole)) return exact(isQuestion ? 1 : 2); // a title of several words is no question
  if (entry.titles.includes(kernel)) return exact(2);
  const ranks = wanted.map((each) => near(entry, each, isQuestion));
  const hits = ranks.filter((each) => each < Infinity);
  return { missed: ranks.length - hits.length, rank: Math.max(...hits), sum: hits.reduce((one, two) => one + two, 0) };
}

// Who has most of the words stands first; a question that few answer whole is filled up with those that miss one word more. A chapter's title
// has all of them. Where titles have the word, this page's game comes first, then the better rank; then what a chapter teaches, then the book's order.
const band = (rank) => (rank > 2 && rank <= BEGINS ? 2 : rank);

const before = (one, two) => band(one.rank) - band(two.rank) || one.away - two.away || one.rank - two.rank || one.sum - two.sum || one.dark - two.dark;

function found(index, text) {
  const query = question(index, text);
  if (!query.whole) return { rules: 0, list: [] };
  const ranked = (entries, isWhole) => {
    const all = entries.map((entry) => ({ entry, ...rank(entry, query), away: entry.game === here ? 0 : 1, dark: entry.taught ? 0 : 1 }));
    const missing = (count) => (count < query.wanted.length ? all.filter(({ missed }) => missed === count).sort(before) : []);
    const least = isWhole ? 0 : Math.min(...all.map(({ missed }) => missed));
    const fit = missing(least);
    return query.isQuestion && !isWhole && fit.length < MOST ? [...fit, ...missing(least + 1)].slice(0, MOST) : fit;
  };
  const rules = ranked(index.entries);
  const first = rules.slice(0, MOST).map(({ entry, rank }) => ({ ...entry, isInText: rank >= IN_TEXT, letters: inText(entry, query) }));
  const named = ranked([...index.chapters.values()], true).map((each) => each.entry);
  const teaching = first.flatMap((entry) => entry.taught ?? []).map((key) => index.chapters.get(key));
  const chapters = [...new Set([...named, ...teaching])].slice(0, MOST_CHAPTERS);
  return { rules: rules.length, list: [...first, ...chapters] };
}

// The letters around which an excerpt is cut.
function inText({ words }, { wanted }) {
  const tried = wanted.flatMap(({ letters, stem }) => [letters, stem]);
  return tried.find((each) => words.includes(each)) ?? tried[0];
}

// -- the index ---------------------------------------------------------------------------------------------------------------

let index;

async function load() {
  const answer = await fetch(new URL(`./index-${lang}.json`, import.meta.url));
  if (!answer.ok) throw new Error(answer.statusText);
  const { games, chapters, entries, filler, everyday } = await answer.json();
  const told = chapters.map(({ number, ...each }) => prepared({ ...each, at: number, isChapter: true }));
  return {
    games,
    chapters: new Map(told.map((each) => [each.key, each])),
    entries: entries.map(prepared),
    filler: new Set(filler.map(plain)),
    everyday: new Map(everyday.flatMap(({ words, finds }) => words.map((each) => [stems(each), finds.map((title) => spaced(plain(title)))]))),
  };
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
  if (entry.isChapter) return early.at(`/${lang}/${entry.key}`);
  return early.at(entry.term ? `/${lang}/glossary#${entry.place}` : `/${lang}/${entry.game}/rules#${encodeURIComponent(entry.place)}`);
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
