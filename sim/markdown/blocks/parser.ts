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

/** A single line that begins with a letter: every rule but the last looks for something else at the start of a line. */
function isLine(block: string): boolean {
  const first = block.charCodeAt(0) | 0x20;
  return first >= 0x61 && first <= 0x7a && !block.includes("\n");
}

/** A parser with nothing open. */
export function newParser(): Parser {
  const states: State[] = [];
  const blocks = (parent: Element, waiting: string[], state?: State) => {
    if (state) states.push(state);
    while (waiting.length > 0) {
      if (isLine(waiting[waiting.length - 1] as string)) paragraph(parser, parent, waiting);
      else rules.find((rule) => rule(parser, parent, waiting));
    }
    if (state) states.pop();
  };
  const parser: Parser = {
    states,
    blocks,
    text: (parent, text, state) => blocks(parent, text.split("\n\n").reverse(), state),
  };
  return parser;
}
