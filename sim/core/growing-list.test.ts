import { test } from "uvu";
import * as assert from "uvu/assert";
import { GrowingList } from "./growing-list.ts";

test("an item that is reached is there, with those before it", () => {
  const list = new GrowingList(() => new Set<string>());
  list.reach(2).add("c");
  assert.equal([list.at(0)?.size, list.at(1)?.size, list.at(2)?.size, list.at(3)], [0, 0, 1, undefined]);
  assert.is(list.reach(2), list.at(2));
});

test("forks share the items of before, and none that were made since", () => {
  const list = new GrowingList(() => new Set<string>());
  list.reach(0).add("a");
  const [left, right] = [list.fork(), list.fork()];
  left.reach(1).add("left");
  right.reach(1).add("right");
  list.reach(1).add("own");
  assert.equal(
    [list, left, right].map((one) => [...(one.at(1) ?? [])]),
    [["own"], ["left"], ["right"]],
  );
  left.reach(0).add("b");
  assert.equal([...(right.at(0) ?? [])], ["a", "b"]);
});

test("a fork of a list that has grown does not see it grow on", () => {
  const list = new GrowingList(() => ({}));
  list.reach(3);
  const fork = list.fork();
  list.reach(4);
  assert.is(fork.at(4), undefined);
});

test.run();
