import { type Element, textOf } from "./tree.ts";

// Both are removed from every source, so no user can write a mark.
const open = "\u0002";
const close = "\u0003";

/**
 * Finished pieces, and the marks that stand for them in text still being scanned.
 * A mark is a control character, digits, a control character: nothing that any construct matches.
 */
export type Stash = (Element | string)[];

/** Removes the characters that marks are made of. */
export function withoutMarks(source: string): string {
  return source.includes(open) || source.includes(close) ? source.replace(/[\u0002\u0003]/g, "") : source;
}

/** Text without the marks in it and what they stand for. */
export function droppingPieces(text: string): string {
  return text.includes(open) ? text.replace(/\u0002[0-9]+\u0003/g, "") : text;
}

/** Stashes a piece. Returns its mark. A string is text that nothing more is looked for in. */
export function put(stash: Stash, piece: Element | string): string {
  stash.push(piece);
  return open + (stash.length - 1) + close;
}

/** The text before the first element, and the elements with what follows each as tail. */
interface Apart {
  lead: string;
  readonly elements: Element[];
}

/** Splits marked text at the elements that its marks stand for. */
export function takeApart(stash: Stash, marked: string): Apart {
  const apart: Apart = { lead: "", elements: [] };
  if (marked.includes(open)) take(stash, marked, apart);
  else apart.lead = marked;
  return apart;
}

function take(stash: Stash, text: string, apart: Apart): void {
  let at = 0;
  for (let mark = text.indexOf(open); mark !== -1; mark = text.indexOf(open, at)) {
    if (mark > at) say(text.slice(at, mark), apart);
    const end = text.indexOf(close, mark);
    const piece = stash[Number(text.slice(mark + 1, end))] ?? "";
    // Text put away may hold the marks of what was found in it before.
    if (typeof piece === "string") take(stash, piece, apart);
    else apart.elements.push(piece);
    at = end + 1;
  }
  if (at < text.length) say(text.slice(at), apart);
}

function say(text: string, apart: Apart): void {
  const last = apart.elements[apart.elements.length - 1];
  if (last) last.tail += text;
  else apart.lead += text;
}

/** Adds marked text to an element: its text, and children in front of those it has. */
export function fill(stash: Stash, parent: Element, marked: string): Element {
  parent.literal = true;
  if (!marked.includes(open)) {
    parent.text = marked;
    return parent;
  }
  const { lead, elements } = takeApart(stash, marked);
  parent.text = lead;
  if (elements.length > 0) parent.children = parent.children.length === 0 ? elements : [...elements, ...parent.children];
  return parent;
}

/** Marked text as the reader would see it, for places where no element can stand. */
export function plainText(stash: Stash, marked: string): string {
  return marked.replace(/\u0002([0-9]+)\u0003/g, (_, index) => {
    const piece = stash[Number(index)] ?? "";
    return typeof piece === "string" ? plainText(stash, piece) : textOf(piece);
  });
}
