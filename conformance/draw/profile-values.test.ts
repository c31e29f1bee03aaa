import { test } from "uvu";
import * as assert from "uvu/assert";
import { count, plainest, rare, sampled, tally } from "./draws.test.kit.ts";
import { aProfileValue, notAProfileValue, profileFieldTypes, profileValueOf } from "./people.ts";
import { codePoints } from "./texts.ts";

const ground = { userId: (name: string) => ({ alice: 11, bob: 12, cara: 13 })[name]!, options: ["one", "two"] };
const valuesOf = (type: (typeof profileFieldTypes)[number]): unknown[] =>
  sampled(aProfileValue(type)).map((shape) => profileValueOf(shape, ground.userId, ground.options));

test("values for every type of field come, fitting and not", () => {
  for (const arbitrary of [aProfileValue(), notAProfileValue()])
    assert.equal(
      rare(
        tally(sampled(arbitrary), ({ type }) => String(type)),
        profileFieldTypes.map(String),
        150,
      ),
      [],
    );
});

test("fitting values are what their types ask for, up to their bounds", () => {
  for (const [type, most] of [[1, 50] as const, [2, 500] as const, [8, 50] as const]) {
    const lengths = valuesOf(type).map((value) => codePoints(value as string));
    assert.ok(lengths.every((length) => length >= 1 && length <= most));
    assert.ok(count(lengths, (length) => length === most) > 80);
  }
  assert.equal([...new Set(valuesOf(3))].sort(), ["one", "two"]);
  assert.ok(valuesOf(4).every((value) => new Date(`${value}T00:00:00Z`).toISOString().startsWith(value as string)));
  assert.ok(valuesOf(5).every((value) => URL.canParse(value as string)));
  assert.ok(valuesOf(6).every((value) => (value as number[]).length > 0 && (value as number[]).every((id) => [11, 12, 13].includes(id))));
  assert.ok(valuesOf(7).every((value) => /^[A-Za-z0-9]{1,20}$/.test(value as string)));
});

test("values that do not fit have every JSON type, and texts of the right one", () => {
  const values = sampled(notAProfileValue(4, 5)).map((shape) => profileValueOf(shape, ground.userId, ground.options));
  for (const value of [7, true, "yesterday", "example.com"]) assert.ok(values.includes(value), String(value));
  assert.not.ok(values.includes(null));
});

test("the plainest values", () => {
  assert.equal(plainest(aProfileValue()), { type: 1, value: "a" });
  assert.equal(profileValueOf(plainest(aProfileValue(4)), ground.userId, ground.options), "1970-01-01");
  assert.equal(profileValueOf(plainest(aProfileValue(3)), ground.userId, ground.options), "one");
  assert.equal(profileValueOf(plainest(aProfileValue(6)), ground.userId, ground.options), [11]);
});

test.run();
