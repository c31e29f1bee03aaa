import { append, type Element, element, noAttributes } from "../tree.ts";
import type { BlockParser, BlockRule } from "./block.ts";

interface Kind {
  readonly tag: "ul" | "ol";
  /** The text in front of an item, which is at most one space in. */
  readonly marker: RegExp;
}

const bullet: Kind = { tag: "ul", marker: / ?[*+-] +/y };
const number: Kind = { tag: "ol", marker: / ?\p{Nd}+\. +/uy };
const firstNumber = /^ ?(\p{Nd}+)/u;
// An item of either kind two or three spaces in: one level deeper.
const nestedItem = /^ {2,3}(?:\p{Nd}+\.|[*+-]) +/u;

/** `* a`, `+ a` or `- a`. */
export const bullets: BlockRule = (parser, parent, blocks) => list(bullet, parser, parent, blocks);

/** `1. a`: the first number counts, the others do not. */
export const numbers: BlockRule = (parser, parent, blocks) => list(number, parser, parent, blocks);

function list(kind: Kind, parser: BlockParser, parent: Element, blocks: string[]): boolean {
  const block = blocks.at(-1) as string;
  if (textAt(kind, block) === 0 || parser.isDeep) return false;
  blocks.pop();
  const items = splitItems(kind, block);
  const last = parent.children.at(-1);
  if (last?.tag === kind.tag) {
    loosen(last.children.at(-1));
    loosenTail(last.children.at(-1));
    parser.blocks(append(last, "li"), [items.shift() as string], "looseList");
    addItems(parser, last, items);
  } else if (parent.tag === "ul" || parent.tag === "ol") addItems(parser, parent, items);
  else {
    const start = kind === number ? firstNumber.exec(block)?.[1] : undefined;
    addItems(parser, append(parent, kind.tag, start === undefined || start === "1" ? noAttributes : { start }), items);
  }
  return true;
}

/** Returns where the text of an item begins; 0 for a line that begins none. */
function textAt({ marker }: Kind, line: string): number {
  marker.lastIndex = 0;
  return marker.test(line) ? marker.lastIndex : 0;
}

/** Each item with its continuation lines. Nested items are kept as they are, indented. */
function splitItems(kind: Kind, block: string): string[] {
  const items: string[][] = [];
  for (const line of block.split("\n")) {
    const start = textAt(kind, line);
    const last = items.at(-1);
    if (start > 0) items.push([line.slice(start)]);
    else if (last && (!nestedItem.test(line) || last[0]?.startsWith("  "))) last.push(line);
    else items.push([line]);
  }
  return items.map((lines) => lines.join("\n"));
}

function addItems(parser: BlockParser, parent: Element, items: readonly string[]): void {
  for (const item of items) {
    const last = parent.children.at(-1);
    const place = item.startsWith("  ") && last ? last : append(parent, "li");
    parser.blocks(place, [item], "list");
  }
}

/** After an empty line the item above gets paragraphs too. */
function loosen(item: Element | undefined): void {
  if (!item) return;
  if (item.text !== "") {
    const paragraph = element("p");
    paragraph.text = item.text;
    item.text = "";
    item.children.unshift(paragraph);
  }
}

/** Text left behind a heading in the item becomes a paragraph as well. */
function loosenTail(item: Element | undefined): void {
  const last = item?.children.at(-1);
  if (!item || !last || last.tail === "") return;
  const tail = last.tail;
  last.tail = "";
  append(item, "p").text = tail.trimStart();
}

const step = 2;

/** A block indented below a list belongs to an item: the one as deep as its indentation says. */
export const listContinuation: BlockRule = (parser, parent, blocks) => {
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

function continueLastItem(parser: BlockParser, place: Element, text: string): void {
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

function findPlace(parser: BlockParser, parent: Element, block: string): { level: number; place: Element } {
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
