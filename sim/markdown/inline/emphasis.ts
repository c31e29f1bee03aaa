import { put } from "../stash.ts";
import { element, noAttributes } from "../tree.ts";
import type { Construct } from "./construct.ts";
import { replaceEach } from "./replace-each.ts";

const doubleStar = /\*\*([^\n]+?)\*\*/g;
const doubleTilde = /~~(?<!~~~)([^~\n]+?)~~(?!~)/g;
const entity = /&(?:#[0-9]+|#x[0-9a-fA-F]+|[0-9a-zA-Z]+);/g;
const newline = /\n/g;

/** `***a***`: not at white space inside, not across stars, carets or lines. */
export const strongEmphasis: Construct = (text, scan) => {
  if (!text.includes("***")) return text;
  return betweenStars(text, 3, (inside) => scan.keep("strong", noAttributes, scan.nest("em", inside)));
};

/** `**a**`: the shortest run within the line. */
export const strong: Construct = (text, scan) => {
  if (!text.includes("**")) return text;
  return replaceEach(text, doubleStar, (match) => scan.nest("strong", match[1] as string));
};

/** `*a*`, with the same limits as the triple star. */
export const emphasis: Construct = (text, scan) => {
  if (!text.includes("*")) return text;
  return betweenStars(text, 1, (inside) => scan.nest("em", inside));
};

/** `~~a~~`, with exactly two tildes on each side. */
export const strikethrough: Construct = (text, scan) => {
  if (!text.includes("~~")) return text;
  return replaceEach(text, doubleTilde, (match) => scan.nest("del", match[1] as string));
};

/** Hides whatever is shaped like an entity from all constructs that follow. */
export const entities: Construct = (text, scan) => {
  return replaceEach(text, entity, (match) => put(scan.stash, match[0]));
};

/** Every newline inside a paragraph breaks the line. */
export const lineBreaks: Construct = (text, scan) => {
  return replaceEach(text, newline, () => `${put(scan.stash, element("br"))}\n`);
};

/** Stars that nothing has closed so far, and what follows them up to the next stars. */
interface Opening {
  stars: number;
  readonly pieces: string[];
  /** A caret or a newline follows, which no emphasis spans. */
  spoilt: boolean;
}

const spoiling = /[\^\n]/;
const spaceFirst = /^\s/;
const spaceLast = /\s$/;

/**
 * Replaces what stands between two times so many stars: not at white space inside, not across stars, carets or lines. What was
 * replaced may stand between stars in its turn, as the whole text is looked through again after each: `**a*b*` is one in the other.
 */
function betweenStars(text: string, stars: number, make: (inside: string) => string): string {
  const [lead = "", ...parts] = text.split(/(\*+)/);
  const open: Opening[] = [{ stars: 0, pieces: [lead], spoilt: false }];
  for (let index = 0; index < parts.length; index += 2) {
    let left = (parts[index] as string).length;
    for (let top = open.at(-1) as Opening; left >= stars && isClosable(top, stars); top = open.at(-1) as Opening) {
      const mark = make(top.pieces.join(""));
      left -= stars;
      top.stars -= stars;
      if (top.stars === 0) {
        open.pop();
        open.at(-1)?.pieces.push(mark);
      } else top.pieces.splice(0, top.pieces.length, mark);
    }
    if (left > 0) open.push({ stars: left, pieces: [], spoilt: false });
    const following = parts[index + 1] as string;
    const top = open.at(-1) as Opening;
    if (following !== "") top.pieces.push(following);
    top.spoilt ||= spoiling.test(following);
  }
  return open.map(({ stars: unused, pieces }) => "*".repeat(unused) + pieces.join("")).join("");
}

function isClosable({ stars, pieces, spoilt }: Opening, wanted: number): boolean {
  const [first] = pieces;
  return stars >= wanted && !spoilt && first !== undefined && !spaceFirst.test(first) && !spaceLast.test(pieces.at(-1) as string);
}
