import { put } from "../stash.ts";
import { element } from "../tree.ts";
import type { Construct } from "./scan.ts";

/** `***a***`: not at white space inside, not across stars, carets or lines. */
export const strongEmphasis: Construct = (text, scan) => {
  if (!text.includes("***")) return text;
  return text.replace(/\*\*\*(?!\s)([^*^\n]+)(?<!\s)\*\*\*/g, (_, inner: string) => {
    return scan.keep("strong", {}, scan.nest("em", inner));
  });
};

/** `**a**`: the shortest run within the line. */
export const strong: Construct = (text, scan) => {
  if (!text.includes("**")) return text;
  return text.replace(/\*\*([^\n]+?)\*\*/g, (_, inner: string) => scan.nest("strong", inner));
};

/** `*a*`, with the same limits as the triple star. */
export const emphasis: Construct = (text, scan) => {
  return text.replace(/\*(?!\s)([^*^\n]+)(?<!\s)\*/g, (_, inner: string) => scan.nest("em", inner));
};

/** `~~a~~`, with exactly two tildes on each side. */
export const strikethrough: Construct = (text, scan) => {
  if (!text.includes("~~")) return text;
  return text.replace(/~~(?<!~~~)([^~\n]+?)~~(?!~)/g, (_, inner: string) => scan.nest("del", inner));
};

/** Hides whatever is shaped like an entity from all constructs that follow. */
export const entities: Construct = (text, scan) => {
  return text.replace(/&(?:#[0-9]+|#x[0-9a-fA-F]+|[0-9a-zA-Z]+);/g, (entity) => put(scan.stash, entity));
};

/** Every newline inside a paragraph breaks the line. */
export const lineBreaks: Construct = (text, scan) => {
  return text.replace(/\n/g, () => `${put(scan.stash, element("br"))}\n`);
};
