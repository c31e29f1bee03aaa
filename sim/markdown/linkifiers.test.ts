import { test } from "uvu";
import * as assert from "uvu/assert";
import { processorMillis } from "../adapters/growth.test.kit.ts";
import { linkifyingScope } from "./example-scope.test.kit.ts";
import { compileLinkifier, LinkifierError, topicLinks } from "./index.ts";
import { MatchWork, matchesOf } from "./linkifiers.ts";

function refusal(pattern: string, template: string): string {
  try {
    compileLinkifier(pattern, template);
  } catch (error) {
    if (error instanceof LinkifierError) return error.message;
    throw error;
  }
  return "accepted";
}

test("a pattern that is not RE2 is refused", () => {
  for (const pattern of ["(", "(?<=a)b", "(a)\\1", "a)(b", "[", "(?P<a>x)(?P<a>y)"]) {
    assert.match(refusal(pattern, "https://a.com/"), /^Bad regular expression: /);
  }
});

test("a template that is not RFC 6570 is refused", () => {
  for (const template of ["https://a.com/{", "https://a.com/}", "{}", "{a b}", "{a,}", "{=a}", "{a:0}"]) {
    assert.is(refusal("(?P<a>x)", template), "Invalid URL template.");
  }
});

test("groups and variables must be the same", () => {
  assert.is(refusal("(?P<a>x)", "https://a.com/"), "Group 'a' in linkifier pattern is not present in URL template.");
  assert.is(refusal("x", "https://a.com/{a}"), "Group 'a' in URL template is not present in linkifier pattern.");
  assert.is(refusal("(?P<a>x)(?P<b>y)", "https://a.com/{a}{?b}"), "accepted");
});

test("values are encoded as the template says", () => {
  const linkifier = compileLinkifier("w:(?P<page>.+)!", "https://a.com/{page}{?page}{#page}");
  const [match] = matchesOf(linkifier, "w:a b/c&d!", new MatchWork());
  assert.is(match?.url, "https://a.com/a%20b%2Fc%26d?page=a%20b%2Fc%26d#a%20b/c&d");
});

test("a group without a value is left out of the address", () => {
  const linkifier = compileLinkifier("k(?P<a>1)?(?P<b>2)?", "https://a.com/{a}{?b}");
  assert.equal(
    matchesOf(linkifier, "k2 k", new MatchWork()).map((match) => match.url),
    ["https://a.com/?b=2", "https://a.com/"],
  );
});

test("a pattern that takes exponential time elsewhere does not here", () => {
  const linkifier = compileLinkifier("(?P<x>(a+)+)b", "https://a.com/{x}");
  assert.equal(matchesOf(linkifier, `${"a".repeat(5000)} `, new MatchWork()), []);
});

test("a topic shows linkifier matches and addresses in the order of the text", () => {
  const links = (topic: string) => topicLinks(topic, linkifyingScope());
  const ticket = { url: "https://trac.example.com/ticket/123", text: "#123" };
  assert.equal(links("#123: https://a.com"), [ticket, { url: "https://a.com", text: "https://a.com" }]);
  assert.equal(links("a.com #123"), [{ url: "https://a.com", text: "a.com" }, ticket]);
  assert.equal(links("https://a.com/#123"), [{ url: "https://a.com/#123", text: "https://a.com/#123" }]);
  assert.equal(links("a@b.com"), [{ url: "https://a@b.com", text: "a@b.com" }]);
  assert.equal(links("#12,T-3"), [
    { url: "https://trac.example.com/ticket/12", text: "#12" },
    { url: "https://tasks.example.com/?number=3", text: "T-3" },
  ]);
  assert.equal(links("lunch"), []);
});

test("in a topic a linkifier wins over an address, and an earlier linkifier over a later one", () => {
  const linkifiers = [compileLinkifier("b\\.com", "https://one.com"), compileLinkifier("a,b\\.com", "https://two.com")];
  assert.equal(topicLinks("a,b.com", { linkifiers }), [{ url: "https://one.com", text: "b.com" }]);
});

test("a pattern may begin with what it can do without", () => {
  const cases: [pattern: string, text: string, matched: string[]][] = [
    ["AB?C", "AC ABC ADC", ["AC", "ABC"]],
    ["😀?x", "x 😀x", ["x", "😀x"]],
    ["K{0,1}9", "9 K9", ["9", "K9"]],
    ["cat|dog", "dog cat", ["dog", "cat"]],
    ["T-[0-9]+", "T-1 t-2 T-x", ["T-1"]],
  ];
  for (const [pattern, text, matched] of cases) {
    const found = matchesOf(compileLinkifier(pattern, "https://a.com"), text, new MatchWork());
    assert.equal(
      found.map((one) => one.text),
      matched,
      pattern,
    );
  }
});

test("the bounds of a match know the letters and spaces of all scripts", () => {
  const linkifier = compileLinkifier("#[0-9]+", "https://a.com");
  const found = (text: string) => matchesOf(linkifier, text, new MatchWork()).length;
  assert.equal([found("ä #1"), found("ä#1"), found("#1ä"), found("ä\u2003#1—")], [1, 0, 0, 1]);
});

const textsOf = (pattern: string, text: string): string[] =>
  matchesOf(compileLinkifier(pattern, "https://a.com"), text, new MatchWork()).map((one) => one.text);

test("a match may be as long as the text, and begin anywhere in it", () => {
  const [long, digits] = [`a${" b".repeat(4000)}z`, "7".repeat(100)];
  assert.equal(textsOf("a.*z", `c ${long} c`), [long]);
  assert.equal(textsOf("[0-9]+", `${digits} ${"x ".repeat(1000)}${digits}`), [digits, digits]);
  assert.equal(textsOf("[0-9]+", `${"x".repeat(30)} ${digits}x ${digits}`), [digits], "the first goes on as a word");
  assert.equal(textsOf("n( [^y]*y)?", `n ${"x".repeat(20)}y n`), [`n ${"x".repeat(20)}y`, "n"]);
});

test("groups without a name, and what looks like one, match as they stand", () => {
  assert.equal(textsOf("((a|b)(c)?)+", "abcb acca"), ["abcb"]);
  assert.equal(textsOf("\\(a[(]b[]()]\\Q((\\E\\pL(?:c)(?i)d", "(a(b)((ecD"), ["(a(b)((ecD"]);
});

test("a pattern that servers refuse for its size is refused, and others are compiled", () => {
  assert.is(refusal("a{1000}".repeat(20), "https://a.com"), "Bad regular expression: pattern too large - compile failed");
  assert.is(refusal("[a-z]{1,1000}", "https://a.com"), "accepted");
});

// Each takes seconds where nothing bounds it: many groups, a tail that nearly matches, a thousand ways at each letter.
for (const pattern of [`${"(".repeat(900)}a${")".repeat(900)}`, "a( [^z]*z)?", "(|a)*".repeat(200), "a?( ([^z]*[^y]*[^x]*){80}z)?"])
  test(`the pattern ${pattern.slice(-20)} takes no longer than others`, () => {
    const linkifier = compileLinkifier(pattern, "https://a.com");
    for (const unit of ["a", "a "]) {
      const text = unit.repeat(10_000 / unit.length);
      const millis = processorMillis(() => void matchesOf(linkifier, text, new MatchWork()));
      assert.ok(millis < 1000, `${millis} ms for ${unit}`);
    }
  });

test("many linkifiers share the work that a text may cost, and what comes first has its links", () => {
  const work = new MatchWork();
  const costly = compileLinkifier("a( ([^z]*[^y]*[^x]*){80}z)?", "https://a.com");
  const text = `#1 ${"a ".repeat(5000)}`;
  assert.is(matchesOf(compileLinkifier("#[0-9]", "https://a.com"), text, work).length, 1);
  assert.ok(matchesOf(costly, text, work).length < 5000);
  assert.is(matchesOf(compileLinkifier("#[0-9]", "https://b.com"), text, work).length, 0);
});

test.run();
