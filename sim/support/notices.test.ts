import { test } from "uvu";
import * as assert from "uvu/assert";
import { type Event, listener } from "../actions/hearing.test.kit.ts";
import { createSimulator, type Simulator } from "../server/simulator.ts";

const realm = {
  settings: { message_content_delete_limit_seconds: null },
  users: { alice: {}, bob: {}, owen: { role: "owner" } },
  channels: { general: { subscribers: ["alice", "bob", "owen"] }, kitchen: { subscribers: ["alice", "bob", "owen"] } },
};
const channel = (sim: Simulator, name: string): number => sim.channels[name]!.stream_id;
const sent = (sim: Simulator, topic: string, content = "x"): number =>
  sim.as("alice").send("POST /messages", { type: "stream", to: "general", topic, content }).body.id as number;

/** Requests of owen's that the server tells of in a topic; `#` is the channel, `@` a message in it. */
const rows: readonly (readonly [route: string, fields: Event, own: readonly string[], others: readonly string[]])[] = [
  ["PATCH /messages/@", { topic: "elsewhere" }, [], []],
  ["PATCH /messages/@", { topic: "tools", propagate_mode: "change_all", send_notification_to_old_thread: true }, [], []],
  ["PATCH /streams/#", { new_name: "commons" }, [], []],
  ["PATCH /streams/#", { description: "For all" }, [], []],
  ["PATCH /streams/#", { is_private: true }, [], []],
  ["PATCH /streams/#", { message_retention_days: 5 }, [], []],
  ["DELETE /streams/#", {}, ["read"], ["read"]],
  ["POST /users/me/subscriptions", { subscriptions: [{ name: "new" }], principals: ["owen@example.com", "bob@example.com"] }, ["read"], []],
];

test("an organization that wants no messages about its channels gets none", () => {
  for (const value of [true, false]) {
    const sim = createSimulator({ realm });
    const general = channel(sim, "general");
    const bob = listener(sim, "bob", ["message"]) as () => Event[];
    sim.as("owen").send("PATCH /realm", { send_channel_events_messages: value });
    for (const fields of [{ new_name: "commons" }, { description: "For all" }, { is_private: true }])
      assert.is(sim.as("owen").send(`PATCH /streams/${general}`, fields).status, 200);
    assert.is(sim.as("owen").send(`DELETE /streams/${general}`).status, 200);
    assert.is(bob().length, value ? 4 : 0);
  }
});

test("notices of the server are unread for the one who caused them too, but for those of new and of archived channels", () => {
  for (const level of [372, undefined]) {
    for (const [route, fields, own, others] of rows) {
      const sim = createSimulator({ realm, ...(level !== undefined && { level }) });
      const id = sent(sim, "lunch");
      const [owen, bob] = ["owen", "bob"].map((name) => listener(sim, name, ["message"])) as [() => Event[], () => Event[]];
      const path = route.replace("#", String(channel(sim, "general"))).replace("@", String(id));
      assert.is(sim.as("owen").send(path, fields).status, 200);
      const flags = (events: Event[]) => events.map((event) => event.flags);
      const [heard, told] = [owen(), bob()];
      assert.ok(heard.length > 0, route);
      assert.equal(
        flags(heard),
        flags(heard).map(() => own),
        route,
      );
      assert.equal(
        flags(told),
        flags(told).map(() => others),
        route,
      );
    }
  }
});

test("a topic that is deleted takes everyone's policy along", () => {
  const sim = createSimulator({ level: 372, realm });
  const stream_id = channel(sim, "general");
  const ids = [sent(sim, "lunch"), sent(sim, "lunch")];
  sim.as("bob").send("POST /user_topics", { stream_id, topic: "lunch", visibility_policy: 1 });
  const heard = ["alice", "bob", "owen"].map((name) =>
    listener(sim, name, ["delete_message", "user_topic", "muted_topics"], ["bulk_message_deletion"]),
  );
  assert.is(sim.as("owen").send(`POST /streams/${stream_id}/delete_topic`, { topic_name: "lunch" }).status, 200);
  const [alice, bob, owen] = heard.map((hear) => hear()) as [Event[], Event[], Event[]];
  const gone = { type: "delete_message", message_type: "stream", stream_id, topic: "lunch", message_ids: ids.toReversed() };
  const { last_updated, ...policy } = alice.at(-1)!;
  assert.equal(policy, { type: "user_topic", stream_id, topic_name: "lunch", visibility_policy: 0 });
  assert.equal([alice[0], bob[0], owen], [gone, gone, [gone]]);
  assert.is(bob.at(-1)!.visibility_policy, 0);
  assert.equal(sim.as("bob").send("POST /register", { fetch_event_types: ["user_topic"] }).body.user_topics, []);
});

test("the legacy twin of wildcard mentions is in events of new messages, not in those of edits", () => {
  const sim = createSimulator({ level: 372, realm });
  const hear = listener(sim, "bob", ["message", "update_message"]);
  const id = sent(sim, "lunch", "@**all** now");
  sim.as("alice").send(`PATCH /messages/${id}`, { content: "@**all** later" });
  assert.equal(
    hear().map(({ flags }) => flags),
    [["stream_wildcard_mentioned", "wildcard_mentioned"], ["stream_wildcard_mentioned"]],
  );
});

test("of a message with a file its sender hears of the file, of the topic, then of the message", () => {
  const sim = createSimulator({ level: 372, realm });
  const file = { name: "plan.txt", type: "text/plain", bytes: new Uint8Array([1]) };
  const answer = sim.send({ method: "POST", path: "/user_uploads", files: [file], auth: "alice" });
  const uri = "body" in answer ? String(answer.body.uri) : "";
  const hear = listener(sim, "alice", ["attachment", "user_topic", "message"]);
  sent(sim, "plans", `[plan](${uri})`);
  assert.equal(
    hear().map(({ type }) => type),
    ["attachment", "user_topic", "message"],
  );
});

test.run();
