import { append, type Element, element } from "../tree.ts";
import { deepest, type Parser, type Rule } from "./block-rule.ts";

interface Kind {
  readonly tag: "ul" | "ol";
  /** Tells most other blocks apart without more ado. */
  readonly beginning: RegExp;
  /** An item at most one space in. */
  readonly item: RegExp;
}

const bullet: Kind = { tag: "ul", beginning: /^ ?[*+-] /, item: /^ ?([*+-]) +(.*)/su };
const number: Kind = { tag: "ol", beginning: /^ ?\p{Nd}/u, item: /^ ?(\p{Nd}+)\. +(.*)/su };
// An item of either kind two or three spaces in: one level deeper.
const nestedItem = /^ {2,3}(?:\p{Nd}+\.|[*+-]) +/u;

/** `* a`, `+ a` or `- a`. */
export const bullets: Rule = (parser, parent, blocks) => list(bullet, parser, parent, blocks);

/** `1. a`: the first number counts, the others do not. */
export const numbers: Rule = (parser, parent, blocks) => list(number, parser, parent, blocks);

function list(kind: Kind, parser: Parser, parent: Element, blocks: string[]): boolean {
  const block = blocks.at(-1) as string;
  if (!kind.beginning.test(block)) return false;
  const lines = block.split("\n");
  const first = kind.item.exec(lines[0] as string);
  if (!first || parser.states.length > deepest) return false;
  blocks.pop();
  const items = splitItems(kind, lines);
  const last = parent.children.at(-1);
  if (last?.tag === kind.tag) {
    loosen(last.children.at(-1));
    loosenTail(last.children.at(-1));
    parser.blocks(append(last, "li"), [items.shift() as string], "looseList");
    addItems(parser, last, items);
  } else if (parent.tag === "ul" || parent.tag === "ol") addItems(parser, parent, items);
  else {
    const start = kind.tag === "ol" && first[1] !== "1" ? { start: first[1] as string } : {};
    addItems(parser, append(parent, kind.tag, start), items);
  }
  return true;
}

/** Each item with its continuation lines. Nested items are kept as they are, indented. */
function splitItems(kind: Kind, lines: readonly string[]): string[] {
  const items: string[][] = [];
  for (const line of lines) {
    const item = kind.item.exec(line);
    const last = items.at(-1);
    if (item) items.push([item[2] as string]);
    else if (last && (!nestedItem.test(line) || last[0]?.startsWith("  "))) last.push(line);
    else items.push([line]);
  }
  return items.map((item) => (item.length === 1 ? (item[0] as string) : item.join("\n")));
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
