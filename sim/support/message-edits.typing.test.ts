import { test } from "uvu";
import * as assert from "uvu/assert";
import { type Event, listener } from "../actions/hearing.test.kit.ts";
import { createSimulator, type Simulator } from "../server/simulator.ts";

const idOf = (sim: Simulator, channel: string): number => sim.channels[channel]!.stream_id;
const userId = (sim: Simulator, name: string): number => sim.cast[name]!.user_id;
const send = (sim: Simulator, as: string, route: string, fields: Event = {}) => {
  const { status, body } = sim.as(as).send(route, fields);
  return { status, body };
};
const ok = (fields: Event = {}) => ({ status: 200, body: { result: "success", msg: "", ...fields } });
const refused = (msg: string, code = "BAD_REQUEST", extra: Event = {}, status = 400) => ({
  status,
  body: { result: "error", msg, code, ...extra },
});

test("editing a message is told to those it is for, as typing is", () => {
  const sim = createSimulator();
  const [bob, cara] = ["bob", "cara"].map((name) => listener(sim, name, ["typing_edit_message"])) as [() => Event[], () => Event[]];
  const empty = listener(sim, "bob", ["typing_edit_message"], ["empty_topic_name"]);
  const post = (fields: Event) => sim.as("alice").send("POST /messages" as string, { content: "x", ...fields }).body.id as number;
  const [inTopic, direct] = [post({ type: "channel", to: "general", topic: "" }), post({ type: "direct", to: [userId(sim, "bob")] })];
  assert.equal(send(sim, "alice", `POST /messages/${inTopic}/typing`, { op: "start" }), ok());
  assert.equal(send(sim, "alice", `POST /messages/${direct}/typing`, { op: "stop" }), ok());
  const common = { type: "typing_edit_message", sender_id: userId(sim, "alice") };
  const events = (topic: string) => [
    { ...common, op: "start", message_id: inTopic, recipient: { type: "channel", channel_id: idOf(sim, "general"), topic } },
    { ...common, op: "stop", message_id: direct, recipient: { type: "direct", user_ids: [userId(sim, "alice"), userId(sim, "bob")] } },
  ];
  assert.equal(bob(), events("general chat"));
  assert.equal(empty(), events(""));
  assert.equal(cara(), events("general chat").slice(0, 1));
});

test("a ladder of refusals to telling that one edits", () => {
  const sim = createSimulator();
  const { id } = sim.as("alice").send("POST /messages", { type: "channel", to: "team", topic: "x", content: "y" }).body;
  const route = `POST /messages/${id}/typing`;
  const start = { op: "start" };
  assert.equal(send(sim, "cara", route), refused("Missing 'op' argument", "REQUEST_VARIABLE_MISSING", { var_name: "op" }));
  assert.equal(send(sim, "cara", route, { op: "pause" }), refused("Invalid op"));
  assert.equal(send(sim, "cara", route, start), refused("Invalid message(s)"));
  assert.equal(send(sim, "bob", route, start), refused("You don't have permission to edit this message"));
  sim.act({ action: "set_user", as: "alice", property: "send_stream_typing_notifications", value: false });
  assert.equal(send(sim, "alice", route, start), refused("User has disabled typing notifications for channel messages"));
  sim.act({ action: "set_user", as: "alice", property: "send_stream_typing_notifications", value: true });
  assert.equal(send(sim, "alice", route, start), ok());
  sim.advance({ ms: 3_600_000 });
  assert.equal(send(sim, "alice", route, start), refused("The time limit for editing this message has passed"));
  assert.is(send(createSimulator({ level: 350 }), "alice", route, start).status, 404);
});

test.run();
