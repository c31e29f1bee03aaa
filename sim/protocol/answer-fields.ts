import { type LevelChange, levels } from "../core/levels.ts";
import type { Schema, SchemaType } from "./schema.ts";

/** One field of an object that the server sends. */
interface Field {
  readonly schema: Schema;
  /** Whether the object can do without it. */
  readonly isOptional: boolean;
  /** The change that brought it; undefined where it was always there. */
  readonly since?: LevelChange;
  /** The change that took it away. */
  readonly until?: LevelChange;
}

/** The fields of an object, by their names. `{brand}` stands for the brand word. */
export type SchemaFields = Readonly<Record<string, Field>>;

/** A field that is always there. */
export const always = (schema: Schema, span: Pick<Field, "since" | "until"> = {}): Field => ({ schema, isOptional: false, ...span });

/** A field that is there only sometimes. */
export const sometimes = (schema: Schema, span: Pick<Field, "since" | "until"> = {}): Field => ({ schema, isOptional: true, ...span });

/** Whether a server of a level has what some change brought and another took away. */
export const isThere = ({ since, until }: Partial<Record<"since" | "until", LevelChange | undefined>>, level: number): boolean =>
  (since === undefined || level >= levels[since]) && (until === undefined || level < levels[until]);

/** Returns the schema of an object with these fields, as servers of a level and a brand have it. */
export function objectOf(fields: SchemaFields, level: number, brand: string, description?: string): Schema {
  const there = Object.entries(fields)
    .filter(([, field]) => isThere(field, level))
    .map(([name, field]) => [name.replace("{brand}", brand), field] as const);
  return {
    type: "object",
    ...(description !== undefined && { description }),
    properties: Object.fromEntries(there.map(([name, { schema }]) => [name, schema])),
    required: there.filter(([, { isOptional }]) => !isOptional).map(([name]) => name),
  };
}

const typed =
  (type: SchemaType) =>
  (description: string, more: Schema = {}): Schema => ({ type, description, ...more });

export const anInteger = typed("integer");
export const aNumber = typed("number");
export const aText = typed("string");
export const aBoolean = typed("boolean");

/** A value that may be null. */
export const orNull = (type: SchemaType, description: string): Schema => ({ type: [type, "null"], description });

export const aList = (items: Schema, description: string): Schema => ({ type: "array", items, description });

/** The object of a name among the components. */
export const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });
