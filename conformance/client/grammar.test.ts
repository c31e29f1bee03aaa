import { test } from "uvu";
import * as assert from "uvu/assert";
import { Untestable } from "../expect.ts";
import { withNames, withStandIns } from "./session.ts";
import type { Outgoing, Target } from "./target.ts";
import { beyondLimits, unstatedIn } from "./unstated.ts";

const term = (operator: string, operand: unknown, more: object = {}) => ({ operator, operand, ...more });

test("narrows that the text names need not be asked for, others do", () => {
  assert.is(unstatedIn(undefined), undefined);
  assert.is(unstatedIn([term("sender", "a@b"), term("channel", 7), term("has", "link"), term("channels", "public")]), undefined);
  assert.is(unstatedIn([term("is", "starred")]), "narrows with the operator is");
  assert.is(unstatedIn('[ {"operator": "is", "operand": "starred"} ]'), "narrows with the operator is");
  assert.is(unstatedIn([term("sender", "a@b", { negated: true })]), "narrows that negate a term");
  assert.is(unstatedIn([term("channels", "web-public")]), "narrows with the channels web-public");
  assert.is(unstatedIn([["sender", "a@b"]]), "narrows of bare texts");
});

const target = { channels: {}, channelNames: { general: "lobby", team: "back room" } } as unknown as Target;
const request = (fields: Outgoing["fields"], path = "/messages"): Outgoing => ({ as: "alice", method: "POST", path, fields });

test("a channel whose id is not known is written to by its name, and nothing else is asked of it", () => {
  const { general, team } = withStandIns(target) as { general: number; team: number };
  assert.equal(withNames(request({ to: team, content: "x" }), target).fields, { to: "back room", content: "x" });
  assert.throws(
    () => withNames(request({ stream_id: general }, "/typing"), target),
    (thrown: unknown) => thrown instanceof Untestable,
  );
  assert.throws(() => withNames(request({ narrow: [term("channel", general)] }), target), /^the id of a channel is not known$/);
  assert.equal(withNames(request({ to: 7 }), target).fields, { to: 7 });
});

test("where narrows take no ids of channels, their names stand there", () => {
  const named = { channels: { general: 7 }, narrowNames: { 7: "lobby" } } as unknown as Target;
  const topic = term("topic", "lunch");
  const sent = (...narrow: readonly object[]) => withNames(request({ narrow }), named).fields.narrow;
  assert.equal(sent(term("stream", 7), topic), [term("stream", "lobby"), topic]);
  assert.equal(sent(term("channel", 7, { negated: true }), term("channel", "x")), [
    term("channel", "lobby", { negated: true }),
    term("channel", "x"),
  ]);
  assert.throws(() => sent(term("channel", 8)), /^the target takes no ids of channels in a narrow, and the name of one is not known$/);
});

test("a text is beyond a bound by its code points, and only where the bound is told", () => {
  const limits = { max_topic_length: 3 };
  assert.is(beyondLimits("/messages", { topic: "🌱🌱🌱", content: "long enough" }, limits), undefined);
  assert.is(beyondLimits("/messages", { topic: "🌱🌱🌱🌱" }, limits), "the run has a topic of 4 characters, and max_topic_length is 3");
});

test.run();
