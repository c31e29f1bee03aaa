import { test } from "uvu";
import * as assert from "uvu/assert";
import type { Seen } from "../../conformance/client/seen.ts";
import { partOf, spokenIn, untilSpoken } from "./spoken.ts";
import type { Result } from "./view.ts";

const asked = (method: string, path: string, body: Seen["body"], status = 200): Seen => ({
  as: "alice",
  method,
  path,
  fields: {},
  status,
  body,
});

const message = (id: number, topic: string, format: string) => ({ id, content_type: format, edit_history: [{ prev_topic: topic }] });
const refused = { result: "error", msg: "A group of that name is there already.", code: "NAME_TAKEN" };

/** Exchanges of one run. */
const said: readonly Seen[] = [
  asked("POST", "/user_groups/create", { result: "error", msg: "Who is that?", code: "BAD_REQUEST" }, 422),
  asked("POST", "/user_groups/create", { ...refused, parameter: "name" }, 409),
  asked("GET", "/realm/presence", { result: "success", presences: { alice: { aggregated: { client: "website", pushable: false } } } }),
  asked("GET", "/messages/7", { result: "success", message: message(7, "", "text/html") }),
  asked("GET", "/messages/9", { result: "success", message: message(9, "x", "text/html") }),
  asked("GET", "/messages", { result: "success", found_anchor: true, messages: [message(7, "tea", "text/x-markdown")] }),
  asked("POST", "/register", { result: "success", queue_id: "q" }),
];

const spoken: Readonly<Record<string, readonly [reason: string, index: number | undefined, place?: readonly (string | number)[]]>> = {
  "of an answer that it quotes, without the fields that nobody knows": [
    `POST /user_groups/create answers 409 ${JSON.stringify(refused)}, not a success`,
    1,
  ],
  "of the answer that has the value which came": [
    'aggregated of a presence is {"client":"website","pushable":false}, not {"client":"website"}',
    2,
    ["presences", "alice", "aggregated"],
  ],
  "of the thing whose id it says, though others have the same value": [
    'content_type of the message 7 alone is "text/html", not "text/x-markdown"',
    3,
    ["message", "content_type"],
  ],
  "of a short value under the name that it says": ["found_anchor is true, not false", 5, ["found_anchor"]],
  "of the part that differs, where a check puts several together": [
    'the history is {"id":7,"prev_topic":"x"}, not {"id":7,"prev_topic":"tea"}',
    4,
    ["message", "edit_history", 0, "prev_topic"],
  ],
  "of none": ["the events are not there", undefined],
  "of none, where a short value stands under other names": ["the flag is true, not false", undefined],
};

const resultOf = (reason: string, address = "a/b"): Result => ({ address, verdict: "differs", clauses: [], reason }) as Result;

for (const [what, [reason, index, place]] of Object.entries(spoken))
  test(`a check speaks ${what}`, () => {
    const found = spokenIn(resultOf(reason), said);
    assert.equal([found?.index, found?.place], [index, place]);
    assert.equal(untilSpoken(resultOf(reason), said).said, said.slice(0, index === undefined ? said.length : index + 1));
  });

test("the last answer of a scenario shows it, whatever its words are", () => {
  assert.is(spokenIn(resultOf("found_anchor is true, not false", "cover/1"), said), undefined);
});

test("of an answer stands what leads to a place, and how much beside it", () => {
  const value = { result: "success", messages: [{ id: 1 }, { id: 2, flags: ["read"] }, { id: 3 }] };
  assert.equal(partOf(value, ["messages", 1, "flags"], 0), { messages: [{ flags: ["read"], "…": "1 more" }, "… 2 more …"], "…": "1 more" });
  assert.equal(partOf(value, [], 0), value);
  assert.equal(partOf(value, ["messages", 1, "flags"], 200), value);
  assert.equal(partOf(value, ["messages", 7, "flags"], 0), { messages: value.messages, "…": "1 more" });
});

test.run();
