import type { RulingName } from "../../sim/index.ts";

/** One normative statement of the specification, in our words. */
export interface Clause {
  /** Stable address: the file's name, a slash, a few words. Reports, baselines and properties name it. */
  readonly id: string;
  /** Heading of the specification, its parts joined by " > ". */
  readonly section: string;
  readonly statement: string;
  /** The feature level from which it holds; 0 where it always did. */
  readonly since: number;
  /** The ruling that decides the point for the simulator, where the text leaves it open. */
  readonly silent: RulingName | undefined;
  /** Why no client can test it. */
  readonly untestable: string | undefined;
}

type Entry =
  | string
  | {
      readonly says: string;
      readonly since?: number;
      readonly silent?: RulingName;
      readonly untestable?: string;
    };

/** Statements by the words that follow the slash of their clauses' ids. */
export type Statements = Readonly<Record<string, Entry>>;

/** The clauses of one section. @param level the feature level that brought what they are about */
export const clausesOf = (section: string, prefix: string, entries: Statements, level = 0): Clause[] =>
  Object.entries(entries).map(([words, entry]) => {
    const { says, since = 0, silent, untestable } = typeof entry === "string" ? { says: entry } : entry;
    return { id: `${prefix}/${words}`, section, statement: says, since: Math.max(level, since), silent, untestable };
  });

/** Statements about something that came with a feature level. */
export const from = (level: number, statements: Statements): Statements =>
  Object.fromEntries(
    Object.entries(statements).map(([words, entry]) => [words, { since: level, ...(typeof entry === "string" ? { says: entry } : entry) }]),
  );

/** The chapters of the specification, in its order. */
const chapters: readonly string[] = [
  "What the service does",
  "Resources and their fields",
  "States and transitions",
  "Endpoints",
  "Authentication",
  "Events",
  "Errors",
  "Limits",
  "Versioning",
];

/** Returns where the chapter of a section stands in the specification, counted from 0. */
export const placeOf = (section: string): number => chapters.indexOf(section.replace(/ > .*/s, ""));
