import type { RulingName } from "../../sim/index.ts";
import type { About } from "./about.ts";

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

/** A clause with the differences that show that it is broken; none where it is untestable. */
export interface DeclaredClause extends Clause {
  readonly about: readonly About[];
}

type Entry =
  | string
  | {
      readonly says: string;
      readonly about?: About | readonly About[];
      readonly since?: number;
      readonly silent?: RulingName;
      readonly untestable?: string;
    };

const isEndpoint = (stem: string): boolean => /\.(get|post|patch|delete)$/.test(stem);

/** What is said of the clauses of an endpoint is of requests to it. */
const ofEndpoint =
  (stem: string) =>
  (about: About): About =>
    !isEndpoint(stem) ? about : about.how === "left" ? { of: stem, ...about } : { on: stem, ...about };

/** The clauses of one section: statements by the words that follow the slash of their ids. */
export const clausesOf = (section: string, prefix: string, entries: Readonly<Record<string, Entry>>): DeclaredClause[] =>
  Object.entries(entries).map(([words, entry]) => {
    const { says, since = 0, silent, untestable, about = [] } = typeof entry === "string" ? { says: entry } : entry;
    const abouts = [about].flat().map(ofEndpoint(prefix));
    return { id: `${prefix}/${words}`, section, statement: says, since, silent, untestable, about: abouts };
  });

/** Clauses of something that came with a feature level. */
export const since = (level: number, clauses: readonly DeclaredClause[]): DeclaredClause[] =>
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
