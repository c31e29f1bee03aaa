import type { RulingName } from "../sim/index.ts";

/** One normative statement of the specification, in our words. */
export interface Clause {
  /** Stable address: the file's name, a slash, a few words. Reports, baselines and properties name it. */
  readonly id: string;
  /** Heading of the specification, its parts joined by " > ". */
  readonly section: string;
  readonly statement: string;
  /** The feature level from which it holds; 0 where it always did. */
  readonly since: number;
  /** Where the text leaves the point open: the ruling that decides it for the simulator. */
  readonly silent: RulingName | undefined;
  /** Why no client can test it. */
  readonly untestable: string | undefined;
}

type Entry = string | { readonly says: string; readonly since?: number; readonly silent?: RulingName; readonly untestable?: string };

/** The clauses of one section: statements by the words that follow the slash of their ids. */
export const clausesOf = (section: string, prefix: string, entries: Readonly<Record<string, Entry>>): Clause[] =>
  Object.entries(entries).map(([words, entry]) => {
    const { says, since = 0, silent, untestable } = typeof entry === "string" ? { says: entry } : entry;
    return { id: `${prefix}/${words}`, section, statement: says, since, silent, untestable };
  });
