import { append } from "../tree.ts";
import type { Rule } from "./block-rule.ts";

// Cheaper than the shape, and in few texts without a rule.
const hint = /[-_*] {0,2}[-_*] {0,2}[-_*]/;
const shape = /(?<![^\n]) {0,3}(?:(?:- {0,2}){3,}|(?:_ {0,2}){3,}|(?:\* {0,2}){3,}) *(?![^\n])/;

/** Three or more dashes, underscores or stars on a line of their own, anywhere in a block. */
export const horizontalRule: Rule = (parser, parent, blocks) => {
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
