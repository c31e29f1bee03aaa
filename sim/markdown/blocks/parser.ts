import type { Element } from "../tree.ts";
import type { Parser, Rule, State } from "./block-rule.ts";
import { headings } from "./heading.ts";
import { indentedCode } from "./indented-code.ts";
import { listContinuation } from "./list-continuation.ts";
import { bullets, numbers } from "./lists.ts";
import { emptyLines, paragraph } from "./paragraph.ts";
import { blockquote } from "./quote.ts";
import { horizontalRule } from "./rule.ts";
import { table } from "./table.ts";

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
