import { test } from "uvu";
import * as assert from "uvu/assert";
import { createSimulator, type SimulatorOptions } from "../../server/simulator.ts";

const between = (operand: unknown, options: SimulatorOptions = {}) => {
  const sim = createSimulator(options);
  const send = (as: string, ...to: readonly string[]): number => {
    const ids = to.map((name) => sim.cast[name]?.user_id);
    return sim.as(as).send("POST /messages", { type: "direct", to: ids as number[], content: "hello" }).body.id;
  };
  const sent = [send("alice", "bob"), send("bob", "alice", "cara"), send("cara", "alice")];
  const narrow = [{ operator: "dm", operand: operand as string }];
  const { body } = sim.as("alice").send("GET /messages", { narrow, anchor: sent[0] as number, num_before: 0, num_after: 9 });
  const { messages = [], msg } = body as { messages?: { id: number }[]; msg: string };
  return { msg, found: messages.map(({ id }) => sent.indexOf(id)) };
};

test("dm takes a list of addresses as it takes a list of ids, and nowhere where servers refuse such", () => {
  assert.equal(between(["bob@example.com"]), { msg: "", found: [0] });
  assert.equal(between(["BOB@example.com", "cara@example.com"]), { msg: "", found: [1] });
  assert.equal(between(["bob@example.com"], { rulings: { addressLists: "refused" } }), { msg: "operand[0] is not an integer", found: [] });
  assert.is(between(["bob@example.com", 3]).msg, "operand[0] is not an integer");
  assert.match(between(["nobody@example.com"]).msg, "nobody@example.com");
});

test.run();
