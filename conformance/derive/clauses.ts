import { type Clause, clausesOf, since } from "../declare/clause.ts";
import type { EndpointText, RecordText, Stated } from "../text/index.ts";

/** Facts that are stated of a parameter. */
const facts = ["required", "nonEmpty", "bound", "values", "malformed", "unknown", "active", "kept"] as const;

/** Returns the clauses of what a table states of an endpoint. */
export function endpointClauses({ stem, section, since: level, ...text }: EndpointText): Clause[] {
  const returned = Object.values(text.returns).map(
    ({ stated, since }): Stated | undefined => stated && { ...(since !== undefined && { since }), ...stated },
  );
  const all = [
    text.does,
    text.nothing,
    ...Object.values(text.parameters).flatMap((parameter) => facts.map((fact) => parameter[fact])),
    ...Object.values(text.parameters).map(({ bound }) => bound?.beyond),
    ...returned,
    text.envelope,
    text.allowed,
    text.allowed?.code,
    text.allowed?.before,
    text.bots,
    text.noTrace,
    text.unknownInPath,
  ];
  // A sentence about several parameters stands with each of them.
  const stated = new Map(all.flatMap((one) => (one ? [[one.clause, one] as const] : [])));
  const clauses = [...stated.values()].flatMap(({ clause, says, since: own = 0, silent, section: other = section }) =>
    clausesOf(other, stem, { [clause]: { says, since: own, ...(silent && { silent }) } }),
  );
  return since(level, clauses);
}

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
