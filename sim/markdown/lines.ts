import { parseFence } from "./fences.ts";
import { withoutMarks } from "./stash.ts";

const tabStop = 4;
const onlySpaces = /^ +$/;
// A single digit: numbers of two digits need a blank line above to begin a list.
const listItem = /^ *([*+-]|\p{Nd}\.) +/u;
const laterItem = /\n *(?:[*+-]|\p{Nd}\.) /u;

/** The source as lines that the block rules can work on; two empty ones follow, also inside a fence left open. */
export function toLines(source: string): string[] {
  const text = withoutMarks(source);
  const raw = text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
  const lines = laterItem.test(raw) ? freeHangingLists(raw.split("\n")) : raw.split("\n");
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] as string;
    const flat = line.includes("\t") ? expandTabs(line) : line;
    lines[index] = index > 0 && flat.startsWith(" ") && onlySpaces.test(flat) ? "" : flat;
  }
  lines.push("", "");
  return lines;
}

function expandTabs(line: string): string {
  let flat = "";
  let column = 0;
  for (const character of line) {
    const width = character === "\t" ? tabStop - (column % tabStop) : 1;
    flat += character === "\t" ? " ".repeat(width) : character;
    column += width;
  }
  return flat;
}

/** Inserts an empty line above a list item that hangs under text, or under an item of the other kind. */
function freeHangingLists(lines: readonly string[]): string[] {
  const freed: string[] = [];
  const open: { run: string; code: boolean }[] = [];
  let above = "";
  let markerAbove: string | undefined;
  for (const line of lines) {
    const marker = listItem.exec(line)?.[1];
    if (above !== "" && hangs(markerAbove, marker) && !open.some((fence) => fence.code)) freed.push("");
    freed.push(line);
    trackFences(open, line);
    above = line;
    markerAbove = marker;
  }
  return freed;
}

function hangs(marker: string | undefined, nextMarker: string | undefined): boolean {
  if (nextMarker === undefined) return false;
  return marker === undefined || (marker.length === 1) !== (nextMarker.length === 1);
}

function trackFences(open: { run: string; code: boolean }[], line: string): void {
  const fence = parseFence(line);
  if (!fence) return;
  if (fence.language === undefined && open.at(-1)?.run === fence.run) open.pop();
  else open.push({ run: fence.run, code: fence.language !== "quote" && fence.language !== "quoted" });
}

/**
 * Finds the next run of a certain length, given the lengths of all runs.
 * Must be asked in ascending order of `after`: that makes all questions together linear.
 */
export function followingRuns(lengths: readonly number[]): (length: number, after: number) => number | undefined {
  const places = new Map<number, { indices: number[]; seen: number }>();
  for (const [index, length] of lengths.entries()) {
    const place = places.get(length);
    if (place) place.indices.push(index);
    else places.set(length, { indices: [index], seen: 0 });
  }
  return (length, after) => {
    const place = places.get(length);
    if (!place) return undefined;
    while ((place.indices[place.seen] ?? Number.POSITIVE_INFINITY) <= after) place.seen++;
    return place.indices[place.seen];
  };
}
