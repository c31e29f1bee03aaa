import { test } from "uvu";
import * as assert from "uvu/assert";
import type { Difference } from "../compare/values.ts";
import { idOf, phraseOf, signaturesOf } from "./signature.ts";

const answer = (body: Record<string, unknown> = {}) => ({ status: 200, body });
const signatures = (route: string, differences: readonly Difference[], body = {}) =>
  signaturesOf(route, differences, answer(body), undefined);

test("a field of a message is one cause in a list, alone, in an event, and keyed by id", () => {
  const wrong = { expected: true, actual: false };
  const found = [
    ...signatures("GET /messages", [{ path: "messages[3].is_me_message", ...wrong }]),
    ...signatures("GET /messages/{message_id}", [{ path: "message.is_me_message", ...wrong }]),
    ...signatures("GET /events", [{ path: "events[1].message.is_me_message", ...wrong }], {
      events: [{ type: "typing" }, { type: "message" }],
    }),
  ];
  assert.is(found.length, 3);
  assert.is(new Set(found.map(idOf)).size, 1);
  assert.is(phraseOf(found[0]!), "Message is_me_message: expected boolean, got another boolean");
});

test("a part of a record is one cause in the record and in the event that tells it alone", () => {
  const wrong = { expected: 12, actual: "12" };
  const event = (type: string) => ({ events: [{ type }] });
  const rows = [
    ["messages[1].reactions[0].user_id", "events[0].user_id", "reaction", "Message reactions[].user_id"],
    ["message.submessages[0].sender_id", "events[0].sender_id", "submessage", "Message submessages[].sender_id"],
    ["presences.bob@example.com.website.pushable", "events[0].presence.website.pushable", "presence", "Presence pushable"],
  ] as const;
  for (const [read, told, type, place] of rows) {
    const found = [
      ...signatures("GET /messages", [{ path: read, ...wrong }]),
      ...signatures("GET /events", [{ path: told, ...wrong }], event(type)),
    ];
    assert.equal(found.map(phraseOf), Array(2).fill(`${place}: expected number, got string`));
    assert.is(new Set(found.map(idOf)).size, 1);
  }
  const [ofEvent] = signatures("GET /events", [{ path: "events[0].op", expected: "add", actual: "remove" }], event("reaction"));
  assert.is(phraseOf(ofEvent!), "GET /events events[reaction].op: expected string, got another string");
});

test("the same field of two messages of one answer is one cause, and two fields are two", () => {
  const twice = ["messages[0].flags[0]", "messages[7].flags[0]", "messages[7].subject"].map((path) => ({
    path,
    expected: "a",
    actual: "b",
  }));
  assert.equal(
    signatures("GET /messages", twice).map(({ path }) => path),
    ["flags[]", "subject"],
  );
});

test("another message in place of the one expected is one cause, not one for each of its fields", () => {
  const other = ["sender_id", "content", "timestamp", "sender_email"].map((field) => ({
    path: `messages[2].${field}`,
    expected: "a",
    actual: "b",
  }));
  assert.equal(signatures("GET /messages", other).map(phraseOf), ["GET /messages messages: expected array, got another array"]);
  const [content] = signatures("GET /messages", other.slice(1, 3));
  assert.is(phraseOf(content!), "Message content: expected string, got another string", "one of the fields that tell messages apart");
});

test("a code is told apart by what came, not by what was expected", () => {
  const of = (expected: string) => signatures("POST /user_groups/create", [{ path: "code", expected, actual: "BAD_NARROW" }]);
  assert.equal(of("BAD_REQUEST"), of("UNAUTHORIZED_PRINCIPAL"));
  assert.is(phraseOf(of("BAD_REQUEST")[0]!), "POST /user_groups/create: the code BAD_NARROW");
});

test("a refusal in place of a success is one cause, its code and status follow", () => {
  const found = signatures("POST /typing", [
    { path: "result", expected: "success", actual: "error" },
    { path: "code", expected: undefined, actual: "BAD_REQUEST" },
    { path: "status", expected: 200, actual: 400 },
  ]);
  assert.is(found.length, 1);
  assert.is(phraseOf(found[0]!), "POST /typing result: expected success, got error");
});

test("events are told apart by their type, and what a value is by its JSON type", () => {
  const of = (type: string, actual: unknown) =>
    idOf(signatures("GET /events", [{ path: "events[0].op", expected: "start", actual }], { events: [{ type }] })[0]!);
  assert.is.not(of("typing", "stop"), of("user_topic", "stop"));
  assert.is.not(of("typing", "stop"), of("typing", null));
  assert.is.not(of("typing", null), of("typing", undefined));
  assert.is(of("typing", "stop"), of("typing", "ended"));
});

test("requests that should be refused for two reasons are two causes, whatever the values", () => {
  const taken = [{ path: "result", expected: "error", actual: "success" }];
  const of = (body: Record<string, unknown>) => signatures("POST /typing", taken, body);
  const invalid = of({ code: "BAD_REQUEST", msg: "Invalid user ID 12" });
  assert.equal(invalid, of({ code: "BAD_REQUEST", msg: "Invalid user ID 14" }));
  assert.is(phraseOf(invalid[0]!), "POST /typing result: expected error (BAD_REQUEST: Invalid user ID _), got success");
  const missing = of({ code: "REQUEST_VARIABLE_MISSING", var_name: "op", msg: "Missing 'op' argument" });
  assert.is(phraseOf(missing[0]!), "POST /typing result: expected error (REQUEST_VARIABLE_MISSING op), got success");
  assert.is.not(idOf(invalid[0]!), idOf(missing[0]!));
});

test("a parameter that is not refused is one cause, whatever is wrong with it", () => {
  const of = (msg: string) =>
    idOf(signatures("GET /messages", [{ path: "result", expected: "error", actual: "success" }], { code: "BAD_REQUEST", msg })[0]!);
  assert.is(of("num_after is not valid JSON"), of("num_after is too small"));
  assert.is.not(of("num_after is too small"), of("num_before is too small"));
  assert.is.not(of("Too many messages requested"), of("Too few messages requested"), "words that name none");
});

test("a place within a parameter is told as that parameter", () => {
  const msg = 'Invalid narrow[1]: Value error, "operator" is missing';
  const [taken] = signatures("GET /messages", [{ path: "result", expected: "error", actual: "success" }], { code: "BAD_REQUEST", msg });
  assert.is(taken?.refusal, "BAD_REQUEST: Invalid narrow Value error, _ is missing");
});

test("a refusal by mistake is told apart by its own words, without values", () => {
  const refused = [{ path: "result", expected: "success", actual: "error" }];
  const of = (msg: string) =>
    signaturesOf("POST /typing", refused, answer(), { status: 400, body: { result: "error", code: "BAD_REQUEST", msg } })[0]!;
  assert.is(idOf(of("User 12 is unknown")), idOf(of("User 15 is unknown")));
  assert.is.not(idOf(of("User 12 is unknown")), idOf(of("User 12 is away")));
  assert.is(phraseOf(of("User 12 is unknown")), "POST /typing result: expected success, got error (BAD_REQUEST: User _ is unknown)");
});

test("events that are missing or too many are a cause for each type, in whichever form they are told", () => {
  const listed = signatures("GET /events", [
    { path: "events", expected: ["message", "typing", "typing"], actual: ["typing", "heartbeat"] },
  ]);
  assert.equal(listed.map(phraseOf), [
    "GET /events events[message]: expected object, got nothing",
    "GET /events events[typing]: expected object, got nothing",
    "GET /events events[heartbeat]: expected nothing, got object",
  ]);
  const extra = signatures("GET /events", [{ path: "events", expected: undefined, actual: { id: 0, type: "heartbeat" } }]);
  assert.equal(extra.map(idOf), listed.slice(2).map(idOf));
});

test("events that are of other types from some place on are missing or too many, not wrong in each field", () => {
  const body = { events: [{ type: "typing" }, { type: "subscription" }] };
  const came = { status: 200, body: { events: [{ type: "subscription" }, { type: "heartbeat" }] } };
  const differences = [
    { path: "events[0].type", expected: "typing", actual: "subscription" },
    { path: "events[0].sender", expected: {}, actual: undefined },
    { path: "events[1].type", expected: "subscription", actual: "heartbeat" },
  ];
  assert.equal(signaturesOf("GET /events", differences, answer(body), came).map(phraseOf), [
    "GET /events events[typing]: expected object, got nothing",
    "GET /events events[heartbeat]: expected nothing, got object",
  ]);
});

test("a request that fails where it should be refused has one cause: a code that says so, or else the status, of its route and refusal", () => {
  const differences = (code: string) => [
    { path: "status", expected: 400, actual: 500 },
    { path: "code", expected: "BAD_REQUEST", actual: code },
  ];
  const of = (code: string) => signatures("POST /typing", differences(code), { result: "error", msg: "op", code: "BAD_REQUEST" });
  assert.equal(of("INTERNAL_SERVER_ERROR").map(phraseOf), ["POST /typing: the code INTERNAL_SERVER_ERROR"]);
  assert.equal(of("TYPE_ERROR"), [{ at: "POST /typing", path: "status", expected: "4xx", actual: "5xx", refusal: "BAD_REQUEST op" }]);
});

test("ids are stable", () => {
  const [signature] = signatures("POST /typing", [{ path: "result", expected: "success", actual: "error" }]);
  assert.match(idOf(signature!), /^c-[0-9a-f]{8}$/);
  assert.is(idOf({ at: "POST /messages", path: "", expected: "", actual: "", ruling: "localEcho" }), "localEcho");
});

test.run();
