import {
  inMessages,
  inNameOf,
  inRefusal,
  isSuccess,
  type MutableFields,
  recoded,
  refusing,
  withoutEvents,
} from "../../mutants/kit/bodies.ts";
import type { InterceptedRequest } from "../../mutants/kit/intercepted.ts";
import { type Breaks, type Mutant, mutant } from "../../mutants/kit/mutant.ts";
import { remember, remembered } from "./mutants.sending.ts";

const route = "POST /messages";

const isToChannel = (request: InterceptedRequest): boolean => /^(channel|stream)$/.test(request.field("type") ?? "");
const isDirect = (request: InterceptedRequest): boolean => /^(direct|private)$/.test(request.field("type") ?? "");
const recipients = (request: InterceptedRequest): unknown[] => {
  const to = request.json("to");
  return Array.isArray(to) ? to : [];
};
const hasOf = (type: string) => (request: InterceptedRequest) =>
  isDirect(request) && recipients(request).some((one) => typeof one === type);
const isSelf = (request: InterceptedRequest) => (one: unknown) =>
  request.caller !== undefined && (one === request.member(request.caller).user_id || one === request.member(request.caller).email);

const refusesType = (name: string, breaks: Breaks, type: string): Mutant =>
  mutant({
    name,
    breaks,
    says: `The type ${type} is refused.`,
    on: route,
    instead: refusing((request) => request.field("type") === type),
  });

/** Faults of POST /messages: where a message goes. */
export const addressing: readonly Mutant[] = [
  refusesType(
    "channel-refused",
    ["messages.post/type-channel-alias", "versioning/channel-for-stream", "messages.post/sends-to-channel"],
    "channel",
  ),
  refusesType(
    "stream-refused",
    ["messages.post/type-channel-alias", "messages.post/type-values", "versioning/channel-for-stream", "messages.post/sends-to-channel"],
    "stream",
  ),
  refusesType("direct-refused", ["messages.post/type-direct", "messages.post/type-values", "messages.post/sends-to-people"], "direct"),
  refusesType(
    "private-refused",
    ["messages.post/type-private-alias", "versioning/private-for-direct", "messages.post/sends-to-people"],
    "private",
  ),
  mutant({
    name: "missing-to-guessed",
    breaks: ["messages.post/to-required", "messages.post/to-missing-code"],
    says: "A message without `to` goes to the channel general, or to its sender.",
    on: route,
    request: (request) => {
      if (request.field("to") !== undefined || !request.caller) return undefined;
      return request.with({ to: isDirect(request) ? [request.member(request.caller).user_id] : "general" });
    },
  }),
  mutant({
    name: "mixed-recipients-accepted",
    breaks: "messages.post/to-one-kind",
    says: "A list of ids and addresses is read as the people that it names.",
    on: route,
    request: (request) => {
      if (!hasOf("number")(request) || !hasOf("string")(request)) return undefined;
      const people = Object.values(request.served.cast);
      return request.with({ to: recipients(request).map((one) => people.find(({ email }) => email === one)?.user_id ?? one) });
    },
  }),
  mutant({
    name: "channel-by-id-refused",
    breaks: ["messages.post/to-channel-name-or-id", "messages.post/sends-to-channel"],
    says: "A channel cannot be named by its id.",
    on: route,
    instead: refusing((request) => isToChannel(request) && typeof request.json("to") === "number"),
  }),
  mutant({
    name: "channel-by-name-refused",
    breaks: ["messages.post/to-channel-name-or-id", "messages.post/sends-to-channel"],
    says: "A channel cannot be named by its name.",
    on: route,
    instead: refusing((request) => isToChannel(request) && request.json("to") === undefined),
  }),
  mutant({
    name: "people-by-address-refused",
    breaks: [
      "messages.post/to-ids-or-addresses",
      "messages.post/to-sender-alone",
      "messages.post/to-sender-listed",
      "messages.post/sends-to-people",
    ],
    says: "People cannot be named by their addresses.",
    on: route,
    instead: refusing(hasOf("string")),
  }),
  mutant({
    name: "people-by-id-refused",
    breaks: ["messages.post/to-ids-or-addresses", "messages.post/sends-to-people"],
    says: "People cannot be named by their ids.",
    on: route,
    instead: refusing(hasOf("number")),
  }),
  mutant({
    name: "first-recipient-only",
    breaks: ["messages.post/sends-to-people", "events/message-told"],
    says: "A direct message to several goes to the first alone.",
    on: route,
    request: (request) =>
      isDirect(request) && recipients(request).length > 1 ? request.with({ to: recipients(request).slice(0, 1) }) : undefined,
  }),
  mutant({
    name: "third-recipient-left-out",
    breaks: "messages.post/sends-to-people",
    says: "A direct message to more than two others goes to two of them.",
    on: route,
    request: (request) => {
      const others = recipients(request).filter((one) => !isSelf(request)(one));
      return isDirect(request) && others.length > 2 ? request.with({ to: others.slice(0, 2) }) : undefined;
    },
  }),
  mutant({
    name: "second-recipient-not-told",
    breaks: "events/message-told",
    says: "Of those to whom a direct message goes the second gets no event of it.",
    besides: (request, said) =>
      isDirect(request) && remember(request, said, "second", recipients(request).filter((one) => !isSelf(request)(one))[1]),
    answer: (said, request) => {
      const own = request.caller === undefined ? undefined : request.served.cast[request.caller];
      const isSecond = ({ message }: MutableFields): boolean => {
        const second = remembered(request, message as MutableFields, "second");
        return second !== undefined && (second === own?.user_id || second === own?.email);
      };
      if (request.route === "GET /events") withoutEvents((event) => event.type === "message" && isSecond(event))(said, request);
    },
  }),
  mutant({
    name: "listed-sender-refused",
    breaks: ["messages.post/to-sender-listed", "messages.post/sends-to-people"],
    says: "A sender who is listed among the recipients is refused.",
    on: route,
    instead: refusing((request) => isDirect(request) && recipients(request).length > 1 && recipients(request).some(isSelf(request))),
  }),
  mutant({
    name: "note-to-self-refused",
    breaks: ["messages.post/to-sender-alone", "messages.post/sends-to-people"],
    says: "Nobody can write to themselves.",
    on: route,
    instead: refusing((request) => isDirect(request) && recipients(request).length === 1 && recipients(request).every(isSelf(request))),
  }),
];

const codeOf = (request: InterceptedRequest): unknown => request.wouldSay().body.code;

/** Faults of how POST /messages refuses. */
export const refusals: readonly Mutant[] = [
  mutant({
    name: "unknown-channel-plain-code",
    breaks: ["messages.post/unknown-channel", "errors/unknown-channel", "messages.post/unknown-channel-id"],
    says: "A channel that does not exist is refused as a bad request.",
    on: route,
    answer: recoded("STREAM_DOES_NOT_EXIST", "BAD_REQUEST"),
  }),
  mutant({
    name: "unknown-channel-not-named",
    breaks: ["messages.post/unknown-channel", "errors/unknown-channel"],
    says: "The refusal does not say which channel does not exist.",
    on: route,
    answer: inRefusal("STREAM_DOES_NOT_EXIST", ({ body }) => void delete body.stream),
  }),
  mutant({
    name: "unknown-channel-in-capitals",
    breaks: ["messages.post/unknown-channel", "errors/unknown-channel"],
    says: "The refusal names the channel in other capitals.",
    on: route,
    answer: inRefusal("STREAM_DOES_NOT_EXIST", ({ body }) => {
      if (typeof body.stream === "string") body.stream = body.stream.toUpperCase();
    }),
  }),
  mutant({
    name: "unknown-channel-name-stripped",
    breaks: ["messages.post/unknown-channel-as-requested", "messages.post/unknown-channel"],
    says: "The refusal names the channel without the characters that HTML escapes.",
    on: route,
    answer: inRefusal("STREAM_DOES_NOT_EXIST", ({ body }) => {
      if (typeof body.stream === "string") body.stream = body.stream.replace(/[<>&']/g, "");
    }),
  }),
  mutant({
    name: "unknown-channel-id-plain-code",
    breaks: "messages.post/unknown-channel-id",
    says: "A channel id that does not exist is refused as a bad request.",
    on: route,
    answer: inRefusal("STREAM_DOES_NOT_EXIST", ({ body }, request) => {
      if (typeof request.json("to") === "number") body.code = "BAD_REQUEST";
    }),
  }),
  mutant({
    name: "unknown-channel-id-not-told",
    breaks: "messages.post/unknown-channel-id-field",
    says: "The refusal of a channel id that does not exist does not give it back.",
    on: route,
    answer: inRefusal("STREAM_DOES_NOT_EXIST", ({ body }, request) => {
      if (Number.isInteger(request.json("to"))) delete body.stream;
    }),
  }),
  mutant({
    name: "unknown-channel-accepted",
    breaks: ["messages.post/unknown-channel", "errors/unknown-channel", "messages.post/unknown-channel-id"],
    says: "A message to a channel that does not exist is accepted.",
    on: route,
    request: (request) => (codeOf(request) === "STREAM_DOES_NOT_EXIST" ? request.with({ to: "general" }) : undefined),
  }),
  mutant({
    name: "unknown-channel-sent-elsewhere",
    breaks: ["messages.post/no-trace", "conventions/refusals-leave-no-trace", "messages.post/unknown-channel", "errors/unknown-channel"],
    says: "A message to a channel that does not exist is refused, and a copy goes to the sender.",
    on: route,
    besides: (request, { body }) =>
      body.code === "STREAM_DOES_NOT_EXIST" &&
      request.caller !== undefined &&
      isSuccess(
        request.also(request.caller, route, {
          type: "direct",
          to: [request.member(request.caller).user_id],
          content: request.field("content"),
        }),
      ),
  }),
  mutant({
    name: "private-channel-open-to-write",
    breaks: ["messages.post/hidden-channel", "visibility/private-channel"],
    says: "Everybody may write to private channels.",
    on: route,
    request: inNameOf("alice", (request) =>
      ["team", "secret"].some((name) => request.field("to") === name || request.json("to") === request.served.channels[name]?.stream_id),
    ),
  }),
];

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
      breaks: [breaks, "messages.post/no-trace"].flat(),
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
