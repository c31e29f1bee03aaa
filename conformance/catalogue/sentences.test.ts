import { test } from "uvu";
import * as assert from "uvu/assert";
import data from "../../fixtures/text/sentences.json" with { type: "json" };
import { rulings } from "../../sim/index.ts";
import { placeOf } from "../declare/clause.ts";
import { headingOf } from "../declare/heading.test.kit.ts";
import { clauses } from "./catalogue.ts";
import { type CitedText, isClause, sectionsOf } from "./sentences-compared.ts";

const cited: CitedText = data;
const entries = cited.sections.flatMap(({ sentences }) => sentences);
const stated = new Set(entries.flatMap(([, ...all]) => all.filter(isClause)));
const beside = Object.values(cited.beside).flat();
const known = new Set(clauses.map(({ id }) => id));

const sentencesOf = (markdown: string): readonly string[] => sectionsOf(markdown).flatMap(({ sentences }) => sentences);

test("sections have the headings that they stand under; the title alone is for what stands before them", () => {
  const markdown =
    "# T\n\nBefore.\n\n## A ##\n\n### B\nOf B.\n#### C\nOf C.\n\n### D\n\n## A\r\n\r\n### B\r\nMore of B.\n\n# Second\nLast.";
  assert.equal(sectionsOf(markdown), [
    { heading: "T", sentences: ["Before."] },
    { heading: "A > B", sentences: ["Of B.", "More of B."] },
    { heading: "A > B > C", sentences: ["Of C."] },
    { heading: "Second", sentences: ["Last."] },
  ]);
  assert.equal(sectionsOf("No heading.\n"), [{ heading: "", sentences: ["No heading."] }]);
  assert.equal(sectionsOf(" \n\n"), []);
});

test("prose is split at the ends of sentences, over lines, and nowhere else", () => {
  const apart = [
    "It ends here.",
    "`code` may begin one!",
    "Does (it so?)",
    "**Bold too.**",
    "2.5 s, e.g. Mondays, i.e. cf. RFC 6570 and vs. No. 5.",
    "See `a. B` and [a link](https://a.example/b. C) or https://a.example/x.html?",
    "What goes on etc. in lower case is one.",
    'It "quotes."',
    "{braces} and [brackets] begin one.",
    "The end",
  ];
  assert.equal(sentencesOf(apart.join(" ")), apart);
  assert.equal(sentencesOf(apart.join("\n")), apart);
  assert.equal(sentencesOf("Level N. Then it goes on.\nOn."), ["Level N.", "Then it goes on.", "On."]);
});

test("a bold label stays with the sentence behind it", () => {
  assert.equal(sentencesOf("**Reaction.** Each has a name. It is a text."), ["**Reaction.** Each has a name.", "It is a text."]);
});

test("items of lists begin sentences of their own, without their markers", () => {
  assert.equal(sentencesOf("These:\n- one. Two.\n  It goes on.\n* three\n+ four\n1. five\n   - 170: six\n2) seven\n\nAfter."), [
    "These:",
    "one.",
    "Two.",
    "It goes on.",
    "three",
    "four",
    "five",
    "170: six",
    "seven",
    "After.",
  ]);
});

test("each row of a table is one sentence, however wide its cells are, and so is a block of code", () => {
  const table = "Before:\n| Field | Notes |\n|---|:--:|\n|  a | One. Two. |\n| `b \\| c` | |\nAfter a | b.";
  assert.equal(sentencesOf(`${table}\n\nThen.`), ["Before:", "Field | Notes", "a | One. Two.", "`b \\| c` | ", "After a | b.", "Then."]);
  assert.equal(sentencesOf("So:\n```js\na. B\n\n# c\n~~~\n```\nAfter.\n~~~~\n```\n~~~\n~~~~\n"), [
    "So:",
    "a. B\n\n# c\n~~~",
    "After.",
    "```\n~~~",
  ]);
  assert.equal(sentencesOf("a | b\nno table"), ["a | b no table"]);
});

test("every sentence has a digest, and behind it clauses that there are, each once, or one reason", () => {
  for (const [digest = "", ...all] of entries) {
    assert.match(digest, /^[0-9a-f]{12}$/);
    assert.is(new Set(all).size, all.length, digest);
    const isReasoned = all.length === 1 && Object.hasOwn(cited.reasons, all[0]!);
    assert.ok(isReasoned || (all.length > 0 && all.every((id) => known.has(id))), `${digest} ${all.join(" ")}`);
  }
  const used = new Set(entries.flatMap(([, ...all]) => all.filter((each) => !isClause(each))));
  assert.equal([...used].toSorted(), Object.keys(cited.reasons).toSorted());
});

test("the counts of normative sentences are those of the sentences that state a clause", () => {
  for (const { heading, normative, sentences } of cited.sections)
    assert.is(sentences.filter(([, ...all]) => all.some(isClause)).length, normative, heading);
  assert.ok(entries.length > 400 && stated.size > 500, `${entries.length} sentences, ${stated.size} clauses`);
});

test("sections stand in the specification's order, each once, and every clause is of one", () => {
  const headings = cited.sections.map(({ heading }) => heading);
  assert.is(new Set(headings).size, headings.length);
  const places = headings.slice(1).map(placeOf);
  assert.equal(
    places,
    places.toSorted((a, b) => a - b),
  );
  assert.is(Math.min(...places), 0);
  for (const { id, section } of clauses) {
    const name = headingOf(section)!;
    assert.is(headings.filter((heading) => heading === name || heading.startsWith(`${name} `)).length, 1, `${id}: ${name}`);
  }
});

test("every clause that the text does not leave open is stated by a sentence, or stands beside with a reason", () => {
  const isOpen = (silent: keyof typeof rulings | undefined): boolean => silent !== undefined && rulings[silent].kind === "silent";
  const unfounded = clauses.filter(({ id, silent }) => !isOpen(silent) && !stated.has(id) && !beside.includes(id));
  assert.equal(
    unfounded.map(({ id }) => id),
    [],
  );
  assert.equal(
    beside.filter((id) => !known.has(id) || stated.has(id)),
    [],
  );
  assert.is(new Set(beside).size, beside.length);
});

test.run();
