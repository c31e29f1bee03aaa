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
const refused = (msg: string, code = "BAD_REQUEST", extra: Event = {}) => ({ status: 400, body: { result: "error", msg, code, ...extra } });
const missing = (name: string) => refused(`Missing '${name}' argument`, "REQUEST_VARIABLE_MISSING", { var_name: name });

/** Each row is the request of the row above with one fault less, and another one that shows now. */
function climb(sim: Simulator, as: string, route: string, rungs: readonly (readonly [Event, unknown])[]): void {
  let fields: Event = {};
  for (const [more, expected] of rungs) {
    fields = { ...fields, ...more };
    assert.equal(send(sim, as, route, fields), expected, JSON.stringify(fields));
  }
}
const muted = "PATCH /users/me/subscriptions/muted_topics";

test("the old way to mute a topic sets and clears its policy", () => {
  const sim = createSimulator();
  const hear = listener(sim, "alice", ["user_topic"]);
  const stream_id = idOf(sim, "general");
  const fields = { stream_id, topic: "tools", op: "add" };
  assert.equal([send(sim, "alice", muted, fields), send(sim, "alice", muted, fields)], [ok(), ok()]);
  const gone = { stream: "General", topic: "TOOLS", op: "remove" };
  assert.equal([send(sim, "alice", muted, gone), send(sim, "alice", muted, gone)], [ok(), ok()]);
  assert.equal(
    hear().map(({ topic_name, visibility_policy }) => [topic_name, visibility_policy]),
    [
      ["tools", 1],
      ["TOOLS", 0],
    ],
  );
});

test("a ladder of refusals to the old way to mute a topic", () => {
  const sim = createSimulator();
  const noId = refused("Invalid channel ID");
  climb(sim, "cara", muted, [
    [{}, missing("topic")],
    [{ topic: "x".repeat(61) }, refused("topic is too long (limit: 60 characters)")],
    [{ topic: "x" }, missing("op")],
    [{ op: "toggle" }, refused("Invalid op")],
    [{ op: "add" }, refused("Missing 'stream_id' argument")],
    [{ stream: "team", stream_id: idOf(sim, "team") }, refused("Unsupported parameter combination: stream_id, stream")],
    [{ stream: undefined }, noId],
    [{ stream: "team", stream_id: undefined }, refused("Invalid channel name 'team'")],
    [{ stream: "quiet" }, ok()],
  ]);
  const old = createSimulator({ level: 168 });
  const fields = { stream: "general", topic: "x" };
  assert.equal(send(old, "alice", muted, { topic: "x", op: "add" }), missing("stream_id"));
  assert.equal(send(old, "alice", muted, { ...fields, op: "remove" }), refused("Topic is not muted"));
  assert.is(send(old, "alice", muted, { ...fields, op: "add" }).status, 200);
  assert.equal(send(old, "alice", muted, { ...fields, op: "add" }), refused("Topic already muted"));
});

test.run();
