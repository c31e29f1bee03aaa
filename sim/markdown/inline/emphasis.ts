import { put } from "../stash.ts";
import { element, noAttributes } from "../tree.ts";
import { replaceEach } from "./replace-each.ts";
import type { Construct } from "./scan.ts";

const tripleStar = /\*\*\*(?!\s)([^*^\n]+)(?<!\s)\*\*\*/g;
const doubleStar = /\*\*([^\n]+?)\*\*/g;
const singleStar = /\*(?!\s)([^*^\n]+)(?<!\s)\*/g;
const doubleTilde = /~~(?<!~~~)([^~\n]+?)~~(?!~)/g;
const entity = /&(?:#[0-9]+|#x[0-9a-fA-F]+|[0-9a-zA-Z]+);/g;
const newline = /\n/g;

/** `***a***`: not at white space inside, not across stars, carets or lines. */
export const strongEmphasis: Construct = (text, scan) => {
  if (!text.includes("***")) return text;
  return replaceEach(text, tripleStar, (match) => scan.keep("strong", noAttributes, scan.nest("em", match[1] as string)));
};

/** `**a**`: the shortest run within the line. */
export const strong: Construct = (text, scan) => {
  if (!text.includes("**")) return text;
  return replaceEach(text, doubleStar, (match) => scan.nest("strong", match[1] as string));
};

/** `*a*`, with the same limits as the triple star. */
export const emphasis: Construct = (text, scan) => {
  if (!text.includes("*")) return text;
  return replaceEach(text, singleStar, (match) => scan.nest("em", match[1] as string));
};

/** `~~a~~`, with exactly two tildes on each side. */
export const strikethrough: Construct = (text, scan) => {
  if (!text.includes("~~")) return text;
  return replaceEach(text, doubleTilde, (match) => scan.nest("del", match[1] as string));
};

/** Hides whatever is shaped like an entity from all constructs that follow. */
export const entities: Construct = (text, scan) => {
  return replaceEach(text, entity, (match) => put(scan.stash, match[0]));
};

/** Every newline inside a paragraph breaks the line. */
export const lineBreaks: Construct = (text, scan) => {
  return replaceEach(text, newline, () => `${put(scan.stash, element("br"))}\n`);
};
