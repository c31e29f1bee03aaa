import { escapeCode } from "../escape.ts";
import { followingRuns } from "../lines.ts";
import { put } from "../stash.ts";
import { finished } from "../tree.ts";
import type { Construct } from "./construct.ts";

/**
 * As many backticks close a span as opened it. A run too long to be closed opens with as many of its
 * backticks as can be. An odd number of backslashes in front takes the first backtick away; an even
 * number is halved.
 */
export const codeSpans: Construct = (text, scan) => {
  const runs = backticks(text);
  let following: ReturnType<typeof followingRuns> | undefined;
  const next = (length: number, after: number): number | undefined => {
    if (runs[after + 1]?.length === length) return after + 1;
    following ??= followingRuns(runs.map((run) => run.length));
    return following(length, after);
  };
  let out = "";
  let done = 0;
  for (let index = 0; index < runs.length; index++) {
    const run = runs[index] as Run;
    const slashes = backslashesBefore(text, run.at, done);
    const from = run.at + (slashes % 2);
    const end = run.at + run.length;
    const close = closing(next, end - from, index);
    const before = text.slice(done, run.at - slashes);
    out += before + (slashes > 0 && slashes % 2 === 0 ? put(scan.stash, "\\".repeat(slashes / 2)) : "\\".repeat(slashes));
    done = run.at;
    if (!close) continue;
    const closer = runs[close.index] as Run;
    const code = text.slice(from + close.length, closer.at);
    out += text.slice(done, from) + put(scan.stash, finished(`<code>${escapeCode(code)}</code>`, code));
    done = closer.at + closer.length;
    index = close.index;
  }
  return out + text.slice(done);
};

interface Run {
  readonly at: number;
  readonly length: number;
}

function backticks(text: string): Run[] {
  const runs: Run[] = [];
  let end = 0;
  for (let at = text.indexOf("`"); at !== -1; at = text.indexOf("`", end)) {
    end = at + 1;
    while (text[end] === "`") end++;
    runs.push({ at, length: end - at });
  }
  return runs;
}

function backslashesBefore(text: string, at: number, limit: number): number {
  let from = at;
  while (from > limit && text[from - 1] === "\\") from--;
  return at - from;
}

function closing(next: (length: number, after: number) => number | undefined, longest: number, after: number) {
  for (let length = longest; length > 0; length--) {
    const index = next(length, after);
    if (index !== undefined) return { index, length };
  }
  return undefined;
}
