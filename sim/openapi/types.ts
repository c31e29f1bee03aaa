import { newestLevel } from "../core/levels.ts";
import { own } from "../core/lookup.ts";
import { endpoints } from "../endpoints/index.ts";
import { objectOf } from "../protocol/envelope.ts";
import { refusalsOf } from "../protocol/refusals.ts";
import type { Schema } from "../protocol/schema.ts";
import { support } from "../server/routes.ts";
import { componentsOf } from "./components.ts";
import { type Described, paramsOf } from "./operation.ts";
import { replies } from "./replies.ts";

const newest: Described = { level: newestLevel, brand: "service" };

const words: Readonly<Record<string, string>> = { integer: "number", array: "unknown[]", object: "Record<string, unknown>" };

const union = (types: readonly string[]): string => [...new Set(types)].join(" | ");

const inBrackets = (type: string): string => (type.includes(" | ") ? `(${type})` : type);

/** @param absent what an optional field may be besides, such as ` | undefined` where the caller may say so */
function objectType({ properties = {}, required = [] }: Schema, absent = ""): string {
  const fields = Object.entries(properties).map(([name, schema]) => {
    const key = /^[a-z_]\w*$/i.test(name) ? name : JSON.stringify(name);
    const isRequired = required.includes(name);
    return `${key}${isRequired ? "" : "?"}: ${typeOf(schema)}${isRequired ? "" : absent};`;
  });
  return `{ ${fields.join(" ")} }`;
}

/** A schema as a type of TypeScript. */
function typeOf(schema: Schema): string {
  const { $ref, anyOf, type = "string", items, prefixItems, additionalProperties, properties } = schema;
  if ($ref) return $ref.split("/").at(-1) ?? "unknown";
  if (anyOf) return union(anyOf.map(typeOf));
  if (schema.enum) return union(schema.enum.map((value) => JSON.stringify(value)));
  if (prefixItems) return `[${prefixItems.map(typeOf).join(", ")}]`;
  if (type === "array" && items) return `${inBrackets(typeOf(items))}[]`;
  if (properties) return objectType(schema);
  if (typeof additionalProperties === "object") return `Record<string, ${typeOf(additionalProperties)}>`;
  return union([type].flat().map((word) => words[word] ?? word));
}

/** A route as the key of an interface: a number or a text stands where its path has a parameter. */
const keyOf = (route: string): string => (route.includes("{") ? `[route: \`${routeType(route)}\`]` : JSON.stringify(route));

const routeType = (route: string): string =>
  route.replace(/\{\w+(:(?:text|rest))?\}/g, (_, kind?: string) => `$\{${kind ? "string" : "number"}}`);

const comment = (text: string): string => `/** ${text} */`;

const head = "// Made from sim/openapi by `npm run answers`, which the build runs too.";

function objectsText(): string {
  const all = Object.entries(componentsOf(newest)).map(([name, schema]) => {
    const about = schema.description === undefined ? [] : [comment(schema.description)];
    return [...about, schema.properties ? `export type ${name} = ${objectType(schema)};` : `export type ${name} = ${typeOf(schema)};`].join(
      "\n",
    );
  });
  return [head, ...all].join("\n\n");
}

/** Types for an object that must have no fields, and for one of which nothing is said. */
const empty = { request: "Readonly<Record<string, never>>", reply: "unknown" } as const;

const lines = (entryOf: (endpoint: (typeof endpoints)[number]) => string): string =>
  endpoints.map((endpoint) => `  readonly ${keyOf(endpoint.route)}: ${entryOf(endpoint)};`).join("\n");

/** The names of objects that a text uses. */
const imports = (text: string): string => {
  const names = Object.keys(componentsOf(newest)).filter((name) => new RegExp(`\\b${name}\\b`).test(text));
  return `import type { ${names.join(", ")} } from "./objects.ts";`;
};

function repliesText(): string {
  const all = lines(({ route }) => {
    const reply = own(replies, route);
    return reply ? objectType(objectOf(reply, newest.level, newest.brand)) : empty.reply;
  });
  const codes = lines((endpoint) => {
    const found = [...refusalsOf(endpoint, newest.level).values()].flat().map(({ code }) => JSON.stringify(code));
    return union(found);
  });
  return [
    head,
    imports(all),
    `${comment("Fields that a success returns beside the envelope, by route.")}\nexport interface Replies {\n${all}\n}`,
    `${comment("The codes of refusals, by route.")}\nexport interface Codes {\n${codes}\n}`,
  ].join("\n\n");
}

function requestsText(): string {
  const all = lines((endpoint) => {
    const own = paramsOf(endpoint, newest.level);
    if (own.length === 0) return empty.request;
    const properties = Object.fromEntries(own.map(({ name, schema }) => [name, schema]));
    return objectType({ properties, required: own.filter(({ required }) => required).map(({ name }) => name) }, " | undefined");
  });
  return [head, imports(all), `${comment("The parameters, by route.")}\nexport interface Requests {\n${all}\n}`].join("\n\n");
}

function routesText(): string {
  const all = [...new Set(support.map(({ route }) => routeType(route)))].sort();
  const types = all.map((route) => `  | ${route.includes("{") ? `\`${route}\`` : JSON.stringify(route)}`);
  return [
    head,
    `${comment("The routes that real clients also call, outside the specification.")}\nexport type SupportRoute =\n${types.join("\n")};`,
  ].join("\n\n");
}

/** Returns the types of what is sent and answered at the newest level, by the names of their files in sim/answers, not formatted. */
export const answerTypes = (): Readonly<Record<string, string>> => ({
  "objects.ts": objectsText(),
  "replies.ts": repliesText(),
  "requests.ts": requestsText(),
  "support-routes.ts": routesText(),
});
