import { isThere, newestLevel } from "../core/levels.ts";
import { eventFacts } from "../events/types.ts";
import type { Endpoint } from "../protocol/endpoint.ts";
import type { Schema } from "../protocol/schema.ts";
import { support as all } from "../server/routes.ts";
import { observed } from "./observed.ts";
import type { Described } from "./operation.ts";

// What servers have beside the endpoints of the specification: what their own clients call, and events. Nobody states what it answers:
// its schemas are what the goldens have.

const parameter = /\{(\w+)(:\w+)?\}/g;

const pathOf = (route: string): string => route.slice(route.indexOf(" ") + 1);
const shapeOf = (route: string): string => pathOf(route).replace(parameter, "{}");

/** Returns a path for all paths of one shape, with names such as `user_id_or_email`. */
function joined(paths: readonly string[]): string {
  const found = paths.map((path) => [...path.matchAll(parameter)]);
  let place = 0;
  return (paths[0] ?? "").replace(parameter, () => {
    const here = found.flatMap((parameters) => [parameters[place] ?? []]);
    place++;
    const names = new Set(here.map(([, name = ""]) => name));
    return `{${[...names].join("_or_")}${here.some(([, , kind]) => kind !== undefined) ? ":text" : ""}}`;
  });
}

/**
 * The routes that real clients also call, at a level. Paths that differ in the names of their parameters alone are one path, since OpenAPI
 * cannot tell them apart.
 */
export function support(level: number): readonly Endpoint[] {
  const there = all.filter((endpoint) => isThere(endpoint, level));
  const byShape = new Map<string, string[]>();
  for (const { route } of there) byShape.set(shapeOf(route), [...(byShape.get(shapeOf(route)) ?? []), pathOf(route)]);
  const named = (endpoint: Endpoint): Endpoint => {
    const [method = ""] = endpoint.route.split(" ");
    return { ...endpoint, route: `${method} ${joined(byShape.get(shapeOf(endpoint.route)) ?? [])}` };
  };
  return [...new Map(there.map(named).map((endpoint) => [endpoint.route, endpoint])).values()];
}

interface Observed {
  readonly replies: Readonly<Record<string, Schema>>;
  readonly events: Readonly<Record<string, Schema>>;
}

/** Returns a schema of the newest level as one of an older one, where any field may be missing. */
function loosened(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(loosened);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]) => (name === "required" && Array.isArray(part) ? [] : [[name, loosened(part)]])),
  );
}

/** Returns what looks up a route in a table, whatever the names of its parameters. */
export function ofRoutes<T>(table: Readonly<Record<string, T>>): (route: string) => T | undefined {
  const keyOf = (route: string): string => `${route.split(" ")[0]} ${shapeOf(route)}`;
  const byShape = new Map(Object.entries(table).map(([route, value]) => [keyOf(route), value]));
  return (route) => byShape.get(keyOf(route));
}

/** Returns what successes of support routes have beside the envelope, and events, as a server of a level and a brand has them. */
export function observedAt({ level, brand }: Described): Observed {
  const found = JSON.parse(observed.replaceAll('"service_', `"${brand}_`)) as Observed;
  return level === newestLevel ? found : (loosened(found) as Observed);
}

const inCapitals = (words: string): string =>
  words
    .split(/[_/]/)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join("");

/** An event of which no golden has one: its fields are not known. */
const plainEvent: Schema = { type: "object", properties: { id: { type: "integer" } }, required: ["id", "type"] };

/** Returns the named schemas of events: each by its type and `op`, and `Event` for any of them. */
export function eventSchemas(server: Described): Readonly<Record<string, Schema>> {
  const { events: seen } = observedAt(server);
  const types = new Set(Object.keys(seen).map((name) => name.split("/")[0]));
  const unseen = Object.keys(eventFacts).filter((type) => !types.has(type));
  const events = Object.entries({ ...seen, ...Object.fromEntries(unseen.map((type) => [type, plainEvent])) }).map(
    ([name, schema]): [string, Schema] => {
      const [type = "", op] = name.split("/");
      const own = {
        ...schema.properties,
        type: { type: "string", const: type },
        ...(op !== undefined && { op: { type: "string", const: op } }),
      };
      const description = op === undefined ? `An event of type ${type}.` : `An event of type ${type}, op ${op}.`;
      return [`${inCapitals(name)}Event`, { ...schema, description, properties: own as Readonly<Record<string, Schema>> }];
    },
  );
  const any: Schema = {
    description: "An event of any type.",
    anyOf: events.map(([name]) => ({ $ref: `#/components/schemas/${name}` })),
  };
  return { ...Object.fromEntries(events), Event: any };
}
