import { test } from "uvu";
import * as assert from "uvu/assert";
import type { Signature } from "../causes/signature.ts";
import type { Seen } from "../client/seen.ts";
import type { PropertyResult } from "./report.ts";
import { withSharedCauses } from "./shared.ts";

const seen = (path: string, code: string): Seen => ({ as: null, method: "POST", path, fields: {}, status: 401, body: { code } });
const result = (address: string, cause: Signature, ...said: Seen[]): PropertyResult => ({
  address,
  clauses: [],
  verdict: "differs",
  causes: [cause],
  seen: said,
});

const wrongCode: Signature = { at: "POST /typing", path: "code", expected: "string", actual: "string", code: "BAD_NARROW" };
const alike: Signature = { at: "Every request", path: "", expected: "", actual: "", clause: "authentication/same-refusal" };
const known = result("typing.post/wrong", wrongCode, seen("/typing", "BAD_NARROW"));

const causesOf = (property: PropertyResult): unknown => withSharedCauses([known, property], [])[1]?.causes;

test("two answers that differ from each other have the cause of the one whose code is known to be wrong", () => {
  const both = result("authentication.none/messages.post", alike, seen("/messages", "UNAUTHORIZED"), seen("/typing", "BAD_NARROW"));
  assert.equal(causesOf(both), [wrongCode]);
});

test("another code, the code at another request, and what a field shows stay causes of their own", () => {
  const others = [seen("/messages", "BAD_NARROW"), seen("/typing", "UNAUTHORIZED")];
  assert.equal(causesOf(result("authentication.none/messages.post", alike, ...others)), [alike]);
  const field: Signature = { at: "POST /typing", path: "result", expected: "error", actual: "success" };
  assert.equal(causesOf(result("typing.post/other", field, seen("/typing", "BAD_NARROW"))), [field]);
});

test("what a clause alone explains has the cause that breaks the clause in other results", () => {
  const field: Signature = { at: "Message", path: "flags", expected: "array", actual: "string" };
  const shown = { ...result("message.flags/read", field), clauses: ["message-resource/flags"] };
  const seenByMonitor: Signature = { at: "GET /messages", path: "", expected: "", actual: "", clause: "message-resource/flags" };
  const monitored = result("monitor/message-fields", seenByMonitor, seen("/messages", ""));
  assert.equal(withSharedCauses([shown, monitored], [])[1]?.causes, [field]);
  const otherClause = result("monitor/flags", { ...seenByMonitor, clause: "messages-id.get/message" });
  assert.equal(withSharedCauses([shown, otherClause], [])[1]?.causes, [{ ...seenByMonitor, clause: "messages-id.get/message" }]);
});

test("a cause at one request is none of what shows without that request, though both break one clause", () => {
  const untraced = "conventions/refusals-leave-no-trace";
  const field: Signature = { at: "POST /realm/domains", path: "result", expected: "error", actual: "success" };
  const taken = { ...result("realm.domains.post.text/owners", field, seen("/realm/domains", "")), clauses: [untraced] };
  const left: Signature = { at: "Every request", path: "", expected: "", actual: "", clause: untraced };
  const shared = (...said: Seen[]) =>
    withSharedCauses([taken, result("user_groups-id.members.post.text/add", left, ...said)], [])[1]?.causes;
  assert.equal(shared(seen("/user_groups/7/members", "")), [left]);
  assert.equal(shared(seen("/realm/domains", "")), [field]);
});

test.run();
