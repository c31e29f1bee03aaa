import { escapeAttribute, escapeText } from "./escape.ts";

/** An element in the manner of ElementTree: its text precedes its children, its tail follows its end tag. */
export interface Element {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  text: string;
  children: Element[];
  tail: string;
  /** The text is final: no inline markup is looked for in it. */
  literal: boolean;
  /** Finished HTML that stands in the element's place. */
  readonly html?: string;
}

/** The attributes of an element without any. */
export const noAttributes: Readonly<Record<string, string>> = {};

/** A new element; its text is still to be scanned for inline markup. */
export function element(tag: string, attributes = noAttributes): Element {
  return { tag, attributes, text: "", children: [], tail: "", literal: false };
}

/** A new element without text, in which nothing more is looked for. */
export function literal(tag: string, attributes: Readonly<Record<string, string>>): Element {
  return { tag, attributes, text: "", children: [], tail: "", literal: true };
}

/** Finished HTML as a leaf of the tree, and the same as plain text. */
export function finished(html: string, text = ""): Element {
  return { tag: "", attributes: noAttributes, text, children: [], tail: "", literal: true, html };
}

/** A new element, added as the parent's last child. */
export function append(parent: Element, tag: string, attributes = noAttributes): Element {
  const child = element(tag, attributes);
  parent.children.push(child);
  return child;
}

/** All text inside the element, without markup; of a picture or a player what is said of it. */
export function textOf(node: Element): string {
  if (node.tag === "img") return node.attributes.alt ?? "";
  if (node.tag === "audio") return node.attributes.title ?? "";
  return node.text + node.children.map((child) => textOf(child) + child.tail).join("");
}

const blockTags = new Set("div p h1 h2 h3 h4 h5 h6 hr ul ol li blockquote pre table thead tbody tr th td".split(" "));

/** Is it an element that gets lines of its own in the output? */
function isBlock(node: Element): boolean {
  return blockTags.has(node.tag);
}

const isVoid = (tag: string): boolean => tag === "br" || tag === "hr" || tag === "img";
const blank = /^\s*$/;

const isBlank = (text: string): boolean => text === "" || blank.test(text);

/** Inserts the line breaks that separate block elements. */
export function breakLines(node: Element): void {
  const [first] = node.children;
  if (first && isBlock(first) && isBlank(node.text)) node.text = "\n";
  for (const child of node.children) {
    if (!isBlock(child)) continue;
    breakLines(child);
    if (isBlank(child.tail)) child.tail = "\n";
  }
}

/** The children of the root as HTML. */
export function serialise(root: Element): string {
  const last = root.children[root.children.length - 1];
  // A text that need not be trimmed is not a part of another: reading its characters one by one takes half the time.
  if (last?.tail === "\n") last.tail = "";
  return inside(root).trim();
}

function inside(node: Element): string {
  let html = "";
  for (const child of node.children) html += written(child) + writtenTail(child);
  return html;
}

function written(node: Element): string {
  if (node.html !== undefined) return node.html;
  if (node.tag === "p" && isMereWrapper(node)) return node.children[0]?.html ?? "";
  const { start, end } = tagsOf(node.tag);
  const opening = node.attributes === noAttributes ? start : `<${node.tag}${attributes(node)}>`;
  if (isVoid(node.tag)) return opening;
  const content = node.children.length === 0 ? escapeText(node.text) : escapeText(node.text) + inside(node);
  return opening + content + end;
}

interface Tags {
  readonly start: string;
  readonly end: string;
}
const knownTags = new Map<string, Tags>();

/** The start tag without attributes, and the end tag: made once, since each join of two texts takes time and memory. */
function tagsOf(tag: string): Tags {
  let tags = knownTags.get(tag);
  if (!tags) knownTags.set(tag, (tags = { start: `<${tag}>`, end: `</${tag}>` }));
  return tags;
}

function writtenTail(node: Element): string {
  if (node.tail === "" || node.tail === "\n") return node.tag === "br" ? "\n" : node.tail;
  return node.tag === "br" && blank.test(node.tail) ? "\n" : escapeText(node.tail);
}

/** A paragraph that holds one finished block and nothing else is not written. */
function isMereWrapper({ text, children }: Element): boolean {
  const only = children[0];
  if (text !== "" || children.length !== 1 || only?.html === undefined) return false;
  return only.tail === "" && /^<\/?div/.test(only.html);
}

/** In the order of the record, which is alphabetical wherever one is made. */
function attributes(node: Element): string {
  let html = "";
  for (const name in node.attributes) {
    const value = node.attributes[name] ?? "";
    // An attribute that says no more than its name is written without value, even where it was a person's text.
    html += value === name ? ` ${name}` : ` ${name}="${escapeAttribute(value)}"`;
  }
  return html;
}
