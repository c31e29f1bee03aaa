import { escapeAttribute, escapeText } from "./escape.ts";
import { type Element, isBlock } from "./tree.ts";

const voidTags = new Set(["br", "hr", "img"]);
const blank = /^\s*$/;

/** Puts the line breaks in that separate block elements. */
export function breakLines(node: Element): void {
  const [first] = node.children;
  if (first && isBlock(first) && blank.test(node.text)) node.text = "\n";
  for (const child of node.children) {
    if (!isBlock(child)) continue;
    breakLines(child);
    if (blank.test(child.tail)) child.tail = "\n";
  }
}

/** The children of the root as HTML. */
export function serialise(root: Element): string {
  return inside(root).trim();
}

function inside(node: Element): string {
  let html = "";
  for (const child of node.children) html += written(child) + writtenTail(child);
  return html;
}

function written(node: Element): string {
  if (node.html !== undefined) return node.html;
  if (isMereWrapper(node)) return node.children[0]?.html ?? "";
  const opening = `<${node.tag}${attributes(node)}>`;
  return voidTags.has(node.tag) ? opening : `${opening}${escapeText(node.text)}${inside(node)}</${node.tag}>`;
}

function writtenTail(node: Element): string {
  return node.tag === "br" && blank.test(node.tail) ? "\n" : escapeText(node.tail);
}

/** A paragraph that holds one finished block and nothing else is not written. */
function isMereWrapper(node: Element): boolean {
  const [only, second] = node.children;
  if (node.tag !== "p" || node.text !== "" || second || only?.html === undefined) return false;
  return only.tail === "" && /^<\/?div/.test(only.html);
}

/** In the order of the record, which is alphabetical wherever one is made. */
function attributes(node: Element): string {
  let html = "";
  for (const name in node.attributes) {
    // `controls` is the one attribute of ours that says all by being there.
    html += name === "controls" ? " controls" : ` ${name}="${escapeAttribute(node.attributes[name] ?? "")}"`;
  }
  return html;
}
