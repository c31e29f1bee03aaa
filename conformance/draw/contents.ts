import fc from "fast-check";
import { type ByKind, type Drawn, mostly, ofKinds } from "./combinators.ts";
import type { PersonName } from "./people.ts";
import { named, person } from "./references.ts";
import { deferred, isSymbolic } from "./symbols.ts";
import type { TargetFacts } from "./target-facts.ts";
import { aPhrase, letterKinds, repeatedTo, safeKinds, textOf, words } from "./texts.ts";

interface MarkupOptions {
  /** Names to mention, loudly and silently, as they stand between the asterisks: full names, or `{alice}` for `contentOf`. */
  readonly mentions?: readonly string[];
  /** Names of groups to mention. */
  readonly groups?: readonly string[];
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

/** Returns arbitraries of the mentions that are asked for. */
const mentionsOf = ({ mentions = [], groups = [], wildcards = false }: MarkupOptions): readonly fc.Arbitrary<string>[] => [
  ...(mentions.length === 0 ? [] : [fc.constantFrom(...mentions).chain((name) => fc.constantFrom(`@**${name}**`, `@_**${name}**`))]),
  ...(groups.length === 0 ? [] : [fc.constantFrom(...groups).chain((name) => fc.constantFrom(`@*${name}*`, `@_*${name}*`))]),
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

const lines = (text: string): string[] => text.split("\n");

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
        lines(inner)
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

/** Content of a message as a property draws it; `contentOf` turns it into text once the bound and the full names are known. */
export type ContentShape =
  | { readonly kind: "phrase" | "text" | "markup" | "blank"; readonly text: string }
  /** A text as long as the server's bound, one code point longer, or of so many code points. */
  | { readonly kind: "filled"; readonly fill: "limit" | "beyond" | number; readonly filler: string };

type ContentKind = ContentShape["kind"];

/** The kinds of contents that every server takes as they are. */
const contentKinds: readonly ContentKind[] = ["phrase", "text", "markup"];

interface ContentOptions {
  /** Default: phrases, texts of many scripts, Markdown. */
  readonly kinds?: readonly ContentKind[];
  /** Members of the cast who are mentioned at times. */
  readonly mentions?: readonly PersonName[];
  /** Whether content that is empty or white space comes at times. Default false. */
  readonly allowBlank?: boolean;
}

const withText = <K extends ContentKind>(kind: K, text: fc.Arbitrary<string>) => fc.record({ kind: fc.constant(kind), text });

/** Content of a message. It is blank only where that is asked for. The plainest is one word. */
export function aContent({ kinds = contentKinds, mentions = [], allowBlank = false }: ContentOptions = {}): fc.Arbitrary<ContentShape> {
  const shapes = {
    phrase: withText("phrase", aPhrase),
    text: withText("text", textOf({ max: 60 })),
    markup: withText("markup", aMarkup({ mentions: mentions.map((name) => `{${name}}`) })),
    blank: withText("blank", fc.constantFrom("", " ", "\n\n", "\t ", "\u00a0")),
    filled: fc.record({
      kind: fc.constant("filled"),
      fill: fc.oneof({ withCrossShrink: true }, fc.constantFrom("limit", "beyond"), fc.integer({ min: 100, max: 2000 })),
      filler: textOf({ kinds: letterKinds }),
    }),
  } as unknown as ByKind<ContentShape>;
  return ofKinds<ContentShape, ContentKind>(shapes, allowBlank ? [...kinds, "blank"] : kinds);
}

/** Names that contents are spelled with. */
interface ContentGround {
  /** The server's `max_message_length`. Needed for filled contents only. */
  readonly limit?: number;
  /** Full names by the names of the cast. Needed for mentions only. */
  readonly fullNames?: Readonly<Partial<Record<PersonName, string>>>;
}

/** Returns the text of a content. */
export function contentOf(shape: ContentShape, { limit = 10_000, fullNames = {} }: ContentGround = {}): string {
  if (shape.kind !== "filled") return shape.text.replace(/\{(\w+)\}/g, (all, name: string) => fullNames[name as PersonName] ?? all);
  const length = shape.fill === "limit" ? limit : shape.fill === "beyond" ? limit + 1 : Math.min(shape.fill, limit);
  return repeatedTo(length, shape.filler);
}

const text = (...of: readonly unknown[]): unknown => ({ ref: "text", of });

/** Content in Markdown as it stands in a scenario: the full names of those who are mentioned are symbols. */
const markup = ({ cast }: TargetFacts, options: Parameters<typeof aMarkup>[0]): Drawn =>
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
const said = (facts: TargetFacts): Drawn =>
  mostly(
    [24, aPhrase],
    [3, fc.tuple(named("full name", facts.cast), aPhrase).map(([who, what]) => text("@**", who, `** ${what}`))],
    [1, fc.tuple(named("full name", facts.cast), aPhrase).map(([who, what]) => text("@_**", who, `** ${what}`))],
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

/** Content of a message of a scenario: mostly words, then texts of many scripts and Markdown, at times exactly as long as the bound. */
export function content(facts: TargetFacts): Drawn {
  if (!facts.known) {
    return mostly(
      [180, said(facts)],
      [24, textOf({ max: 60, kinds: safeKinds })],
      [24, markup(facts, { depth: 1 })],
      [1, contentAtLimit(0)],
    );
  }
  return mostly(
    [180, said(facts)],
    [30, textOf({ max: 60 })],
    [42, markup(facts, {})],
    [12, markup(facts, { depth: 1, wildcards: true })],
    [1, contentAtLimit(0)],
  );
}

/** Content exactly as long as the bound, or one code point longer. It has no emoji, of which a long text is slow to render. */
export const contentAtLimit = (plus: 0 | 1): Drawn =>
  textOf({ max: 8, kinds: ["letter", "astral"] }).map((filler) => ({ ref: "long", of: "max_message_length", plus, filler }));

/** Content that no server takes: none, or white space. */
export const noContent: Drawn = fc.constantFrom("", " ", "\n\n", "\t ");

/** The way in which the number of a match goes into the URL: an expression of RFC 6570. */
type TemplateForm = "{n}" | "{?n}" | "{#n}" | "{/n}" | "{;n}" | "{n}/{m}" | "{n}{/m}";

const templateForms: readonly TemplateForm[] = ["{n}", "{?n}", "{#n}", "{/n}", "{;n}", "{n}/{m}", "{n}{/m}"];

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

/** The fields of a linkifier, as GET /realm/linkifiers has them, without the id. */
export interface LinkifierFields {
  readonly pattern: string;
  readonly url_template: string;
  readonly example_input: string | null;
  readonly reverse_template: string | null;
  readonly alternative_url_templates: readonly string[];
}

/** Returns the fields of a linkifier. One that goes back from a URL writes braces behind the number. @param word what its matches begin with */
export const linkifierFields = ({ form, hasExample, isReverse, alternatives }: LinkifierShape, word: string): LinkifierFields => ({
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
