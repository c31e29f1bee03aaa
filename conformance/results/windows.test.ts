import { test } from "uvu";
import * as assert from "uvu/assert";
import type { Seen } from "../client/seen.ts";
import { causesOf } from "./causes.ts";
import type { PropertyResult } from "./report.ts";

/** A fetch around the message 5, and the ids that its answer lists. */
const fetched = (num_before: unknown, ids: readonly number[]): Seen => ({
  as: "alice",
  method: "GET",
  path: "/messages",
  fields: { anchor: 5, num_before, num_after: "0" },
  status: 200,
  body: { result: "success", msg: "", messages: ids.map((id) => ({ id })) },
});

const differs = (address: string, clause: string, seen: readonly Seen[], at = "GET /messages"): PropertyResult => ({
  ...{ address, verdict: "differs", clauses: [clause], reason: `${address} differs`, seen },
  causes: [{ at, path: "", expected: "", actual: "", clause }],
});

const beyond = fetched(0, [3, 4, 5]);
const monitor = differs("monitor/windows", "messages.get/num-before", [beyond]);

test("what reads lists that go beyond their windows is one cause with what the monitor says of those", () => {
  const others = [
    differs("visibility/direct", "visibility/direct-message", [fetched("0", [5]), beyond]),
    differs("messages-id.delete/gone", "messages-id.delete/gone", [fetched("1", [3, 4, 5])], "DELETE /messages/{message_id}"),
  ];
  const [cause, ...more] = causesOf([...others, monitor]);
  assert.equal([cause?.clauses[0], cause?.shows[0], more], ["messages.get/num-before", "monitor/windows", []]);
});

test("what reads lists within their windows is a cause of its own", () => {
  const newest = { ...beyond.fields, anchor: "newest" };
  const within = [fetched(2, [3, 4, 5]), fetched("x", [3, 4, 5]), { ...beyond, fields: newest }];
  const other = differs("messages-id.delete/gone", "messages-id.delete/gone", within, "DELETE /messages/{message_id}");
  assert.is(causesOf([other, monitor]).length, 2);
  // Where the answer tells the id that is meant, the list goes beyond the window around that.
  const told = { ...beyond, fields: newest, body: { ...beyond.body, anchor: 5 } };
  const another = differs("messages.get.anchors/date", "messages.get/anchor-date", [told]);
  assert.is(causesOf([another, monitor]).length, 1);
});

test.run();
