/** The part of JSON Schema that parameters, answers and realm files need. */
export interface Schema {
  readonly type?: SchemaType | readonly SchemaType[];
  readonly title?: string;
  readonly description?: string;
  readonly enum?: readonly (string | number | boolean)[];
  readonly const?: string | number | boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly propertyNames?: Schema;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  /** The content of a text, such as JSON, and its schema. */
  readonly contentMediaType?: string;
  readonly contentSchema?: Schema;
  readonly default?: unknown;
  readonly deprecated?: boolean;
  readonly $ref?: string;
}

export type SchemaType = "string" | "integer" | "number" | "boolean" | "array" | "object" | "null";

/** The schemas of functions that read values. A function without one says nothing of what it takes. */
const schemas = new WeakMap<object, Schema>();

/** Notes the schema of what a function takes. Returns the function. */
export function described<F extends object>(reads: F, schema: Schema): F {
  schemas.set(reads, schema);
  return reads;
}

/** Returns the schema of what a function takes; any value where none was noted. */
export const schemaOf = (reads: object): Schema => schemas.get(reads) ?? {};
