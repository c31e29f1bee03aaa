import { test } from "uvu";
import * as assert from "uvu/assert";
import type { Signature } from "../engine/causes/signature.ts";
import { causesOf } from "./causes.ts";
import type { PropertyResult } from "./report.ts";

const differs = (address: string, reason: string, signature: Partial<Signature>, clause: string): PropertyResult => ({
  address,
  verdict: "differs",
  clauses: [clause],
  reason,
  causes: [{ at: "GET /messages", path: "", expected: "", actual: "", ...signature }],
});

const missing = differs(
  "messages.get/anchor",
  "anchor is undefined, not 7",
  { path: "anchor", expected: "number", actual: "nothing" },
  "a/b",
);

/** A result of a check that no difference from the model explains. */
const against = (reason: string, at = "GET /messages"): PropertyResult =>
  differs("monitor/fields", reason, { at, clause: "conventions/success-returns" }, "conventions/success-returns");

test("what goes against a clause is the mistake whose field its checks name, and is not its example", () => {
  const causes = causesOf([against("the answer to GET /messages has the field anchor as undefined, not integer"), missing]);
  assert.is(causes.length, 1);
  assert.is(causes[0]?.signature, "GET /messages anchor: expected number, got nothing");
  assert.equal(causes[0]?.shows, ["messages.get/anchor", "monitor/fields"]);
  assert.equal(causes[0]?.clauses, ["a/b"]);
});

test("it is a mistake of its own where its checks name another field, another route, or part of a word", () => {
  for (const other of [
    against("the answer to GET /messages has the field messages as {}, not array"),
    against("the answer to GET /x has the field anchor as undefined", "GET /x"),
    against("anchored is undefined"),
  ])
    assert.is(causesOf([other, missing]).length, 2, other.reason);
});

test("a field of a record is the same on every route", () => {
  const flags = differs(
    "message/flags",
    "flags",
    { at: "Message", path: "flags[]", expected: "string", actual: "number" },
    "message/flags",
  );
  assert.is(causesOf([against("flags is [1], not a list of texts"), flags]).length, 1);
});

test.run();
