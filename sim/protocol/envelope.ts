import { headerText } from "../core/clock.ts";
import { isThere, type LevelChange } from "../core/levels.ts";
import type { Refusal } from "../core/refusal.ts";
import { remembering } from "../core/remembering.ts";
import { fieldsParts, type Reply } from "./json.ts";
import type { Schema, SchemaType } from "./schema.ts";
import { Answer, type Headers } from "./wire.ts";

/** Headers that every answer below the API has, whenever it is sent: nobody keeps it, and it is in English. */
const apiHeaders: Headers = {
  "Cache-Control": "max-age=0, no-cache, no-store, must-revalidate, private",
  "Content-Language": "en",
  Vary: "Accept-Language",
};

/** Headers that every answer in the envelope has, whenever it is sent. */
export const jsonHeaders: Headers = { "Content-Type": "application/json", ...apiHeaders };

/** Headers that every answer below the API has at an instant: it expires at once. */
export const apiHeadersAt = (now: number): Headers => ({ ...apiHeaders, Expires: headerText(now) });

const jsonHeadersOf = remembering((second) => ({ "Content-Type": "application/json", ...apiHeadersAt(Number(second) * 1000) }), {
  most: 100,
});

/** Headers that every answer in the envelope has at an instant: one object for each second, so that adapters write them once. */
export const jsonHeadersAt = (now: number): Headers => jsonHeadersOf(String(Math.floor(now / 1000)));

/** A success in the envelope (Conventions 4 and 5). */
export function success(reply: Reply, ignored?: readonly string[], headers = jsonHeaders): Answer {
  const end = ignored ? `,"ignored_parameters_unsupported":${JSON.stringify(ignored)}}\n` : "}\n";
  return new Answer(200, [...fieldsParts('{"result":"success","msg":""', reply), end], headers);
}

/** A refusal in the envelope (Conventions 6; Errors), or as the page that it is. */
export function failure({ status, code, message, extra, headers, page, id }: Refusal, common = jsonHeaders): Answer {
  if (page !== undefined) return new Answer(status, page, { ...common, "Content-Type": "text/html; charset=utf-8", ...headers });
  const parts = fieldsParts(`{"result":"error","msg":${JSON.stringify(message)},"code":${JSON.stringify(code)}`, extra);
  return new Answer(status, [...parts, "}\n"], { ...common, ...headers }, undefined, id);
}

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
