import { append } from "../tree.ts";
import type { Parser, Rule } from "./block-rule.ts";

const opening = /(?:^|\n)(#{1,6})\s/g;

/** `# text` anywhere in a block: what stands above and below is parsed by itself. */
export const headings: Rule = (parser, parent, blocks) => {
  const block = blocks.at(-1) as string;
  const heading = block.includes("#") ? findHeading(block) : undefined;
  if (!heading) return false;
  blocks.pop();
  if (heading.start > 0) parser.blocks(parent, [block.slice(0, heading.start)]);
  append(parent, `h${heading.level}`).text = heading.text;
  const after = block.slice(heading.end);
  if (after !== "") blocks.push(indentLost(parser, after));
  return true;
};

/** Below a heading in a loose item the indentation of the item would read as code. */
function indentLost(parser: Parser, text: string): string {
  return parser.states.at(-1) === "looseList" ? text.replace(/^ {4}/gm, "") : text;
}

interface Heading {
  readonly start: number;
  readonly end: number;
  readonly level: number;
  readonly text: string;
}

function findHeading(block: string): Heading | undefined {
  for (const match of block.matchAll(opening)) {
    const from = match.index + match[0].length;
    const newline = block.indexOf("\n", from);
    const until = newline === -1 ? block.length : newline;
    const line = block.slice(from, until);
    if (oddBackslashesAtEnd(line)) continue;
    const text = withoutClosingHashes(line).trim();
    return { start: match.index, end: Math.min(until + 1, block.length), level: (match[1] as string).length, text };
  }
  return undefined;
}

/** A backslash takes the next character with it, so one at the end of the line spoils the heading. */
function oddBackslashesAtEnd(line: string): boolean {
  return (line.length - endOfText(line, "\\")) % 2 === 1;
}

function withoutClosingHashes(line: string): string {
  const end = endOfText(line, "#");
  return line.slice(0, oddBackslashesAtEnd(line.slice(0, end)) ? end + 1 : end);
}

function endOfText(line: string, closing: string): number {
  let end = line.length;
  while (end > 0 && line[end - 1] === closing) end--;
  return end;
}
