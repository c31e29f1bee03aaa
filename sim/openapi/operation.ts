import { isThere } from "../core/levels.ts";
import { defined } from "../core/lookup.ts";
import { videoProvider } from "../core/server.ts";
import type { Endpoint } from "../protocol/endpoint.ts";
import { objectOf, type SchemaFields } from "../protocol/envelope.ts";
import { isRequired, type Param } from "../protocol/params.ts";
import { type RefusalOf, refusalsOf } from "../protocol/refusals.ts";
import { type Schema, schemaOf } from "../protocol/schema.ts";
import { type About as AboutParameter, anywhere, parameters } from "./parameters.ts";
import { envelope, replies } from "./replies.ts";

/** An answer that the simulator gave. */
export interface Example {
  readonly route: string;
  readonly status: number;
  /** `success`, or the code of a refusal. */
  readonly name: string;
  readonly body: unknown;
}

/** The tags of operations, each with a pattern for the paths that have it. The first that fits counts. */
const table = [
  { name: "events", description: "Event queues and what comes through them.", paths: /^\/(register|events)$/ },
  {
    name: "login",
    description: "Keys, and what a server says of itself to anyone.",
    paths: /^\/(server_settings|\w*fetch_api_key|jwt|dev_|\w+_client_device|mobile_push)/,
  },
  { name: "messages", description: "Messages, their flags and reactions.", paths: /^\/(messages|mark_|submessage|zcommand)/ },
  { name: "typing", description: "Who is typing.", paths: /^\/typing/ },
  {
    name: "writing",
    description: "Drafts, snippets, reminders and messages for later.",
    paths: /^\/(drafts|saved_snippets|reminders|scheduled_messages)/,
  },
  { name: "files", description: "Uploaded files.", paths: /^\/(user_uploads|attachments|thumbnail)/ },
  {
    name: "channels",
    description: "Channels, subscriptions and topics.",
    paths:
      /^\/(streams|channels|channel_folders|default_streams|get_stream_id|user_topics|users\/(me|\{user_id\})\/(subscriptions|\{stream_id\}))/,
  },
  { name: "groups", description: "Groups of users.", paths: /^\/user_groups/ },
  { name: "bots", description: "Bots, and what they put by.", paths: /^\/bot/ },
  { name: "people", description: "Accounts, their profiles and states.", paths: /^\/(users|settings|navigation_views|invites)/ },
  { name: "organization", description: "The organization and its settings.", paths: /^\/(realm|export|calls)/ },
  { name: "control", description: "What steers a simulator, beside the API that is simulated.", paths: /^\/_control/ },
] as const;

export const tags = table.map(({ name, description }) => ({ name, description }));

/** Returns the tag of a route, in a list. */
export function tagsOf(route: string): readonly string[] {
  const tag = table.find(({ paths }) => paths.test(route.slice(route.indexOf(" ") + 1)));
  return tag ? [tag.name] : [];
}

/** The server that a document describes. */
export interface Described {
  readonly level: number;
  readonly brand: string;
}

/** Descriptions of values, for parameters of which nothing else is said. */
const plainWords: Readonly<Record<string, string>> = {
  integer: "An integer.",
  boolean: "true or false.",
  array: "A list.",
  object: "An object.",
};

/** The schema of a parameter at a level, with what its declaration does not say. */
function schemaFor(param: Param<unknown>, about: AboutParameter, level: number): Schema {
  const { bounds, words = {}, deprecated } = about;
  const schema = about.schema ?? schemaOf(param.decode);
  const description = about.description ?? plainWords[String(schema.type)];
  const known = schema.enum?.filter((word) => isThere(words[String(word)] ?? {}, level));
  const fallback = param.fallback === null || typeof param.fallback === "object" ? undefined : param.fallback;
  return {
    ...schema,
    ...bounds,
    ...defined({ enum: known, description, default: fallback, deprecated }),
  };
}

interface Named {
  readonly name: string;
  readonly schema: Schema;
  readonly required: boolean;
}

/** The parameters of an endpoint at a level, those under older names last. */
export function paramsOf({ route, params }: Endpoint, level: number): Named[] {
  const there = Object.entries(params).filter(([, param]) => isThere(param, level));
  const own = there.map(([name, param]): Named => {
    const about = parameters[route]?.[name] ?? { description: anywhere[name] };
    return { name, schema: schemaFor(param, about, level), required: about.required ?? isRequired(param, level) };
  });
  const older = there.flatMap(([name, param]) =>
    param.aliases.map((alias): Named => {
      const schema: Schema = { ...schemaOf(param.decode), description: `Older name of ${name}.`, deprecated: true };
      return { name: alias, schema, required: false };
    }),
  );
  return [...own, ...older];
}

/** Whether a value is sent as JSON: neither text nor what looks the same in JSON and in text. */
const isJson = ({ type, $ref, anyOf }: Schema): boolean =>
  type === "array" || type === "object" || $ref !== undefined || anyOf !== undefined;

/**
 * A schema as the text that goes on the wire. JSON is described as what its text holds: generators of clients leave out parameters with
 * media types of their own, and send lists as repeated fields.
 */
function textOf(schema: Schema): Schema {
  if (!isJson(schema)) return schema;
  const { description, deprecated, default: _, ...contentSchema } = schema;
  return {
    type: "string",
    ...defined({ description, deprecated }),
    contentMediaType: "application/json",
    contentSchema,
  };
}

/** Puts the description of a parameter beside its schema too, where tools that show documents look for it. */
function queryParameter({ name, schema, required }: Named) {
  const { description, deprecated } = schema;
  return {
    ...{ name, in: "query", required },
    ...defined({ description, deprecated }),
    schema: textOf(schema),
  };
}

const pathParameters = (route: string) =>
  [...route.matchAll(/\{(\w+)(:\w+)?\}/g)].map(([, name = "", kind]) => ({
    ...{ name, in: "path", required: true },
    description: `The ${name.replaceAll("_", " ").replace(/\bid\b/, "ID")}.`,
    schema: kind === undefined ? { type: "integer" } : { type: "string", minLength: 1 },
  }));

const fileInForm: Schema = { type: "string", format: "binary", description: "The file." };

/** The form of a request; one with a file comes in parts. */
function formOf(own: readonly Named[], file: Endpoint["file"]) {
  const all = [...own, ...(file ? [{ name: "file", schema: fileInForm, required: file === "required" }] : [])];
  const required = all.filter((param) => param.required).map(({ name }) => name);
  const schema = {
    type: "object",
    properties: Object.fromEntries(all.map(({ name, schema: own }) => [name, textOf(own)])),
    ...(required.length > 0 && { required }),
  };
  return { required: required.length > 0, content: { [file ? "multipart/form-data" : "application/x-www-form-urlencoded"]: { schema } } };
}

const answer = (description: string, schema: Schema, examples: readonly Example[]) => ({
  description,
  content: {
    "application/json": {
      schema,
      ...(examples.length > 0 && { examples: Object.fromEntries(examples.map(({ name, body }) => [name, { value: body }])) }),
    },
  },
});

/** The schema of a refusal's body. */
function refusalSchema({ code, when, extra = {} }: RefusalOf, { level, brand }: Described): Schema {
  const head: SchemaFields = {
    result: { schema: { type: "string", const: "error" }, isOptional: false },
    msg: { schema: { type: "string" }, isOptional: false },
    code: { schema: { type: "string", const: code }, isOptional: false },
  };
  return objectOf({ ...head, ...extra }, level, brand, when);
}

/** The schema of a success's body. @param observed what it has beside the envelope, where nobody states it */
function successSchema(route: string, { level, brand }: Described, observed: Schema = {}): Schema {
  const stated = objectOf({ ...envelope, ...replies[route] }, level, brand);
  return {
    ...stated,
    properties: { ...stated.properties, ...observed.properties },
    required: [...(stated.required ?? []), ...(observed.required ?? [])],
  };
}

/** The answer of a server where it has no such route; it also does where a path has no number in the place of an ID. */
const unknownRoute: RefusalOf = { status: 404, code: "BAD_REQUEST", when: "No number where one must be." };

function responsesOf(endpoint: Endpoint, server: Described, { examples, reply }: About) {
  const of = (status: number) => examples.filter((example) => example.route === endpoint.route && example.status === status);
  const inPath = endpoint.route.includes("{") ? [[404, [unknownRoute]] as const] : [];
  const refused = [...refusalsOf(endpoint, server.level), ...inPath].map(([status, all]) => {
    const schemas = all.map((one) => refusalSchema(one, server));
    const [only] = schemas;
    return [
      status,
      answer([...new Set(all.map(({ code }) => code))].join(", "), only && schemas.length === 1 ? only : { anyOf: schemas }, of(status)),
    ];
  });
  return { 200: answer("Success.", successSchema(endpoint.route, server, reply), of(200)), ...Object.fromEntries(refused) };
}

/** The path of an endpoint at a server. */
export const pathOf = (route: string, brand: string): string =>
  (route.split(" ")[1] ?? "").replaceAll(/\{(\w+):\w+\}/g, "{$1}").replace("/calls/vc/", `/calls/${videoProvider({ brand })}/`);

/** The name of an operation, such as `post_messages`. */
const idOf = (route: string): string =>
  route
    .toLowerCase()
    .replace(/[^a-z]+/g, "_")
    .replace(/_$/, "");

/** Facts about an operation beside its declaration. */
interface About {
  readonly examples: readonly Example[];
  readonly summary: string;
  /** The fields of a success beside the envelope, where nobody states them. */
  readonly reply?: Schema | undefined;
}

/** An endpoint as an operation of OpenAPI. */
export function operationOf(endpoint: Endpoint, server: Described, about: About) {
  const { route, allow, file } = endpoint;
  const own = paramsOf(endpoint, server.level);
  const isGet = route.startsWith("GET ");
  const inUrl = [...pathParameters(route), ...(isGet ? own.map(queryParameter) : [])];
  const source = endpoint.support ? "Outside the specification; described as it was observed." : "";
  return {
    operationId: idOf(route),
    tags: tagsOf(route),
    summary: about.summary.replace(/\.$/, ""),
    description: `${about.summary.replace(/(?<!\.)$/, ".")} ${source}`.trim(),
    ...(inUrl.length > 0 && { parameters: inUrl }),
    ...(!isGet && (own.length > 0 || file) && { requestBody: formOf(own, file) }),
    ...(!allow && { security: [] }),
    responses: responsesOf(endpoint, server, about),
  };
}
