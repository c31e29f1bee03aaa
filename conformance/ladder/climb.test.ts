import { test } from "uvu";
import * as assert from "uvu/assert";
import { embedded } from "../targets/embedded.ts";
import { climb } from "./climb.ts";

test("what is done is counted on from level to level, and levels below the first are not run", async () => {
  const told: (readonly [done: number, expected: number])[] = [];
  const onResult = (_: unknown, done: number, expected: number) => void told.push([done, expected]);
  const { properties } = await climb({ target: embedded(), seed: 1, tries: 0, onResult }, undefined, 7);
  const counts = told.map(([done]) => done);
  assert.equal(
    counts,
    counts.toSorted((a, b) => a - b),
  );
  assert.ok(told.every(([done, expected]) => done <= expected));
  assert.not(properties.some(({ address }) => address.startsWith("typing.post/")));
  assert.ok(properties.some(({ address }) => address.startsWith("channel_folders-id.patch/")));
});

test.run();
