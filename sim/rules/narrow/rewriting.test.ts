import { test } from "uvu";
import * as assert from "uvu/assert";
import { createSimulator, type Simulator } from "../../simulator.ts";

const realm = {
  users: { una: {}, vic: {}, wes: {} },
  channels: {
    P: { subscribers: ["una", "vic"] },
    Q: { subscribers: ["una", "vic"] },
    T: { privacy: "private", subscribers: ["vic"] },
  },
  messages: [
    { from: "vic", to: "P", topic: "plans", content: "p1", at: "-9h", edits: [{ at: "-4h", by: "vic", topic: "✔ plans" }] },
    { from: "una", to: "P", topic: "plans", content: "p2", edits: [{ at: "-4h", by: "vic", topic: "✔ plans" }] },
    { from: "vic", to: "P", topic: "moved", content: "q1", edits: [{ at: "-4h", by: "vic", channel: "Q" }] },
    { from: "vic", to: "P", topic: "", content: "e1" },
    { from: "vic", to: "T", topic: "plans", content: "t1" },
    { from: "vic", to: ["una"], content: "d1" },
    { from: "vic", to: ["wes"], content: "d2" },
    { from: "vic", to: "P", topic: "plans", content: "p3" },
  ],
};

type Term = readonly [operator: string, operand: string | number | readonly number[], negated?: boolean];

function fetch(sim: Simulator, terms: readonly Term[], fields: object = {}) {
  const narrow = terms.map(([operator, operand, negated = false]) => ({ operator, operand, negated }));
  return sim.as("una").send("GET /messages", { narrow, anchor: "oldest", num_before: 0, num_after: 99, apply_markdown: false, ...fields });
}

const found = (sim: Simulator, ...terms: readonly Term[]): string =>
  (fetch(sim, terms).body.messages as { content: string }[]).map(({ content }) => content).join(" ");

/** Ids by content, with the eyes of Vic, who wrote to everybody. */
function idsOf(sim: Simulator): Readonly<Record<string, number>> {
  const { body } = sim.as("vic").send("GET /messages", { anchor: "newest", num_before: 99, num_after: 0, apply_markdown: false });
  return Object.fromEntries((body.messages as { id: number; content: string }[]).map(({ id, content }) => [content, id]));
}

test("a link to a message leads to the conversation in which it is now", () => {
  const sim = createSimulator({ realm });
  const { p1, q1, e1, d1 } = idsOf(sim);
  assert.is(found(sim, ["with", p1!]), "p1 p2");
  assert.is(found(sim, ["channel", "P"], ["topic", "plans"], ["with", p1!]), "p1 p2");
  assert.is(found(sim, ["channel", "nosuch"], ["with", String(q1!)]), "q1");
  assert.is(found(sim, ["with", e1!, true]), "e1");
  assert.is(found(sim, ["dm", [999]], ["topic", "x"], ["with", d1!]), "d1");
  assert.is(found(sim, ["with", p1!], ["sender", "una@example.com"]), "p2");
  assert.equal(
    fetch(sim, [
      ["channels", "public"],
      ["with", d1!],
    ]).body.desc,
    "No message can be both a channel message and direct message",
  );
});

test("a message out of sight is passed over where the other terms name a conversation", () => {
  const sim = createSimulator({ realm });
  const { t1, d2 } = idsOf(sim);
  const vic = sim.cast.vic!.user_id;
  for (const id of [t1!, d2!, 999_999]) {
    assert.is(found(sim, ["channel", "P"], ["topic", "plans"], ["with", id]), "p3");
    assert.is(found(sim, ["dm", [vic]], ["with", id]), "d1");
    for (const terms of [[], [["channel", "P"]], [["topic", "plans"]], [["is", "unread"]]] as Term[][]) {
      assert.is(fetch(sim, [...terms, ["with", id]]).body.msg, "Invalid narrow operator: Invalid 'with' operator");
    }
  }
});

test("a link that is no message id, or one of two, is refused before the size of the request is looked at", () => {
  const sim = createSimulator({ realm });
  const { p1 } = idsOf(sim);
  for (const operand of ["3.2", "x", "", -1]) {
    const { status, body } = fetch(
      sim,
      [
        ["channel", "P"],
        ["topic", "plans"],
        ["with", operand],
      ],
      { num_after: 5001 },
    );
    const desc = "Invalid 'with' operator";
    assert.equal([status, body], [400, { result: "error", msg: `Invalid narrow operator: ${desc}`, code: "BAD_NARROW", desc }]);
  }
  const desc = "Duplicate 'with' operators.";
  assert.equal(
    fetch(sim, [
      ["with", p1!],
      ["with", p1!],
    ]).body,
    {
      result: "error",
      msg: `Invalid narrow operator combination: ${desc}`,
      code: "BAD_NARROW",
      desc,
    },
  );
});

test("the display name of the empty topic is read in the first topic term only", () => {
  const sim = createSimulator({ realm });
  assert.is(found(sim, ["topic", "general chat"]), "e1");
  assert.is(found(sim, ["channel", "P"], ["topic", "general chat"]), "e1");
  assert.is(found(sim, ["topic", "general chat", true]), "p1 p2 q1 d1 p3");
  assert.is(found(sim, ["topic", ""], ["topic", "general chat"]), "");
  assert.is(found(createSimulator({ realm, level: 333 }), ["topic", "general chat"]), "");
});

test.run();
