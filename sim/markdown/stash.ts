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
export const withoutMarks = (source: string): string => source.replace(/[\u0002\u0003]/g, "");

/** Text without the marks in it and what they stand for. */
export const droppingPieces = (text: string): string => text.replace(/\u0002[0-9]+\u0003/g, "");

/** Stashes a piece. Returns its mark. A string is text that nothing more is looked for in. */
export function put(stash: Stash, piece: Element | string): string {
  return open + (stash.push(piece) - 1) + close;
}

/** The text before the first element, and the elements with what follows each as tail. */
interface Apart {
  lead: string;
  readonly elements: Element[];
}

/** Splits marked text at the elements that its marks stand for. */
export function takeApart(stash: Stash, marked: string): Apart {
  const apart: Apart = { lead: "", elements: [] };
  take(stash, marked, apart);
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
  const last = apart.elements.at(-1);
  if (last) last.tail += text;
  else apart.lead += text;
}

/** Adds marked text to an element: its text, and children in front of those it has. */
export function fill(stash: Stash, parent: Element, marked: string): Element {
  const { lead, elements } = takeApart(stash, marked);
  parent.literal = true;
  parent.text = lead;
  parent.children = [...elements, ...parent.children];
  return parent;
}

/** Marked text as the reader would see it, for places where no element can stand. */
export function plainText(stash: Stash, marked: string): string {
  return marked.replace(/\u0002([0-9]+)\u0003/g, (_, index) => {
    const piece = stash[Number(index)] ?? "";
    return typeof piece === "string" ? plainText(stash, piece) : textOf(piece);
  });
}
