import { newestLevel } from "../core/levels.ts";
import { own } from "../core/lookup.ts";
import { endpoints } from "../endpoints/index.ts";
import type { Endpoint } from "../protocol/endpoint.ts";
import { objectOf } from "../protocol/envelope.ts";
import { refusalsOf } from "../protocol/refusals.ts";
import type { Schema } from "../protocol/schema.ts";
import { support } from "../server/routes.ts";
import { eventSchemas, observedAt } from "./beside.ts";
import { componentsOf } from "./objects.ts";
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
    // Of a field that was null each time it was observed, nobody knows what else it may be.
    const type = schema.type === "null" ? "unknown" : typeOf(schema);
    return `${key}${isRequired ? "" : "?"}: ${type}${isRequired ? "" : absent};`;
  });
  return `{ ${fields.join(" ")} }`;
}

/** The platform has an `Event` of its own. */
const nameOf = (name: string): string => (name === "Event" ? "QueueEvent" : name);

/** A schema as a type of TypeScript. */
function typeOf(schema: Schema): string {
  const { $ref, anyOf, type = "unknown", items, prefixItems, additionalProperties, properties } = schema;
  if ($ref) return nameOf($ref.split("/").at(-1) ?? "unknown");
  if (anyOf) return union(anyOf.map(typeOf));
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return union(schema.enum.map((value) => JSON.stringify(value)));
  if (prefixItems) return `[${prefixItems.map(typeOf).join(", ")}]`;
  if (items) return union([`${inBrackets(typeOf(items))}[]`, ...[type].flat().filter((word) => word !== "array")]);
  if (typeof additionalProperties === "object") return `Record<string, ${typeOf(additionalProperties)}>`;
  if (properties) return objectType(schema);
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

/** Routes outside the specification that clients use the most. */
const beside = ["POST /register", "GET /events", "POST /messages/flags", "PATCH /messages/{message_id}"];

const typed: readonly Endpoint[] = [...endpoints, ...support.filter(({ route }) => beside.includes(route))];

const lines = (entryOf: (endpoint: Endpoint) => string): string =>
  typed.map((endpoint) => `  readonly ${keyOf(endpoint.route)}: ${entryOf(endpoint)};`).join("\n");

/** The names of objects that a text uses. */
const imports = (text: string): string => {
  const names = Object.keys(componentsOf(newest)).filter((name) => new RegExp(`\\b${name}\\b`).test(text));
  return `import type { ${names.join(", ")} } from "./objects.ts";`;
};

const observed = observedAt(newest).replies;

/** Returns a schema of an object whose fields tell nothing of the objects in them: those of a registration would take as much as all else. */
function shallow({ properties = {}, required = [] }: Schema): Schema {
  const plain = ({ $ref, type, items }: Schema): Schema => ({
    ...($ref && { $ref }),
    ...(type && { type }),
    ...(items && { items: plain(items) }),
  });
  return { properties: Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, plain(schema)])), required };
}

/** Types of fields that events tell of records that the specification states. */
const ofRecords: readonly (readonly [observed: RegExp, stated: string])[] = [
  [/(?<=\bflags: )string\[\]/, 'Message["flags"]'],
  [/(?<=\breaction_type\??: )string/, 'Reaction["reaction_type"]'],
];

function eventType(schema: Schema): string {
  // The flags of a message stand beside it.
  const isOfMessage = schema.properties?.type?.const === "message";
  const { message, ...others } = schema.properties ?? {};
  const type = objectType(isOfMessage ? { ...schema, properties: others } : schema);
  const whole = isOfMessage && message ? type.replace(/ (?=\}$)/, ' message: Omit<Message, "flags">; ') : type;
  return ofRecords.reduce((text, [observed, stated]) => text.replace(observed, stated), whole);
}

function eventsText(): string {
  const all = Object.entries(eventSchemas(newest)).flatMap(([name, schema]) => (name === "Event" ? [] : [`  | ${eventType(schema)}`]));
  return [
    head,
    imports(all.join("\n")),
    `${comment("An event of a queue. The types of those that no specification states are what was observed.")}\nexport type QueueEvent =\n${all.join("\n")};`,
  ].join("\n\n");
}

function repliesText(): string {
  const all = lines(({ route, support: isBeside }) => {
    if (route === "POST /register") return `${objectType(shallow(own(observed, route) ?? {}))} & Record<string, unknown>`;
    if (isBeside) return objectType(own(observed, route) ?? {});
    const reply = own(replies, route);
    return reply ? objectType(objectOf(reply, newest.level, newest.brand)) : empty.reply;
  });
  const codes = lines((endpoint) => {
    if (endpoint.support) return "string";
    const found = [...refusalsOf(endpoint, newest.level).values()].flat().map(({ code }) => JSON.stringify(code));
    return union(found);
  });
  return [
    head,
    `import type { QueueEvent } from "./events.ts";\n${imports(all)}`,
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
  const others = support.filter((endpoint) => !typed.includes(endpoint));
  const all = [...new Set(others.map(({ route }) => routeType(route)))].sort();
  const types = all.map((route) => `  | ${route.includes("{") ? `\`${route}\`` : JSON.stringify(route)}`);
  return [
    head,
    `${comment("The other routes that real clients also call, outside the specification.")}\nexport type SupportRoute =\n${types.join("\n")};`,
  ].join("\n\n");
}

function realmFileText(schema: Schema): string {
  const about = comment(
    "The content of a realm file, for `{ … } satisfies RealmFile`. What is parsed from JSON has texts where it has names.",
  );
  return [head, `${about}\nexport type RealmFile = ${typeOf(schema)};`].join("\n\n");
}

/**
 * Returns the types of what is sent and answered at the newest level, and of a realm file, by the names of their files in sim/answers, not
 * formatted.
 */
export const answerTypes = (realmFile: Schema): Readonly<Record<string, string>> => ({
  "events.ts": eventsText(),
  "objects.ts": objectsText(),
  "realm-file.ts": realmFileText(realmFile),
  "replies.ts": repliesText(),
  "requests.ts": requestsText(),
  "support-routes.ts": routesText(),
});
