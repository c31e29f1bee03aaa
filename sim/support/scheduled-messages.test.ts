import { test } from "uvu";
import * as assert from "uvu/assert";
import { type Event, listener } from "../actions/hearing.test.kit.ts";
import { Held } from "../server/client.ts";
import { createSimulator, type Simulator } from "../server/simulator.ts";

const ok = { result: "success", msg: "" };
const failure = (msg: string, code = "BAD_REQUEST", extra = {}) => ({ result: "error", msg, code, ...extra });
const seconds = 1_767_268_800; // 2026-01-01T12:00:00Z
const general = (sim: Simulator): number => sim.channels.general!.stream_id;
const idOf = (sim: Simulator, name: string): number => sim.cast[name]!.user_id;
const listed = (sim: Simulator, who = "alice") => sim.as(who).send("GET /scheduled_messages").body.scheduled_messages as Event[];

const toChannel = (sim: Simulator, more: Event = {}): Event => ({
  type: "channel",
  to: general(sim),
  topic: "soup",
  content: "**hot**",
  scheduled_delivery_timestamp: seconds + 60,
  ...more,
});
const schedule = (sim: Simulator, fields: Event, who = "alice") => sim.as(who).send("POST /scheduled_messages", fields).body;

test("a scheduled message waits, can be changed, and is taken back", () => {
  const sim = createSimulator();
  const hear = listener(sim, "alice", ["scheduled_messages"]);
  const { scheduled_message_id: first, ...rest } = schedule(sim, toChannel(sim));
  assert.equal(rest, ok);
  const direct = { type: "direct", to: [idOf(sim, "bob"), idOf(sim, "alice")], content: "hi", scheduled_delivery_timestamp: seconds + 30 };
  const { scheduled_message_id: second } = schedule(sim, direct);
  const html = (text: string) => ({ content: text, rendered_content: `<p>${text}</p>` });
  const one = {
    scheduled_message_id: first,
    type: "stream",
    to: general(sim),
    topic: "soup",
    content: "**hot**",
    rendered_content: "<p><strong>hot</strong></p>",
    scheduled_delivery_timestamp: seconds + 60,
    failed: false,
  };
  const two = {
    scheduled_message_id: second,
    type: "private",
    to: [idOf(sim, "bob")],
    ...html("hi"),
    scheduled_delivery_timestamp: seconds + 30,
  };
  assert.equal(listed(sim), [{ ...two, failed: false }, one]);
  assert.equal(listed(sim), sim.as("alice").send("POST /register", { fetch_event_types: ["scheduled_messages"] }).body.scheduled_messages);
  assert.equal(listed(sim, "bob"), []);
  assert.equal(sim.as("alice").send(`PATCH /scheduled_messages/${first}`, { content: "cold" }).body, ok);
  assert.equal(listed(sim)[1], { ...one, ...html("cold") });
  const move = { type: "direct", to: [idOf(sim, "alice")], scheduled_delivery_timestamp: seconds + 1 };
  assert.equal(sim.as("alice").send(`PATCH /scheduled_messages/${first}`, move).body, ok);
  const { topic, ...moved } = { ...one, ...html("cold"), ...move, type: "private" };
  assert.equal(listed(sim), [moved, { ...two, failed: false }]);
  assert.equal(sim.as("alice").send(`DELETE /scheduled_messages/${second}`).body, ok);
  const event = { type: "scheduled_messages" };
  assert.equal(hear(), [
    { ...event, op: "add", scheduled_messages: [one] },
    { ...event, op: "add", scheduled_messages: [{ ...two, failed: false }] },
    { ...event, op: "update", scheduled_message: { ...one, ...html("cold") } },
    { ...event, op: "update", scheduled_message: moved },
    { ...event, op: "remove", scheduled_message_id: second },
  ]);
});

test("when its time comes it is sent, in order with others, and held polls are answered", () => {
  const sim = createSimulator();
  const { scheduled_message_id: late } = schedule(sim, toChannel(sim, { content: "late" }));
  const { scheduled_message_id: early } = schedule(sim, toChannel(sim, { content: "early", scheduled_delivery_timestamp: seconds + 10 }));
  assert.is(sim.due, (seconds + 10) * 1000);
  const { queue_id } = sim.as("bob").send("POST /register", { event_types: ["message"] }).body;
  const hear = listener(sim, "alice", ["message", "scheduled_messages", "user_topic"]);
  const held = sim.as("bob").request("GET /events", { queue_id, last_event_id: -1 });
  if (!(held instanceof Held)) throw new Error("the poll is not held");
  sim.advance({ ms: 9_999 });
  assert.is(held.reply, undefined);
  sim.advance({ ms: 1 });
  const [first] = held.reply!.body.events;
  if (first?.type !== "message") throw new Error("no message came");
  const { message, flags } = first;
  assert.equal(
    [message.content, message.timestamp, message.subject, message.client, flags],
    ["early", seconds + 10, "soup", "touchstone", []],
  );
  sim.advance({ ms: 60_000 });
  assert.equal(
    hear().map(({ type, op, scheduled_message_id, message }) => [
      type,
      op ?? (message as Event | undefined)?.content,
      scheduled_message_id,
    ]),
    [
      ["user_topic", undefined, undefined],
      ["message", "early", undefined],
      ["scheduled_messages", "remove", early],
      ["message", "late", undefined],
      ["scheduled_messages", "remove", late],
    ],
  );
  assert.equal(listed(sim), []);
});

test("what may no longer be sent stays as failed, its sender is told why, and a new time gives it another chance", () => {
  const sim = createSimulator();
  const { scheduled_message_id: id } = schedule(sim, {
    type: "direct",
    to: [idOf(sim, "bob")],
    content: "hi",
    scheduled_delivery_timestamp: seconds + 60,
  });
  sim.act({ action: "deactivate_user", as: "bob" });
  const hear = listener(sim, "alice", ["message", "scheduled_messages"]);
  sim.advance({ ms: 120_000 });
  const [failed, notice] = hear() as [{ op: string; scheduled_message: Event }, { message: Event }];
  assert.equal([failed.op, failed.scheduled_message.failed, listed(sim)[0]!.failed], ["update", true, true]);
  const words = "The message you scheduled for <time:2026-01-01T12:01:00.000Z> was not sent because of the following error:";
  const why = "'bob@example.com' is no longer using Service.";
  assert.is(notice.message.content, `${words}\n\n> ${why}\n\n[View scheduled messages](#scheduled)`);
  sim.act({ action: "reactivate_user", as: "bob" });
  const again = (fields: Event) => sim.as("alice").send(`PATCH /scheduled_messages/${id}`, fields).body;
  assert.equal(again({ content: "hi!" }), failure("Scheduled delivery time must be in the future."));
  assert.equal(again({ scheduled_delivery_timestamp: seconds + 180 }), ok);
  sim.advance({ ms: 60_000 });
  assert.equal(
    hear().map(({ type, op, message }) => [type, op ?? (message as Event).content]),
    [
      ["scheduled_messages", "update"],
      ["message", "hi"],
      ["scheduled_messages", "remove"],
    ],
  );
});

test("refusals name what is wrong, one fault after the other", () => {
  const sim = createSimulator();
  const past = toChannel(sim, { to: 999, content: " ", scheduled_delivery_timestamp: seconds });
  const missing = (name: string) => failure(`Missing '${name}' argument`, "REQUEST_VARIABLE_MISSING", { var_name: name });
  const unknown = failure("Channel with ID '999' does not exist", "STREAM_DOES_NOT_EXIST", { stream: "999" });
  const later = { ...past, scheduled_delivery_timestamp: seconds + 1 };
  const ladder: [Event, object][] = [
    [{}, missing("type")],
    [{ ...past, type: "group" }, failure("Invalid type: Value error, Not in the list of possible values")],
    [{ ...past, to: "general" }, failure("to is not valid JSON")],
    [{ ...past, to: ["general"] }, failure('to["int"] is not an integer')],
    [past, failure("Scheduled delivery time must be in the future.")],
    [{ ...later, to: [1, 2] }, failure("Invalid data type for channel ID")],
    [{ ...later, topic: undefined }, failure("Missing topic")],
    [later, failure("Message must not be empty")],
    [{ ...later, content: "x" }, unknown],
    [{ ...later, content: "x", type: "direct", to: [] }, failure("Message must have recipients")],
    [{ ...later, content: "x", type: "direct", to: [999] }, failure("Invalid user ID 999")],
  ];
  for (const [fields, expected] of ladder) {
    const refused = sim.as("alice").send("POST /scheduled_messages", fields);
    assert.equal([refused.status, refused.body], [400, expected], JSON.stringify(fields));
  }
  assert.equal(listed(sim), []);
  const { scheduled_message_id: id } = schedule(sim, toChannel(sim));
  const edits: [string, Event, object, number][] = [
    ["bob", {}, failure("Nothing to change"), 400],
    ["bob", { type: "channel" }, failure("Recipient required when updating type of scheduled message."), 400],
    ["bob", { type: "channel", to: 1 }, failure("Topic required when updating scheduled message type to channel."), 400],
    ["bob", { type: "channel", to: 1, topic: "x" }, failure("Scheduled message does not exist"), 404],
    ["alice", { to: 999, scheduled_delivery_timestamp: 1 }, failure("Scheduled delivery time must be in the future."), 400],
    ["alice", { to: 999 }, unknown, 400],
  ];
  for (const [who, fields, expected, status] of edits) {
    const refused = sim.as(who).send(`PATCH /scheduled_messages/${id}`, fields);
    assert.equal([refused.status, refused.body], [status, expected], JSON.stringify(fields));
  }
  const refused = sim.as("bob").send(`DELETE /scheduled_messages/${id}`);
  assert.equal([refused.status, refused.body], [404, failure("Scheduled message does not exist")]);
  const statuses = (level: number) =>
    ["GET", "POST"].map((method) => createSimulator({ level }).as("alice").send(`${method} /scheduled_messages`).status);
  assert.equal([172, 173, 178, 179].map(statuses), [
    [404, 404],
    [200, 405],
    [200, 405],
    [200, 400],
  ]);
});

test.run();
