import fc from "fast-check";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { exampleScope, linkifyingScope } from "./example-scope.test.kit.ts";
import { render } from "./index.ts";
import { thoroughly } from "./render.ts";
import { flaw } from "./well-formed.test.kit.ts";

const scope = linkifyingScope({ translateEmoticons: true });
// A long run: RENDER_RUNS=100000 node --import tsx sim/markdown/render.test.ts
const numRuns = Number(process.env.RENDER_RUNS ?? 3000);
const markup = [
  ..."*_~`#>|-+.:@$&<>\"'()[]{}\\!/^= \n\t\u0002\u0003",
  ...["**", "***", "~~", "```", "~~~", "\n\n", "- ", "1. ", "> ", "    ", "](", "![", "[a](b)", "$$", "@**", "#**", "|-", "-|-"],
  ...["@**all**", "@**King Hamlet**", "#**Denmark>lunch**", ":smile:", ":)", "<time:", "#123", "T-1", "\ud83d", "👍"],
  ...["http://", "https://a.com/", "a@b.com", "javascript:", "data:", "<b onclick=x>", "<script>", "&lt;", "&#60;"],
  ...["```quote\n", "```spoiler ", "```math\n", "```py\n", "x.png", "a.com/y.mp4", "youtu.be/q", " | a\n", "/user_uploads/2/ab/x.png"],
];
const source = fc.array(fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...markup) }, fc.string({ maxLength: 3 })), {
  maxLength: 40,
});

test("whatever is typed, the HTML is well-formed and made of known tags, attributes and schemes", () => {
  fc.assert(
    fc.property(source, (parts) => {
      const { html } = render(parts.join(""), scope);
      assert.is(flaw(html), undefined, html);
    }),
    { numRuns },
  );
});

const words = fc.uniqueArray(fc.stringMatching(/^q[a-p]{3}$/), { minLength: 1, maxLength: 10 });
const between = fc.constantFrom(
  ..."*_~`>-:@$&(<[]\"'!^= \n",
  ...["**", "***", "~~", "\n\n", "\n- ", "\n1. ", "\n> ", "\n    ", "](", '](a "', "\n```\n", "\n```quote\n", "\n# ", "$$", "@**", "#**"],
);

test("no word is lost", () => {
  fc.assert(
    fc.property(words, fc.array(between, { minLength: 22, maxLength: 22 }), (kept, gaps) => {
      const text = kept.map((word, index) => gaps[2 * index] + word + gaps[2 * index + 1]).join("");
      const { html } = render(text, scope);
      for (const word of kept) assert.ok(html.includes(word), `${JSON.stringify(text)} lost ${word}: ${html}`);
    }),
    { numRuns },
  );
});

test("a formula keeps its text where no element can stand: in another formula, in a target", () => {
  assert.match(render("$$***a $$b$$***$$", exampleScope()).html, ">a b</annotation>");
  assert.is(render("[x](/p ***$$y$$***)", exampleScope()).html, '<p><a href="/p%20y">x</a></p>');
});

test("rendering twice gives the same", () => {
  fc.assert(
    fc.property(source, (parts) => {
      assert.equal(render(parts.join(""), scope), render(parts.join(""), scope));
    }),
    { numRuns: 300 },
  );
});

test("loud mentions are told in ascending order, each once", () => {
  const rendered = render("@**|11** @**King Hamlet** @**|10** @_**|12** @*support* @**topic** @**all**", exampleScope());
  assert.equal(rendered.mentionedUsers, [10, 11]);
  assert.equal(rendered.mentionedGroups, [17]);
  assert.ok(rendered.topicWildcard && rendered.channelWildcard);
});

test("silent, quoted, deactivated and coded mentions are not told", () => {
  const rendered = render("@_**|10** @**Polonius** `@**all**`\n> @**topic** @*support* @**|11**\n\n    @**|10**", exampleScope());
  assert.equal(rendered.mentionedUsers, []);
  assert.equal(rendered.mentionedGroups, []);
  assert.not(rendered.topicWildcard || rendered.channelWildcard);
});

test("channel links, mail addresses and quoted links are links; links in code and mentions are not", () => {
  for (const text of ["#**Denmark**", "a@b.com", "> https://a.com", "[x](a.com)"]) {
    assert.is(render(text, exampleScope()).hasLink, true, text);
  }
  for (const text of ["`https://a.com`", "@**King Hamlet**", ":smile:", "a"]) {
    assert.is(render(text, exampleScope()).hasLink, false, text);
  }
});

test("a message has an image if a picture is shown, but not for videos, quotes, or with previews off", () => {
  const hasImage = (text: string, imagePreviews = true) => render(text, exampleScope({ imagePreviews })).hasImage;
  assert.ok(hasImage("https://a.com/x.png") && hasImage("https://youtu.be/abc") && hasImage("![a](/user_uploads/2/ab/x.png)"));
  assert.not(hasImage("https://a.com/x.mp4") || hasImage("> https://a.com/x.png") || hasImage("https://a.com/x.png", false));
});

test("an attachment is a link to an upload that exists, also in a quote and with the realm's address", () => {
  const hasAttachment = (text: string) => render(text, exampleScope()).hasAttachment;
  assert.ok(hasAttachment("> [f](/user_uploads/2/ab/f.txt)") && hasAttachment("http://127.0.0.1:9991/user_uploads/2/ab/f.txt"));
  assert.not(hasAttachment("[f](/user_uploads/9/f.txt)") || hasAttachment("https://b.com/user_uploads/2/ab/f.txt"));
});

test("alert words are looked for in the text without its code and math", () => {
  const { alertText } = thoroughly("a\n```\nb\n```\n`c`\n```quote\nd\n```\n```math\ne\n```", exampleScope());
  assert.is(alertText.replace(/\s+/g, " "), "a `c` > d");
});

test.run();
