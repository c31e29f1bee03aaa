import { test } from "uvu";
import * as assert from "uvu/assert";
import { newestLevel } from "../../sim/index.ts";
import { count, plainest, rare, sampled, tally } from "./draws.test.kit.ts";
import { aNarrow, aTerm, isOdd, levelOfNarrow, type NarrowGround, narrowOperators, type TermShape, termsOf } from "./narrow-terms.ts";

const ground: NarrowGround = {
  level: newestLevel,
  people: [
    { user_id: 11, email: "alice@example.com" },
    { user_id: 12, email: "bob@example.com" },
  ],
  channels: [{ id: 7, name: "general" }],
  topics: ["a x1", "b x2"],
  messages: [101, 102, 103],
};

test("terms of every operator come, negated and not, and name everything that there is", () => {
  const drawn = sampled(aTerm());
  assert.equal(
    rare(
      tally(drawn, ({ operator }) => operator),
      narrowOperators,
      90,
    ),
    [],
  );
  assert.ok(count(drawn, ({ negated }) => negated) > 500);
  const terms = new Set(termsOf(drawn, ground).map(({ operator, operand }) => `${operator}:${JSON.stringify(operand)}`));
  const expected = [
    "sender:11",
    'sender:"bob@example.com"',
    "channel:7",
    'channel:"general"',
    'topic:"b x2"',
    "id:101",
    'id:"103"',
    "dm:[11]",
  ];
  const more = ["dm:[12,11]", 'dm:"alice@example.com"', "dm-including:12", 'is:"starred"', 'is:"muted"', 'has:"reaction"', 'search:"soup"'];
  const others = [
    'channels:"public"',
    'in:"home"',
    "with:102",
    'dm:"bob@example.com,alice@example.com"',
    "stream:7",
    'search:"\\"rain plum\\""',
  ];
  assert.equal(
    [...expected, ...more, ...others].filter((term) => !terms.has(term)),
    [],
  );
});

test("narrows have none to three terms that go together", () => {
  const drawn = sampled(aNarrow());
  assert.equal(
    rare(
      tally(drawn, ({ length }) => String(length)),
      ["0", "1", "2", "3"],
      150,
    ),
    [],
  );
  assert.not.ok(drawn.some(isOdd));
  assert.ok(count(drawn, (terms) => terms.some(({ operator }) => operator === "near")) === 0);
  const plain = sampled(aNarrow({ operators: ["sender", "channel", "topic"], terms: [1, 2], negated: false }));
  assert.ok(plain.every((terms) => terms.length > 0 && terms.length < 3 && terms.every(({ negated }) => !negated)));
  assert.ok(plain.flat().every(({ operator }) => ["sender", "channel", "topic"].includes(operator)));
});

test("older servers get the former names, and a narrow says the level that it needs", () => {
  const [is, channel] = [{ of: "word", word: "dm" } as const, { of: "channel", at: 0, as: "id" } as const];
  const shapes = [
    { operator: "is", operand: is, negated: true },
    { operator: "channel", operand: channel, negated: false },
  ] as const;
  assert.equal(termsOf(shapes, { ...ground, level: 170 }), [
    { operator: "is", operand: "private", negated: true },
    { operator: "stream", operand: 7 },
  ]);
  assert.is(levelOfNarrow(shapes), 0);
  assert.is(levelOfNarrow([{ operator: "is", operand: { of: "word", word: "muted" }, negated: false }]), 366);
  assert.is(levelOfNarrow([{ operator: "with", operand: { of: "message", at: 0, as: "text" }, negated: false }]), 271);
});

test("what there is none of is named by something that nothing has", () => {
  const empty = { level: newestLevel, people: [], channels: [], topics: [], messages: [] };
  for (const { operand } of termsOf(sampled(aTerm(), 300), empty)) assert.not.type(operand, "undefined");
});

test("the plainest narrow is empty, the plainest term one by sender", () => {
  assert.equal(plainest(aNarrow()), []);
  assert.equal(termsOf([plainest(aTerm())], ground), [{ operator: "sender", operand: 11 }]);
});

test("direct messages and what is not direct are not asked for at once", () => {
  const direct: TermShape = { operator: "dm", operand: { of: "people", at: [0], as: "id" }, negated: false };
  const isDirect = (negated: boolean): TermShape => ({ operator: "is", operand: { of: "word", word: "dm" }, negated });
  assert.is(isOdd([direct, isDirect(true)]), true);
  assert.is(isOdd([isDirect(false), isDirect(true)]), true);
  assert.is(isOdd([direct, isDirect(false)]), false);
  assert.is(isOdd([isDirect(true)]), false);
});

test.run();
