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

const greaterThan = 0x3e;
const underscore = 0x5f;

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

/** Whether a block is a single line that begins with an ASCII letter or a sign of which no rule but the last makes anything at the start of a line. */
function isLine(block: string): boolean {
  const first = block.charCodeAt(0);
  return first > 0x39 && first < 0x7f && first !== greaterThan && first !== underscore && !block.includes("\n");
}

/** Parses text into blocks. A new one has nothing open. */
export class BlockParser implements Parser {
  readonly states: State[] = [];

  blocks(parent: Element, waiting: string[], state?: State): void {
    if (state) this.states.push(state);
    while (waiting.length > 0) {
      if (isLine(waiting[waiting.length - 1] as string)) paragraph(this, parent, waiting);
      else for (const rule of rules) if (rule(this, parent, waiting)) break;
    }
    if (state) this.states.pop();
  }

  text(parent: Element, text: string, state?: State): void {
    this.blocks(parent, text.split("\n\n").reverse(), state);
  }
}
