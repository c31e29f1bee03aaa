import { test } from "uvu";
import * as assert from "uvu/assert";
import { idOf, type Signature } from "../causes/signature.ts";
import type { Seen } from "../client/seen.ts";
import { causesOf, exampleOf, withEarlierIds } from "./causes.ts";
import type { Cause, PropertyResult, ScenarioResult } from "./report.ts";

const differs = (address: string, reason: string, signature: Partial<Signature>, clause: string): PropertyResult => ({
  address,
  verdict: "differs",
  clauses: [clause],
  reason,
  causes: [{ at: "GET /messages", path: "", expected: "", actual: "", ...signature }],
});

const missing = differs(
  "messages.get/anchor",
  "anchor is nothing, not 7",
  { path: "anchor", expected: "number", actual: "nothing" },
  "a/b",
);

/** A result of a check that no difference from the model explains. */
const against = (reason: string, at = "GET /messages"): PropertyResult =>
  differs("monitor/fields", reason, { at, clause: "conventions/success-returns" }, "conventions/success-returns");

test("what goes against a clause is the mistake whose field its checks name, and is not its example", () => {
  const causes = causesOf([against("the answer to GET /messages has the field anchor as nothing, not integer"), missing]);
  assert.is(causes.length, 1);
  assert.is(causes[0]?.signature, "GET /messages anchor: expected number, got nothing");
  assert.equal(causes[0]?.shows, ["messages.get/anchor", "monitor/fields"]);
  assert.equal(causes[0]?.clauses, ["a/b"]);
});

test("a point that seems to be decided otherwise than stated is no mistake beside what goes against the clause that states it", () => {
  const clause = "messages.get/anchor-first-unread-muted";
  const point = { at: "Endpoints > GET /messages", expected: "counted", actual: "observed", ruling: "mutedFirstUnread" } as const;
  const decided = differs("messages.get.anchors/mutedTopic", "it is decided otherwise", point, clause);
  const broken = (of: string) => differs("messages.get.anchors/firstUnread", "the anchor is 9, not 7", { clause: of }, of);
  assert.equal(
    causesOf([decided, broken(clause)]).map(({ signature }) => signature),
    [`GET /messages: against ${clause}`],
  );
  assert.is(causesOf([decided, broken("messages.get/anchor-newest")]).length, 2);
});

test("it is a mistake of its own where its checks name another field, another route, or part of a word", () => {
  for (const other of [
    against("the answer to GET /messages has the field messages as {}, not array"),
    against("the answer to GET /x has the field anchor as nothing", "GET /x"),
    against("anchored is nothing"),
  ])
    assert.is(causesOf([other, missing]).length, 2, other.reason);
});

test("a field that stands in an answer which a check quotes as a whole is not named by the check", () => {
  const lie = differs(
    "messages.get/found",
    "found_anchor is true, not false",
    { path: "found_anchor", expected: "boolean", actual: "boolean" },
    "a/b",
  );
  const quoted = 'GET /messages for 5001 messages answers 200 {"result":"success","found_anchor":true}, not a refusal';
  const limit = { ...against(quoted), address: "messages.get.refusals/limit" };
  assert.is(causesOf([lie, limit]).length, 2);
});

test("messages that somebody sees who may not are a mistake of their own beside a window that is wrong", () => {
  const listed = { path: "messages", expected: "array", actual: "array" };
  const windows = [1, 2, 3].map((n) =>
    differs(`messages.get.windows/${n}`, "the window is [7], not []", listed, "messages.get/include-anchor"),
  );
  const leak = differs(
    "narrow/inPublicChannels",
    "what is found in a private channel is [9], not []",
    listed,
    "messages.get/narrow-public",
  );
  assert.equal(
    causesOf([...windows, leak]).map(({ signature, shows }) => [signature, shows.length]),
    [
      ["GET /messages messages: expected array, got another array", 3],
      ["GET /messages: against messages.get/narrow-public", 1],
    ],
  );
  assert.equal(
    causesOf([leak]).map(({ signature }) => signature),
    ["GET /messages messages: expected array, got another array"],
  );
});

test("what a narrow finds is no mistake of the anchor", () => {
  const anchor = differs(
    "messages.get.anchors/newest",
    "anchor is 9, not 7",
    { path: "anchor", expected: "number", actual: "number" },
    "a/b",
  );
  const listed = (clause: string) => differs(`x/${clause}`, "the messages is [], not [7]", { clause }, clause);
  assert.is(causesOf([anchor, listed("narrow/topic")]).length, 2);
  assert.is(causesOf([anchor, listed("messages.get/anchor-newest")]).length, 1);
});

test("the example of a cause is a result that goes against its first clause itself, not the shortest one", () => {
  const seen = (count: number): Seen[] =>
    Array.from({ length: count }, () => ({
      as: "bob",
      method: "GET",
      path: "/events",
      fields: {},
      status: 200,
      body: { result: "success" },
    }));
  const lost = { at: "GET /events", path: "events[typing]", expected: "object", actual: "nothing" };
  const result = (address: string, clause: string, count: number) => ({ ...differs(address, "it is []", lost, clause), seen: seen(count) });
  const short = result("typing.post/malformed", "typing.post/ignored-malformed", 1);
  const own = ["typing.post/op", "typing.post/outsiders"].map((address, i) => result(address, "typing.post/stop-told", 4 - i));
  assert.equal(causesOf([short, ...own])[0]?.shows, ["typing.post/outsiders", "typing.post/op", "typing.post/malformed"]);
});

test("of causes that as many results show those come first in which somebody sees or does what they must not", () => {
  const [typed, leaked, shown] = [
    differs("a/typed", "id is text", { path: "id", expected: "number", actual: "string" }, "message-resource/id"),
    differs("a/leaked", "it is shown", { clause: "messages-id.get/invisible" }, "messages-id.get/invisible"),
    differs("a/shown", "x is text", { path: "x", expected: "number", actual: "string" }, "message-resource/timestamp"),
  ];
  const also = { ...typed, address: "a/also" };
  assert.equal(
    causesOf([typed, shown, leaked, also]).map(({ shows }) => shows[0]),
    ["a/typed", "a/leaked", "a/shown"],
  );
});

test("another code after a request that was taken by mistake may come of what that left", () => {
  const at = "POST /navigation_views";
  const clause = "navigation_views.post/fragment-blank";
  const taken = differs(
    "views/blank",
    "it is taken",
    { at, path: "result", expected: "error", actual: "success", refusal: "BAD_REQUEST fragment" },
    clause,
  );
  const coded = (address: string) =>
    differs(address, "it is VIEW_EXISTS", { at, path: "code", expected: "string", actual: "string", code: "VIEW_EXISTS" }, clause);
  assert.is(causesOf([{ ...taken, others: [coded("views/blank")] } as PropertyResult]).length, 1);
  assert.is(causesOf([taken, coded("views/twice")]).length, 2);
  const unmodelled = differs("views/blank", 'it answers 200 {"result":"success"}, not a refusal', { at, clause }, clause);
  assert.is(causesOf([{ ...unmodelled, others: [coded("views/blank")] } as PropertyResult]).length, 1);
});

test("nobody is accused of what a clause leaves open", () => {
  const repeated = differs(
    "typing.post/repeated",
    "it is false, not true",
    { at: "POST /typing", clause: "typing.post/to-repeated" },
    "typing.post/to-repeated",
  );
  assert.equal(causesOf([repeated])[0]?.clauses, ["typing.post/to-repeated"]);
  const lost = { ...repeated, causes: [{ at: "POST /typing", path: "result", expected: "success", actual: "error" }] };
  assert.equal(causesOf([lost])[0]?.clauses, ["typing.post/start-told"]);
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

const folderId: Signature = { at: "Channel folder", path: "id", expected: "number", actual: "number" };
const folderName: Signature = { ...folderId, path: "name", expected: "string", actual: "string" };

/** A result of a property that shows a wrong id or name of folders. */
const shown = (address: string, signature: Signature, clauses: readonly string[]): PropertyResult => ({
  ...differs(address, "it is not so", signature, ""),
  clauses,
});

test("a cause names the clause of its field, where a check of that failed; else those which the fewest checks prove that hold", () => {
  const held: PropertyResult[] = ["p", "q", "r"].map((name) => ({ address: `x/${name}`, verdict: "agrees", clauses: ["a/often"] }));
  const folder = [
    shown("folder/kept", folderName, ["a/often", "a/rare", "folder/name"]),
    shown("folder/told", folderName, ["a/often", "a/rare"]),
  ];
  assert.equal(causesOf([...folder, ...held])[0]?.clauses, ["folder/name", "a/often", "a/rare"]);
  const elsewhere = folder.map((result) => ({ ...result, clauses: result.clauses.slice(0, 2).reverse() }));
  assert.equal(causesOf([...elsewhere, ...held])[0]?.clauses, ["a/rare", "a/often"]);
});

test("what only scenarios show beside or after what a property shows comes of that", () => {
  const scene = (address: string, causes: readonly Signature[], before: readonly Signature[]): ScenarioResult => ({
    ...{ address, verdict: "differs", clauses: ["messages.post/sends-to-channel"], causes, before },
  });
  const root = shown("folder/id", folderId, ["folder/id"]);
  const following = [scene("cover/1", [folderName], [folderId]), scene("cover/2", [folderId, folderName], [])];
  const [cause, ...others] = causesOf([root, ...following]);
  assert.equal(others, []);
  assert.equal(cause?.clauses, ["folder/id"]);
  assert.equal(cause?.shows.toSorted(), ["cover/1", "cover/2", "folder/id"]);
  assert.is(causesOf([root, ...following, scene("cover/3", [folderName], [])]).length, 2, "a scenario shows it by itself");
  assert.is(causesOf([root, ...following, shown("folder/name", folderName, ["folder/name"])]).length, 2, "a property shows it");
  assert.is(causesOf(following).length, 2, "no property shows the other");
});

/** A point that seems to be decided otherwise than stated, with the differences that a choice would explain. */
const decided = (address: string, before: readonly Signature[]): ScenarioResult => ({
  address,
  verdict: "differs",
  clauses: ["messages.get/include-anchor-between"],
  causes: [{ at: "Endpoints > GET /messages", path: "", expected: "yes", actual: "observed", ruling: "excludedAnchorBetween" }],
  before,
});

test("a point that is decided otherwise only where another cause shows is of that cause", () => {
  const root = shown("folder/id", folderId, ["folder/id"]);
  const [cause, ...others] = causesOf([root, decided("cover/1", [folderId])]);
  assert.equal(others, []);
  assert.equal(cause?.shows.toSorted(), ["cover/1", "folder/id"]);
  assert.is(causesOf([root, decided("cover/1", [folderName])]).length, 2);
  assert.is(causesOf([root, decided("cover/1", [folderId]), decided("cover/2", [])]).length, 2, "it is decided so by itself, too");
});

test("a point that is decided in two ways, since a choice explained away what is of a cause, is of that cause", () => {
  const root = shown("folder/id", folderId, ["folder/id"]);
  const half = (before: readonly Signature[]): ScenarioResult => ({ address: "cover/3", verdict: "silent", clauses: [], before });
  const torn = against("longTopic is decided in two ways: refuse in cover/3, and truncate in a/b (alice GET /messages -> 200)");
  assert.is(causesOf([root, half([folderId]), torn]).length, 1);
  assert.is(causesOf([root, half([folderName]), torn]).length, 2);
});

test("a field that is missing here and another there is one mistake", () => {
  const gone = shown("folder/kept", { ...folderName, actual: "nothing" }, ["folder/name"]);
  const [cause, ...others] = causesOf([
    gone,
    shown("folder/told", folderName, ["folder/name"]),
    shown("folder/seen", folderName, ["folder/name"]),
  ]);
  assert.equal(others, []);
  assert.is(cause?.signature, "Channel folder name: expected string, got another string");
  assert.is(cause?.alike?.length, 2);
});

test("a wrong code is named by the clause about the code, and what every request shows by one of every request", () => {
  const of = (address: string, clauses: readonly string[], signature: Partial<Signature>): PropertyResult => ({
    ...differs(address, "", signature, ""),
    clauses,
  });
  const code = { at: "POST /typing", path: "code", expected: "string", actual: "string", code: "X" };
  const [wrongCode] = causesOf([of("a/b", ["typing.post/owners", "typing.post/code-x"], code)]);
  assert.equal(wrongCode?.clauses, ["typing.post/code-x", "typing.post/owners"]);
  const each = ["POST /typing", "GET /messages", "DELETE /events"].map((at, i) =>
    of(`conventions.booleans/${i}`, ["messages.get/x", "conventions/booleans"], {
      at,
      path: "result",
      expected: "success",
      actual: "error",
    }),
  );
  assert.equal(causesOf(each)[0]?.clauses, ["conventions/booleans", "messages.get/x"]);
});

test("what is run again of a report has the ids that it has there, by its signature, or by what shows it and the clause that it breaks", () => {
  const cause = (id: string, more: Partial<Cause>): Cause => ({
    id,
    signature: id,
    clauses: ["a/1"],
    shows: ["a/p"],
    waiting: [],
    ...more,
  });
  const idsOf = (now: readonly Cause[], before: readonly Cause[]): string[] => withEarlierIds(now, before).map(({ id }) => id);
  const each = cause("c-1", { alike: ["c-1", "c-2"], shows: ["a/p", "a/q"] });
  assert.equal(withEarlierIds([cause("c-2", {})], [each]), [cause("c-1", { signature: "c-2", alike: ["c-2", "c-1"] })]);
  assert.equal(idsOf([cause("c-3", {})], [cause("c-1", {})]), ["c-1"], "one alone is not as among others");
  assert.equal(idsOf([cause("c-3", { clauses: ["a/2"] })], [cause("c-1", {})]), ["c-3"], "another clause");
  assert.equal(idsOf([cause("c-3", { shows: ["a/q"] })], [cause("c-1", {})]), ["c-3"], "other results");
  assert.equal(idsOf([cause("c-3", {})], [cause("c-1", {}), cause("c-2", {})]), ["c-3"], "which of two nobody knows");
  assert.equal(idsOf([cause("c-3", {}), cause("c-1", {})], [cause("c-1", {})]), ["c-3", "c-1"], "an id is given once");
});

test("the example of a cause tells first of the place that shows it", () => {
  const seen = (body: Seen["body"]): Seen => ({ as: "alice", method: "GET", path: "/messages", fields: {}, status: 200, body });
  const [expected, actual] = [seen({ messages: [{ id: 1, sender_id: 7 }] }), seen({ messages: [{ id: 1, sender_id: "7" }], extra: 1 })];
  const senderId: Signature = { at: "Message", path: "sender_id", expected: "number", actual: "string" };
  const extra: Signature = { at: "GET /messages", path: "extra", expected: "nothing", actual: "number" };
  const result: ScenarioResult = {
    address: "cover/1",
    verdict: "differs",
    clauses: [],
    reason: 'messages[0].sender_id: expected 7, got "7"\nextra: expected nothing, got 1',
    places: [
      { path: "messages[0].sender_id", expected: 7, actual: "7" },
      { path: "extra", actual: 1 },
    ],
    pairs: [{ told: "alice fetches messages", expected, actual }],
    causes: [senderId, extra],
  };
  const [sender, more] = [senderId, extra].map((signature) => exampleOf(result, { id: idOf(signature) }));
  assert.equal(sender, result);
  assert.is(more?.reason, 'extra: expected nothing, got 1\nmessages[0].sender_id: expected 7, got "7"');
  assert.equal(more && "places" in more && more.places?.map(({ path }) => path), ["extra", "messages[0].sender_id"]);
});

test.run();
