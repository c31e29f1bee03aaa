import { existsSync, lstatSync, realpathSync, rmSync } from "node:fs";
import { resolve } from "node:path";
import { InvalidArgumentError } from "commander";
import { prepareFile, readText } from "./files.ts";
import { UsageError } from "./io.ts";

/** A report that the user asks for: its format, and the file it goes to in place of `out`. */
export interface WantedReport<Format extends string> {
  readonly format: Format;
  readonly file: string | undefined;
}

/** Whether two formats may share stdout: the lines that GitHub reads stand after a report for people, and are shown at its places. */
function goesBeside(one: string, other: string): boolean {
  const forPeople = [one, other].find((format) => format !== "github");
  return one !== other && [one, other].includes("github") && (forPeople === "text" || forPeople === "details");
}

/** Returns what collects `<format>` and `<format>=<file>`, of some formats. @throws UsageError: two go to stdout */
export const wantedAmong =
  <Format extends string>(formats: readonly Format[]) =>
  (text: string, former: readonly WantedReport<Format>[] = []): readonly WantedReport<Format>[] => {
    const [name, ...rest] = text.split("=");
    const format = formats.find((one) => one === name);
    const file = rest.join("=");
    if (format === undefined || (rest.length > 0 && file === ""))
      throw new InvalidArgumentError(`<format> or <format>=<file> is accepted; the formats are ${formats.join(", ")}.`);
    const own = { format, file: rest.length > 0 ? file : undefined };
    const rival = own.file === undefined ? former.find((each) => each.file === undefined && !goesBeside(each.format, format)) : undefined;
    if (rival) {
      const both = `--report ${rival.format} and --report ${format}`;
      throw new UsageError(`${both}: one report can go to stdout; --report ${format}=<file> writes the other to a file`);
    }
    return [...former, own];
  };

/** Adds the text format where no report goes to `out`. */
export const withText = <Format extends string>(
  all: readonly WantedReport<Format | "text">[] = [],
): readonly WantedReport<Format | "text">[] =>
  all.some(({ file }) => file === undefined) ? all : [{ format: "text", file: undefined }, ...all];

/** Whether something is a file of its own, and no link, device or pipe. */
const isPlainFile = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isFile() === true;

/** Returns the text of a file, or of that which it links to; none of what is no file of its own. @throws UsageError */
function textIn(file: string, option: string): string {
  const path = existsSync(file) ? realpathSync(file) : file;
  return isPlainFile(path) ? readText(path, option) : "";
}

/** Whether the text of a baseline holds something that users may have written: more than an empty list, also where it is not whole. */
const holdsEntries = (text: string): boolean => /\S/.test(text.replace(/^\s*\[\s*\]\s*$/, ""));

const ofPeople = /^touchstone check of |\n\d+ situations: \d+ passed, \d+ failed, \d+ untried\n$/;

/** Marks of reports by their formats, those of `client` too: no other file has them. But for `github` and those of `client` as text a report that was cut has them. */
const marks: Readonly<Record<string, RegExp>> = {
  text: ofPeople,
  details: ofPeople,
  agent: /^\{"format":"touchstone-agent"/,
  json: /^\{\s*"format": ?"touchstone-(?:report|client)"/,
  junit: /^<\?xml [^>]*>\s*<testsuites name="touchstone /,
  html: /^<!doctype html>[^<]*<html lang="en">\s*<head>\s*<meta name="generator" content="touchstone">/,
  github: /^::(?:error|notice) title=touchstone::/m,
  badge: /^<svg [^>]*aria-label="touchstone: /,
};

/** Whether a text is a report of a format. */
const isReport = (text: string, format: string): boolean => marks[format]?.test(text) ?? false;

/**
 * Makes sure, before anything runs, that the files can be written, and that neither a baseline is overwritten whose entries were not read, nor a file that
 * is no report of the format.
 * @param baseline the file of the baseline that is read
 * @throws UsageError
 */
export function prepare(all: readonly WantedReport<string>[], baseline?: string): void {
  for (const { format, file } of all) {
    if (file === undefined) continue;
    const option = `--report ${format}=${file}`;
    prepareFile(file, option);
    const isRead = baseline !== undefined && resolve(baseline) === resolve(file);
    const text = textIn(file, option);
    if (format === "baseline" && !isRead && holdsEntries(text))
      throw new UsageError(`${option}: the file has entries, which would be lost; --baseline ${file} keeps those that still hold`);
    if (format !== "baseline" && /\S/.test(text) && !isReport(text, format))
      throw new UsageError(`${option}: the file is no ${format} report, and would be lost; a new file, or such a report, is accepted`);
  }
}

/**
 * Removes the files of reports that an earlier run wrote, where this one has none to write: who publishes them would show a run that is over. Files that
 * users keep stay: baselines, and the report that was followed; so does what is no file of its own. Returns those that went, those that nobody may remove,
 * and those that are no reports.
 */
export function removeOutdated(all: readonly WantedReport<string>[], followed: string | undefined) {
  const kept = followed === undefined ? undefined : resolve(followed);
  const there = all.flatMap(({ format, file }) =>
    file !== undefined && format !== "baseline" && resolve(file) !== kept && isPlainFile(file) ? [{ format, file }] : [],
  );
  const [removed, left, others]: [string[], string[], string[]] = [[], [], []];
  for (const { format, file } of there) {
    try {
      if (isReport(readText(file, file), format)) {
        rmSync(file);
        removed.push(file);
      } else others.push(file);
    } catch {
      left.push(file);
    }
  }
  return { removed, left, others };
}
