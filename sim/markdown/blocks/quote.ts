import { silenceMentions } from "../inline/mentions.ts";
import { append } from "../tree.ts";
import { deepest, type Rule } from "./block-rule.ts";

const quoted = /^ {0,3}> ?/;
const emptyQuote = /^ {0,3}>\s*$/;

/** Lines from the first `>` on. Each block makes a quote of its own; mentions in it are silent. */
export const blockquote: Rule = (parser, parent, blocks) => {
  const block = blocks.at(-1) as string;
  if (!block.includes(">") || parser.states.length > deepest) return false;
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
