import { findSourceMap } from "node:module";
import type { Source } from "./coverage.ts";

type Stretch = readonly [start: number, end: number];

/** A block of code that did not run. */
export interface Block {
  /** Path of its file from the root of the project. */
  readonly file: string;
  /** The function that it is in, with the one around it where it has no name; empty at the top of a file. */
  readonly inside: string;
  /** The beginning of its text, white space as single spaces. */
  readonly text: string;
  /** The line of the file on which it begins, from 1. */
  readonly line: number;
}

const longest = 60;
const squeezed = (text: string): string => text.replace(/\s+/g, " ").trim();

/** The place in a script's text as line and column, both from 0. */
function placeOf(text: string, at: number): [line: number, column: number] {
  const before = text.slice(0, at);
  const line = before.split("\n").length - 1;
  return [line, at - (before.lastIndexOf("\n") + 1)];
}

/** The names of the functions around a stretch, from the inmost to the first that has a name. */
function namesAround({ functions }: Source, [start, end]: Stretch): string {
  const around = functions
    .filter(({ at: [from, to] }) => from <= start && end <= to && from > 0)
    .sort((a, b) => a.at[1] - a.at[0] - (b.at[1] - b.at[0]));
  const known = around.find(({ name }) => name !== "");
  return known === undefined ? "" : known === around[0] ? known.name : `${known.name} ()`;
}

const isCode = (text: string): boolean => /[^\s;,(){}[\]]/.test(text);

/** Describes the stretches of a script in the words of the file that it was made of. */
export function describe(url: string, file: string, source: Source, stretches: readonly Stretch[]): Block[] {
  const map = findSourceMap(url);
  return stretches.flatMap(([start, end]) => {
    const text = source.text.slice(start, end);
    if (!isCode(text)) return [];
    const entry = map?.findEntry(...placeOf(source.text, start));
    const line = entry && "originalLine" in entry ? entry.originalLine + 1 : 0;
    return [{ file, inside: namesAround(source, [start, end]), text: squeezed(text).slice(0, longest), line }];
  });
}
