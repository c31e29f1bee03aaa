import { test } from "uvu";
import * as assert from "uvu/assert";
import { count, plainest, rare, sampled, tally } from "./draws.test.kit.ts";
import { aGroupSetting, notASetting, settingOf } from "./groups.ts";

const groups = ["a", "b"] as const;
const ground = {
  userId: (name: string) => ({ alice: 11, bob: 12, cara: 13 })[name]!,
  groupId: (group: "a" | "b") => ({ a: 21, b: 22 })[group],
};

test("settings name nobody, one and several people and groups, or one group", () => {
  const drawn = sampled(aGroupSetting({ groups })).map((shape) => settingOf(shape, ground));
  const sizes = tally(drawn, (value) =>
    typeof value === "number" ? String(value) : `${value.direct_members.length}+${value.direct_subgroups.length}`,
  );
  assert.equal(rare(sizes, ["21", "22", "0+0", "1+0", "0+1", "2+0", "3+2", "1+1"], 50), []);
});

test("somebody is named twice only where that is asked for", () => {
  const isTwice = (value: ReturnType<typeof settingOf>): boolean =>
    typeof value !== "number" && new Set(value.direct_members).size < value.direct_members.length;
  const settings = (duplicates: boolean) => sampled(aGroupSetting({ groups, duplicates })).map((shape) => settingOf(shape, ground));
  assert.is(count(settings(false), isTwice), 0);
  assert.ok(count(settings(true), isTwice) > 150);
});

test("without groups there are lists of people alone", () => {
  assert.ok(sampled(aGroupSetting({ people: ["bob"] })).every((shape) => shape.kind === "lists" && shape.groups.length === 0));
});

test("the plainest setting is nobody, and wrong ones have every type", () => {
  assert.equal(plainest(aGroupSetting({ groups })), { kind: "lists", members: [], groups: [] });
  assert.is(plainest(notASetting), "members");
  assert.is(new Set(sampled(notASetting).map((value) => JSON.stringify(value))).size, 14);
});

test.run();
