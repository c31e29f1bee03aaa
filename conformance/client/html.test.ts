import { test } from "uvu";
import * as assert from "uvu/assert";
import { htmlStructure, withoutTypesettingIn } from "./html.ts";

const same: readonly (readonly [what: string, one: string, other: string])[] = [
  [
    "attributes in another order, and rel and target on links",
    '<a href="https://a.example/?x=1&amp;y" title="t">a</a>',
    '<a rel="noopener noreferrer" target="_blank" title="t" href="https://a.example/?x=1&#38;y">a</a>',
  ],
  ["classes in another order", '<span class="emoji emoji-1f44d">:+1:</span>', "<span class='emoji-1f44d  emoji'>:+1:</span>"],
  ["other quotes and slashes", "<br/><img src='a'>", '<br><img src="a"/>'],
  ["white space between blocks", "<ul>\n<li>one</li>\n</ul>\n<p>a<br>\nb</p>", "<ul><li>one</li></ul><p>a<br>b</p>"],
  ["references to characters", "<p>it&#39;s &quot;so&quot; &lt;&#x3e;</p>", '<p>it\'s "so" &lt;></p>'],
  ["names in capitals and comments", "<P>hi</P>", "<p>hi<!-- x --></p>"],
  [
    "tokens of code",
    '<div class="codehilite" data-code-language="Python"><pre><span></span><code>x = &quot;y&quot;\n</code></pre></div>',
    '<div data-code-language="Python" class="codehilite"><pre><span class="n">x</span> <span class="o">=</span> <code>"y"\n</code></pre></div>',
  ],
  [
    "a formula of which only the source is given",
    '<p>so <span class="katex"><span class="katex-mathml"><math><semantics><annotation encoding="application/x-tex">x^2</annotation></semantics></math></span></span>.</p>',
    '<p>so <span class="katex"><span class="katex-mathml"><math><mi>x</mi><annotation encoding="application/x-tex"> x^2 </annotation></math></span><span class="katex-html"><span>x</span></span></span>.</p>',
  ],
  [
    "a formula with an error",
    '<p><span class="katex-display"><span class="katex"><annotation>\\x{</annotation></span></span></p>',
    '<p><span class="tex-error">\\x{</span></p>',
  ],
];

for (const [what, one, other] of same) test(`${what} are the same HTML`, () => assert.is(htmlStructure(one), htmlStructure(other)));

const other: readonly (readonly [what: string, one: string, other: string])[] = [
  ["another link", '<a href="/a">x</a>', '<a href="/b">x</a>'],
  ["another word", "<p>one two</p>", "<p>onetwo</p>"],
  ["another element", "<p><em>x</em></p>", "<p><strong>x</strong></p>"],
  ["another person", '<span class="user-mention" data-user-id="1">@a</span>', '<span class="user-mention" data-user-id="2">@a</span>'],
  [
    "a silent mention",
    '<span class="user-mention silent" data-user-id="1">a</span>',
    '<span class="user-mention" data-user-id="1">a</span>',
  ],
  ["white space in preformatted text", "<pre><code>a  b\n</code></pre>", "<pre><code>a b\n</code></pre>"],
  [
    "white space in code",
    '<div class="codehilite"><pre><code>a  b</code></pre></div>',
    '<div class="codehilite"><pre><code>a b</code></pre></div>',
  ],
  ["another formula", '<span class="katex"><annotation>x</annotation></span>', '<span class="katex"><annotation>y</annotation></span>'],
  ["what comes after a formula", '<span class="tex-error">x</span> a', '<span class="tex-error">x</span> b'],
  ["a sign that is not escaped before a letter", "<p>&lt;b&gt;</p>", "<p><b&gt;</p>"],
  ["markup that is text", "<p>&lt;em&gt;x&lt;/em&gt;</p>", "<p><em>x</em></p>"],
];

for (const [what, one, another] of other) test(`${what} is other HTML`, () => assert.is.not(htmlStructure(one), htmlStructure(another)));

test("any text has a structure, its own", () => {
  for (const text of [
    "",
    "<",
    "a < b > c",
    "<p",
    "</p></p>",
    '<a href="',
    "<!--",
    "&#99999999;",
    '<div class="codehilite">',
    '<span class="katex">x',
  ])
    assert.type(htmlStructure(text), "string");
  assert.is(htmlStructure("a < b"), "a &lt; b");
});

test("to the letter, only formulas and code are read", () => {
  const [one, two] = [same[6]!, same[7]!];
  assert.is(withoutTypesettingIn(two[1]), withoutTypesettingIn(two[2]));
  assert.is.not(withoutTypesettingIn(one[1]), withoutTypesettingIn(one[2]));
  const exact = "<p>a<br/>\n<a rel='x' href=y>b</a> <!-- c --></p>";
  assert.is(withoutTypesettingIn(exact), exact.replace(" <!-- c -->", " "));
});

test.run();
