import { type Element, textOf } from "./tree.ts";

// Both are removed from every source, so no user can write a mark.
const open = "\u0002";
const close = "\u0003";

/**
 * Finished pieces, and the marks that stand for them in text still being scanned.
 * A mark is a control character, digits, a control character: nothing that any construct matches.
 */
export interface Stash {
  readonly pieces: (Element | string)[];
}

/** An empty stash, one for each rendering. */
export function newStash(): Stash {
  return { pieces: [] };
}

/** Removes the characters that marks are made of. */
export function withoutMarks(source: string): string {
  return source.replace(/[\u0002\u0003]/g, "");
}

/** Text without the marks in it and what they stand for. */
export function droppingPieces(text: string): string {
  return text.replace(/\u0002[0-9]+\u0003/g, "");
}

/** Stashes a piece. Returns its mark. A string is text that nothing more is looked for in. */
export function put(stash: Stash, piece: Element | string): string {
  stash.pieces.push(piece);
  return open + (stash.pieces.length - 1) + close;
}

/** Splits marked text into the text before the first element, and the elements with what follows each as tail. */
export function takeApart(stash: Stash, marked: string): { lead: string; elements: Element[] } {
  const elements: Element[] = [];
  if (!marked.includes(open)) return { lead: marked, elements };
  let lead = "";
  const say = (text: string) => {
    const last = elements.at(-1);
    if (last) last.tail += text;
    else lead += text;
  };
  const take = (text: string) => {
    let at = 0;
    for (let mark = text.indexOf(open); mark !== -1; mark = text.indexOf(open, at)) {
      say(text.slice(at, mark));
      const end = text.indexOf(close, mark);
      const piece = stash.pieces[Number(text.slice(mark + 1, end))] ?? "";
      // Text put away may hold the marks of what was found in it before.
      if (typeof piece === "string") take(piece);
      else elements.push(piece);
      at = end + 1;
    }
    say(text.slice(at));
  };
  take(marked);
  return { lead, elements };
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
  if (elements.length > 0) parent.children = [...elements, ...parent.children];
  return parent;
}

/** Marked text as the reader would see it, for places where no element can stand. */
export function plainText(stash: Stash, marked: string): string {
  return marked.replace(/\u0002([0-9]+)\u0003/g, (_, index) => {
    const piece = stash.pieces[Number(index)] ?? "";
    return typeof piece === "string" ? plainText(stash, piece) : textOf(piece);
  });
}
