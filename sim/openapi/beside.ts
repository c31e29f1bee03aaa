import { actionFields } from "../actions/index.ts";
import type { Endpoint } from "../protocol/endpoint.ts";
import type { Schema } from "../protocol/schema.ts";
import { support } from "../server/routes/support.ts";
import { always, aNumber, anInteger, aText, type Fields, isThere, objectOf, orNull } from "./fields.ts";

// What servers have beside the endpoints of the specification: what their own clients call, and the control API of a simulator.

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
export function supportAt(level: number): readonly Endpoint[] {
  const there = support.filter((endpoint) => isThere(endpoint, level));
  const byShape = new Map<string, string[]>();
  for (const { route } of there) byShape.set(shapeOf(route), [...(byShape.get(shapeOf(route)) ?? []), pathOf(route)]);
  const named = (endpoint: Endpoint): Endpoint => {
    const [method = ""] = endpoint.route.split(" ");
    return { ...endpoint, route: `${method} ${joined(byShape.get(shapeOf(endpoint.route)) ?? [])}` };
  };
  return [...new Map(there.map(named).map((endpoint) => [endpoint.route, endpoint])).values()];
}

const object = (fields: Fields): Schema => objectOf(fields, Number.POSITIVE_INFINITY, "");

const account: Schema = object({
  user_id: always(anInteger("ID.")),
  email: always(aText("API email address.")),
  api_key: always(aText("Key.")),
  role: always(aText("The role.", { enum: ["owner", "administrator", "moderator", "member", "guest"] })),
  password: always(orNull("string", "Of people; null of bots.")),
});

const realm: Schema = object({
  cast: always({ type: "object", description: "Accounts by name.", additionalProperties: account }),
  channels: always({
    type: "object",
    description: "Channels by name.",
    additionalProperties: object({ stream_id: always(anInteger("ID.")) }),
  }),
});

const nothing: Schema = { type: "object" };

/** An action with its fields; what each accepts is said where it is refused. */
function actionSchema(name: string): Schema {
  const fields = Object.entries(actionFields[name] ?? {});
  return {
    type: "object",
    properties: { action: { type: "string", const: name }, ...Object.fromEntries(fields.map(([field]) => [field, {}])) },
    required: ["action", ...fields.flatMap(([field, { isOptional }]) => (isOptional ? [] : [field]))],
    additionalProperties: false,
  };
}

const clock: Schema = {
  type: "object",
  properties: { advance_ms: aNumber("Milliseconds by which the clock moves.") },
  required: ["advance_ms"],
};

interface Control {
  readonly route: string;
  readonly does: string;
  readonly body?: Schema;
  readonly answer: Schema;
}

/** What a control API has to answer for the suite to use it. */
export const control: readonly Control[] = [
  { route: "GET /_control/realm", does: "The accounts with their keys, and the channels.", answer: realm },
  { route: "POST /_control/clock", does: "Moves the clock.", body: clock, answer: nothing },
  {
    route: "POST /_control/actions",
    does: "Does what no endpoint does.",
    body: { anyOf: Object.keys(actionFields).map(actionSchema) },
    answer: nothing,
  },
  {
    route: "POST /_control/snapshots",
    does: "Keeps the state.",
    answer: object({ id: always(aText("Name of the snapshot.")) }),
  },
  { route: "POST /_control/snapshots/{id}/restore", does: "Goes back to a state that was kept.", answer: nothing },
];

const refusal: Schema = object({ msg: always(aText("What is wrong, in one line.")) });

/** The control API as paths of OpenAPI. @param origin where the server is */
export function controlPaths(origin: string): Readonly<Record<string, object>> {
  const content = (schema: Schema) => ({ content: { "application/json": { schema } } });
  return Object.fromEntries(
    control.map(({ route, does, body, answer }) => {
      const [method = "", path = ""] = route.split(" ");
      const parameters = path.includes("{id}") ? [{ name: "id", in: "path", required: true, schema: { type: "string" } }] : [];
      const operation = {
        summary: does,
        ...(parameters.length > 0 && { parameters }),
        ...(body && { requestBody: { required: true, ...content(body) } }),
        security: [],
        responses: { 200: { description: "Done.", ...content(answer) }, 400: { description: "Refused.", ...content(refusal) } },
      };
      return [path, { servers: [{ url: origin, description: "beside the API" }], [method.toLowerCase()]: operation }];
    }),
  );
}
