import { rulings } from "../../sim/index.ts";
import type { Clause } from "../declare/clause.ts";
import { headingOf } from "../declare/heading.test.kit.ts";
import type { Property } from "../declare/property.ts";

const repeated = (ids: readonly string[]): string[] => ids.filter((id, i) => ids.indexOf(id) !== i);

/** Returns what clauses and properties lack of each other, one line each; none where every statement is proven and every proof states what it proves. */
export function gaps(clauses: readonly Clause[], properties: ReadonlyMap<string, Property>): string[] {
  const ids = clauses.map(({ id }) => id);
  const known = new Set(ids);
  const cited = new Set([...properties.values()].flatMap((property) => property.clauses));
  const named = new Set(clauses.map(({ silent }) => silent));
  const headings = new Set(clauses.map(({ section }) => headingOf(section)));
  return [
    ...repeated(ids).map((id) => `two clauses have the id ${id}`),
    ...clauses.flatMap(({ id, untestable }) =>
      cited.has(id) || untestable ? [] : [`no property proves ${id}, and no reason says why no client can test it`],
    ),
    ...clauses.flatMap(({ id, untestable }) =>
      untestable && cited.has(id) ? [`${id} is called untestable, and a property proves it`] : [],
    ),
    ...clauses.flatMap(({ id, statement }) => (statement.endsWith(".") ? [] : [`the statement of ${id} is no sentence`])),
    ...clauses.flatMap(({ id, section }) => (headingOf(section) ? [] : [`${id} is of the section ${section}, which there is not`])),
    ...clauses.flatMap(({ id, silent }) =>
      silent === undefined || Object.hasOwn(rulings, silent) ? [] : [`${id} is silent by ${silent}, which is no ruling`],
    ),
    ...Object.keys(rulings).flatMap((name) => (named.has(name as never) ? [] : [`no clause is silent by the ruling ${name}`])),
    ...Object.entries(rulings).flatMap(([name, { section }]) =>
      headings.has(section) ? [] : [`the ruling ${name} is of the section ${section}, of which there is no clause`],
    ),
    ...[...properties].flatMap(([address, property]) => (property.clauses.length > 0 ? [] : [`${address} cites no clause`])),
    ...[...properties].flatMap(([address, property]) =>
      property.clauses.filter((id) => !known.has(id)).map((id) => `${address} cites ${id}, which is no clause`),
    ),
  ];
}
