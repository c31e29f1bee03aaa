import fc from "fast-check";
import { aPhrase, textOf, words } from "./texts.ts";

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
  word.map((each) => `\`${each} *x* <b>\``),
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
