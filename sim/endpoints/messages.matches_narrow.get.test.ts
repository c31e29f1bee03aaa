import { test } from "uvu";
import * as assert from "uvu/assert";
import { createSimulator, type Simulator } from "../server/simulator.ts";

const narrow = [{ operator: "search", operand: "spade toys" }];

function sent(sim: Simulator): number {
  const fields = { type: "channel", to: "general", topic: "Tools & <toys>", content: "the **spade** and spades" };
  return sim.as("bob").send("POST /messages" as string, fields).body.id as number;
}

test("a search match agrees with what GET /messages gives, so that a client can put both together", () => {
  const sim = createSimulator();
  const id = sent(sim);
  const [fetched] = sim.as("alice").send("GET /messages", { message_ids: [id], narrow }).body.messages as unknown as Record<
    string,
    string
  >[];
  const { match_content, match_subject } = fetched!;
  const { messages } = sim.as("alice").send("GET /messages/matches_narrow", { msg_ids: [id], narrow }).body;
  assert.equal(messages, { [id]: { match_content, match_subject } });
});

test("ids are asked for first, and what is not known is listed", () => {
  const sim = createSimulator();
  const ask = (fields: object) => sim.as("alice").send("GET /messages/matches_narrow" as string, { ...fields });
  assert.equal(ask({}).body, {
    result: "error",
    msg: "Missing 'msg_ids' argument",
    code: "REQUEST_VARIABLE_MISSING",
    var_name: "msg_ids",
  });
  const { status, body } = ask({ msg_ids: [], narrow: [], x: 1 });
  assert.equal([status, body], [200, { result: "success", msg: "", messages: {}, ignored_parameters_unsupported: ["x"] }]);
});

for (const [choice, subject] of [
  ["displayName", "general chat"],
  ["observed", ""],
] as const) {
  test(`the empty topic is ${JSON.stringify(subject)} in match_subject, by the ruling's choice ${choice}`, () => {
    const sim = createSimulator({ rulings: { emptyMatchSubject: choice } });
    const alice = sim.as("alice");
    const id = Number(alice.send("POST /messages", { type: "channel", to: "general", topic: "", content: "a spade" }).body.id);
    const direct = Number(alice.send("POST /messages", { type: "direct", to: [sim.cast.alice!.user_id], content: "a spade" }).body.id);
    const { messages } = alice.send("GET /messages/matches_narrow", { msg_ids: [id, direct], narrow: [] }).body;
    const subjects = Object.values(messages as Record<string, { match_subject: string }>).map(({ match_subject }) => match_subject);
    assert.equal(subjects, [subject, ""]);
  });
}

for (const [choice, isFound] of [
  ["fetched", true],
  ["observed", false],
] as const) {
  test(`a message that was not received ${isFound ? "matches" : "does not match"} a narrow of its channel, by the ruling's choice ${choice}`, () => {
    const sim = createSimulator({ rulings: { matchesNarrowReach: choice } });
    const send = (to: string) =>
      Number(sim.as("cara").send("POST /messages" as string, { type: "channel", to, topic: "x", content: "y" }).body.id);
    const [open, closed] = [send("quiet"), send("secret")];
    const matching = (...terms: { operator: string; operand: string }[]) => {
      const { messages } = sim.as("dana").send("GET /messages/matches_narrow", { msg_ids: [open, closed], narrow: terms }).body;
      return Object.keys(messages as object).map(Number);
    };
    const found = isFound ? [open] : [];
    assert.equal(matching({ operator: "channels", operand: "public" }), found);
    assert.equal(matching({ operator: "channel", operand: "quiet" }), found);
    assert.equal(matching({ operator: "channel", operand: "secret" }), []);
    assert.equal(matching(), []);
  });
}

test.run();
