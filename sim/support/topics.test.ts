import { test } from "uvu";
import * as assert from "uvu/assert";
import { type Event, listener } from "../actions/hearing.test.kit.ts";
import { createSimulator, type Simulator } from "../server/simulator.ts";

const idOf = (sim: Simulator, channel: string): number => sim.channels[channel]!.stream_id;
const send = (sim: Simulator, as: string, route: string, fields: Event = {}) => {
  const { status, body } = sim.as(as).send(route, fields);
  return { status, body };
};
const ok = (fields: Event = {}) => ({ status: 200, body: { result: "success", msg: "", ...fields } });
const refused = (msg: string, code = "BAD_REQUEST", extra: Event = {}, status = 400) => ({
  status,
  body: { result: "error", msg, code, ...extra },
});

test("topics come with the newest first, each under its newest name", () => {
  const sim = createSimulator();
  const channel = idOf(sim, "quiet");
  const route = `GET /users/me/${channel}/topics`;
  const write = (topic: string) => sim.as("bob").send("POST /messages", { type: "channel", to: channel, topic, content: "x" }).body.id;
  const before = (send(sim, "alice", route).body.topics as Event[]).length;
  const [, b, a, empty] = ["Seeds", "pots", "SEEDS", ""].map(write);
  const listed = (fields: Event) => (send(sim, "alice", route, fields).body.topics as Event[]).slice(0, -before);
  const rest = [
    { name: "SEEDS", max_id: a },
    { name: "pots", max_id: b },
  ];
  assert.equal(listed({}), [{ name: "general chat", max_id: empty }, ...rest]);
  assert.equal(listed({ allow_empty_topic_name: true }), [{ name: "", max_id: empty }, ...rest]);
});

test("of a channel that hides its history only topics with messages of one's own are listed", () => {
  const sim = createSimulator();
  const channel = idOf(sim, "secret");
  const send = (topic: string) => sim.as("cara").send("POST /messages", { type: "channel", to: channel, topic, content: "x" });
  const topics = (as: string) => (sim.as(as).send(`GET /users/me/${channel}/topics`).body.topics as Event[]).map(({ name }) => name);
  sim.act({ action: "unsubscribe", as: "alice", channel: "secret" });
  send("between");
  sim.act({ action: "subscribe", as: "alice", channel: "secret" });
  send("after");
  assert.equal(topics("cara").slice(0, 2), ["after", "between"]);
  assert.is(topics("alice")[0], "after");
  assert.not(topics("alice").includes("between"));
});

test("a deleted topic goes for everybody, in one event for those who can take it", () => {
  const sim = createSimulator();
  const stream_id = idOf(sim, "quiet");
  const write = (topic: string) => sim.as("bob").send("POST /messages", { type: "channel", to: stream_id, topic, content: "x" }).body.id;
  const ids = ["Seeds", "seeds", "SEEDS"].map(write);
  write("pots");
  const [bob, old, alice] = [
    listener(sim, "bob", ["delete_message"], ["bulk_message_deletion"]),
    listener(sim, "cara", ["delete_message"]),
    listener(sim, "alice", ["delete_message"], ["bulk_message_deletion"]),
  ];
  const route = `POST /streams/${stream_id}/delete_topic`;
  assert.equal(send(sim, "dana", route, { topic_name: "sEEDS" }), ok({ complete: true }));
  const where = { message_type: "stream", stream_id, topic: "SEEDS" };
  assert.equal(bob(), [{ type: "delete_message", message_ids: ids, ...where }]);
  assert.equal(
    old(),
    ids.map((message_id) => ({ type: "delete_message", message_id, ...where })),
  );
  assert.equal(alice(), []);
  for (const id of ids) assert.equal(send(sim, "bob", `GET /messages/${id}`), refused("Invalid message(s)"));
  assert.equal(send(sim, "dana", route, { topic_name: "nothing here" }), ok({ complete: true }));
});

test("a ladder of refusals to deleting a topic", () => {
  const sim = createSimulator();
  const route = (id: number) => `POST /streams/${id}/delete_topic`;
  const missing = refused("Missing 'topic_name' argument", "REQUEST_VARIABLE_MISSING", { var_name: "topic_name" });
  assert.equal(send(sim, "alice", route(4711)), missing);
  assert.equal(send(sim, "alice", route(4711), { topic_name: "tools" }), refused("Invalid channel ID"));
  const general = route(idOf(sim, "general"));
  assert.equal(send(sim, "alice", general, { topic_name: "tools" }), refused("You don't have permission to delete this message"));
  sim.act({ action: "set_channel", channel: "general", property: "can_delete_any_message_group", value: "role:members" });
  assert.equal(send(sim, "alice", general, { topic_name: "tools" }), ok({ complete: true }));
  const old = createSimulator({ level: 406 });
  const mustBe = refused("Must be an organization administrator", "UNAUTHORIZED_PRINCIPAL");
  assert.equal(send(old, "alice", route(4711)), mustBe);
});

test.run();
