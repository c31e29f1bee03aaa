import { test } from "uvu";
import * as assert from "uvu/assert";
import { createSimulator, type Simulator } from "../simulator.ts";

const match = (sim: Simulator, as: string, fields: Readonly<Record<string, unknown>>) =>
  sim.as(as).send("GET /messages/matches_narrow", fields);

function sendAll(sim: Simulator): Record<"general" | "quiet" | "direct" | "empty", number> {
  const send = (as: string, fields: object) => sim.as(as).send("POST /messages", { type: "channel", ...fields }).body.id as number;
  return {
    general: send("bob", { to: "general", topic: "Tools & <toys>", content: "the **spade** and spades" }),
    quiet: send("bob", { to: "quiet", topic: "tools", content: "spade" }),
    direct: send("bob", { type: "direct", to: [sim.cast.alice!.user_id], content: "a spade" }),
    empty: send("bob", { to: "general", topic: "", content: "no spade" }),
  };
}

const spade = (word: string) => `<span class="highlight">${word}</span>`;

test("messages that match a search come with their matches, those never received do not", () => {
  const sim = createSimulator();
  const ids = sendAll(sim);
  const narrow = [{ operator: "search", operand: "spades" }];
  const { status, body } = match(sim, "alice", { msg_ids: [...Object.values(ids), 999_999], narrow });
  assert.is(status, 200);
  assert.equal(body, {
    result: "success",
    msg: "",
    messages: {
      [ids.general]: {
        match_content: `<p>the <strong>${spade("spade")}</strong> and ${spade("spades")}</p>`,
        match_subject: "Tools &amp; &lt;toys&gt;",
      },
      [ids.direct]: { match_content: `<p>a ${spade("spade")}</p>`, match_subject: "" },
      [ids.empty]: { match_content: `<p>no ${spade("spade")}</p>`, match_subject: "" },
    },
  });
});

test("without a search the matches are content and topic as they are", () => {
  const sim = createSimulator();
  const { general, quiet, empty } = sendAll(sim);
  const matched = (narrow: unknown) => match(sim, "alice", { msg_ids: [general, quiet, empty], narrow }).body.messages;
  const whole = { match_content: "<p>the <strong>spade</strong> and spades</p>", match_subject: "Tools &amp; &lt;toys&gt;" };
  assert.equal(matched([{ operator: "topic", operand: "tools & <TOYS>" }]), { [general]: whole });
  assert.equal(Object.keys(matched([]) as object), [String(general), String(empty)]);
  assert.equal(matched([{ operator: "topic", operand: "general chat" }]), {
    [empty]: { match_content: "<p>no spade</p>", match_subject: "" },
  });
  assert.equal(matched([{ operator: "channel", operand: "quiet" }]), {});
  assert.equal(
    matched([
      { operator: "channels", operand: "public" },
      { operator: "is", operand: "starred" },
    ]),
    {},
  );
});

test("a search match agrees with what GET /messages gives, so that a client can put both together", () => {
  const sim = createSimulator();
  const { general } = sendAll(sim);
  const narrow = [{ operator: "search", operand: "spade toys" }];
  const [fetched] = sim.as("alice").send("GET /messages", { message_ids: [general], narrow }).body.messages as Record<string, string>[];
  const { match_content, match_subject } = fetched!;
  const { messages } = match(sim, "alice", { msg_ids: [general], narrow }).body;
  assert.equal(messages, { [general]: { match_content, match_subject } });
});

test("a request to match is refused for its first fault", () => {
  const sim = createSimulator();
  const missing = (var_name: string) => ({ msg: `Missing '${var_name}' argument`, code: "REQUEST_VARIABLE_MISSING", var_name });
  const rows: [Record<string, unknown>, Record<string, unknown>][] = [
    [{}, missing("msg_ids")],
    [{ msg_ids: "x" }, { msg: "msg_ids is not valid JSON" }],
    [{ msg_ids: 5 }, { msg: "msg_ids is not a list" }],
    [{ msg_ids: ["5"] }, { msg: "msg_ids[0] is not an integer" }],
    [{ msg_ids: [5] }, missing("narrow")],
    [{ msg_ids: [5], narrow: "null" }, { msg: "narrow is not a list" }],
    [{ msg_ids: [5], narrow: [{ operator: "topic", operand: "x" }, ["is", "x"]] }, { msg: "narrow[1] is not a dict" }],
    [
      { msg_ids: [], narrow: [{ operator: "with", operand: 5 }] },
      { msg: "Invalid narrow operator: unknown operator with", code: "BAD_NARROW", desc: "unknown operator with" },
    ],
  ];
  for (const [fields, expected] of rows) {
    const { status, body } = match(sim, "alice", fields);
    assert.equal([status, body], [400, { result: "error", code: "BAD_REQUEST", ...expected }]);
  }
  assert.equal(match(sim, "alice", { msg_ids: [], narrow: [], x: 1 }).body, {
    result: "success",
    msg: "",
    messages: {},
    ignored_parameters_unsupported: ["x"],
  });
});

test("running servers take pairs of strings too", () => {
  const sim = createSimulator({ rulings: { pairsInMatchesNarrow: "observed" } });
  const { general } = sendAll(sim);
  const { messages } = match(sim, "alice", { msg_ids: [general], narrow: [["sender", "bob@example.com"]] }).body;
  assert.equal(Object.keys(messages as object), [String(general)]);
});

test.run();
