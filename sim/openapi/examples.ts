import { endpoints } from "../endpoints/index.ts";
import type { Endpoint } from "../protocol/endpoint.ts";
import { type Schema, schemaOf } from "../protocol/schema.ts";
import { createSimulator, type Simulator } from "../server/simulator.ts";
import type { Described, Example } from "./operation.ts";

type Fields = Readonly<Record<string, unknown>>;

/** A request of the run that examples are taken from. */
interface ExampleRequest {
  readonly route: string;
  readonly as: string | undefined;
  readonly fields: (sim: Simulator) => Fields;
  /** The value of the path's parameter. */
  readonly path: (sim: Simulator) => number;
}

const ask = (
  route: string,
  as: string | undefined,
  fields: ExampleRequest["fields"] | Fields = {},
  path: ExampleRequest["path"] = () => 1,
): ExampleRequest => ({ route, as, fields: typeof fields === "function" ? (fields as ExampleRequest["fields"]) : () => fields, path });

const channel = (sim: Simulator): number => sim.channels.general?.stream_id ?? 0;
const user = (sim: Simulator, name: string): number => sim.cast[name]?.user_id ?? 0;
const newest = (sim: Simulator): number =>
  Math.max(...[...sim.state.messages.values()].filter(({ place }) => place.channel !== undefined).map(({ id }) => id));
const queue = (sim: Simulator): unknown => sim.as("alice").send("POST /register", { event_types: ["message"] }).body.queue_id;
const device = (sim: Simulator): unknown => sim.act({ action: "register_device", as: "alice" }).device_id;
const groupOf = (sim: Simulator): number => Math.max(...sim.state.groups.keys());
const nowhere = 999_999_999;

const said = { type: "stream", to: "general", topic: "lunch", content: "Soup is **ready**" };
const meeting = (sim: Simulator): Fields => {
  sim.act({ action: "set_video_provider", configured: true });
  sim.act({ action: "set_video_token", as: "alice", value: true });
  return {};
};
const search = (operator: string) => (sim: Simulator) => ({ msg_ids: [newest(sim)], narrow: [{ operator, operand: "soup" }] });

/** The example requests, in this order: a success and the refusals of each endpoint. */
const run: readonly ExampleRequest[] = [
  ask("GET /server_settings", undefined),
  ask("POST /fetch_api_key", undefined, (sim) => ({ username: sim.cast.alice?.email, password: sim.cast.alice?.password })),
  ask("POST /fetch_api_key", undefined, (sim) => ({ username: sim.cast.alice?.email, password: "wrong" })),
  ask("POST /messages", "alice", said),
  ask("POST /messages", "alice", { ...said, to: "nowhere" }),
  ask("POST /messages", "alice", { type: "stream" }),
  ask("POST /messages", "alice", { ...said, type: "private", to: [nowhere] }),
  ask("GET /messages", "bob", { anchor: "newest", num_before: 1, num_after: 0 }),
  ask("GET /messages", "bob", { anchor: "newest", num_before: 6000, num_after: 0 }),
  ask("GET /messages", "bob", { anchor: "newest", num_before: 1, num_after: 0, narrow: [{ operator: "is", operand: "nothing" }] }),
  ask("GET /messages/{message_id}", "bob", {}, newest),
  ask("GET /messages/{message_id}", "bob", {}, () => nowhere),
  ask("GET /messages/matches_narrow", "bob", search("search")),
  ask("GET /messages/matches_narrow", "bob", search("is")),
  ask("POST /typing", "alice", (sim) => ({ op: "start", to: [user(sim, "bob")] })),
  ask("POST /typing", "alice", { op: "start", to: [] }),
  ask("POST /user_topics", "alice", (sim) => ({ stream_id: channel(sim), topic: "lunch", visibility_policy: 1 })),
  ask("POST /user_topics", "alice", { stream_id: nowhere, topic: "lunch", visibility_policy: 1 }),
  ask("POST /channel_folders/create", "dana", { name: "kitchen", description: "All about food" }),
  ask("POST /channel_folders/create", "alice", { name: "garden", description: "" }),
  ask("PATCH /channel_folders/{channel_folder_id}", "dana", { is_archived: true }, (sim) => Math.max(...sim.state.folders.keys())),
  ask("PATCH /channel_folders/{channel_folder_id}", "dana", { is_archived: true }, () => nowhere),
  ask("POST /user_groups/create", "alice", (sim) => ({ name: "cooks", description: "Who cooks", members: [user(sim, "bob")] })),
  ask("POST /user_groups/create", "alice", { name: "waiters", description: "", members: [nowhere] }),
  ask("POST /user_groups/{user_group_id}/members", "owen", (sim) => ({ add: [user(sim, "cara")] }), groupOf),
  ask("POST /user_groups/{user_group_id}/members", "owen", { add: [nowhere] }, groupOf),
  ask("PATCH /users/me/profile_data", "alice", { data: [] }),
  ask("PATCH /users/me/profile_data", "alice", { data: [{ id: nowhere, value: "tea" }] }),
  ask("POST /navigation_views", "alice", { fragment: "narrow/is/alerted", is_pinned: true, name: "For me" }),
  ask("POST /navigation_views", "alice", { fragment: " ", is_pinned: true }),
  ask("POST /realm/domains", "owen", { domain: "example.org", allow_subdomains: false }),
  ask("POST /realm/domains", "alice", { domain: "example.net", allow_subdomains: false }),
  ask("GET /realm/linkifiers", "alice"),
  ask("GET /realm/presence", "alice"),
  ask("POST /calls/vc/create", "alice", meeting),
  ask("POST /calls/vc/create", "bob"),
  ask("POST /remove_client_device", "alice", (sim) => ({ device_id: device(sim) })),
  ask("POST /remove_client_device", "alice", { device_id: nowhere }),
  ask("DELETE /messages/{message_id}", "gus", {}, newest),
  ask("DELETE /messages/{message_id}", "owen", {}, newest),
  ask("DELETE /events", "alice", (sim) => ({ queue_id: queue(sim) })),
  ask("DELETE /events", "alice", { queue_id: "fb67bf8a-c031-47cc-84cf-ed80accacda8" }),
];

/** Objects of the realm by the parameters, of paths and of requests, that name them. */
const named: Readonly<Record<string, (sim: Simulator) => number>> = {
  message_id: newest,
  stream_id: channel,
  user_id: (sim) => user(sim, "bob"),
  user_group_id: groupOf,
  channel_folder_id: (sim) => Math.max(...sim.state.folders.keys()),
};

/** A value of a parameter that fits, as far as its declaration tells. */
function fittingValue(sim: Simulator, name: string, { type, enum: words }: Schema): unknown {
  if (words) return words[0];
  if (type === "boolean") return true;
  return type === "integer" ? (named[name]?.(sim) ?? 1) : "text";
}

/** Returns the example request for an endpoint of which the run above has nothing: as its declaration has it. */
function derived({ route, params, allow }: Endpoint): ExampleRequest {
  const needed = Object.entries(params).filter(([, { required }]) => required);
  const fields = (sim: Simulator) =>
    Object.fromEntries(needed.map(([name, { decode }]) => [name, fittingValue(sim, name, schemaOf(decode))]));
  return ask(route, allow ? "alice" : undefined, fields, named[/\{(\w+)\}/.exec(route)?.[1] ?? ""]);
}

const listed = new Set(run.map(({ route }) => route));
const further = endpoints.filter(({ route }) => !listed.has(route)).map(derived);

/** Everything that needs credentials refuses those who send none. */
const withoutCredentials: readonly ExampleRequest[] = endpoints.filter(({ allow }) => allow).map(({ route }) => ask(route, undefined));

const hidden = (name: string, value: unknown): unknown => (name === "api_key" ? "<API_KEY>" : value);

/** Returns answers of a simulator of a level and a brand, each kind once. */
export function examplesOf({ level, brand }: Described): readonly Example[] {
  const sim = createSimulator({ level, brand });
  const found = new Map<string, Example>();
  for (const { route, path, as, fields } of [...run, ...further, ...withoutCredentials]) {
    const [method = "", pattern = ""] = route.split(" ");
    const where = pattern.replace("/calls/vc/", brand === "zulip" ? "/calls/webex/" : "/calls/vc/").replace(/\{\w+\}/, String(path(sim)));
    const answer = sim.send({ method, path: where, fields: fields(sim), ...(as !== undefined && { auth: as }) });
    if (!("text" in answer) || answer.status === 404) continue;
    const body = JSON.parse(answer.text, hidden) as { readonly code?: string };
    const name = body.code ?? "success";
    if (!found.has(`${route} ${name}`)) found.set(`${route} ${name}`, { route, status: answer.status, name, body });
  }
  return [...found.values()];
}
