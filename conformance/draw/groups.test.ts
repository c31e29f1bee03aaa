import { test } from "uvu";
import * as assert from "uvu/assert";
import { count, plainest, sampled } from "./draws.test.kit.ts";
import { aGroupSetting, aMemberList, aNest, emptyNest, includesPerson, letters, type Nest } from "./groups.ts";
import { activePeople } from "./people.ts";
import { aDescription } from "./texts.ts";

const nest: Nest = {
  a: { members: ["alice"], subgroups: ["b"] },
  b: { members: [], subgroups: ["c"] },
  c: { members: ["bob"], subgroups: [] },
};

test("people belong to a group directly and through its subgroups", () => {
  assert.equal(
    letters.map((group) => activePeople.filter((name) => includesPerson(nest, { kind: "group", group }, name))),
    [["alice", "bob"], ["bob"], ["bob"]],
  );
  assert.is(includesPerson(nest, { kind: "group", group: "b" }, "bob"), true);
  assert.is(includesPerson(nest, { kind: "group", group: "b" }, "alice"), false);
  assert.is(includesPerson(nest, { kind: "lists", members: ["cara"], groups: ["a"] }, "bob"), true);
  assert.is(includesPerson(nest, { kind: "lists", members: ["cara"], groups: [] }, "bob"), false);
});

test("settings over nests include somebody about as often as not", () => {
  const [nests, values] = [sampled(aNest), sampled(aGroupSetting({ groups: letters }))];
  const included = count(nests, (drawn) => includesPerson(drawn, values[nests.indexOf(drawn)]!, "bob"));
  assert.ok(included > 600 && included < 1600, String(included));
  assert.ok(count(nests, ({ a, b }) => a.subgroups.includes("b") && b.subgroups.includes("c")) > 300);
  assert.equal(plainest(aNest), emptyNest);
});

test("lists of members are empty, whole, or name somebody twice", () => {
  const lists = sampled(aMemberList());
  assert.ok(count(lists, (names) => names.length === 0) > 60);
  assert.ok(count(lists, (names) => new Set(names).size === 7) > 60);
  assert.ok(count(lists, (names) => new Set(names).size < names.length) > 150);
  assert.equal(plainest(aMemberList()), []);
});

test("descriptions have no line, one and several", () => {
  const lines = sampled(aDescription).map((text) => (text === "" ? 0 : text.split("\n").length));
  for (const number of [0, 1, 2, 3]) assert.ok(count(lines, (each) => each === number) > 150);
  assert.is(plainest(aDescription), "");
});

test.run();
