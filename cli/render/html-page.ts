import { script } from "./html-script.ts";
import { style } from "./html-style.ts";
import { visibleLines } from "./visible.ts";

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
