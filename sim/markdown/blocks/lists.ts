import { append, type Element, element, noAttributes } from "../tree.ts";
import { deepest, type Parser, type Rule } from "./block-rule.ts";

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
export const bullets: Rule = (parser, parent, blocks) => list(bullet, parser, parent, blocks);

/** `1. a`: the first number counts, the others do not. */
export const numbers: Rule = (parser, parent, blocks) => list(number, parser, parent, blocks);

function list(kind: Kind, parser: Parser, parent: Element, blocks: string[]): boolean {
  const block = blocks.at(-1) as string;
  if (textAt(kind, block) === 0 || parser.states.length > deepest) return false;
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

function addItems(parser: Parser, parent: Element, items: readonly string[]): void {
  for (const item of items) {
    const last = parent.children.at(-1);
    const place = item.startsWith("  ") && last ? last : append(parent, "li");
    parser.blocks(place, [item], "list");
  }
}

/** After an empty line the item above gets paragraphs too. */
export function loosen(item: Element | undefined): void {
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
