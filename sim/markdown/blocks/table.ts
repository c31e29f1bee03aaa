import { append, type Element } from "../tree.ts";
import type { Rule } from "./block-rule.ts";
import { hasBorder, splitRow } from "./table-row.ts";

/** A header row, a row of dashes, and rows; in a block of their own. */
export const table: Rule = (_parser, parent, blocks) => {
  const rows = tableRows(blocks.at(-1) as string);
  if (!rows) return false;
  blocks.pop();
  const { bordered, columns } = rows;
  const node = append(parent, "table");
  addRow(append(node, "thead"), "th", splitRow(rows.header, bordered), columns);
  const body = append(node, "tbody");
  if (rows.body.length === 0) addRow(body, "td", [], columns);
  for (const row of rows.body) addRow(body, "td", splitRow(row, bordered), columns);
  return true;
};

interface Rows {
  readonly header: string;
  readonly body: readonly string[];
  readonly bordered: boolean;
  /** The alignment of each column. */
  readonly columns: readonly (string | undefined)[];
}

function tableRows(block: string): Rows | undefined {
  if (!block.includes("\n") || !block.includes("|")) return undefined;
  const [header = "", dashes = "", ...body] = block.split("\n").map(trimSpaces);
  if (!/^[|:\- ]*$/.test(dashes)) return undefined;
  const bordered = hasBorder(header);
  const width = splitRow(header, bordered).length;
  // One column reads as a table only if every row has a pipe at an end.
  if (width === 1 && !(bordered && [dashes, ...body].every(hasBorder))) return undefined;
  const cells = splitRow(dashes, bordered);
  if (cells.length !== width) return undefined;
  return { header, body, bordered, columns: cells.map((cell) => alignment(trimSpaces(cell))) };
}

function alignment(dashes: string): string | undefined {
  if (dashes.startsWith(":")) return dashes.endsWith(":") ? "center" : "left";
  return dashes.endsWith(":") ? "right" : undefined;
}

function addRow(part: Element, tag: "th" | "td", cells: readonly string[], columns: Rows["columns"]): void {
  const row = append(part, "tr");
  for (const [index, align] of columns.entries()) {
    const cell = append(row, tag, align ? { style: `text-align: ${align};` } : {});
    cell.text = trimSpaces(cells[index] ?? "");
  }
}

function trimSpaces(text: string): string {
  let start = 0;
  let end = text.length;
  while (text[start] === " ") start++;
  while (end > start && text[end - 1] === " ") end--;
  return text.slice(start, end);
}
