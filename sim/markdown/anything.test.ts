import fc from "fast-check";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { exampleScope, linkifyingScope } from "./example-scope.test.kit.ts";
import { thoroughly } from "./render.ts";
import { flaw } from "./well-formed.test.kit.ts";

// By day half as much as by night. A long run: RENDER_RUNS=100000 node --import tsx sim/markdown/anything.test.ts
const numRuns = Number(process.env.RENDER_RUNS ?? (process.env.NIGHTLY === "1" ? 3000 : 1500));

const scopes = { linkifying: linkifyingScope({ translateEmoticons: true }), python: exampleScope({ defaultCodeLanguage: "python" }) };
const realm = fc.constantFrom("linkifying", "python");

/** Stands where a word goes. */
const blank = "\ue000";

/** Constructs inside a line that show as text what stands at their percent signs: a word, or another of them. */
const inline = [
  ...["*%*", "**%**", "***%***", "~~%~~", "`%`", "``%``", "$$%$$", "_%_", "%^%", "\\%", "(%)", '"%"', "% %", "% % %"],
  ...["[%](https://a.com)", '[%](a.com "title")', "[%](<b.com> 'title')", "[%](javascript:x)", "[%][%]", "![%](nowhere)"],
  ...["@**%**", "@_**%**", "@*%*", "@**King Hamlet** %", "#**%**", "#**Denmark>%**", "#**Denmark>%@12**", "@**all** %"],
  ...["<time:%>", "<time:2024-01-02T03:04:05Z> %", ":%:", ":smile: %", ":green_tick:%", "&%;", "&copy; %", "<b>%</b>"],
  ...["% 👍", "#️⃣%", "%🤷‍♀️", "#12 %", "T-3 %", ":) %", "% <3 %", "https://a.com %", "% b@c.org", "d.com/x_(y), %"],
];

/** Constructs of whole lines, with the same; a paragraph sign is a place for other lines as well. */
const block = [
  ...[
    "# %",
    "### % ##",
    "§\n# %\n§",
    "- §\n- §",
    "* %\n  * %\n    * §",
    "1. §\n2. §",
    "3. %\n\n4. §",
    "- %\n  1. §",
    "- %\n\n  §",
    "- > §",
  ],
  ...["- # %", "    - %", "> §", "> %\n> §", "> > %\n§", "> §\n\n> §", "§\n\n---\n\n§", "§\n***\n§", "    %\n    %", "    %\n\n    %"],
  ...[
    "```\n§\n```",
    "```py\n%\n```",
    "~~~\n%",
    "```quote\n§\n```",
    "~~~~ quoted\n§\n\n§\n~~~~",
    "~~~~~spoiler %\n§\n~~~~~",
    "~~~math\n%\n\n%\n~~~",
  ],
  ...["% | %\n--- | :-:\n% | %", "| % |\n|-|\n| % |", "> % | %\n> ---|---\n> % | %", "%\n%", "§\n\n§", "%\n\n\n§"],
];

/** Constructs that show what stands in them as an attribute, as something else, or not always. */
const elsewhere = [
  ...[
    "[%](%)",
    "[%](% '%')",
    '[%](<%> "%")',
    "[%](https://a.com/%?%#%)",
    "![%](%/a.mp3)",
    "![%](/user_uploads/2/ab/%.png)",
    "[%](/user_uploads/%)",
  ],
  ...["https://a.com/%?%#%", "%.com/x.png", "https://youtu.be/%", "https://%.org/y.mp4", "%@%.org", "bitcoin:%", "http://[%]/"],
];

/** Stray pieces of constructs, and characters that few expect. */
const noise = [
  ..."*_~`>#|-+.:@$&<\"'()[]{}\\!/^= \n\t\r\0\u0002\u0003\u0085\u00a0\u0301\u200d\u2028\ufe0f\ufeff𝒳中٣",
  ...[
    "\r\n",
    "\n\n",
    "\ud83d",
    "\ude00",
    "\u00021\u0003",
    "**",
    "***",
    "~~",
    "```",
    "~~~",
    "](",
    "![",
    "[](",
    "$$",
    "@**",
    "#**",
    "<time:",
    "|-|-|",
  ],
  ...[
    "- ",
    "1. ",
    "> ",
    "    ",
    "```quote\n",
    "```spoiler ",
    "```math\n",
    "\n```\n",
    "http://",
    "javascript:",
    "&lt;",
    "<script>",
    "👨‍👩‍👧",
    "🇩🇪",
    "👍🏽",
  ],
];

type Filled = Record<"%" | "§", string>;

/** Lines of the templates, filled with each other and with blanks. */
function lines(inline: readonly string[], block: readonly string[]): fc.Arbitrary<string> {
  return fc.letrec<Filled>((tie) => {
    const filled = (template: string) => {
      const places = template.match(/[%§]/g) ?? [];
      return fc.tuple(...places.map((kind) => tie(kind as keyof Filled))).map((texts) => {
        let next = 0;
        return template.replace(/[%§]/g, () => texts[next++] as string);
      });
    };
    const nested = { maxDepth: 4, depthSize: "medium", withCrossShrink: true } as const;
    return {
      "%": fc.oneof(nested, fc.constant(blank), ...inline.map(filled)),
      "§": fc.oneof(nested, fc.constant(blank), ...[...block, ...inline].map(filled)),
    };
  })["§"];
}

const letters = "abcdefghijklmnop";
const wordAt = (i: number): string => `q${letters[(i >> 8) & 15]}${letters[(i >> 4) & 15]}${letters[i & 15]}`;
const word = /q[a-p]{3}/g;

/** Each blank gets a word of its own. */
function withWords(template: string): string {
  let next = 0;
  return template.replaceAll(blank, () => wordAt(next++));
}

const textOf = (html: string): string => html.replace(/<[^>]*>/g, "");
const wordsOf = (text: string): string[] => text.match(word) ?? [];

const whole = fc.array(lines(inline, block), { minLength: 1, maxLength: 4 }).map((parts) => withWords(parts.join("\n\n")));

test("every word of whole constructs, however nested, is shown once and in its place", () => {
  fc.assert(
    fc.property(whole, realm, (source, name) => {
      const { html } = thoroughly(source, scopes[name as keyof typeof scopes]);
      assert.is(flaw(html), undefined, html);
      assert.equal(wordsOf(textOf(html)), wordsOf(source), html);
    }),
    { numRuns },
  );
});

// Wild: cut at random places, with noise in between.
const wild = fc
  .tuple(
    fc.array(lines([...inline, ...elsewhere], block), { minLength: 1, maxLength: 5 }),
    fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(...noise, "")), { maxLength: 8 }),
    fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(12)), { maxLength: 6 }),
  )
  .map(([parts, stray, cuts]) => {
    let text = parts.join("\n");
    for (const [place, length] of cuts) {
      const at = Math.floor(place * text.length);
      text = text.slice(0, at) + text.slice(at + length);
    }
    for (const [place, sign] of stray) {
      const at = Math.floor(place * text.length);
      text = text.slice(0, at) + sign + text.slice(at);
    }
    return withWords(text);
  });

const fenceLine = /^(?:~{3,}|`{3,})/;

/** Returns the possible targets of each link: up to where its parentheses balance, or all the rest if there is what may hide a parenthesis. */
function targets(source: string): string[] {
  return source.split("](").flatMap((_, index, parts) => {
    const rest = parts.slice(index + 1).join("](");
    let depth = 1;
    for (let at = 0; at < rest.length && !"'\"<`*$".includes(rest.charAt(at)); at++) {
      depth += rest[at] === "(" ? 1 : rest[at] === ")" ? -1 : 0;
      if (depth === 0) return [rest.slice(0, at)];
    }
    return [rest];
  });
}

/**
 * Words that a source may lose: beside the run of a fence; in more cells than there are columns; of a link or picture, what is
 * not its text if it stands in the target of another, in a formula or in the text of a picture, or the title if a preview takes the place of the link; and what looks like a target and is no address.
 */
function losable(source: string, html: string): string[] {
  const clean = source.replace(/[\u0002\u0003]/g, "");
  const shaped = clean.split(/\r\n?|\n/).filter((line) => fenceLine.test(line) || line.includes("|"));
  const outer = targets(clean);
  const inner = outer.flatMap((target) => (target.includes("![") ? [target] : targets(target)));
  const hasPicture = /<audio|<img alt[^>]* class="inline-image/.test(html);
  const hasFormula = html.includes('class="katex"');
  const emptied = hasPicture || hasFormula || /href=""|message_inline/.test(html) ? outer : [];
  const pictured = hasPicture || hasFormula ? clean.split("![").slice(hasFormula ? 1 : 2) : [];
  return [...shaped, ...inner, ...emptied, ...pictured].flatMap(wordsOf);
}

test("whatever is typed, the HTML is well-formed and no word is lost", () => {
  fc.assert(
    fc.property(wild, realm, (source, name) => {
      const { html } = thoroughly(source, scopes[name as keyof typeof scopes]);
      assert.is(flaw(html), undefined, html);
      const kept = new Set([...wordsOf(html), ...losable(source, html)]);
      assert.equal(
        wordsOf(source).filter((word) => !kept.has(word)),
        [],
        html,
      );
    }),
    { numRuns },
  );
});

test.run();
