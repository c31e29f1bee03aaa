import { silenceMentions } from "../inline/mentions.ts";
import { append, type Element } from "../tree.ts";
import type { BlockParser, BlockRule, BlockState } from "./block.ts";
import { bullets, listContinuation, numbers } from "./lists.ts";
import { table } from "./table.ts";

const opening = /(?:^|\n)(#{1,6})\s/g;

/** `# text` anywhere in a block: what stands above and below is parsed by itself. */
const headings: BlockRule = (parser, parent, blocks) => {
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
function indentLost(parser: BlockParser, text: string): string {
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

const indent = "    ";

/** Lines that begin with four spaces. Further such blocks, after empty lines, continue the first. */
const indentedCode: BlockRule = (_parser, parent, blocks) => {
  if (!(blocks.at(-1) as string).startsWith(indent)) return false;
  const lines = (blocks.pop() as string).split("\n");
  const outside = lines.findIndex((line) => !line.startsWith(indent) && line.trim() !== "");
  const end = outside === -1 ? lines.length : outside;
  const code = lines
    .slice(0, end)
    .map((line) => line.slice(indent.length))
    .join("\n")
    .trimEnd();
  const last = parent.children.at(-1);
  if (last?.tag === "pre") last.text += `\n${code}\n`;
  else {
    const pre = append(parent, "pre");
    pre.text = `${code}\n`;
    pre.literal = true;
  }
  if (end < lines.length) blocks.push(lines.slice(end).join("\n"));
  return true;
};

/** An empty block, or a block that begins with an empty line; the line matters only between two parts of indented code. */
const emptyLines: BlockRule = (_parser, parent, blocks) => {
  const block = blocks.at(-1) as string;
  if (block !== "" && !block.startsWith("\n")) return false;
  blocks.pop();
  if (block.length > 1) blocks.push(block.slice(1));
  const last = parent.children.at(-1);
  if (last?.tag === "pre") last.text += block === "" ? "\n\n" : "\n";
  return true;
};

/** Everything else. Inside a tight list the text goes straight into the item. */
const paragraph: BlockRule = (parser, parent, blocks) => {
  const block = blocks.pop() as string;
  if (block.trim() === "") return true;
  const last = parent.children.at(-1);
  if (parser.states.at(-1) !== "list") append(parent, "p").text = block.trimStart();
  else if (last) last.tail = `${last.tail}\n${block}`;
  else parent.text = parent.text === "" ? block.trimStart() : `${parent.text}\n${block}`;
  return true;
};

const quoted = /^ {0,3}> ?/;
const emptyQuote = /^ {0,3}>\s*$/;

/** Lines from the first `>` on. Each block makes a quote of its own; mentions in it are silent. */
const blockquote: BlockRule = (parser, parent, blocks) => {
  const block = blocks.at(-1) as string;
  if (!block.includes(">") || parser.isDeep) return false;
  const lines = block.split("\n");
  const first = firstQuoted(lines);
  if (first === -1) return false;
  blocks.pop();
  const above = lines.slice(0, first).join("\n");
  parser.blocks(parent, [above]);
  const inside = lines.slice(first).map(unquoted);
  parser.text(append(parent, "blockquote"), inside.join("\n"), "quote");
  return true;
};

/** A `>` counts only if some line from there on holds more than that sign. */
function firstQuoted(lines: readonly string[]): number {
  const first = lines.findIndex((line) => quoted.test(line));
  const substance = lines.findLastIndex((line) => line.trim() !== "" && !emptyQuote.test(line));
  return first <= substance ? first : -1;
}

function unquoted(line: string): string {
  if (line.trim() === ">") return "";
  return silenceMentions(line).replace(quoted, "");
}

// Cheaper than the shape, and in few texts without a rule.
const hint = /[-_*] {0,2}[-_*] {0,2}[-_*]/;
const shape = /(?<![^\n]) {0,3}(?:(?:- {0,2}){3,}|(?:_ {0,2}){3,}|(?:\* {0,2}){3,}) *(?![^\n])/;

/** Three or more dashes, underscores or stars on a line of their own, anywhere in a block. */
const horizontalRule: BlockRule = (parser, parent, blocks) => {
  const block = blocks.at(-1) as string;
  const match = hint.test(block) ? shape.exec(block) : undefined;
  if (!match) return false;
  blocks.pop();
  const above = trimNewlines(block.slice(0, match.index), "end");
  const below = trimNewlines(block.slice(match.index + match[0].length), "start");
  if (above !== "") parser.blocks(parent, [above]);
  append(parent, "hr");
  if (below !== "") blocks.push(below);
  return true;
};

function trimNewlines(text: string, side: "start" | "end"): string {
  return side === "start" ? text.replace(/^\n+/, "") : text.replace(/(?<!\n)\n+$/, "");
}

const greaterThan = 0x3e;
const underscore = 0x5f;

const rules: readonly BlockRule[] = [
  emptyLines,
  listContinuation,
  indentedCode,
  headings,
  table,
  horizontalRule,
  numbers,
  bullets,
  blockquote,
  paragraph,
];

/** Whether a block is a single line that begins with an ASCII letter or a sign of which no rule but the last makes anything at the start of a line. */
function isLine(block: string): boolean {
  const first = block.charCodeAt(0);
  return first > 0x39 && first < 0x7f && first !== greaterThan && first !== underscore && !block.includes("\n");
}

/** Real servers stop at the depth of their call stack; deeper quotes and lists stay text. */
const deepest = 100;

/** Parses text into blocks. A new one has nothing open. */
export class MarkdownBlocks implements BlockParser {
  readonly states: BlockState[] = [];

  get isDeep(): boolean {
    return this.states.length > deepest;
  }

  blocks(parent: Element, waiting: string[], state?: BlockState): void {
    if (state) this.states.push(state);
    while (waiting.length > 0) {
      if (isLine(waiting[waiting.length - 1] as string)) paragraph(this, parent, waiting);
      else for (const rule of rules) if (rule(this, parent, waiting)) break;
    }
    if (state) this.states.pop();
  }

  text(parent: Element, text: string, state?: BlockState): void {
    this.blocks(parent, text.split("\n\n").reverse(), state);
  }
}
