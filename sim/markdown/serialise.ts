import { escapeAttribute, escapeText } from "./escape.ts";
import { type Element, isBlock, noAttributes } from "./tree.ts";

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
