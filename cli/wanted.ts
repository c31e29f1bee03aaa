import { InvalidArgumentError } from "commander";
import { prepareFile } from "./files.ts";

/** A report that the user asks for: its format, and the file it goes to in place of `out`. */
export interface WantedReport<Format extends string> {
  readonly format: Format;
  readonly file: string | undefined;
}

/** Returns what collects `<format>` and `<format>=<file>`, of some formats. */
export const wantedAmong =
  <Format extends string>(formats: readonly Format[]) =>
  (text: string, former: readonly WantedReport<Format>[] = []): readonly WantedReport<Format>[] => {
    const [name, ...rest] = text.split("=");
    const format = formats.find((one) => one === name);
    const file = rest.join("=");
    if (format === undefined || (rest.length > 0 && file === ""))
      throw new InvalidArgumentError(`<format> or <format>=<file> is accepted; the formats are ${formats.join(", ")}.`);
    const all = [...former, { format, file: rest.length > 0 ? file : undefined }];
    if (all.filter((each) => each.file === undefined).length > 1) throw new InvalidArgumentError("only one report can go to stdout.");
    return all;
  };

/** Adds the text format where no report goes to `out`. */
export const withText = <Format extends string>(
  all: readonly WantedReport<Format | "text">[] = [],
): readonly WantedReport<Format | "text">[] =>
  all.some(({ file }) => file === undefined) ? all : [{ format: "text", file: undefined }, ...all];

/** Makes sure, before anything runs, that the files can be written. @throws UsageError */
export function prepare(all: readonly WantedReport<string>[]): void {
  for (const { format, file } of all) {
    if (file === undefined) continue;
    prepareFile(file, `--report ${format}=${file}`);
  }
}
