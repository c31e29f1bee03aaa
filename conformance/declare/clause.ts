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

/** The clauses of one section. */
export const clausesOf = (section: string, prefix: string, entries: Statements): Clause[] =>
  Object.entries(entries).map(([words, entry]) => {
    const { says, since = 0, silent, untestable } = typeof entry === "string" ? { says: entry } : entry;
    return { id: `${prefix}/${words}`, section, statement: says, since, silent, untestable };
  });

/** Statements about something that came with a feature level. */
export const from = (level: number, statements: Statements): Statements =>
  Object.fromEntries(
    Object.entries(statements).map(([words, entry]) => [words, { since: level, ...(typeof entry === "string" ? { says: entry } : entry) }]),
  );

/** Clauses of something that came with a feature level. */
export const since = (level: number, clauses: readonly Clause[]): Clause[] =>
  clauses.map((clause) => ({ ...clause, since: Math.max(level, clause.since) }));

/** The chapters of the specification, in its order, each with how many parts of a section's name make up its heading. */
const chapters: Readonly<Record<string, number>> = {
  "What the service does": 2,
  "Resources and their fields": 2,
  "States and transitions": 2,
  Endpoints: 2,
  Authentication: 1,
  Events: 1,
  Errors: 1,
  Limits: 1,
  Versioning: 1,
};

const chapterOf = (section: string): string => section.replace(/ > .*/s, "");

/** The heading that a section is, or is a part of; undefined where its chapter is none of the specification's. */
export function headingOf(section: string): string | undefined {
  const parts = section.split(" > ");
  const length = chapters[chapterOf(section)];
  return length === undefined || parts.length < length ? undefined : parts.slice(0, length).join(" > ");
}

/** Returns where the chapter of a section stands in the specification, counted from 0. */
export const placeOf = (section: string): number => Object.keys(chapters).indexOf(chapterOf(section));
