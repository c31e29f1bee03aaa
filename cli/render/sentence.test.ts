import { test } from "uvu";
import * as assert from "uvu/assert";
import { sentence, toldWithin } from "./sentence.ts";

const people = Array.from({ length: 12 }, (_, i) => ({ user_id: 300 + i, email: `member${i}@harbour.example` }));
const compared = (actual: unknown, expected: unknown): string =>
  `what is listed of the people is ${JSON.stringify(actual)}, not ${JSON.stringify(expected)}`;

const told: Readonly<Record<string, readonly [reason: string, most: number, is: string]>> = {
  "a short sentence stays": ["op is 1, not 2", 20, "op is 1, not 2"],
  "two values say where they differ": [
    compared(people, [...people.slice(0, 4), { ...people[4], email: "x" }, ...people.slice(5)]),
    120,
    'what is listed of the people, at [4].email, is "member4@harbour.example", not "x"',
  ],
  "of a list that has more entries these are told": [
    compared(people, [...people.slice(0, 2), ...people.slice(3)]),
    160,
    'what is listed of the people has [{"user_id":302,"email":"member2@harbour.example"}] too much',
  ],
  "of one that has fewer those that it lacks": [
    compared(people.slice(1), people),
    160,
    'what is listed of the people lacks [{"user_id":300,"email":"member0@harbour.example"}]',
  ],
  "one entry that comes twice is in a place of its own": [
    compared([...people, people[0]], people),
    160,
    'what is listed of the people, at [12]…, is [{"user_id":300,"email":"member0@harbour.example"}], not []',
  ],
  "an answer tells what it is, and the sentence its end": [
    `POST /typing by gus answers 200 ${JSON.stringify({ result: "success", msg: "", people })}, not a refusal`,
    160,
    'POST /typing by gus answers 200 {"result":"success","msg":"","people":[{"user_id":300,"emai…, not a refusal',
  ],
  "any other text loses its middle": [`${"a".repeat(90)}${"b".repeat(90)}`, 21, `${"a".repeat(10)}…${"b".repeat(10)}`],
};

for (const [what, [reason, most, is]] of Object.entries(told))
  test(what, () => {
    assert.is(toldWithin(reason, most), is);
    assert.ok([...is].length <= most);
  });

test("of several lines the first is told, and how many more there are", () => {
  assert.is(sentence("what:\nis wrong\nand this\ntoo"), "what: is wrong (and 2 more lines)");
});

test.run();
