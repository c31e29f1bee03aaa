import { itemAt, present } from "../client/present.ts";

/** Returns whether a value is of a JSON type. */
type IsType = (value: unknown) => boolean;

const types: Readonly<Record<string, IsType>> = {
  string: (value) => typeof value === "string",
  integer: (value) => Number.isInteger(value),
  number: (value) => typeof value === "number",
  boolean: (value) => typeof value === "boolean",
  array: (value) => Array.isArray(value),
  object: (value) => typeof value === "object" && value !== null && !Array.isArray(value),
  null: (value) => value === null,
};

/** Returns the test for types such as `string or null`. */
export function isOf(names: string): IsType {
  const tests = names.split(" or ").map((name) => present(types[name], `type ${name}`));
  return tests.length === 1 ? itemAt(tests, 0) : (value) => tests.some((test) => test(value));
}

/** A field of a record. */
export interface Field {
  readonly name: string;
  readonly types: string;
  readonly clause: string;
  /** The feature level from which it is there. */
  readonly since: number;
  /** Whether it may be absent. */
  readonly isOptional: boolean;
  readonly is: IsType;
}

type Row = readonly [types: string, clause: string, since?: number];

const fieldsOf = (rows: Readonly<Record<string, Row>>, isOptional: boolean): Field[] =>
  Object.entries(rows).map(([name, [types, clause, since = 0]]) => ({ name, types, clause, since, isOptional, is: isOf(types) }));

/** Fields that are always there. */
export const always = (rows: Readonly<Record<string, Row>>): Field[] => fieldsOf(rows, false);
/** Fields that have a type where they are there. */
export const sometimes = (rows: Readonly<Record<string, Row>>): Field[] => fieldsOf(rows, true);

/** Returns the first field of a record that is missing or of another type. */
export function wrongField(record: Readonly<Record<string, unknown>>, fields: readonly Field[]): Field | undefined {
  for (const field of fields) {
    const value = record[field.name];
    if (value === undefined ? !field.isOptional : !field.is(value)) return field;
  }
  return undefined;
}

/** The clauses that fields cite, each once. */
export const clausesOf = (...lists: readonly (readonly Field[])[]): string[] => [...new Set(lists.flat().map(({ clause }) => clause))];
