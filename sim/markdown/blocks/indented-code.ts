import { append } from "../tree.ts";
import type { Rule } from "./block-rule.ts";

const indent = "    ";

/** Lines that begin with four spaces. Further such blocks, after empty lines, continue the first. */
export const indentedCode: Rule = (_parser, parent, blocks) => {
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
