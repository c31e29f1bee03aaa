import { followingRuns } from "../lines.ts";
import { append, type Element } from "../tree.ts";
import type { BlockRule } from "./block.ts";

// A doubled backslash, escaped backticks, backticks, an escaped pipe, a pipe.
const tokens = /\\\\|\\`+|`+|\\\||\|/g;

/** Does a row begin or end with a pipe that is not escaped? */
function hasBorder(row: string): boolean {
  return row.startsWith("|") || withoutEnd(row) < row.length;
}

/** Returns where the row ends without the pipe that closes it, and without the doubled backslashes in front of that. */
function withoutEnd(row: string): number {
  if (!row.endsWith("|")) return row.length;
  let end = row.length - 1;
  while (row[end - 1] === "\\") end--;
  return (row.length - 1 - end) % 2 === 0 ? end : row.length;
}

/** The cells of a row. Pipes in code and escaped pipes do not separate; the backslash stays. */
function splitRow(row: string, bordered: boolean): string[] {
  const opened = bordered && row.startsWith("|") ? row.slice(1) : row;
  const inner = bordered ? opened.slice(0, withoutEnd(opened)) : row;
  // Without these two every pipe separates.
  if (!inner.includes("`") && !inner.includes("\\")) return inner.split("|");
  const cells: string[] = [];
  let from = 0;
  for (const pipe of separators(inner)) {
    cells.push(inner.slice(from, pipe));
    from = pipe + 1;
  }
  return [...cells, inner.slice(from)];
}

interface Ticks {
  readonly at: number;
  readonly end: number;
  /** The number of backticks that it takes to close what this run opens. */
  readonly opens: number;
  /** The number of backticks that it closes. */
  readonly closes: number;
}

function separators(row: string): number[] {
  const pipes: number[] = [];
  const ticks: Ticks[] = [];
  for (const { 0: token, index: at } of row.matchAll(tokens)) {
    if (token === "|") pipes.push(at);
    else if (token.includes("`")) ticks.push(ticksOf(token, at));
  }
  if (ticks.length === 0) return pipes;
  const code = codeRegions(ticks);
  let region = 0;
  return pipes.filter((pipe) => {
    while (region < code.length && (code[region] as Region).end < pipe) region++;
    return pipe < (code[region]?.at ?? pipe + 1);
  });
}

function ticksOf(token: string, at: number): Ticks {
  const escaped = token.startsWith("\\");
  const count = escaped ? token.length - 1 : token.length;
  return { at, end: at + token.length - 1, opens: escaped ? count - 1 : count, closes: count };
}

interface Region {
  readonly at: number;
  readonly end: number;
}

function codeRegions(ticks: readonly Ticks[]): Region[] {
  const next = followingRuns(ticks.map((run) => run.closes));
  const regions: Region[] = [];
  for (let index = 0; index < ticks.length; index++) {
    const run = ticks[index] as Ticks;
    const close = run.opens === 0 ? undefined : next(run.opens, index);
    if (close === undefined) continue;
    regions.push({ at: run.at, end: (ticks[close] as Ticks).end });
    index = close;
  }
  return regions;
}

/** A header row, a row of dashes, and rows; in a block of their own. */
export const table: BlockRule = (_parser, parent, blocks) => {
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
