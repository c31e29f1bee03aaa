import { test } from "uvu";
import * as assert from "uvu/assert";
import { type CitedText, changesIn, comparedText, digestOf } from "./sentences-compared.ts";

const section = (heading: string, ...sentences: readonly (readonly [string, ...string[]])[]): CitedText["sections"][number] => ({
  heading,
  normative: sentences.length,
  sentences: sentences.map(([text, ...cited]) => [digestOf(text), ...cited]),
});

const cited: CitedText = {
  reasons: { scope: "says what is left out" },
  sections: [
    section("A", ["One.", "a/one"], ["Two.", "a/two", "a/twice"], ["Three.", "scope"], ["Four.", "a/four"]),
    section("B", ["Five.", "b/five"]),
  ],
  beside: {},
};

/** Returns the changes of a text: how each sentence stands, its section and place, and its clauses. */
const changed = (markdown: string): string[] =>
  changesIn(comparedText(cited, markdown)).changed.map(({ standing, section: name, position, clauses }) =>
    [standing, name, position, ...clauses].join(" "),
  );

test("a digest is the beginning of a SHA-256, whatever white space there is", () => {
  assert.is(digestOf(" One.\n  two "), "4571a99db440");
});

test("the same sentences with other white space are as they were", () => {
  const sections = comparedText(cited, "## A\nOne.   Two.\nThree.\n\n- Four.\n## B\nFive.");
  assert.equal(changesIn(sections), { sentences: 5, changed: [], clauses: [] });
  assert.equal(
    sections.map(({ heading, sentences }) => [heading, ...sentences.map(({ position, text }) => `${position} ${text}`)]),
    [
      ["A", "1 One.", "2 Two.", "3 Three.", "4 Four."],
      ["B", "1 Five."],
    ],
  );
  assert.equal(sections[0]!.sentences[2], {
    standing: "same",
    position: 3,
    text: "Three.",
    digest: digestOf("Three."),
    clauses: [],
    reason: "says what is left out",
  });
});

test("a sentence in the place of another is different, and names the clauses of that", () => {
  assert.equal(changed("## A\nOne. Two! Three. Four.\n## B\nSix."), ["different A 2 a/two a/twice", "different B 1 b/five"]);
});

test("a sentence more is new, wherever it stands, and one less is gone from where it was", () => {
  assert.equal(changed("## A\nZero. One. Two. Three. Four. More.\n## B\nFive."), ["new A 1", "new A 6"]);
  assert.equal(changed("## A\nTwo. Three.\n## B\nFive."), ["gone A 1 a/one", "gone A 4 a/four"]);
  assert.equal(changed("## A\nOne. Other. And more. Three. Four.\n## B\nFive."), ["different A 2 a/two a/twice", "new A 3"]);
  assert.equal(changed("## A\nOne. Other. Four.\n## B\nFive."), ["different A 2 a/two a/twice", "gone A 3"]);
});

test("sections may come, go and be called otherwise; a sentence in another place is moved, with its clauses", () => {
  assert.equal(changed("## A\nOne. Two. Three. Four."), ["gone B 1 b/five"]);
  assert.equal(changed("## A\nOne. Two. Three. Four.\n## C\nSeven.\n## B\nFive."), ["new C 1"]);
  assert.equal(changed("## A\nOne. Two. Three. Four.\n## C\nFive."), ["moved C 1 b/five"]);
  assert.equal(changed("## A\nTwo. Three. Four. One.\n## B\nFive."), ["moved A 4 a/one"]);
  assert.equal(changed("## A\nOne. Five. Three. Four."), ["moved A 2 b/five", "gone A 2 a/two a/twice"]);
  assert.equal(changed("## A\nOne. Five. Two. Three. Four.\n## B\nOther."), ["moved A 2 b/five", "new B 1"]);
});

test("a sentence that stands twice is counted twice", () => {
  assert.equal(changed("## A\nOne. Two. Two. Three. Four.\n## B\nFive."), ["new A 3"]);
});

test("the clauses to read again are named once each", () => {
  const { clauses, sentences } = changesIn(comparedText(cited, "## A\nOne! Two! Three! Four!"));
  assert.equal([sentences, ...clauses], [4, "a/one", "a/two", "a/twice", "a/four", "b/five"]);
});

test.run();
