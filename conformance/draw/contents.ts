import fc from "fast-check";
import { type Drawn, mostly } from "./combinators.ts";
import type { Ground } from "./ground.ts";
import { email, named } from "./references.ts";

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

/** Content of a message: mostly harmless, sometimes Markdown or mentions, now and then refused. */
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
