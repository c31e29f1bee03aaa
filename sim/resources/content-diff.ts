import { matchingBlocks } from "../core/matching-blocks.ts";
import { marksInsideBlocks } from "./content-marks.ts";
import { isEnd, isTag, tagName, voidTags, type Word, wordsOf } from "./content-words.ts";

/** The pieces of HTML that are gone from one place of a content. */
interface Gone {
  readonly gone: readonly string[];
}

function piecesOf(words: readonly Word[], unchanged = false): string[] {
  return words.flatMap((word) => [...word.before, ...(unchanged && word.hidden ? [] : [word.html + word.space]), ...word.after]);
}

/** Pieces that are elements and text, and the tags among them that begin or end elsewhere. */
interface Balance {
  readonly starts: string[];
  readonly whole: string[];
  readonly ends: string[];
}

function balance(pieces: readonly string[]): Balance {
  const found: Balance = { starts: [], whole: [], ends: [] };
  let open: { readonly tag: string; readonly at: number }[] = [];
  const isPair = (end: string): boolean => {
    const last = open.at(-1);
    return last !== undefined && tagName(last.tag) === tagName(end);
  };
  const unpaired = new Set<number>();
  const leaveOpen = (): void => {
    for (const { tag, at } of open) {
      found.starts.push(tag);
      unpaired.add(at);
    }
    open = [];
  };
  pieces.forEach((piece, at) => {
    if (!isTag(piece) || voidTags.has(tagName(piece))) return;
    if (!isEnd(piece)) open.push({ tag: piece, at });
    else if (isPair(piece)) open.pop();
    else {
      leaveOpen();
      found.ends.push(piece);
      unpaired.add(at);
    }
  });
  leaveOpen();
  found.whole.push(...pieces.filter((_, at) => !unpaired.has(at)));
  return found;
}

/** Adds pieces in a mark of their own: with a space before it and one behind it. */
function mark(html: (string | Gone)[], name: "ins" | "del", pieces: readonly string[]): void {
  const before = html.at(-1);
  if (typeof before === "string" && !before.endsWith(" ")) html.splice(-1, 1, `${before} `);
  const last = pieces.at(-1) ?? "";
  html.push(`<${name}>`, ...pieces.slice(0, -1), last.endsWith(" ") ? last.slice(0, -1) : last, `</${name}> `);
}

/** The present content with marks around what is new, and what is gone beside it, behind what took its place. */
function changes(before: readonly Word[], after: readonly Word[]): (string | Gone)[] {
  const least = Math.min(2, after.length / 4);
  const blocks = matchingBlocks(
    before.map(({ text }) => text),
    after.map(({ text }) => text),
  );
  const result: (string | Gone)[] = [];
  let [i, j] = [0, 0];
  for (const { a, b, size } of [...blocks.filter((block) => block.size > least), { a: before.length, b: after.length, size: 0 }]) {
    if (j < b) {
      const { starts, whole, ends } = balance(piecesOf(after.slice(j, b)));
      result.push(...starts);
      mark(result, "ins", whole);
      result.push(...ends);
    }
    if (i < a) result.push({ gone: piecesOf(before.slice(i, a)) });
    result.push(...piecesOf(after.slice(b, b + size), true));
    [i, j] = [a + size, b + size];
  }
  return result;
}

/** Whether a piece begins an element of the kind that a tag begins. */
const beginsLike = (piece: string | Gone | undefined, start: string | undefined): piece is string =>
  typeof piece === "string" && start !== undefined && isTag(piece) && !isEnd(piece) && tagName(piece) === tagName(start);

/** Whether a piece ends an element of the kind that a tag ends. */
const endsLike = (piece: string | undefined, end: string | undefined): piece is string =>
  piece !== undefined && end !== undefined && isEnd(piece) && tagName(piece) === tagName(end);

/** Puts what is gone in marks, moved into the elements beside it that it began or ended in. Tags that find no such element are left out. */
function withGone(pieces: readonly (string | Gone)[]): string[] {
  const html: string[] = [];
  const rest = [...pieces];
  for (let next = rest.shift(); next !== undefined; next = rest.shift()) {
    if (typeof next === "string") {
      html.push(next);
      continue;
    }
    const { starts, whole, ends } = balance(next.gone);
    for (let [ahead] = rest; beginsLike(ahead, starts[0]); [ahead] = rest) {
      starts.shift();
      rest.shift();
      html.push(ahead);
    }
    for (let behind = html.at(-1); endsLike(behind, ends.at(-1)); behind = html.at(-1)) {
      ends.pop();
      html.pop();
      rest.unshift(behind);
    }
    mark(html, "del", whole);
  }
  return html;
}

/**
 * The present HTML of a content with the words marked that are new, and behind them those that are gone. Tags are those of the present as
 * far as they can be; that a word is bold now is not shown, and of a link that leads elsewhere, the addresses.
 */
export function contentDiff(before: string, after: string): string {
  const html = withGone(changes(wordsOf(before), wordsOf(after))).join("");
  return `<div>${marksInsideBlocks(html)}</div>`;
}
