import { append } from "../tree.ts";
import type { Rule } from "./block-rule.ts";

/** An empty block, or a block that begins with an empty line; the line matters only between two parts of indented code. */
export const emptyLines: Rule = (_parser, parent, blocks) => {
  const block = blocks.at(-1) as string;
  if (block !== "" && !block.startsWith("\n")) return false;
  blocks.pop();
  if (block.length > 1) blocks.push(block.slice(1));
  const last = parent.children.at(-1);
  if (last?.tag === "pre") last.text += block === "" ? "\n\n" : "\n";
  return true;
};

/** Everything else. Inside a tight list the text goes straight into the item. */
export const paragraph: Rule = (parser, parent, blocks) => {
  const block = blocks.pop() as string;
  if (block.trim() === "") return true;
  const last = parent.children.at(-1);
  if (parser.states.at(-1) !== "list") append(parent, "p").text = block.trimStart();
  else if (last) last.tail = `${last.tail}\n${block}`;
  else parent.text = parent.text === "" ? block.trimStart() : `${parent.text}\n${block}`;
  return true;
};
