import { statSync } from "node:fs";
import { resolve } from "node:path";
import type { Command } from "commander";
import { UsageError } from "./io.ts";

/** A file that a command line names, in the user's words. */
interface Place {
  readonly words: string;
  readonly file: string;
}

/** The options of files that are read, and of those that are written. */
const read = ["--target", "--plugin", "--from", "--failed", "--baseline", "--realm", "--text", "--with", "--tls-cert", "--tls-key"];
const written = ["--report", "--out", "--ledger", "--html", "--table", "--judge"];

/** Outputs that may take the place of an input: a baseline that is kept, and the report that is followed. */
const followed = new Map([
  ["--report baseline=", "--baseline "],
  ["--report json=", "--failed "],
]);

const isFollowed = (first: Place, second: Place): boolean =>
  [...followed].some(([output, input]) => second.words.startsWith(output) && first.words.startsWith(input));

/** Returns the files of an option: of a report that of `<format>=<file>`. */
function placesOf(command: Command, flag: string): Place[] {
  const option = command.options.find(({ long }) => long === flag);
  const value: unknown = option && command.getOptionValue(option.attributeName());
  return [value].flat().flatMap((one) => {
    if (typeof one === "string") return [{ words: `${flag} ${one}`, file: one }];
    const { format, file } = (one ?? {}) as { readonly format?: string; readonly file?: string };
    return file === undefined ? [] : [{ words: `${flag} ${format}=${file}`, file }];
  });
}

/** Returns what two names of one file have in common; undefined for a device or a pipe, which holds nothing that can be overwritten. */
function identityOf(file: string): string | undefined {
  try {
    const found = statSync(file);
    return found.isFile() ? `${found.dev}:${found.ino}` : undefined;
  } catch {
    return resolve(file);
  }
}

/** Refuses files that one command both reads and writes. @throws UsageError: it would write a file that it reads, or two things to one file */
export function refuseOverwriting(command: Command): void {
  const places = [...command.args.map((file) => ({ words: file, file })), ...read.flatMap((flag) => placesOf(command, flag))];
  const known = new Map(places.map((place) => [identityOf(place.file), place]));
  for (const place of written.flatMap((flag) => placesOf(command, flag))) {
    const identity = identityOf(place.file);
    const rival = identity === undefined ? undefined : known.get(identity);
    if (rival && !isFollowed(rival, place))
      throw new UsageError(`${rival.words} and ${place.words}: the second would overwrite the first; a file for each is accepted`);
    known.set(identity, place);
  }
}
