import { append, type Element } from "../tree.ts";
import type { Parser, Rule } from "./block-rule.ts";
import { loosen } from "./lists.ts";

const step = 2;

/** A block indented below a list belongs to an item: the one as deep as its indentation says. */
export const listContinuation: Rule = (parser, parent, blocks) => {
  const block = blocks.at(-1) as string;
  if (!block.startsWith("  ") || parser.states.at(-1) === "detabbed" || !belongsToList(parent)) return false;
  blocks.pop();
  const { level, place } = findPlace(parser, parent, block);
  const text = dedented(block, level);
  if (parent.tag === "li") {
    const last = parent.children.at(-1);
    parser.blocks(last && isList(last) ? last : parent, [text], "detabbed");
  } else if (place.tag === "li") parser.blocks(place, [text], "detabbed");
  else continueLastItem(parser, place, text);
  return true;
};

function continueLastItem(parser: Parser, place: Element, text: string): void {
  const item = place.children.at(-1);
  if (item?.tag !== "li") {
    parser.blocks(append(place, "li"), [text], "detabbed");
    return;
  }
  loosen(item);
  parser.text(item, text, "detabbed");
}

function belongsToList(parent: Element): boolean {
  const last = parent.children.at(-1);
  return parent.tag === "li" || (last !== undefined && isList(last));
}

function isList(node: Element): boolean {
  return node.tag === "ul" || node.tag === "ol";
}

function findPlace(parser: Parser, parent: Element, block: string): { level: number; place: Element } {
  const indent = block.length - block.replace(/^ +/, "").length;
  // In a tight list the parent is the right one already; in a loose one it is looked for.
  let level = parser.states.at(-1) === "list" ? 1 : 0;
  let place = parent;
  while (Math.floor(indent / step) > level) {
    const child = place.children.at(-1);
    if (!child || (!isList(child) && child.tag !== "li")) break;
    if (isList(child)) level += 1;
    place = child;
  }
  return { level, place };
}

function dedented(block: string, level: number): string {
  const indent = " ".repeat(step * level);
  return block
    .split("\n")
    .map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line))
    .join("\n");
}
