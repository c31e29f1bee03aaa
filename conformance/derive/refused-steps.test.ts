import fc from "fast-check";
import { test } from "uvu";
import * as assert from "uvu/assert";
import type { TargetFacts } from "../draw/target-facts.ts";
import { refusedByTable } from "./refused-steps.ts";

const facts = { administrators: ["dana"], owners: ["owen"] } as unknown as TargetFacts;

/** Returns a request for each refusal of an endpoint, drawn from one that is accepted. */
const refusedOf = (stem: string, accepted: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>[] =>
  refusedByTable(stem, facts, fc.constant(accepted)).map(([, drawn]) => fc.sample(drawn, { seed: 1, numRuns: 1 })[0] as typeof accepted);

/** The names of the fields in which two requests differ. */
const changedIn = (one: object, other: object): string[] =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].filter((name) => one[name as never] !== other[name as never]);

test("each fact of a table makes a request of its own, which differs in one field", () => {
  const accepted = { name: "Kitchen", description: "pots" };
  const all = refusedOf("channel_folders.create.post", accepted);
  assert.equal(
    all.map((each) => changedIn(each, accepted)),
    [["name"], ["name"], ["name"], ["description"], ["description"], ["as"]],
  );
  const [missing, blank, long] = all.map(({ name }) => name);
  assert.equal([missing, String(blank).trim()], [undefined, ""]);
  const { of, plus } = long as { readonly of: string; readonly plus: number };
  assert.equal([of, plus], ["max_channel_folder_name_length", 1]);
});

test("other values, ids of nothing and what is none of the type are refused; what counts beside some values only is left", () => {
  const policy = { stream_id: 7, topic: "soup", visibility_policy: 1 };
  const values = refusedOf("user_topics.post", policy).map(({ visibility_policy }) => visibility_policy);
  assert.ok(values.some((value) => value !== undefined && ![0, 1, 2, 3].includes(value as number)));
  assert.ok(refusedOf("user_topics.post", policy).some(({ stream_id }) => stream_id === 0));
  const group = { name: "crew", description: "", members: [7] };
  assert.ok(refusedOf("user_groups.create.post", group).some(({ members }) => JSON.stringify(members) === "[0]"));
  const typing = { op: "start", to: [7], type: "direct" };
  assert.equal([...new Set(refusedOf("typing.post", typing).flatMap((each) => changedIn(each, typing)))], ["op", "type"]);
});

test.run();
