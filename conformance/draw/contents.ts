import fc from "fast-check";
import { type ByKind, type Drawn, mostly, ofKinds } from "./combinators.ts";
import type { Ground } from "./ground.ts";
import { aMarkup } from "./markup.ts";
import type { PersonName } from "./people.ts";
import { email, named } from "./references.ts";
import { aPhrase, repeatedTo, textOf } from "./texts.ts";

const mention = (ground: Ground): Drawn =>
  named("full name", ground.cast).map((who) => ({ ref: "text", of: ["Ask @**", who, "** about it"] }));
const silentMention = (ground: Ground): Drawn =>
  named("full name", ground.cast).map((who) => ({ ref: "text", of: ["as @_**", who, "** said"] }));
const channelLink = (ground: Ground): Drawn =>
  named("channel name", ground.channels).map((what) => ({ ref: "text", of: ["see #**", what, "**"] }));

const plain: Drawn = fc.constantFrom(
  "hi",
  "soup at noon",
  "who brings bread?",
  "**bold** plans",
  "/me waits",
  "see https://example.com/menu",
  "> quoted\n\nanswered",
);

const marked: Drawn = fc.constantFrom(
  "`code` and ~~struck~~",
  "* one\n* two",
  "```\nlet x = 1;\n```",
  "[a link](https://example.org/a?b=c&d=e)",
  "a <b>tag</b> & more",
  "| a | b |\n|---|---|\n| 1 | 2 |",
  ":tada: done :no_such_emoji:",
  "@**topic** look",
  "$$x^2$$",
);

/** Content of a message of a scenario: mostly harmless, sometimes Markdown or mentions, now and then refused. */
export const content = (ground: Ground): Drawn =>
  mostly(
    [30, plain],
    [10, marked],
    [6, mention(ground)],
    [2, silentMention(ground)],
    [2, channelLink(ground)],
    [
      ground.known ? 3 : 0,
      fc.constantFrom(
        "@**all** hear",
        "@*support* look",
        "#4711 and PLOT-7 :watering_can:",
        "@*no such group*",
        "time <time:2026-01-02T10:00:00Z>",
      ),
    ],
    [2, fc.constantFrom("", "   ", "\n\n")],
    [ground.known ? 1 : 0, fc.constantFrom(0, 1).map((plus) => ({ ref: "long", of: "max_message_length", plus }))],
    [1, email(ground).map((address) => ({ ref: "text", of: ["write to ", address] }))],
  );

/** Content of a message as a property draws it; `contentOf` turns it into text once the bound and the full names are known. */
export type ContentShape =
  | { readonly kind: "phrase" | "text" | "markup" | "blank"; readonly text: string }
  /** A text as long as the server's bound, one code point longer, or of so many code points. */
  | { readonly kind: "filled"; readonly fill: "limit" | "beyond" | number; readonly filler: string };

export type ContentKind = ContentShape["kind"];

/** The kinds of contents that every server takes as they are. */
export const contentKinds: readonly ContentKind[] = ["phrase", "text", "markup"];

export interface ContentOptions {
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
      filler: textOf(),
    }),
  } as unknown as ByKind<ContentShape>;
  return ofKinds<ContentShape, ContentKind>(shapes, allowBlank ? [...kinds, "blank"] : kinds);
}

/** What contents are spelled with. */
export interface ContentGround {
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
