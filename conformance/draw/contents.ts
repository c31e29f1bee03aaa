import fc from "fast-check";
import { type ByKind, type Drawn, mostly, ofKinds } from "./combinators.ts";
import { deferred } from "./deferred.ts";
import { aMarkup } from "./markup.ts";
import type { PersonName } from "./people.ts";
import { named, person } from "./references.ts";
import { isSymbolic } from "./symbols.ts";
import type { TargetFacts } from "./target-facts.ts";
import { aPhrase, letterKinds, repeatedTo, safeKinds, textOf } from "./texts.ts";

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
