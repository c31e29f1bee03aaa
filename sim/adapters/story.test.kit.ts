import { spelled } from "../server/client.ts";
import type { Simulator } from "../server/simulator.ts";

/** A story that is told alike on every way to a simulator, in Node and in a browser. */

/** One way to a simulator: what a fetch function does. */
export type Way = (request: Request) => Promise<Response>;

export type StatusAndText = readonly [status: number, text: string];

/** A request of a member, its fields in the query of a GET or a HEAD and in a form otherwise. */
export function requestOf(
  sim: Simulator,
  as: string | undefined,
  route: string,
  given: Readonly<Record<string, unknown>> = {},
  init: RequestInit = {},
): Request {
  const [method = "", path = ""] = route.split(" ");
  const fields = new URLSearchParams([...spelled(given)]);
  const headers = new Headers({ "user-agent": "touchstone/1" });
  const member = as === undefined ? undefined : sim.cast[as]!;
  if (member) headers.set("authorization", `Basic ${btoa(`${member.email}:${member.api_key}`)}`);
  const target = new URL(`/api/v1${path}`, sim.server.url);
  if (method === "GET" || method === "HEAD") target.search = String(fields);
  const body = method === "GET" || method === "HEAD" || method === "OPTIONS" ? null : fields;
  return new Request(target, { method, headers, body, ...init });
}

/** A day in the garden: every endpoint of writing and reading, some refused. */
export async function day(sim: Simulator, way: Way): Promise<StatusAndText[]> {
  const heard: StatusAndText[] = [];
  const ask = async (as: string | undefined, route: string, fields: Record<string, unknown> = {}) => {
    const response = await way(requestOf(sim, as, route, fields));
    const text = await response.text();
    heard.push([response.status, text]);
    return JSON.parse(text) as Record<string, unknown>;
  };
  const bob = sim.cast.bob!.user_id;
  const topic = "größer 🌱";
  await ask(undefined, "GET /server_settings");
  await ask(undefined, "POST /fetch_api_key", { username: "alice@example.com", password: "alice-password" });
  const { queue_id } = await ask("bob", "POST /register", { event_types: ["message", "typing", "user_topic", "delete_message"] });
  const content = "@**Bob Birch** `x` & <y>\n\n* z";
  const { id } = await ask("alice", "POST /messages", { type: "channel", to: "general", topic, content });
  await ask("alice", "POST /messages", { type: "direct", to: [bob], content: "ü\u2028%+&=" });
  await ask("alice", "POST /messages", { type: "channel", to: "nowhere & far", topic: "x", content: "y" });
  await ask("alice", "POST /typing", { op: "start", to: [bob] });
  const { stream_id } = sim.channels.general!;
  await ask("bob", "POST /user_topics", { stream_id, topic, visibility_policy: 3, unknown: "ß" });
  await ask("bob", "GET /messages", {
    anchor: "newest",
    num_before: 3,
    num_after: 0,
    narrow: [{ operator: "topic", operand: topic }],
  });
  await ask("bob", `GET /messages/${id}`, { apply_markdown: false });
  await ask("bob", `DELETE /messages/${id}`);
  await ask("dana", `DELETE /messages/${id}`);
  await ask("bob", "GET /events", { queue_id, last_event_id: -1, dont_block: true });
  await ask("bob", "DELETE /events", { queue_id });
  await ask("alice", "PATCH /users/me/profile_data", { data: [] });
  await ask("alice", "GET /realm/presence");
  await ask(undefined, "GET /messages");
  return heard;
}
