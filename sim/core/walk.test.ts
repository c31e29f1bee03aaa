import { test } from "uvu";
import * as assert from "uvu/assert";
import { walk } from "./table.ts";

/** The numbers from 1 on, and how many of them were taken. */
function numbers(most: number) {
  const taken: number[] = [];
  function* all(): IterableIterator<number> {
    for (let n = 1; n <= most; n++) {
      taken.push(n);
      yield n;
    }
  }
  return { taken, all: all() };
}

test("what is made of each item is walked, no further than it is asked for", () => {
  const { all, taken } = numbers(1000);
  const found: string[] = [];
  for (const text of walk(all, (n) => `<${n}>`)) if (found.push(text) === 3) break;
  assert.equal(found, ["<1>", "<2>", "<3>"]);
  assert.equal(taken, [1, 2, 3]);
});

test("it is over at the end, or at the first item of which nothing is made, and stays so", () => {
  const under = (limit: number) => (n: number) => (n < limit ? n * 10 : undefined);
  assert.equal([...walk(numbers(3).all, under(9))], [10, 20, 30]);
  const { all, taken } = numbers(9);
  const walked = walk(all, under(3));
  assert.equal([...walked], [10, 20]);
  assert.equal(walked.next(), { done: true, value: undefined });
  assert.equal(taken, [1, 2, 3]);
});

test("what is made may be falsy", () => {
  assert.equal([...walk([0, 1].values(), (n) => n)], [0, 1]);
  assert.equal([...walk(["", "a"].values(), (text) => text)], ["", "a"]);
});

test.run();
