import { listener } from "../../actions/hearing.test.kit.ts";
import type { Simulator } from "../../server/simulator.ts";

export type ShownFields = Readonly<Record<string, unknown>>;
export type Look = (sim: Simulator) => unknown;
export type ShownList = readonly ShownFields[];

export const send = (sim: Simulator, route: string, fields: ShownFields = {}, as = "alice") => sim.as(as).send(route, fields);
export const body = (sim: Simulator, route: string, fields: ShownFields = {}, as = "alice"): ShownFields =>
  send(sim, route, fields, as).body;

/** Returns the outcome of a request in a few words: the text of its refusal where there is one. */
export function outcome({ status, body: { msg } }: { readonly status: number; readonly body: ShownFields }): unknown {
  return status === 404 ? "no such route" : status === 200 ? "success" : msg;
}
export const says =
  (route: string, fields: ShownFields = {}, as?: string): Look =>
  (sim) =>
    outcome(send(sim, route, fields, as));
export const hasRoute =
  (route: string, as?: string): Look =>
  (sim) =>
    ![404, 405].includes(send(sim, route, {}, as).status);
/** Whether a parameter is one that the endpoint reads. */
export const reads =
  (route: string, name: string, fields: ShownFields = {}, as?: string): Look =>
  (sim) => {
    const { msg, ignored_parameters_unsupported } = body(sim, route, { value: 1, ...fields }, as);
    return msg === "" ? !(ignored_parameters_unsupported as string[]).includes(name) : msg;
  };
export const range = { anchor: "newest", num_before: 100, num_after: 0 };
export const term = (operator: string, operand: unknown, negated = false) => ({ operator, operand, negated });
export const idsOf = ({ msg, messages }: ShownFields): unknown => (msg === "" ? (messages as { id: number }[]).map(({ id }) => id) : msg);
/** The ids that a narrow finds, or why it is refused. */
export const finds =
  (narrow: readonly object[], as?: string): Look =>
  (sim) =>
    idsOf(body(sim, "GET /messages", { ...range, narrow }, as));
export const renders =
  (content: string): Look =>
  (sim) =>
    body(sim, "POST /messages/render", { content }).rendered;
export const capable = (...names: readonly string[]) => ({
  notification_settings_null: true,
  ...Object.fromEntries(names.map((name) => [name, true])),
});
export const told = (sim: Simulator, key: string, as?: string, more: ShownFields = {}): ShownFields =>
  body(sim, "POST /register", { fetch_event_types: [key], client_capabilities: capable(), ...more }, as);
export const hasSetting =
  (name: string): Look =>
  (sim) =>
    name in (told(sim, "user_settings").user_settings as ShownFields);
/** Whether the registration tells something of the organization. */
export const tells =
  (name: string, key = "realm"): Look =>
  (sim) =>
    name in told(sim, key);
export const hasGroupSetting =
  (name: string): Look =>
  (sim) =>
    name in (body(sim, "GET /user_groups").user_groups as ShownList).at(-1)!;
export const channelRecord = (sim: Simulator, name = "general"): ShownFields =>
  (body(sim, "GET /streams").streams as ShownList).find((channel) => channel.name === name)!;
export const hasChannelField =
  (name: string): Look =>
  (sim) =>
    name in channelRecord(sim);
export const message = (sim: Simulator, id: unknown, fields: ShownFields = {}, as?: string): ShownFields =>
  (body(sim, `GET /messages/${String(id)}`, fields, as).message ?? {}) as ShownFields;
export const toChannel = (sim: Simulator, content: string, fields: ShownFields = {}, as = "alice"): number =>
  body(sim, "POST /messages", { type: "stream", to: "general", topic: "levels", content, ...fields }, as).id as number;
/** The events that somebody hears of while something happens. */
export function hears(
  sim: Simulator,
  as: string,
  types: readonly string[],
  happens: () => unknown,
  ...capabilities: readonly string[]
): ShownList {
  const heard = listener(sim, as, types, capabilities);
  happens();
  return heard();
}
export const act = (sim: Simulator, action: ShownFields): Simulator => {
  sim.act(action);
  return sim;
};
export const group = (sim: Simulator, name: string): number =>
  (body(sim, "GET /user_groups", {}, "owen").user_groups as { id: number; name: string }[]).find((one) => one.name === name)!.id;
export const user = (sim: Simulator, name: string): number => sim.cast[name]!.user_id;
export const channel = (sim: Simulator, name: string): number => sim.channels[name]!.stream_id;
export const newFolder = { name: "Plots", description: "" };
export const picture = "https://pictures.example.com/a.png";

export const sha256OfX = "2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881";
/** A message that was edited. */
export function edited(sim: Simulator): number {
  const id = toChannel(sim, "x");
  sim.act({ action: "edit_message", as: "alice", message_id: id, content: "y" });
  return id;
}
/** A message that was moved to another topic. */
export function moved(sim: Simulator): number {
  const id = toChannel(sim, "x");
  sim.act({ action: "edit_message", as: "alice", message_id: id, topic: "elsewhere" });
  return id;
}
export function resolvedInQuiet(sim: Simulator): Simulator {
  toChannel(sim, "x", { to: "quiet", topic: "✔ done" }, "bob");
  return sim;
}
export const reactionEvent = (sim: Simulator): unknown =>
  hears(sim, "bob", ["reaction"], () => send(sim, `POST /messages/${toChannel(sim, "x")}/reactions`, { emoji_name: "tada" })).map((event) =>
    Object.keys(event),
  );
/** The addresses in a direct message of two people, the older account of whom has the later address. */
export function pairAsShown(sim: Simulator): unknown {
  const { id } = body(sim, "POST /messages", { type: "private", to: ["gus@example.com"], content: "x" }, "owen");
  return (message(sim, id, {}, "owen").display_recipient as ShownList).map(({ email }) => email);
}
/** Whether the recipient_ids that the two people of a conversation see are the same: of one message, and of messages of either to each. */
export function pairIds(sim: Simulator): unknown {
  const people = ["alice", "bob"];
  const to = people.map((name) => `${name}@example.com`);
  const [fromAlice, fromBob] = people.map((name) => body(sim, "POST /messages", { type: "private", to, content: "x" }, name).id as number);
  const seen = (id: number | undefined, as: string): unknown => message(sim, id!, {}, as).recipient_id;
  return {
    eachTheSame: seen(fromAlice, "alice") === seen(fromAlice, "bob"),
    eachDirection: seen(fromAlice, "alice") === seen(fromBob, "alice"),
  };
}
/** The reply to an upload. */
export function uploaded(sim: Simulator, name = "film.mov"): ShownFields {
  const file = { name, type: "video/quicktime", bytes: new Uint8Array([1, 2, 3]) };
  const answer = sim.send({ method: "POST", path: "/user_uploads", files: [file], auth: "alice" });
  return "body" in answer ? answer.body : {};
}
/** The flags that bob has of the notice that alice resolved a topic. */
export function noticeFlags(sim: Simulator): unknown {
  const id = toChannel(sim, "x", { topic: "chores" });
  send(sim, `POST /messages/${id}/reactions`, { emoji_name: "tada" }, "bob");
  send(sim, `PATCH /messages/${id}`, { topic: "✔ chores" });
  return message(sim, sim.snapshot().world.messages.newest()!.id, {}, "bob").flags;
}
/** Somebody gives a folder the name of one that is archived. */
export function nameOfArchivedFolder(sim: Simulator): unknown {
  const { channel_folder_id } = body(sim, "POST /channel_folders/create", newFolder, "dana");
  send(sim, `PATCH /channel_folders/${String(channel_folder_id)}`, { is_archived: true }, "dana");
  return outcome(send(sim, "POST /channel_folders/create", newFolder, "dana"));
}
/** Returns how many deletions somebody hears of whose history begins after the message. */
export function closedToDeletion(sim: Simulator): unknown {
  act(sim, { action: "set_realm", property: "message_content_delete_limit_seconds", value: null });
  const [id] = finds([term("channel", "secret")], "cara")(sim) as number[];
  return hears(sim, "alice", ["delete_message"], () => send(sim, `DELETE /messages/${id}`, {}, "cara")).length;
}
/** Returns how many policies change when one of two messages goes to a topic of its own, which its sender thereby begins. */
export function policiesOfMove(sim: Simulator): unknown {
  const [id] = [toChannel(sim, "x", { topic: "chores" }), toChannel(sim, "y", { topic: "chores" })];
  return hears(sim, "alice", ["user_topic"], () => send(sim, `PATCH /messages/${id}`, { topic: "tools of old" }, "owen")).length;
}
/** The fields of a reaction as messages have it. */
export function reactionOf(sim: Simulator): unknown {
  const id = toChannel(sim, "x");
  send(sim, `POST /messages/${id}/reactions`, { emoji_name: "tada" });
  return Object.keys((message(sim, id).reactions as ShownList)[0]!);
}
/** Returns what somebody hears of the subscriptions of an account that ends, in one channel. */
export function opsOfLeaving(sim: Simulator, gone: string, name = "general"): unknown {
  const stream_id = channel(sim, name);
  const happens = () => send(sim, `DELETE /users/${user(sim, gone)}`, {}, "owen");
  return hears(sim, "owen", ["subscription"], happens).flatMap(({ op, stream_ids }) =>
    (stream_ids as number[]).includes(stream_id) ? [op] : [],
  );
}
export function defaultChannels(sim: Simulator): readonly unknown[] {
  send(sim, "POST /default_streams", { stream_id: channel(sim, "general") }, "owen");
  return told(sim, "default_streams").realm_default_streams as unknown[];
}
/** Somebody adds a member to a group that was deactivated. */
export function changedAfterItsEnd(sim: Simulator): unknown {
  const id = group(sim, "support");
  sim.act({ action: "deactivate_group", group_id: id });
  return outcome(send(sim, `POST /user_groups/${id}/members`, { add: [user(sim, "cara")] }, "owen"));
}
