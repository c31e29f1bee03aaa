import { isThere } from "../core/levels.ts";
import { endpoints } from "../endpoints/index.ts";
import { eventSchemas, observedAt, ofRoutes, support } from "./beside.ts";
import { control, controlSchemas } from "./control.ts";
import { controlPaths } from "./control-paths.ts";
import { examplesOf } from "./examples.ts";
import { componentsOf } from "./objects.ts";
import { type Described, operationOf, pathOf, tags, tagsOf } from "./operation.ts";
import { summaries } from "./summaries.ts";

/** A place where an answer has an id: the operation, the place in its body, and the parameter of others that takes it. */
const ids = [
  ["post_messages", "#/id", "message_id"],
  ["post_user_groups_create", "#/group_id", "user_group_id"],
  ["post_channel_folders_create", "#/channel_folder_id", "channel_folder_id"],
  ["post_channels_create", "#/id", "stream_id"],
  ["get_get_stream_id", "#/stream_id", "stream_id"],
  ["post_register", "#/queue_id", "queue_id"],
  ["post_register_client_device", "#/device_id", "device_id"],
  ["post_users", "#/user_id", "user_id"],
  ["post_bots", "#/user_id", "bot_id"],
  ["post_drafts", "#/ids/0", "draft_id"],
  ["post_saved_snippets", "#/saved_snippet_id", "saved_snippet_id"],
  ["post_scheduled_messages", "#/scheduled_message_id", "scheduled_message_id"],
  ["post_reminders", "#/reminder_id", "reminder_id"],
  ["post_realm_filters", "#/id", "filter_id"],
  ["post_realm_playgrounds", "#/id", "playground_id"],
  ["post_realm_profile_fields", "#/id", "field_id"],
  ["post_export_realm", "#/id", "export_id"],
  ["post_realm_domains", "#/new_domain/1", "domain"],
] as const;

interface Linked {
  readonly operationId: string;
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: { readonly properties?: object } }>> };
  readonly responses: Readonly<Record<string, { links?: object }>>;
}

/** Returns the way in which a parameter is given to an operation; undefined where it has none of this name. */
function givenTo({ parameters = [], requestBody }: Linked, name: string, value: string): object | undefined {
  const parameter = parameters.find((one) => one.name === name);
  if (parameter) return { parameters: { [`${parameter.in}.${name}`]: value } };
  const isField = Object.values(requestBody?.content ?? {}).some(({ schema }) => name in (schema.properties ?? {}));
  return isField ? { requestBody: { [name]: value } } : undefined;
}

/** Writes into each answer that has an id where the id goes on: links of OpenAPI, by the operation that takes it. */
function linkIds(paths: Readonly<Record<string, Readonly<Record<string, object>>>>): void {
  const all = Object.values(paths).flatMap((methods) => Object.values(methods)) as Linked[];
  for (const [from, place, name] of ids) {
    const answer = all.find(({ operationId }) => operationId === from)?.responses[200];
    if (!answer) continue;
    const links = all.flatMap((operation) => {
      const given = operation.operationId === from ? undefined : givenTo(operation, name, `$response.body${place}`);
      return given ? [[operation.operationId, { operationId: operation.operationId, ...given }] as const] : [];
    });
    if (links.length > 0) answer.links = { ...answer.links, ...Object.fromEntries(links) };
  }
}

/** The parts of a document beside the endpoints of the specification. */
type Beside = "support" | "all" | undefined;

const origin = "http://127.0.0.1:9991";

const info = (title: string, version: string, description: string) => ({
  title,
  version,
  description,
  contact: { name: "team-chat-touchstone" },
  license: { name: "MIT", identifier: "MIT" },
});

/**
 * Returns the endpoints of the specification as an OpenAPI 3.1 document, as a server of a level and a brand has them.
 * @param more what is there too: `support`, what servers' own clients call, and what of a control API the suite steers; `all`, the whole
 * control API, and the events
 */
export function openApi(server: Described, more?: Beside): object {
  const examples = examplesOf(server);
  const summaryOf = ofRoutes(summaries);
  const replyOf = more ? ofRoutes(observedAt(server).replies) : () => undefined;
  const paths: Record<string, Record<string, object>> = {};
  const there = [...endpoints.filter((endpoint) => isThere(endpoint, server.level)), ...(more ? support(server.level) : [])];
  for (const endpoint of there) {
    const [method = ""] = endpoint.route.split(" ");
    const path = pathOf(endpoint.route, server.brand);
    paths[path] = {
      ...paths[path],
      [method.toLowerCase()]: operationOf(endpoint, server, {
        examples,
        summary: summaryOf(endpoint.route) ?? endpoint.route,
        reply: replyOf(endpoint.route),
      }),
    };
  }
  linkIds(paths);
  const steering = controlPaths(more === "all" ? control : control.filter(({ steers }) => steers), "/_control", {
    servers: [{ url: origin, description: "beside the API" }],
  });
  return {
    openapi: "3.1.0",
    info: info(
      "Team chat service HTTP API",
      String(server.level),
      `The API of a server of feature level ${server.level}. Parameters that hold JSON are sent as its text; those of GET requests in the query, of all others as form fields.`,
    ),
    servers: [{ url: `${origin}/api/v1`, description: "touchstone serve" }],
    security: [{ basic: [] }],
    tags: tags.filter(({ name }) => more || (name !== "control" && there.some(({ route }) => tagsOf(route).includes(name)))),
    paths: { ...paths, ...(more && steering) },
    components: {
      securitySchemes: { basic: { type: "http", scheme: "basic", description: "API email address and API key." } },
      schemas: { ...componentsOf(server), ...(more && { ...controlSchemas, ...eventSchemas(server) }) },
    },
  };
}

/** Returns the control API of a served simulator as an OpenAPI 3.1 document. Its address is that of the server, or of a world, with `/_control`. */
export const controlApi = (): object => ({
  openapi: "3.1.0",
  info: info("Control API of touchstone serve", "1", "Steers a simulator: its clock, states, worlds, faults and journal."),
  servers: [
    { url: `${origin}/_control`, description: "touchstone serve" },
    { url: `${origin}/w/{world}/_control`, description: "a world", variables: { world: { default: "w1", description: "Its ID." } } },
  ],
  tags: tags.filter(({ name }) => name === "control"),
  security: [],
  paths: controlPaths(control),
  components: { schemas: controlSchemas },
});
