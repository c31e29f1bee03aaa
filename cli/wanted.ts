import { existsSync, lstatSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { resolve } from "node:path";
import { InvalidArgumentError } from "commander";
import { prepareFile } from "./files.ts";
import { UsageError } from "./io.ts";

/** A report that the user asks for: its format, and the file it goes to in place of `out`. */
export interface WantedReport<Format extends string> {
  readonly format: Format;
  readonly file: string | undefined;
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
    const rival = own.file === undefined ? former.find((each) => each.file === undefined) : undefined;
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

/** Whether a file holds something that users may have written: more than an empty list, also where it is not whole. */
function holdsEntries(file: string): boolean {
  const path = existsSync(file) ? realpathSync(file) : file;
  return isPlainFile(path) && /\S/.test(readFileSync(path, "utf8").replace(/^\s*\[\s*\]\s*$/, ""));
}

/**
 * Makes sure, before anything runs, that the files can be written, and that no baseline is overwritten whose entries were not read.
 * @param baseline the file of the baseline that is read
 * @throws UsageError
 */
export function prepare(all: readonly WantedReport<string>[], baseline?: string): void {
  for (const { format, file } of all) {
    if (file === undefined) continue;
    const option = `--report ${format}=${file}`;
    prepareFile(file, option);
    const isRead = baseline !== undefined && resolve(baseline) === resolve(file);
    if (format === "baseline" && !isRead && holdsEntries(file))
      throw new UsageError(`${option}: the file has entries, which would be lost; --baseline ${file} keeps those that still hold`);
  }
}

/**
 * Removes the files of reports that an earlier run wrote, where this one has none to write: who publishes them would show a run that is over. Files that
 * users keep stay: baselines, and the report that was followed; so does what is no file of its own. Returns those that went, and those that nobody may remove.
 */
export function removeOutdated(all: readonly WantedReport<string>[], followed: string | undefined) {
  const kept = followed === undefined ? undefined : resolve(followed);
  const outdated = all.flatMap(({ format, file }) =>
    file !== undefined && format !== "baseline" && resolve(file) !== kept && isPlainFile(file) ? [file] : [],
  );
  const removed = outdated.filter((file) => {
    try {
      rmSync(file);
      return true;
    } catch {
      return false;
    }
  });
  return { removed, left: outdated.filter((file) => !removed.includes(file)) };
}
