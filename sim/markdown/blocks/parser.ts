import type { Element } from "../tree.ts";
import { headings } from "./heading.ts";
import { indentedCode } from "./indented-code.ts";
import { listContinuation } from "./list-continuation.ts";
import { bullets, numbers } from "./lists.ts";
import { emptyLines, paragraph } from "./paragraph.ts";
import { blockquote } from "./quote.ts";
import { horizontalRule } from "./rule.ts";
import { table } from "./table.ts";

/** What the parser is inside of; only the innermost state counts. */
export type State = "list" | "looseList" | "detabbed" | "quote";

/** The block parser, as its rules see it. */
export interface Parser {
  readonly states: State[];
  /** Parses blocks (the next one last) into the parent, in a state of their own if one is given. */
  blocks(parent: Element, blocks: string[], state?: State): void;
  /** Splits a text at its empty lines and parses the blocks. */
  text(parent: Element, text: string, state?: State): void;
}

/**
 * One construct. A rule looks at the next block (the last of the array); if the block is not its
 * business it answers false and touches nothing, otherwise it takes the block and may put a rest back.
 */
export type Rule = (parser: Parser, parent: Element, blocks: string[]) => boolean;

const rules: readonly Rule[] = [
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

/** Real servers stop at the depth of their call stack; deeper quotes and lists stay text. */
export const deepest = 100;

/** A parser with nothing open. */
export function newParser(): Parser {
  const states: State[] = [];
  const blocks = (parent: Element, waiting: string[], state?: State) => {
    if (state) states.push(state);
    while (waiting.length > 0) rules.find((rule) => rule(parser, parent, waiting));
    if (state) states.pop();
  };
  const parser: Parser = {
    states,
    blocks,
    text: (parent, text, state) => blocks(parent, text.split("\n\n").reverse(), state),
  };
  return parser;
}
