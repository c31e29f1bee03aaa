import { test } from "uvu";
import * as assert from "uvu/assert";
import type { Signature } from "../engine/causes/signature.ts";
import { causesOf, exampleOf } from "./causes.ts";
import type { PropertyResult } from "./report.ts";

const differs = (address: string, reason: string, signature: Partial<Signature>, clause = "a/b"): PropertyResult => ({
  address,
  verdict: "differs",
  clauses: [clause],
  reason,
  causes: [{ at: "GET /messages", path: "", expected: "", actual: "", ...signature }],
});

/** A request that is refused where it should succeed. */
const refused = (address: string, at: string): PropertyResult =>
  differs(address, "it is refused", { at, path: "result", expected: "success", actual: "error" });

const routes = ["POST /typing", "POST /messages", "GET /messages", "DELETE /events"];
const onEach = routes.map((at, i) => refused(`conventions.unsupportedListed/route.${i}`, at));

test("what a convention's property finds on three routes or more is one mistake of every request", () => {
  const [cause, ...others] = causesOf(onEach);
  assert.equal(others, []);
  assert.is(cause?.signature, "Every request result: expected success, got error");
  assert.is(cause?.shows.length, 4);
  const example = exampleOf(onEach[1]!, cause!);
  assert.is(example, onEach[1]);
  assert.is(cause?.alike?.length, 4);
  assert.is(causesOf(onEach.slice(0, 2)).length, 2, "two routes may be two mistakes");
});

test("scenarios that see the same on further routes belong to it; what other properties find there does not", () => {
  const further = refused("cover/12", "PATCH /users/me/profile_data");
  const own = refused("typing.post/op", "POST /typing");
  const causes = causesOf([...onEach, further, own]);
  assert.equal(
    causes.map(({ signature, shows }) => [signature, shows.length]),
    [
      ["Every request result: expected success, got error", 5],
      ["POST /typing result: expected success, got error", 1],
    ],
  );
  assert.equal(causes[1]?.shows, ["typing.post/op"]);
});

test("what differs in another way is another mistake", () => {
  const other = differs("conventions.unsupportedListed/other", "no list", {
    at: "GET /x",
    path: "ignored",
    expected: "array",
    actual: "nothing",
  });
  assert.is(causesOf([...onEach, other]).length, 2);
});

/** What a registration shows otherwise, by a check that names a clause of its own. */
const shown = (clause: string, reason: string, at = "POST /register"): PropertyResult =>
  differs(clause.replace("/", ".text/"), reason, { at, clause }, clause);

const lost = [
  shown("user_groups-id.members.post/add_subgroups", "the add_subgroups that is kept is [], not [11]"),
  shown("user-group/can_manage_group", 'the subgroups of the group is ["12"], not ["11","12"]'),
  shown("user_groups.create.post/bots", "POST /user_groups/create succeeds and leaves no trace"),
];

test("several checks that miss the same in records of one kind show one mistake", () => {
  const causes = causesOf(lost);
  assert.is(causes.length, 1);
  assert.is(causes[0]?.shows.length, 3);
});

test("other records, other places and other changes are mistakes of their own", () => {
  for (const other of [
    shown("navigation_views.post/adds", "the views is [], not [{}]"),
    shown("user-group/name", "the groups is [], not [1]", "GET /user_groups"),
    shown("user-group/name", 'the name is null, not ""'),
    shown("user-group/name", "the groups is [1,2], not [1]"),
  ])
    assert.is(causesOf([...lost, other]).length, 2, other.reason);
});

test("what one monitor sees is one mistake, on whatever routes", () => {
  const seen = ["GET /messages", "GET /events"].map((at) =>
    differs("monitor/direct-messages", "a message is shown to others", { at, clause: "visibility/direct-message" }),
  );
  assert.is(causesOf(seen).length, 1);
});

test.run();
