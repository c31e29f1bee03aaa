import { inMessages, recoded, refusing } from "../../mutants/kit/bodies.ts";
import type { InterceptedRequest } from "../../mutants/kit/intercepted.ts";
import { type Breaks, type Mutant, mutant } from "../../mutants/kit/mutant.ts";

const route = "POST /messages";

const codeOf = (request: InterceptedRequest): unknown => request.wouldSay().body.code;
const withoutWildcards = (text = ""): string => text.replace(/@\*\*(all|everyone|channel|stream|topic)\*\*/g, "all");

/** A wildcard refused under another code, or let pass: for either kind. */
const wildcard = (kind: "stream" | "topic", breaks: Breaks): Mutant[] => {
  const code = `${kind.toUpperCase()}_WILDCARD_MENTION_NOT_ALLOWED`;
  const other = kind === "stream" ? "TOPIC_WILDCARD_MENTION_NOT_ALLOWED" : "STREAM_WILDCARD_MENTION_NOT_ALLOWED";
  const common = { breaks, realm: "crowded", on: route };
  return [
    mutant({
      ...common,
      name: `${kind}-wildcard-plain-code`,
      says: `A ${kind}-wide mention is refused as a bad request.`,
      answer: recoded(code, "BAD_REQUEST"),
    }),
    mutant({
      ...common,
      name: `${kind}-wildcard-other-code`,
      says: `A ${kind}-wide mention is refused with the code of the other kind.`,
      answer: recoded(code, other),
    }),
    mutant({
      ...common,
      name: `${kind}-wildcard-allowed`,
      says: `Everybody may mention a whole ${kind}.`,
      request: (request) => (codeOf(request) === code ? request.with({ content: withoutWildcards(request.field("content")) }) : undefined),
    }),
    mutant({
      ...common,
      name: `${kind}-wildcard-sent-all-the-same`,
      says: `A ${kind}-wide mention is refused, and the message sent all the same.`,
      besides: (request, { body }) =>
        body.code === code && "text" in request.served.exchange(request.with({ content: withoutWildcards(request.field("content")) })),
    }),
  ];
};

/** Faults of POST /messages: who may mention everybody. */
export const wildcards: readonly Mutant[] = [
  mutant({
    name: "small-channel-wildcard-refused",
    breaks: ["messages.post/wildcard-few", "errors/channel-wildcard", "errors/topic-wildcard", "messages.post/sends-to-channel"],
    says: "A channel-wide mention is refused in small channels too.",
    on: route,
    instead: refusing(
      (request) => /@\*\*(all|everyone|channel|stream)\*\*/.test(request.field("content") ?? ""),
      "STREAM_WILDCARD_MENTION_NOT_ALLOWED",
    ),
  }),
  mutant({
    name: "quoted-wildcard-flagged",
    breaks: ["messages.post/wildcard-same", "message-resource/flags-wildcard"],
    says: "A mention of all in a quote, which is let pass, flags the message all the same.",
    realm: "crowded",
    answer: inMessages((message) => {
      if (!/<blockquote>.*@?all/s.test(String(message.content)) || !Array.isArray(message.flags)) return;
      message.flags = [...message.flags, "stream_wildcard_mentioned", "wildcard_mentioned"];
    }),
  }),
  mutant({
    name: "quoted-wildcard-refused",
    breaks: ["messages.post/wildcard-same", "messages.post/channel-wildcard"],
    says: "A mention of all in a quote, which flags nobody, is refused where there are many.",
    realm: "crowded",
    on: route,
    instead: refusing(
      (request) =>
        />.*@\*\*all\*\*/.test(request.field("content") ?? "") && request.json("to") === request.served.channels.crowd?.stream_id,
      "STREAM_WILDCARD_MENTION_NOT_ALLOWED",
    ),
  }),
  mutant({
    name: "small-topic-wildcard-refused",
    breaks: ["messages.post/wildcard-few", "errors/channel-wildcard", "errors/topic-wildcard"],
    says: "A topic-wide mention is refused in small topics too.",
    on: route,
    instead: refusing((request) => /@\*\*topic\*\*/.test(request.field("content") ?? ""), "TOPIC_WILDCARD_MENTION_NOT_ALLOWED"),
  }),
  mutant({
    name: "permitted-wildcard-refused",
    breaks: ["messages.post/wildcard-permitted", "errors/channel-wildcard"],
    says: "Nobody may mention a whole channel of many, whatever their permissions.",
    realm: "crowded",
    on: route,
    instead: refusing(
      (request) =>
        /@\*\*(all|everyone)\*\*/.test(request.field("content") ?? "") && request.json("to") === request.served.channels.crowd?.stream_id,
      "STREAM_WILDCARD_MENTION_NOT_ALLOWED",
    ),
  }),
  ...wildcard("stream", ["messages.post/channel-wildcard", "errors/channel-wildcard"]),
  ...wildcard("topic", ["messages.post/topic-wildcard", "errors/topic-wildcard"]),
];
