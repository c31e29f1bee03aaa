import { test } from "uvu";
import * as assert from "uvu/assert";
import { tell } from "../play/tell.ts";
import { curl } from "./curl.ts";
import { readCounterexample, ScenarioFileError } from "./saved.ts";

const step = { as: "alice", op: "messages-id.get", fields: { message_id: { ref: "message", at: 0.5 } } };
const file = (steps: unknown, more: object = {}) => ({ format: "touchstone-scenario", version: 1, steps, ...more });

test("a scenario is read as it was written", () => {
  assert.equal(readCounterexample(file([step])), file([step]));
});

const wrong: readonly (readonly [string, unknown, string])[] = [
  ["no object", [], "counterexample: got [], expected an object"],
  ["another format", file([step], { format: "x" }), 'format: got "x", expected "touchstone-scenario"'],
  ["another version", file([step], { version: 2 }), "version: got 2, expected 1"],
  ["no steps", file([]), "steps: got [], expected a list of at least one step"],
  ["no actor", file([{ ...step, as: 7 }]), "steps[0].as: got 7, expected the name of a cast member, or nobody"],
  ["an unknown step", file([step, { ...step, op: "dance" }]), 'steps[1].op: got "dance", expected a step: calls.vc.create.post, '],
  ["a wrong reference", file([{ ...step, fields: { message_id: { ref: "message", at: 2 } } }]), "steps[0].fields.message_id: got"],
  ["no value for the path", file([{ ...step, fields: {} }]), "steps[0].fields.message_id: missing, expected a value"],
  ["more than a step has", file([{ ...step, also: 1 }]), "steps[0].also: no such key; known here are as, op and fields"],
];

for (const [what, content, start] of wrong) {
  test(`a file with ${what} is refused at its place`, () => {
    assert.throws(
      () => readCounterexample(content),
      (thrown: unknown) => thrown instanceof ScenarioFileError && thrown.message.startsWith(start),
    );
  });
}

const races = (more: object = {}) => ({
  format: "touchstone-concurrent",
  version: 1,
  beginning: [],
  actors: [[step], [step]],
  ending: [step],
  ...more,
});

test("a concurrent scenario is read as it was written", () => {
  assert.equal(readCounterexample(races()), races());
});

const wrongRaces: readonly (readonly [string, unknown, string])[] = [
  [
    "another format",
    races({ format: "touchstone-race" }),
    'format: got "touchstone-race", expected "touchstone-scenario", "touchstone-concurrent"',
  ],
  ["no actors", races({ actors: [] }), "actors: got [], expected a list of steps for each actor"],
  ["an actor without steps", races({ actors: [[step], []] }), "actors[1]: got [], expected a list of at least one step"],
  ["a wrong step of an actor", races({ actors: [[{ ...step, as: 7 }]] }), "actors[0][0].as: got 7"],
  ["no ending", races({ ending: undefined }), "ending: missing, expected a list of steps"],
];

for (const [what, content, start] of wrongRaces) {
  test(`a concurrent scenario with ${what} is refused at its place`, () => {
    assert.throws(
      () => readCounterexample(content),
      (thrown: unknown) => thrown instanceof ScenarioFileError && thrown.message.startsWith(start),
    );
  });
}

const ofProperty = (more: object = {}) => ({
  format: "touchstone-property",
  version: 1,
  property: "typing.post/op",
  seed: 5,
  path: "3:1",
  ...more,
});

test("a counterexample is read by its format", () => {
  for (const content of [file([step]), races(), ofProperty(), ofProperty({ clauses: ["typing.post/op-values"], given: { op: "x" } })])
    assert.equal(readCounterexample(content), content);
});

const formats = '"touchstone-scenario", "touchstone-concurrent" or "touchstone-property", as check --save <folder> writes them';

const wrongCounterexamples: readonly (readonly [string, unknown, string])[] = [
  ["no object", null, "counterexample: got null, expected an object"],
  ["no format", {}, `format: missing, expected ${formats}`],
  ["another format", ofProperty({ format: "touchstone-report" }), `format: got "touchstone-report", expected ${formats}`],
  ["another version, whatever else is in it", file([step], { version: 9, more: 1 }), "version: got 9, expected 1"],
  ["no property", ofProperty({ property: undefined }), "property: missing, expected the address of a property"],
  ["a seed that is none", ofProperty({ seed: "5" }), 'seed: got "5", expected a whole number, 0 or more'],
  ["a path that is none", ofProperty({ path: "3:" }), 'path: got "3:", expected a path such as 3:1'],
  ["a wrong step", file([{ ...step, as: 7 }]), "steps[0].as: got 7"],
];

for (const [what, content, start] of wrongCounterexamples) {
  test(`a counterexample with ${what} is refused at its place`, () => {
    assert.throws(
      () => readCounterexample(content),
      (thrown: unknown) => thrown instanceof ScenarioFileError && thrown.message.startsWith(start),
    );
  });
}

test("a step is told as a sentence", () => {
  const sent = { type: "channel", to: { ref: "channel name", of: "general" }, topic: { ref: "fresh", of: "lunch" }, content: "hi" };
  const none = { message: 0, group: 0, folder: 0, queue: 0 };
  assert.is(tell({ as: "alice", op: "messages.post", fields: sent }, none), 'alice sends "hi" to #general > lunch');
  assert.is(tell(step, { ...none, message: 4 }), "alice fetches the 3rd message");
  assert.is(tell(step, none), "alice fetches a message that is not there");
});

test("an exchange is a command line with placeholders for credentials", () => {
  const line = curl(
    { as: "alice", method: "POST", path: "/messages", fields: { type: "direct", to: [12], content: "it's me" } },
    "http://localhost:9991",
  );
  assert.is(
    line,
    `curl -sS -X POST 'http://localhost:9991/api/v1/messages' -u "$ALICE" --data-urlencode 'type=direct' --data-urlencode 'to=[12]' --data-urlencode 'content=it'\\''s me'`,
  );
  assert.match(
    curl({ as: null, method: "GET", path: "/server_settings", fields: {} }, "http://h"),
    /^curl -sS -G 'http:\/\/h\/api\/v1\/server_settings'$/,
  );
});

test("a NUL, which no word of a shell can hold, stands encoded in a line for curl", () => {
  const fields = { type: "direct", content: "a\u0000b & c" };
  const line = curl({ as: null, method: "POST", path: "/messages", fields }, "http://h");
  assert.is(line, "curl -sS -X POST 'http://h/api/v1/messages' --data-urlencode 'type=direct' --data 'content=a%00b%20%26%20c'");
});

test.run();
