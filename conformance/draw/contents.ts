import fc from "fast-check";
import { type Drawn, mostly } from "./combinators.ts";
import { named, person } from "./references.ts";
import { deferred, isSymbolic } from "./symbols.ts";
import type { TargetFacts } from "./target-facts.ts";
import { aPhrase, safeKinds, textAtLimit, textOf, words } from "./texts.ts";

interface MarkupOptions {
  /** Names to mention, loudly and silently, as they stand between the asterisks. */
  readonly mentions?: readonly string[];
  /** Whether everybody in the channel or topic is mentioned at times. Default false. */
  readonly wildcards?: boolean;
  /** The most levels of nested parts, default 3. */
  readonly depth?: number;
}

const word = fc.constantFrom(...words);

/** Draws a part without parts: words, mostly, or letters of many scripts. */
const leaf: fc.Arbitrary<string> = fc.oneof(
  { withCrossShrink: true },
  { weight: 4, arbitrary: aPhrase },
  { weight: 1, arbitrary: textOf({ max: 12, kinds: ["letter", "accented", "other script", "right to left", "mark", "astral", "emoji"] }) },
);

const links = [
  "https://example.com/menu",
  "[plum](https://example.org/a?b=c&d=e)",
  '[salt](https://example.org/%C3%A9 "rain")',
  "write to someone@example.com",
];

/** Parts of a line that hold no others. */
const atoms: readonly fc.Arbitrary<string>[] = [
  leaf,
  word.map((each) => `\`${each} *x* <b> &lt;\``),
  word.map((each) => `\`\`a \` ${each}\`\``),
  fc.constantFrom(...links),
  fc.constantFrom("$$x^2$$", "$$\\frac{1}{2}$$"),
  fc.constantFrom(":tada:", ":no_such_emoji:", "🌱", "&amp; <b>bold</b> &lt;", 'a--b ... "c"'),
];

const mentionsOf = ({ mentions = [], wildcards = false }: MarkupOptions): readonly fc.Arbitrary<string>[] => [
  ...(mentions.length === 0 ? [] : [fc.constantFrom(...mentions).chain((name) => fc.constantFrom(`@**${name}**`, `@_**${name}**`))]),
  ...(wildcards ? [fc.constantFrom("@**all**", "@**channel**", "@**topic**", "@_**all**")] : []),
];

/** Parts of a line: words, marks around parts, code, links, formulas, mentions. */
function inlines(options: MarkupOptions): fc.Arbitrary<string> {
  const { depth = 3 } = options;
  const { inline } = fc.letrec<{ inline: string; marked: string }>((tie) => ({
    inline: fc.oneof(
      { withCrossShrink: true, maxDepth: depth, depthIdentifier: "inline" },
      fc.oneof({ withCrossShrink: true }, ...atoms, ...mentionsOf(options).map((arbitrary) => ({ weight: 3, arbitrary }))),
      tie("marked"),
      fc.tuple(tie("inline"), tie("inline")).map(([a, b]) => `${a} ${b}`),
    ),
    marked: fc.tuple(fc.constantFrom("**", "*", "~~"), tie("inline")).map(([mark, inner]) => `${mark}${inner}${mark}`),
  }));
  return inline;
}

/** Returns a block in a fence longer than any in it. */
function fenced(name: string, body: string): string {
  const longest = Math.max(2, ...(body.match(/`{3,}/g) ?? []).map(({ length }) => length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${name}\n${body}\n${fence}`;
}

/** Blocks that hold lines, but no blocks. */
function simpleBlocks(inline: fc.Arbitrary<string>): readonly fc.Arbitrary<string>[] {
  const items = fc.array(inline, { minLength: 1, maxLength: 3 });
  const row = (cells: readonly string[]): string => `| ${cells.map((cell) => cell.replaceAll("|", "/")).join(" | ")} |`;
  return [
    fc.tuple(fc.integer({ min: 1, max: 6 }), inline).map(([level, text]) => `${"#".repeat(level)} ${text}`),
    items.map((each) => each.map((text) => `* ${text}`).join("\n")),
    items.map((each) => each.map((text, i) => `${i + 1}. ${text}`).join("\n")),
    fc.tuple(inline, inline).map(([outer, inner]) => `- ${outer}\n  - ${inner}`),
    fc.tuple(inline, inline, inline).map(([a, b, c]) => `${row([a, "b"])}\n|---|:-:|\n${row([b, c])}`),
    fc.tuple(fc.constantFrom("", "ts", "math"), word).map(([language, each]) => fenced(language, `let ${each} = 1;\n\n  <b> & *x*`)),
    fc.tuple(inline, inline).map(([a, b]) => `${a}\n${b}`),
    fc.constant("rain\n\n---\n\nsalt"),
  ];
}

/**
 * Content in Markdown, with what it knows nested: bold, italics, struck text, code, links, headings, lists, tables, quotes, spoilers,
 * formulas, mentions of those who are given, and status messages. It is never blank, and begins and ends with no white space.
 * The plainest is one word.
 */
export function aMarkup(options: MarkupOptions = {}): fc.Arbitrary<string> {
  const inline = inlines(options);
  const { block } = fc.letrec<{ block: string }>((tie) => ({
    block: fc.oneof(
      { withCrossShrink: true, maxDepth: options.depth ?? 3, depthIdentifier: "block" },
      inline,
      fc.oneof({ withCrossShrink: true }, ...simpleBlocks(inline)),
      tie("block").map((inner) =>
        inner
          .split("\n")
          .map((line) => `> ${line}`.trimEnd())
          .join("\n"),
      ),
      fc.tuple(fc.constantFrom("quote", "spoiler rain", "spoiler"), tie("block")).map(([name, inner]) => fenced(name, inner)),
      fc.tuple(tie("block"), tie("block")).map(([a, b]) => `${a}\n\n${b}`),
    ),
  }));
  return fc.oneof(
    { withCrossShrink: true },
    { weight: 12, arbitrary: block },
    { weight: 1, arbitrary: inline.map((text) => `/me ${text}`) },
  );
}

/** Content of a message as a property draws it. */
export interface ContentShape {
  readonly kind: "phrase" | "text" | "markup";
  readonly text: string;
}

/** Content of a message, never blank: a phrase, a text of many scripts, Markdown. The plainest is one word. */
export const aContent: fc.Arbitrary<ContentShape> = fc.oneof(
  { withCrossShrink: true },
  fc.record({ kind: fc.constant("phrase"), text: aPhrase }),
  fc.record({ kind: fc.constant("text"), text: textOf({ max: 60 }) }),
  fc.record({ kind: fc.constant("markup"), text: aMarkup() }),
);

const text = (...of: readonly unknown[]): unknown => ({ ref: "text", of });

/** Content in Markdown as it stands in a scenario: the full names of those who are mentioned are symbols. */
const markup = ({ cast }: TargetFacts, options: MarkupOptions): Drawn =>
  aMarkup({ ...options, mentions: cast.map((name) => `{${name}}`) }).map((content) => {
    const parts = content.split(/\{(\w+)\}/);
    if (parts.length === 1) return content;
    const symbols = parts.map((part, i) => (i % 2 === 0 ? part : cast.includes(part) ? { ref: "full name", of: part } : `{${part}}`));
    return text(...symbols.filter((part) => part !== ""));
  });

/** Mentions a group that was made under a plain name. */
const groupMention: Drawn = deferred(({ groups }, one) => {
  const name = one(groups.map(({ fields }) => fields.name).filter((each) => isSymbolic(each) && each.ref === "fresh"));
  return name && text("@*", name, "*");
});

/** Draws texts that people write to each other: words, at times a mention, an address, a channel or what a linkifier makes a link of. */
const said = (facts: TargetFacts): Drawn => {
  const mention = (mark: string): Drawn =>
    fc.tuple(named("full name", facts.cast), aPhrase).map(([who, what]) => text(mark, who, `** ${what}`));
  return mostly(
    [24, aPhrase],
    [3, mention("@**")],
    [1, mention("@_**")],
    [1, named("channel name", facts.channels).map((what) => text("see #**", what, "**"))],
    [1, aPhrase.map((what) => `/me ${what}`)],
    [1, person("email").map((address) => text("write to ", address))],
    [1, groupMention],
    [
      facts.linked.length > 0 ? 1 : 0,
      fc.tuple(aPhrase, fc.constantFrom("", ...facts.linked)).map(([what, link]) => `${what} ${link}`.trim()),
    ],
    [1, fc.constantFrom("https://example.com/menu", "[plum](https://example.org/a?b=c&d=e)").map((link) => `see ${link}`)],
  );
};

/** Content of a message of a scenario: mostly words, then texts of many scripts and Markdown, at times exactly as long as the bound. */
export function content(facts: TargetFacts): Drawn {
  if (!facts.known) {
    return mostly(
      [180, said(facts)],
      [24, textOf({ max: 60, kinds: safeKinds })],
      [24, markup(facts, { depth: 1 })],
      [1, textAtLimit("max_message_length", 0)],
    );
  }
  return mostly(
    [180, said(facts)],
    [30, textOf({ max: 60 })],
    [42, markup(facts, {})],
    [12, markup(facts, { depth: 1, wildcards: true })],
    [1, textAtLimit("max_message_length", 0)],
  );
}

/** The ways in which the number of a match goes into the URL: expressions of RFC 6570. */
const templateForms = ["{n}", "{?n}", "{#n}", "{/n}", "{;n}", "{n}/{m}", "{n}{/m}"] as const;

type TemplateForm = (typeof templateForms)[number];

/** The variables of a form: one is the digits of a match, or the first of them with the others, or all of them beside one that takes no part in it. */
function variablesOf(form: TemplateForm) {
  if (form === "{n}/{m}") return { digits: "(?P<n>[0-9])(?P<m>[0-9]*)", all: "{n}{m}" };
  return form === "{n}{/m}" ? { digits: "(?P<n>[0-9]+)(?:/(?P<m>[0-9]+))?", all: "{n}{/m}" } : { digits: "(?P<n>[0-9]+)", all: "{n}" };
}

/** A linkifier of a word, a hyphen and a number, as a property draws it; `linkifierFields` says its fields. */
export interface LinkifierShape {
  readonly form: TemplateForm;
  readonly hasExample: boolean;
  /** Whether it also goes back from a URL, which takes an example. */
  readonly isReverse: boolean;
  /** The number of its alternative templates. */
  readonly alternatives: number;
}

/** A linkifier. The plainest has a pattern and a template alone. */
export const aLinkifier: fc.Arbitrary<LinkifierShape> = fc
  .record({ form: fc.constantFrom(...templateForms), hasExample: fc.boolean(), isReverse: fc.boolean(), alternatives: fc.nat(2) })
  .map((shape) => ({ ...shape, hasExample: shape.hasExample || shape.isReverse }));

export const plainLinkifier: LinkifierShape = { form: "{n}", hasExample: false, isReverse: false, alternatives: 0 };

/** A linkifier with everything that a linkifier can have. */
export const fullLinkifier: LinkifierShape = { form: "{n}", hasExample: true, isReverse: true, alternatives: 2 };

const base = "https://tasks.example.com/new/";

/**
 * Returns the fields of a linkifier, as GET /realm/linkifiers has them, without the id. One that goes back from a URL writes braces behind the number.
 * @param word what its matches begin with
 */
export const linkifierFields = ({ form, hasExample, isReverse, alternatives }: LinkifierShape, word: string) => ({
  pattern: `${word}-${variablesOf(form).digits}${isReverse ? "(?:\\{\\})?" : ""}`,
  url_template: `${base}${form}`,
  example_input: hasExample ? `${word}-7${isReverse ? "{}" : ""}` : null,
  reverse_template: isReverse ? `${word}-${variablesOf(form).all}{{}}` : null,
  alternative_url_templates: Array.from({ length: alternatives }, (_, i) => `https://other${i}.example.com/${variablesOf(form).all}`),
});

/** Returns the URL of a match. @param number the digits of the match */
export function linkifiedUrl({ form }: LinkifierShape, number: string): string {
  if (form === "{?n}") return `${base}?n=${number}`;
  if (form === "{;n}") return `${base};n=${number}`;
  if (form === "{n}/{m}") return `${base}${number.slice(0, 1)}/${number.slice(1)}`;
  return `${base}${form === "{#n}" ? "#" : form === "{/n}" ? "/" : ""}${number}`;
}

/** The digits of a match. */
export const digits: fc.Arbitrary<string> = fc.string({ unit: fc.constantFrom(..."0123456789"), minLength: 1, maxLength: 8 });
