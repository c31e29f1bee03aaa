import type { RecordText } from "../text/index.ts";

/** A clause as a folder declares it. */
interface Entry {
  readonly says: string;
  readonly since: number;
}

/** Returns the clauses that state one field each, by the words of their ids. @param isWanted whether a field of a name is asked for */
export const recordClauses = ({ fields }: RecordText, isWanted: (name: string) => boolean = () => true): Readonly<Record<string, Entry>> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([field, { clause, says, since }]) =>
      says === undefined || !isWanted(field) ? [] : [[clause, { says, since }]],
    ),
  );
