import { test } from "uvu";
import * as assert from "uvu/assert";
import type { Finding } from "../../monitors/tally.ts";
import type { PropertyResult } from "../../report/report.ts";
import { causesOfSight } from "./of-sight.ts";
import type { Signature } from "./signature.ts";

const found = (path: string, ...clauses: string[]): Finding => ({
  monitor: "flags",
  clauses,
  reason: "the message 7 lost its flags",
  seen: { as: "alice", method: "GET", path, fields: {}, status: 200, body: {} },
});

const flags: Signature = { at: "Message", path: "flags[]", expected: "string", actual: "nothing" };
const property: PropertyResult = {
  address: "message.flags/read",
  clauses: ["message-resource/flags"],
  verdict: "differs",
  causes: [flags],
};

test("what other results show of a clause is the cause of what a monitor saw against it", () => {
  assert.equal(causesOfSight([found("/messages/7", "message-resource/flags")], [property]), [flags]);
});

test("what nothing else shows is a cause of its own: the request against the clause, once for all findings alike", () => {
  const own = [found("/messages/7", "messages-id.get/message"), found("/messages/8", "messages-id.get/message")];
  assert.equal(causesOfSight([...own, found("/messages/9", "message-resource/flags")], [property]), [
    { at: "GET /messages/{message_id}", path: "", expected: "", actual: "", clause: "messages-id.get/message" },
    flags,
  ]);
});

test.run();
