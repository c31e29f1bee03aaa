// What the specification does not describe, as data for `touchstone openapi`: the summary of each endpoint, from the text above its
// declaration, and the schemas of answers and events, from the goldens.
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { TranscriptRequest } from "../conformance/certificate/transcript.ts";
import { readTranscriptFile } from "../conformance/workshop/goldens/files.ts";
import { newestLevel } from "../sim/core/levels.ts";
import { eventFacts } from "../sim/events/types.ts";
import type { Schema, SchemaType } from "../sim/protocol/schema.ts";
import { support } from "../sim/server/routes.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Returns the first sentence of the text above each endpoint, by its route. */
function summaries(): Readonly<Record<string, string>> {
  const texts = ["sim/endpoints", "sim/support"].flatMap((folder) =>
    readdirSync(root + folder)
      .filter((name) => /^[\w.-]+\.ts$/.test(name) && !name.endsWith(".test.ts"))
      .map((name) => readFileSync(`${root}${folder}/${name}`, "utf8")),
  );
  const found = texts
    .flatMap((text) => [...text.matchAll(/\/\*\*((?:(?!\*\/)[\s\S])*?)\*\/\nexport const/g)].map(([, comment = ""]) => comment))
    .flatMap((comment) => {
      const [lines = ""] = comment.replaceAll(/\n? \* ?/g, " ").split(/ @\w+/);
      const [, route, words = ""] = /^\s*((?:GET|POST|PUT|PATCH|DELETE) \S+): (.*)$/.exec(lines.trim()) ?? [];
      const [first = ""] = words.split(/(?<=\.) (?=[A-Z])/);
      return route === undefined ? [] : [[route, first[0]?.toUpperCase() + first.slice(1)] as const];
    });
  return Object.fromEntries(found.sort());
}

type Members = Readonly<Record<string, unknown>>;
const isMembers = (value: unknown): value is Members => typeof value === "object" && value !== null && !Array.isArray(value);

/** Whether names are ids, addresses or other data, no names of fields. */
const areKeys = (names: readonly string[]): boolean => names.every((name) => /^\d+$|@|^\W/.test(name));

/** Whether a value may be a setting of who is permitted: a group by its ID, or people and groups. */
const isGroupSetting = (value: unknown): boolean => typeof value === "number" || (isMembers(value) && "direct_members" in value);

const groupSetting: Schema = { $ref: "#/components/schemas/GroupSetting" };

function objectSchema(values: readonly Members[]): Schema {
  const byName = new Map<string, unknown[]>();
  for (const value of values)
    for (const [name, part] of Object.entries(value)) {
      const parts = byName.get(name) ?? [];
      byName.set(name, parts);
      parts.push(part);
    }
  const names = [...byName.keys()];
  if (names.length === 0) return { type: "object" };
  if (areKeys(names)) return { type: "object", additionalProperties: schemaOfAll([...byName.values()].flat()) };
  const required = names.filter((name) => byName.get(name)?.length === values.length).sort();
  const properties = names
    .sort()
    .map((name) => [
      name,
      /^can_\w+_group$/.test(name) && byName.get(name)?.every(isGroupSetting) ? groupSetting : schemaOfAll(byName.get(name) ?? []),
    ]);
  return { type: "object", properties: Object.fromEntries(properties), ...(required.length > 0 && { required }) };
}

function scalarOf(value: unknown): SchemaType {
  if (value === null) return "null";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return typeof value as SchemaType;
}

/** Returns a schema that describes all values. */
function schemaOfAll(values: readonly unknown[]): Schema {
  const objects = values.filter(isMembers);
  const lists = values.filter(Array.isArray);
  const scalars = new Set(values.filter((value) => value === null || typeof value !== "object").map(scalarOf));
  if (scalars.has("number")) scalars.delete("integer");
  const plain = [...scalars].sort();
  const schemas: Schema[] = [
    ...(objects.length > 0 ? [objectSchema(objects)] : []),
    ...(lists.length > 0 ? [{ type: "array", items: schemaOfAll(lists.flat()) } as const] : []),
    ...(plain.length > 0 ? [{ type: plain.length === 1 && plain[0] !== undefined ? plain[0] : plain }] : []),
  ];
  return schemas.length === 1 && schemas[0] ? schemas[0] : schemas.length === 0 ? {} : { anyOf: schemas };
}

/** A pattern for the requests of a route. */
const patternOf = (route: string): RegExp =>
  new RegExp(
    `^${route
      .replace(" ", " /api/v1")
      .replaceAll(/\{\w+\}/g, "\\d+")
      .replaceAll(/\{\w+:text\}/g, "[^/]+")
      .replaceAll(/\{\w+:rest\}/g, ".+")}$`,
  );

const routes = support.map(({ route }) => ({ route, pattern: patternOf(route) }));

/** The body of a success. */
function bodyOf(answer: string): Members | undefined {
  const [, text] = /^200 [^\n]*json[^\n]*\n(.*)$/s.exec(answer) ?? [];
  return text === undefined ? undefined : (JSON.parse(text) as Members);
}

interface Observed {
  /** Fields of successes beside the envelope, by route. */
  readonly replies: Readonly<Record<string, Schema>>;
  /** Events by type, or by type and `op` with a slash between. */
  readonly events: Readonly<Record<string, Schema>>;
}

/** Returns a schema in which `listOf` has replaced each list, given the name of the field that holds it. */
function mapLists(schema: Schema, listOf: (list: Schema, field: string) => Schema, field = ""): Schema {
  const { items, anyOf, properties, additionalProperties } = schema;
  const within = (part: Schema, name = ""): Schema => mapLists(part, listOf, name);
  const mapped: Schema = {
    ...schema,
    ...(items && { items: within(items) }),
    ...(anyOf && { anyOf: anyOf.map((part) => within(part, field)) }),
    ...(properties && { properties: Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, within(part, name)])) }),
    ...(typeof additionalProperties === "object" && { additionalProperties: within(additionalProperties) }),
  };
  return items ? listOf(mapped, field) : mapped;
}

/** Gives lists that were empty each time the items of the lists in fields of the same name elsewhere, where those are all alike. */
function withItems(whole: Schema): Schema {
  const byField = new Map<string, Map<string, Schema>>();
  mapLists(whole, (list, field) => {
    const found = byField.get(field) ?? new Map<string, Schema>();
    if (field !== "" && list.items && Object.keys(list.items).length > 0)
      byField.set(field, found.set(JSON.stringify(list.items), list.items));
    return list;
  });
  return mapLists(whole, (list, field) => {
    const [items, ...others] = byField.get(field)?.values() ?? [];
    return items && others.length === 0 && Object.keys(list.items ?? {}).length === 0 ? { ...list, items } : list;
  });
}

const sorted = (found: ReadonlyMap<string, readonly Members[]>): Record<string, Schema> =>
  Object.fromEntries([...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, values]) => [name, objectSchema(values)]));

/** Returns the schemas of what servers of the newest level, or before it of the last that has it, answer in the goldens. */
function observed(): Observed {
  const replies = new Map<string, Members[]>();
  const events = new Map<string, Members[]>();
  const routeFor = new Map<string, string | undefined>();
  let level = 0;
  const seen = new Map<string, number>();
  const note = (found: Map<string, Members[]>, name: string, value: Members): void => {
    const since = seen.get(name) ?? 0;
    if (level < since) return;
    if (level > since) found.set(name, []);
    seen.set(name, level);
    found.get(name)?.push(value);
  };
  const read = (request: TranscriptRequest, answer: string): void => {
    if (!("send" in request)) return;
    const body = bodyOf(answer);
    if (!body) return;
    if (!routeFor.has(request.send)) routeFor.set(request.send, routes.find(({ pattern }) => pattern.test(request.send))?.route);
    const route = routeFor.get(request.send);
    if (route === undefined) return;
    const { result: _, msg: __, ignored_parameters_unsupported: ___, ...own } = body;
    note(replies, route, own);
    if (route !== "GET /events" || !Array.isArray(own.events)) return;
    for (const event of own.events.filter(isMembers)) {
      const { type, op } = event;
      // Whoever holds the control API sends events of types that no server has.
      if (typeof type === "string" && Object.hasOwn(eventFacts, type)) note(events, typeof op === "string" ? `${type}/${op}` : type, event);
    }
  };
  for (const name of ["stories", "directed", "levels"] as const)
    for (const { options, opening, scenarios } of readTranscriptFile(name)) {
      if (options.vary !== undefined || (options.brand !== undefined && options.brand !== "service")) continue;
      level = options.level ?? newestLevel;
      for (const { requests, answers } of [opening, ...scenarios])
        for (const [i, request] of requests.entries()) read(request, answers[i] ?? "");
    }
  const { events: list, ...polled } = sorted(replies)["GET /events"]?.properties ?? {};
  const ofAnyType: Schema = { ...list, items: { $ref: "#/components/schemas/Event" } };
  const polls = { type: "object", properties: { ...polled, events: ofAnyType }, required: ["events"] } as const;
  const isBefore = (name: string, later: string): boolean => later.startsWith(`${name}/`) && (seen.get(later) ?? 0) > (seen.get(name) ?? 0);
  // Of a type that has been given an `op`, none is without one.
  for (const name of events.keys()) if ([...events.keys()].some((later) => isBefore(name, later))) events.delete(name);
  const ofRoutes = { properties: { ...sorted(replies), "GET /events": polls } };
  const { properties } = withItems({ properties: { ofRoutes, ofEvents: { properties: sorted(events) } } });
  return { replies: properties?.ofRoutes?.properties ?? {}, events: properties?.ofEvents?.properties ?? {} };
}

const head = "// Made from the goldens and the text above declarations by `npm run answers`, which the build runs too.";

/** Returns modules by the names of their files in sim/openapi, not formatted. */
export const observedTexts = (): Readonly<Record<string, string>> => ({
  "observed.ts": `${head}\n\n/** Schemas as JSON. */\nexport const observed = ${JSON.stringify(JSON.stringify(observed()))};`,
  "summaries.ts": `${head}\n\nexport const summaries: Readonly<Record<string, string>> = ${JSON.stringify(summaries(), null, 2)};`,
});
