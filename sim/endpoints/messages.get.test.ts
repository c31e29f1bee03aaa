import { test } from "uvu";
import * as assert from "uvu/assert";
import { createSimulator, type Simulator, type SimulatorOptions } from "../simulator.ts";

type Fields = Readonly<Record<string, unknown>>;

interface Shown {
  readonly id: number;
  readonly content: string;
  readonly subject: string;
  readonly flags: readonly string[];
  readonly avatar_url: string | null;
}

const newest = 10_000_000_000_000_000;

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

test("messages by ids are those that the caller received, unless the narrow opens a channel's history", () => {
  const sim = createSimulator();
  const { stream_id } = sim.channels.quiet!;
  const sent = sim.as("cara").send("POST /messages", { type: "channel", to: stream_id, topic: "x", content: "not for Alice" }).body.id;
  const ids = (fields: Fields) =>
    messagesOf(fetch(sim, "alice", { message_ids: [sent], ...fields }).body).map(({ id, flags }) => [id, flags]);
  assert.equal(ids({}), []);
  assert.equal(ids({ narrow: [["channel", "quiet"]] }), [[sent, ["read", "historical"]]]);
  assert.equal(ids({ narrow: [["channel", "general"]] }), []);
  assert.equal(messagesOf(fetch(sim, "alice", { message_ids: [] }).body), []);
});

test("the forms of messages are the caller's choice", () => {
  const sim = createSimulator();
  const shown = (fields: Fields) => messagesOf(fetch(sim, "alice", { anchor: "newest", num_before: 1, num_after: 0, ...fields }).body)[0]!;
  const narrow = [{ operator: "topic", operand: "general chat" }];
  assert.is(shown({ narrow }).subject, "general chat");
  assert.is(shown({ narrow, allow_empty_topic_name: true }).subject, "");
  assert.is(shown({ narrow }).avatar_url, null);
  assert.match(shown({ narrow, client_gravatar: false }).avatar_url!, "https://secure.gravatar.com/avatar/");
  assert.is(shown({ narrow: "null" }).id, shown({}).id);
  assert.equal(
    fetch(sim, "alice", { anchor: 1, num_before: 0, num_after: 0, nonsense: 1, client: "x" }).body.ignored_parameters_unsupported,
    ["nonsense"],
  );
});

const missing = (var_name: string) => ({ msg: `Missing '${var_name}' argument`, code: "REQUEST_VARIABLE_MISSING", var_name });
const mixed = "num_before, num_after, anchor, message_ids, include_anchor, use_first_unread_anchor";
const unsupported = (parameters: string) => ({ msg: `Unsupported parameter combination: ${parameters}`, parameters });

test("a fetch is refused for its first fault", () => {
  const sim = createSimulator();
  const size = { num_before: 1, num_after: 0 };
  const rows: [Fields, Fields][] = [
    [{ allow_empty_topic_name: "x", apply_markdown: "x" }, { msg: "allow_empty_topic_name is not valid JSON" }],
    [{ apply_markdown: "True", client_gravatar: 1 }, { msg: "apply_markdown is not valid JSON" }],
    [{ client_gravatar: 1, message_ids: "x" }, { msg: "client_gravatar is not a boolean" }],
    [{ message_ids: "x", include_anchor: 1 }, { msg: "message_ids is not valid JSON" }],
    [{ message_ids: 5 }, { msg: "message_ids is not a list" }],
    [{ message_ids: [5, "6"] }, { msg: "message_ids[1] is not an integer" }],
    [{ message_ids: [-5] }, { msg: "message_ids[0] is too small" }],
    [{ include_anchor: "1", narrow: "x" }, { msg: "include_anchor is not a boolean" }],
    [{ narrow: "x", num_after: "x" }, { msg: "narrow is not valid JSON" }],
    [{ narrow: [5] }, { msg: "Invalid narrow[0]: Value error, dict or list required" }],
    [{ num_after: "False", num_before: "x" }, { msg: "num_after is not valid JSON" }],
    [{ num_before: "", use_first_unread_anchor: "x" }, { msg: "num_before is not valid JSON" }],
    [{ num_before: 1.5 }, { msg: "num_before is not an integer" }],
    [{ num_before: -1 }, { msg: "num_before is too small" }],
    [{ use_first_unread_anchor: "x" }, { msg: "use_first_unread_anchor is not valid JSON" }],
    [{ message_ids: [], anchor: "x" }, unsupported(mixed)],
    [{}, missing("num_before")],
    [{ num_before: 1, anchor: "x" }, missing("num_after")],
    [{ num_after: 1, anchor: "x" }, missing("num_before")],
    [size, { msg: "Missing 'anchor' argument." }],
    [{ ...size, anchor: "x", use_first_unread_anchor: true }, unsupported("anchor, use_first_unread_anchor")],
    [{ ...size, anchor: "x", narrow: [["with", "x"]] }, { msg: "Invalid anchor" }],
    [{ anchor: 5, num_before: 5001, num_after: 0, narrow: [["is", "x"]] }, { msg: "Too many messages requested (maximum 5000)." }],
    [{ anchor: 5, num_before: 2500, num_after: 2501 }, { msg: "Too many messages requested (maximum 5000)." }],
    [{ message_ids: Array.from({ length: 5001 }, () => 5) }, { msg: "Too many messages requested (maximum 5000)." }],
    [
      { anchor: 5, num_before: 1, num_after: 1, include_anchor: false, narrow: [["is", "x"]] },
      { msg: "The anchor can only be excluded at an end of the range" },
    ],
    [
      { ...size, anchor: 5, include_anchor: false, narrow: [["is", "x"]] },
      { msg: "Invalid narrow operator: unknown 'is' operand x", code: "BAD_NARROW", desc: "unknown 'is' operand x" },
    ],
  ];
  for (const [fields, expected] of rows) {
    const { status, body } = fetch(sim, "alice", fields);
    assert.equal([status, body], [400, { result: "error", code: "BAD_REQUEST", ...expected }], JSON.stringify(fields));
  }
  const success = fetch(sim, "alice", { anchor: 5, num_before: 2500, num_after: 2500, narrow: [["is", "unread"]] });
  assert.is(success.body.result, "success");
  assert.is(fetch(sim, "alice", { message_ids: Array.from({ length: 5000 }, () => 5) }).body.result, "success");
});

test("which range parameters may stand beside ids is a ruling", () => {
  const sim = createSimulator();
  const lax = createSimulator({ rulings: { messageIdsCompany: "observed" } });
  const tolerated: Fields[] = [{ num_before: 0 }, { num_after: 0 }, { include_anchor: false }, { use_first_unread_anchor: false }];
  for (const fields of tolerated) {
    assert.equal(fetch(sim, "alice", { message_ids: [5], ...fields }).body, {
      result: "error",
      code: "BAD_REQUEST",
      ...unsupported(mixed),
    });
    assert.is(fetch(lax, "alice", { message_ids: [5], ...fields }).body.result, "success");
  }
  for (const fields of [{ num_before: 1 }, { num_after: 1 }, { anchor: "newest" }, { use_first_unread_anchor: true }]) {
    assert.is(fetch(lax, "alice", { message_ids: [5], ...fields }).body.parameters, mixed);
  }
  assert.is(fetch(sim, "alice", { message_ids: [5], anchor_date: "2026-01-01" }).body.result, "success");
});

test("running servers do without counts, and without an anchor beside use_first_unread_anchor", () => {
  const sim = createSimulator({ rulings: "observed" });
  const [last] = messagesOf(fetch(sim, "alice", { anchor: "newest", num_before: 1 }).body);
  assert.equal(
    messagesOf(fetch(sim, "alice", { anchor: last!.id }).body).map(({ id }) => id),
    [last!.id],
  );
  const unread = fetch(sim, "alice", { anchor: "first_unread" }).body.anchor;
  assert.is(fetch(sim, "alice", { anchor: 0, use_first_unread_anchor: true }).body.anchor, unread);
  assert.equal(fetch(sim, "alice", {}).body.msg, "Missing 'anchor' argument.");
  const before = createSimulator({ rulings: "observed", level: 299 });
  assert.equal(fetch(before, "alice", { anchor: "newest", message_ids: [5] }).body, { result: "error", ...missing("num_before") });
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

test("without credentials nothing is fetched, or by another ruling what is open to the web", () => {
  const anchor = { anchor: "newest", num_before: 9, num_after: 0 };
  const webPublic = { operator: "channels", operand: "web-public" };
  const refusal = { result: "error", msg: "Not logged in: API authentication or user session required", code: "UNAUTHORIZED" };
  const strict = createSimulator();
  assert.equal(fetch(strict, undefined, { ...anchor, narrow: [webPublic] }).body, refusal);

  const options: SimulatorOptions = { rulings: { spectators: "observed" } };
  const sim = createSimulator(options);
  const seen = (narrow: readonly unknown[]) => messagesOf(fetch(sim, undefined, { ...anchor, narrow }).body);
  const [message] = seen([webPublic]);
  assert.equal([message!.content, message!.flags], ["<p>How do visitors find the gate?</p>", ["read"]]);
  assert.match(message!.avatar_url!, "https://secure.gravatar.com/avatar/");
  const allowed = [
    ["in", "home"],
    ["has", "link"],
    ["topic", "visitors"],
    ["channel", "town-square"],
    ["with", String(message!.id)],
  ];
  for (const term of allowed)
    assert.is(fetch(sim, undefined, { ...anchor, narrow: [webPublic, term] }).body.result, "success", String(term));
  assert.equal(seen([webPublic, ["in", "home"]]).length, 1);
  assert.is(fetch(sim, undefined, { anchor: "first_unread", num_before: 1, num_after: 0, narrow: [webPublic] }).body.anchor, newest);
  const refused = [
    [],
    [["channel", "town-square"]],
    [webPublic, ["is", "unread"]],
    [webPublic, ["dm", "bob@example.com"]],
    [webPublic, ["in", "all"]],
  ];
  for (const narrow of refused) {
    const { status, headers, body } = fetch(sim, undefined, { ...anchor, narrow });
    assert.equal([status, headers["WWW-Authenticate"], body], [401, 'Basic realm="service"', refusal]);
  }
  assert.is(
    fetch(sim, undefined, { ...anchor, narrow: [webPublic, ["channel", "general"]] }).body.desc,
    "unknown web-public channel general",
  );
  assert.is(fetch(sim, undefined, {}).body.code, "REQUEST_VARIABLE_MISSING");
  assert.is(sim.as().send("GET /messages/matches_narrow", { msg_ids: [], narrow: [] }).status, 401);
});

test.run();
