import { test } from "uvu";
import * as assert from "uvu/assert";
import { linkifyingScope } from "./example-scope.test.kit.ts";
import { compileLinkifier, LinkifierError, topicLinks } from "./index.ts";
import { matchesOf } from "./linkifiers.ts";

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
  const [match] = matchesOf(linkifier, "w:a b/c&d!");
  assert.is(match?.url, "https://a.com/a%20b%2Fc%26d?page=a%20b%2Fc%26d#a%20b/c&d");
});

test("a group without a value is left out of the address", () => {
  const linkifier = compileLinkifier("k(?P<a>1)?(?P<b>2)?", "https://a.com/{a}{?b}");
  assert.equal(
    matchesOf(linkifier, "k2 k").map((match) => match.url),
    ["https://a.com/?b=2", "https://a.com/"],
  );
});

test("a pattern that takes exponential time elsewhere does not here", () => {
  const linkifier = compileLinkifier("(?P<x>(a+)+)b", "https://a.com/{x}");
  assert.equal(matchesOf(linkifier, `${"a".repeat(5000)} `), []);
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
    const found = matchesOf(compileLinkifier(pattern, "https://a.com"), text);
    assert.equal(
      found.map((one) => one.text),
      matched,
      pattern,
    );
  }
});

test("the bounds of a match know the letters and spaces of all scripts", () => {
  const linkifier = compileLinkifier("#[0-9]+", "https://a.com");
  const found = (text: string) => matchesOf(linkifier, text).length;
  assert.equal([found("ä #1"), found("ä#1"), found("#1ä"), found("ä\u2003#1—")], [1, 0, 0, 1]);
});

test.run();
