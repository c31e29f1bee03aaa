import { test } from "uvu";
import * as assert from "uvu/assert";
import { createSimulator, type Simulator } from "../server/simulator.ts";

type Fields = Readonly<Record<string, unknown>>;

interface Shown {
  readonly id: number;
  readonly content: string;
  readonly subject: string;
  readonly flags: readonly string[];
  readonly avatar_url: string | null;
}

const fetch = (sim: Simulator, as: string | undefined, fields: Fields) => sim.as(as).send("GET /messages", fields);
const messagesOf = (body: Fields) => body.messages as readonly Shown[];

test("messages come as they were sent, by anchor or by ids, and reading changes nothing", () => {
  const sim = createSimulator();
  const stream_id = sim.channels.general!.stream_id;
  const send = (content: string) =>
    sim.as("bob").send("POST /messages", { type: "channel", to: stream_id, topic: "seeds", content }).body.id as number;
  const [first, second, third] = [send("*one*"), send("two"), send("three")] as [number, number, number];
  const narrow = [
    { operator: "channel", operand: "general" },
    { operator: "topic", operand: "Seeds" },
  ];
  const { status, body } = fetch(sim, "alice", { anchor: "first_unread", num_before: 1, num_after: 1, narrow });
  const { messages, ...rest } = body;
  assert.equal(
    [status, rest],
    [
      200,
      { result: "success", msg: "", found_anchor: true, found_oldest: true, found_newest: false, history_limited: false, anchor: first },
    ],
  );
  assert.equal(
    (messages as Shown[]).map(({ id, content, flags }) => [id, content, flags]),
    [
      [first, "<p><em>one</em></p>", []],
      [second, "<p>two</p>", []],
    ],
  );
  const byIds = fetch(sim, "alice", { message_ids: [third, first, 999_999, third], apply_markdown: false });
  assert.equal(Object.keys(byIds.body), ["result", "msg", "messages", "found_anchor", "found_oldest", "found_newest", "history_limited"]);
  assert.equal(
    messagesOf(byIds.body).map(({ id, content }) => [id, content]),
    [
      [first, "*one*"],
      [third, "three"],
    ],
  );
  sim.as("bob").send(`DELETE /messages/${first}`);
  assert.is(fetch(sim, "alice", { anchor: "first_unread", num_before: 0, num_after: 0, narrow }).body.anchor, second);
});

test("messages by ids are sorted; running servers list them in another order", () => {
  for (const [messageIdsOrder, order] of [
    ["sorted", [0, 1, 2]],
    ["observed", [2, 1, 0]],
  ] as const) {
    const sim = createSimulator({ rulings: { messageIdsOrder } });
    const sent = [0, 1, 2].map(
      (content) => sim.as("bob").send("POST /messages" as string, { type: "direct", to: "bob@example.com", content }).body.id,
    );
    const listed = messagesOf(fetch(sim, "bob", { message_ids: [sent[1], sent[0], sent[2]] }).body);
    assert.equal(
      listed.map(({ id }) => sent.indexOf(id)),
      order,
    );
  }
});

test("the forms of messages are the caller's choice", () => {
  const sim = createSimulator();
  const newest = (fields: Fields) => messagesOf(fetch(sim, "alice", { anchor: "newest", num_before: 1, num_after: 0, ...fields }).body)[0]!;
  const narrow = [{ operator: "topic", operand: "general chat" }];
  assert.is(newest({ narrow }).subject, "general chat");
  assert.is(newest({ narrow, allow_empty_topic_name: true }).subject, "");
  assert.is(newest({ narrow }).avatar_url, null);
  assert.match(newest({ narrow, client_gravatar: false }).avatar_url!, "https://secure.gravatar.com/avatar/");
  assert.is(newest({ narrow: "null" }).id, newest({}).id);
  assert.equal(
    fetch(sim, "alice", { anchor: 1, num_before: 0, num_after: 0, nonsense: 1, client: "x" }).body.ignored_parameters_unsupported,
    ["client", "nonsense"],
  );
});

test("null for message_ids asks for a range", () => {
  const sim = createSimulator({ rulings: "observed" });
  assert.is(fetch(sim, "alice", { message_ids: null, num_before: 1, num_after: 0 }).body.msg, "Missing 'anchor' argument.");
  const { body } = fetch(sim, "alice", { message_ids: null, anchor: "newest", num_before: 1, num_after: 0 });
  assert.is(messagesOf(body).length, 1);
});

test("a negative integer is the id of nothing, and too small on running servers", () => {
  const of = (rulings?: "observed") => fetch(createSimulator(rulings && { rulings }), "alice", { message_ids: [-1] }).body;
  assert.equal([of().result, of().messages], ["success", []]);
  assert.equal(of("observed"), { result: "error", msg: "message_ids[0] is too small", code: "BAD_REQUEST" });
});

test("an integer that no id can be is the id of nothing, wherever one is named", () => {
  const sim = createSimulator();
  const huge = "9223372036854775809";
  assert.equal(messagesOf(fetch(sim, "alice", { message_ids: `[${huge}, 1${"0".repeat(400)}]` }).body), []);
  const of = (operator: string) =>
    fetch(sim, "alice", { narrow: `[{"operator":"${operator}","operand":${huge}}]`, anchor: "newest", num_before: 1, num_after: 0 }).body;
  for (const operator of ["channel", "sender"]) assert.is(of(operator).code, "BAD_NARROW", operator);
  assert.equal(
    [`GET /messages/${huge}`, `DELETE /messages/${huge}`].map((route) => sim.as("alice").send(route as string).body.msg),
    ["Invalid message(s)", "Invalid message(s)"],
  );
  const policy = { topic: "x", visibility_policy: 1, stream_id: huge };
  assert.is(sim.as("alice").send("POST /user_topics" as string, policy).body.msg, "Invalid channel ID");
  const bare = { type: "direct", to: `[${huge}]`, content: "x" };
  assert.match(String(sim.as("alice").send("POST /messages" as string, bare).body.msg), /^Invalid user ID/);
});

test("more ids than messages fit into one answer are refused", () => {
  const sim = createSimulator();
  const ids = (length: number) => fetch(sim, "alice", { message_ids: Array.from({ length }, () => 5) }).body;
  assert.equal(ids(5001), { result: "error", msg: "Too many messages requested (maximum 5000).", code: "BAD_REQUEST" });
  assert.is(ids(5000).result, "success");
});

test("of a topic of 5001 messages one request fetches 5000, the next one the rest", () => {
  const sim = createSimulator({ realm: "crowded" });
  const narrow = [
    { operator: "channel", operand: "archive-hall" },
    { operator: "topic", operand: "long" },
  ];
  const { body } = fetch(sim, "alice", { narrow, anchor: "newest", num_before: 5000, num_after: 0 });
  const [oldest] = messagesOf(body);
  assert.equal([messagesOf(body).length, body.found_oldest, body.found_newest], [5000, false, true]);
  const rest = fetch(sim, "alice", { narrow, anchor: oldest!.id, num_before: 5000, num_after: 0, include_anchor: false }).body;
  assert.equal([messagesOf(rest).length, rest.found_oldest], [1, true]);
});

test("without credentials a fetch says how to log in, before its counts are looked at, wherever pages show it", () => {
  const fields = { anchor: "newest", num_before: 9, num_after: 0, narrow: [{ operator: "channels", operand: "web-public" }] };
  for (const spectators of ["refused", "observed"] as const) {
    const sim = createSimulator({ rulings: { spectators } });
    const { status, headers } = fetch(sim, undefined, fields);
    assert.equal([status, headers["WWW-Authenticate"]], [401, 'Basic realm="service"']);
    assert.is(fetch(sim, undefined, { ...fields, num_before: "x" }).status, 401);
  }
});

test("before there were ids instead of an anchor, an absent count is refused in its place among the parameters", () => {
  const told = (level: number, fields: Record<string, unknown>) =>
    createSimulator({ level })
      .as("alice")
      .send("GET /messages" as string, fields).body.var_name ?? "malformed";
  for (const level of [247, 299]) {
    assert.is(told(level, { anchor: "newest", num_after: "y" }), "num_before", String(level));
    assert.is(told(level, { num_before: 1, narrow: "y" }), "num_after", String(level));
    assert.is(told(level, { num_before: "y" }), level === 247 ? "num_before" : "malformed", String(level));
    assert.is(told(level, { num_before: 1, client_gravatar: "x" }), "num_after", String(level));
  }
  assert.is(told(300, { num_after: "y" }), "malformed");
});

test.run();
