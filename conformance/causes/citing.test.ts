import { test } from "uvu";
import * as assert from "uvu/assert";
import { newestLevel } from "../../sim/index.ts";
import { clauses } from "../catalogue/catalogue.ts";
import { registered, toldBy } from "../text/index.ts";
import { type AnsweredStep, citedBy, clausesOfField, type Occasion } from "./citing.ts";
import { placesOf } from "./place.ts";

type Body = Readonly<Record<string, unknown>>;
const success = (body: Body = {}) => ({ status: 200, body: { result: "success", msg: "", ...body } });
const error = (code: string, msg = "") => ({ status: 400, body: { result: "error", msg, code } });

interface Case {
  readonly op: string;
  readonly fields: Body;
  readonly expected: Occasion["expected"];
  readonly actual: Occasion["actual"];
  readonly before?: readonly AnsweredStep[];
  readonly level?: number;
}

/** The clauses that are named where one field of an answer differs, or where one side refuses. */
function named(path: string, { op, fields, expected, actual, before = [], level = newestLevel }: Case): readonly string[] {
  const valueIn = ({ body }: Occasion["expected"]): unknown =>
    path.split(".").reduce<unknown>((at, name) => (at as Body | undefined)?.[name], body);
  const differences = [{ path, expected: valueIn(expected), actual: valueIn(actual) }];
  const places = placesOf(differences, expected, actual);
  return citedBy({ op, as: "alice", fields, expected, actual, before, level, places });
}

const typing = { op: "typing.post" };

test("a refusal that does not come names the clause of the field that is wrong", () => {
  const [first] = named("result", {
    ...typing,
    fields: { op: "pause", to: [12] },
    expected: error("BAD_REQUEST", "Invalid op"),
    actual: success(),
  });
  assert.is(first, "typing.post/op-values");
  const missing = named("result", {
    ...typing,
    fields: { to: [12] },
    expected: error("REQUEST_VARIABLE_MISSING", "Missing 'op' argument"),
    actual: success(),
  });
  assert.is(missing[0], "typing.post/op-required");
});

test("a request that is refused for a parameter names no clause of a field of the answer whose name begins alike", () => {
  const told = named("result", {
    op: "server_settings.get",
    fields: { realm: "zulip" },
    expected: success({ realm_uri: "http://localhost" }),
    actual: error("BAD_REQUEST", "Invalid realm"),
  });
  assert.ok(told.length > 0);
  assert.equal(
    told.filter((id) => id.startsWith("server_settings.get/realm")),
    [],
  );
});

test("a narrow that is refused by mistake names the clauses of its operators", () => {
  const told = named("result", {
    op: "messages.get",
    fields: { anchor: "newest", num_before: 1, num_after: 0, narrow: [{ operator: "sender", operand: "bob@example.com" }] },
    expected: success({ messages: [] }),
    actual: error("BAD_NARROW", "Invalid narrow operator: unknown"),
  });
  assert.is(told[0], "narrow/sender");
});

test("a field of a message names the clause of that field, wherever the message stands", () => {
  const fetched = { op: "messages-id.get", fields: {} };
  const told = named("message.is_me_message", {
    ...fetched,
    expected: success({ message: { is_me_message: true } }),
    actual: success({ message: { is_me_message: false } }),
  });
  assert.is(told[0], "message-resource/is-me-message");
});

test("an event that is missing names the clause of the request that it tells of", () => {
  const typed: AnsweredStep = {
    ...typing,
    as: "bob",
    fields: { op: "stop", to: [11] },
    expected: success(),
  };
  const differing = [{ path: "events", expected: ["typing"], actual: [] }];
  const read = { op: "events.get", as: "alice", fields: {}, expected: success(), actual: success() };
  const places = placesOf(differing, read.expected, read.actual);
  const [first] = citedBy({ ...read, before: [typed], level: newestLevel, places });
  assert.is(first, "typing.post/stop-told");
});

test("what a later level brought is no clause of an earlier one: that it is there already is", () => {
  const early = {
    ...typing,
    op: "user_topics.post",
    route: "POST /user_topics",
    fields: { stream_id: 3, topic: "lunch", visibility_policy: 1 },
  };
  assert.is(
    named("result", { ...early, expected: error("BAD_REQUEST", "Not found"), actual: success(), level: 169 })[0],
    "versioning/ahead",
  );
});

test("at most three clauses are named, and none where none is about the field", () => {
  const posted = { op: "messages.post", fields: { type: "direct", to: [12], content: "a" } };
  assert.ok(named("result", { ...posted, expected: success(), actual: error("BAD_REQUEST") }).length <= 3);
  const unknown = { op: "register.post", fields: {} };
  assert.equal(
    named("avatar_source", { ...unknown, expected: success({ avatar_source: "G" }), actual: success({ avatar_source: "U" }) }),
    [],
  );
});

test("a request that should be refused names the clauses of its parameter: those that require it where it is missing, else the others", () => {
  const of = (refusal: string) => clausesOfField({ at: "POST /typing", path: "result", expected: "error", actual: "success", refusal });
  assert.equal(of("REQUEST_VARIABLE_MISSING op"), ["typing.post/op-required"]);
  const invalid = of("BAD_REQUEST: Invalid op");
  assert.ok(invalid.includes("typing.post/op-values") && !invalid.includes("typing.post/op-required"), invalid.join(", "));
});

test("every clause that a citation can name by itself exists", () => {
  const known = new Set(clauses.map(({ id }) => id));
  const named = [...Object.values(toldBy), ...Object.values(registered)].flat();
  assert.equal(
    named.filter((id) => !known.has(id)),
    [],
  );
});

test.run();
