import { nearest } from "../../sim/journal/near.ts";

/** The command line of a tool, as commander reads it. */
interface CommandLine {
  readonly args: readonly string[];
  error(message: string): never;
}

/** Returns those of some things that a command line names, all of them where it names none. It ends with an error where there is no such name. */
export function named<T extends { readonly name: string }>(all: readonly T[], command: CommandLine): readonly T[] {
  const { args } = command;
  if (args.length === 0) return all;
  const known = new Set(all.map(({ name }) => name));
  const other = args.find((name) => !known.has(name));
  if (other === undefined) return all.filter(({ name }) => args.includes(name));
  const near = nearest(other, known);
  return command.error(
    `no such name '${other}'; ${near.length > 0 ? `near it are ${near.join(", ")}` : `${known.size} others are accepted`}`,
  );
}
