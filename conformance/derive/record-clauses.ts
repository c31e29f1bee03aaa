import { type About, shows } from "../declare/about.ts";
import type { RecordText } from "../text/index.ts";

/** A clause as a folder declares it. */
interface Entry {
  readonly says: string;
  readonly about: About | readonly About[];
  readonly since: number;
}

/**
 * Returns the clauses that state one field each, by the words of their ids.
 * @param about what shows some of them, where it is more than the field
 * @param isWanted whether a field of a name is asked for
 */
export const recordClauses = (
  { name, fields, isAnswer }: RecordText,
  about: Readonly<Record<string, Entry["about"]>> = {},
  isWanted: (name: string) => boolean = () => true,
): Readonly<Record<string, Entry>> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([field, { clause, says, since }]) =>
      says === undefined || !isWanted(field)
        ? []
        : [[clause, { says, about: about[clause] ?? shows(isAnswer ? field : `${name}.${field}`), since }]],
    ),
  );
