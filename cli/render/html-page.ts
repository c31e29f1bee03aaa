import { style } from "./html-style.ts";
import { visibleLines } from "./visible.ts";

/**
 * What a page does by itself: it makes the content of a folded part when that is opened first, shows ten causes at a time and what the
 * search and the filter leave, follows links into folded parts, and copies lines. It loads nothing, and the page reads without it.
 */
const script = `
document.documentElement.classList.add("script");
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const unfold = (part) => {
  const kept = part.querySelector(":scope > noscript");
  if (!kept) return;
  const content = document.createElement("div");
  content.innerHTML = kept.textContent;
  kept.replaceWith(content);
};
document.addEventListener("toggle", ({ target }) => target.open && unfold(target), true);
for (const part of all("details[open]")) unfold(part);

const search = document.querySelector("form.find");
const filter = document.querySelector("form.filter");
const causes = all(".cause");
const more = document.querySelector(".more");
const parts = all("[data-section]");
const ten = 10;
let most = ten;
const textOf = new Map();
const isFound = (words, element, text) => {
  if (words.length === 0) return true;
  if (!textOf.has(element)) textOf.set(element, text().toLowerCase());
  return words.every((word) => textOf.get(element).includes(word));
};
const counted = (count, name) => count + " " + name + (count === 1 ? "" : "s");
const wordsOf = () => (search?.elements.words.value ?? "").toLowerCase().split(/\\s+/).filter(Boolean);

const showCauses = (words) => {
  const found = causes.filter((cause) => isFound(words, cause, () => cause.firstElementChild.textContent + " " + cause.dataset.find));
  const shown = new Set(found.slice(0, most));
  for (const cause of causes) cause.hidden = !shown.has(cause);
  if (more) {
    more.hidden = found.length <= most;
    more.textContent = "show ten more (" + (found.length - most) + " left)";
  }
  return found.length;
};

const mostClauses = 20;
const showClauses = (words) => {
  const list = document.querySelector(".found");
  const found = words.length === 0 ? [] : all(".map [id]").filter((cell) => isFound(words, cell, () => cell.title));
  list.replaceChildren(...found.slice(0, mostClauses).map((cell) => {
    const item = document.createElement("li");
    const link = document.createElement("a");
    link.href = cell.getAttribute("href") ?? "#" + cell.id;
    link.textContent = cell.textContent + " " + cell.title;
    item.append(link);
    return item;
  }));
  return found.length;
};

const mostOpen = 50;
const countOf = (part, verdict, words) => {
  if (words.length === 0) return Number(part.getAttribute("data-" + (verdict || "all")) ?? 0);
  if (!part.classList.contains("section")) return isFound(words, part, () => part.firstElementChild.textContent) ? 1 : 0;
  return all(".rows > li", part).filter((row) => !row.hidden && (verdict === "" || row.className === verdict)).length;
};
const showResults = (words) => {
  const { section, verdict, shown } = filter.elements;
  document.body.dataset.verdict = verdict.value;
  if (words.length > 0) for (const part of parts) unfold(part);
  for (const row of all(".section .rows > li")) row.hidden = !isFound(words, row, () => row.textContent);
  let results = 0;
  for (const part of parts) {
    const isOfSection = section.value === "" || part.dataset.section === section.value;
    const count = isOfSection ? countOf(part, verdict.value, words) : 0;
    part.hidden = count === 0;
    if (part.classList.contains("section")) results += count;
  }
  // So few are told at once; the sections that the reader opened stay open.
  for (const part of parts) {
    if (words.length > 0 && results <= mostOpen && !part.open && part.classList.contains("section")) part.open = part.isFound = true;
    else if (words.length === 0 && part.isFound) part.open = part.isFound = false;
  }
  shown.value = counted(results, "result");
  return results;
};

const show = () => {
  const words = wordsOf();
  const counts = [counted(showCauses(words), "cause"), counted(showClauses(words), "clause"), counted(showResults(words), "result")];
  search.elements.found.value = words.length === 0 ? "" : counts.join(", ");
};
if (search && filter) {
  search.hidden = filter.hidden = false;
  search.addEventListener("submit", (event) => event.preventDefault());
  search.addEventListener("input", () => {
    most = ten;
    show();
  });
  filter.addEventListener("input", show);
  more?.addEventListener("click", () => {
    const first = causes.filter((cause) => !cause.hidden).length;
    most += ten;
    show();
    causes.filter((cause) => !cause.hidden)[first]?.firstElementChild.focus();
  });
  show();
}

const placeOf = (id) => {
  const found = document.getElementById(id);
  if (found) return found;
  const part = all("details > noscript").find((kept) => kept.textContent.includes(' id="' + id + '"'))?.parentElement;
  if (part) unfold(part);
  return document.getElementById(id);
};
const follow = () => {
  const place = placeOf(decodeURIComponent(location.hash.slice(1)));
  if (!place) return;
  const folded = place.closest("[hidden]");
  if (search && folded) {
    search.reset();
    filter.reset();
    most = Math.max(ten, Math.ceil((causes.indexOf(folded) + 1) / ten) * ten);
    show();
  }
  for (let part = place; part; part = part.parentElement) if (part.localName === "details") part.open = true;
  place.scrollIntoView();
  const taker = place.localName === "details" ? place.firstElementChild : place;
  if (taker.localName !== "summary" && taker.localName !== "a") taker.tabIndex = -1;
  taker.focus({ preventScroll: true });
};
addEventListener("hashchange", follow);
// A browser moves the focus itself when it has read the page: what is done before is lost.
if (location.hash) addEventListener("load", () => setTimeout(follow));

const copy = async (button) => {
  const line = button.previousElementSibling;
  getSelection().selectAllChildren(line);
  await navigator.clipboard?.writeText(line.textContent).catch(() => document.execCommand("copy"));
  button.textContent = button.dataset.copy;
};
document.addEventListener("click", ({ target }) => {
  if (target.dataset.copy) copy(target);
  if (target.dataset.fold) {
    const words = target.textContent;
    target.textContent = target.dataset.fold;
    target.dataset.fold = words;
    target.ariaExpanded = String(target.parentElement.classList.toggle("whole"));
  }
  const link = target.closest('a[href^="#"]');
  if (link && link.hash === location.hash) follow();
});
addEventListener("beforeprint", () => {
  for (const cause of causes) if (!cause.hidden) cause.open = true;
});
`;

/** The parts of a page that are the same for every report. */

/** Text as it stands in an element. Never in an attribute: its quotes stay, since JSON is half as long so. */
export const escaped = (text: string): string =>
  visibleLines(text).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** Text as it stands in an attribute. */
export const attribute = (text: string): string => escaped(text).replaceAll('"', "&quot;");

export const element = (name: string, content: string, kind?: string): string =>
  `<${name}${kind === undefined ? "" : ` class="${kind}"`}>${content}</${name}>`;

/**
 * A part that opens at a click. Its content becomes part of the page when it is opened first, so that a page of many opens at once;
 * where scripts do not run, it is part of the page from the start.
 * @param attributes as they stand in the tag
 */
export const folded = (summary: string, content: string, attributes: string): string =>
  `<details ${attributes}><summary>${summary}</summary><noscript>${content}</noscript></details>`;

/** The id of a part of a page, such as `cause-c-1f2e`. It holds no letter that a link would have to escape. */
export const anchor = (kind: "cause" | "clause" | "evidence" | "result" | "section", name: string): string =>
  `${kind}-${name.replaceAll(/[^\w./-]/g, "_")}`;

/** A link to a part of the page. @param content as it stands in the element */
export const link = (to: string, content: string): string => `<a href="#${to}">${content}</a>`;

/** The headings of a page as links. */
export function contents(names: readonly string[]): string {
  const items = names.map((name) => element("li", link(anchor("section", name), escaped(name))));
  return `<nav aria-label="contents">${element("ul", items.join(""), "contents")}</nav>`;
}

/** A heading that the table of contents leads to. */
export const heading = (name: string): string => `<span id="${anchor("section", name)}"></span>${element("h2", escaped(name))}`;

/** So many characters of a value are shown at each end of its middle. */
const shownEnd = 300;

/** A text whose middle opens at a button where it is long. Without a script the middle is there. */
export function shortenedHtml(text: string, end = shownEnd): string {
  const characters = text.length > 2.5 * end ? [...text] : [];
  const left = characters.length - 2 * end;
  if (left <= 0) return escaped(text);
  const [first, middle, last] = [characters.slice(0, end), characters.slice(end, -end), characters.slice(-end)].map((part) =>
    escaped(part.join("")),
  );
  const button = `<button type="button" aria-expanded="false" data-fold="fold">… ${left} characters …</button>`;
  return `${first}<span class="cut"><span class="middle">${middle}</span>${button}</span>${last}`;
}

/** A line to paste, with a button that copies it. */
export const copiedHtml = (line: string): string =>
  element("div", `${element("pre", escaped(line))}<button type="button" data-copy="copied">copy</button>`, "copied");

/** A whole page that needs nothing from elsewhere. */
export const page = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta name="generator" content="touchstone">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>${style}</style>
</head>
<body>
${body}
<script>${script}</script>
</body>
</html>
`;
