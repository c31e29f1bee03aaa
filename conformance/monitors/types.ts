import { itemAt, present } from "../client/json.ts";
import { clauseId, type FieldText, type RecordText } from "../text/index.ts";

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

/** Returns what to check of the fields of a record. @param of those with this presence alone, default those that each such record may have */
export const fieldsOf = (record: RecordText, of: readonly FieldText["when"][] = ["always", "sometimes", "optional"]): Field[] =>
  Object.entries(record.fields)
    .filter(([, { when }]) => of.includes(when))
    .map(([name, field]) => checked(name, field, clauseId(record, field)));

/** Returns what to check of a field of a name. */
export function checked(name: string, { type, of, when, since }: Omit<FieldText, "clause">, clause: string): Field {
  const isOptional = when === "sometimes" || when === "optional";
  if (of === undefined) return { name, types: type, clause, since, isOptional, is: isOf(type) };
  const [isWhole, isPart] = [isOf(type), isOf(of)];
  const is: IsType = (value) => isWhole(value) && Object.values(value as object).every(isPart);
  return { name, types: `${type} of ${of}`, clause, since, isOptional, is };
}

/** Returns the fields of a record that are missing or of another type. */
export const wrongFields = (record: Readonly<Record<string, unknown>>, fields: readonly Field[]): readonly Field[] =>
  fields.filter(({ name, isOptional, is }) => (record[name] === undefined ? !isOptional : !is(record[name])));

/** The clauses that fields cite, each once. */
export const clausesOf = (...lists: readonly (readonly Field[])[]): string[] => [...new Set(lists.flat().map(({ clause }) => clause))];
