import { test } from "uvu";
import * as assert from "uvu/assert";
import { GrowingMap } from "./table.ts";

test("an item that is reached is there, and no other, however large its number", () => {
  const map = new GrowingMap(() => new Set<string>());
  map.reach(2 ** 40).add("c");
  assert.equal([map.at(0), map.at(2 ** 40)?.size, map.at(2 ** 40 + 1)], [undefined, 1, undefined]);
  assert.is(map.reach(2 ** 40), map.at(2 ** 40));
});

test("forks share the items of before, and none that were made since", () => {
  const map = new GrowingMap(() => new Set<string>());
  map.reach(0).add("a");
  const [left, right] = [map.fork(), map.fork()];
  left.reach(1).add("left");
  right.reach(1).add("right");
  map.reach(1).add("own");
  assert.equal(
    [map, left, right].map((one) => [...(one.at(1) ?? [])]),
    [["own"], ["left"], ["right"]],
  );
  left.reach(0).add("b");
  assert.equal([...(right.at(0) ?? [])], ["a", "b"]);
});

test("a fork of a map that has grown does not see it grow on", () => {
  const map = new GrowingMap(() => ({}));
  map.reach(3);
  const fork = map.fork();
  map.reach(4);
  assert.is(fork.at(4), undefined);
});

test.run();
