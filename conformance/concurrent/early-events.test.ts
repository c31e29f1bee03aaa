import { test } from "uvu";
import * as assert from "uvu/assert";
import { MatchedIds } from "../compare/matched-ids.ts";
import type { Lens } from "../compare/values.ts";
import { compareEarlyEvents } from "./search.ts";

/** Message 1 of the model is message 101 of the target. */
function lens(): Lens {
  const twins = new MatchedIds();
  twins.bind("message", 1, 101);
  return { twins, tolerance: 60, html: "exact", known: false, observed: true };
}

const message = (id: number, event = id) => ({ id: event, type: "message", message: { id, content: "hi" }, flags: [] });
const answer = (...events: readonly object[]) => ({ status: 200, body: { result: "success", msg: "", events } });
const places = (expected: ReturnType<typeof answer>, actual: ReturnType<typeof answer>): string[] =>
  compareEarlyEvents(expected, actual, lens(), new Set([101, 102])).map(({ path }) => path);

test("an event may come later", () => {
  assert.equal(places(answer(message(1)), answer()), []);
  assert.equal(places(answer(message(1)), answer(message(101))), []);
});

test("no event comes of a message that is not sent yet", () => {
  assert.equal(places(answer(message(1)), answer(message(101), message(102))), ["events"]);
});

test("what others send is not known", () => {
  assert.equal(places(answer(), answer(message(300))), []);
});

test("an event that comes is as it has to be", () => {
  const other = { ...message(101), message: { id: 101, content: "bye" } };
  assert.equal(places(answer(message(1)), answer(other)), ["events[0].message.content"]);
});

test("a refusal has to be one on both sides", () => {
  const refusal = { status: 400, body: { result: "error", msg: "gone", code: "BAD_EVENT_QUEUE_ID", queue_id: "q" } };
  const compared = compareEarlyEvents(refusal, answer(), lens(), new Set());
  assert.equal(
    compared.map(({ path }) => path),
    ["result", "code"],
  );
});

test.run();
