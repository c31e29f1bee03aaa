import { withoutEvents } from "../../mutants/kit/bodies.ts";
import type { InterceptedRequest } from "../../mutants/kit/intercepted.ts";
import { type Breaks, type Mutant, onRoute } from "../../mutants/kit/mutant.ts";
import { remembered, remembering } from "./mutants.sending.ts";

const sending = onRoute("POST /messages", "messages.post");
const crowded = onRoute("POST /messages", "messages.post", { realm: "crowded" });
const anywhere = onRoute(undefined, "messages.post");

const others = (request: InterceptedRequest): unknown[] => request.list("to").filter((one) => !isSelf(request)(one));
const hasOf = (type: string) => (request: InterceptedRequest) =>
  request.isToPeople && request.list("to").some((one) => typeof one === type);
const isSelf =
  ({ account }: InterceptedRequest) =>
  (one: unknown): boolean =>
    account !== undefined && (one === account.user_id || one === account.email);

const refusesType = (name: string, breaks: Breaks, type: string): Mutant =>
  sending(name, breaks)
    .says(`The type ${type} is refused.`)
    .refuses((request) => request.field("type") === type);

/** Faults of POST /messages: where a message goes. */
export const addressing: readonly Mutant[] = [
  refusesType("channel-refused", ["type-channel-alias", "versioning/channel-for-stream", "sends-to-channel"], "channel"),
  refusesType("stream-refused", ["type-channel-alias", "type-values", "versioning/channel-for-stream", "sends-to-channel"], "stream"),
  refusesType("direct-refused", ["type-direct", "type-values", "sends-to-people"], "direct"),
  refusesType("private-refused", ["type-private-alias", "versioning/private-for-direct", "sends-to-people"], "private"),
  sending("missing-to-guessed", ["to-required", "to-missing-code"])
    .says("A message without `to` goes to the channel general, or to its sender.")
    .takes((request) => {
      const { caller, account, isToPeople } = request;
      return request.field("to") === undefined && caller !== undefined && request.with({ to: isToPeople ? [account?.user_id] : "general" });
    }),
  sending("mixed-recipients-accepted", "to-one-kind")
    .says("A list of ids and addresses is read as the people that it names.")
    .takes((request) => {
      const people = Object.values(request.served.cast);
      const idOf = (one: unknown): unknown => people.find(({ email }) => email === one)?.user_id ?? one;
      return hasOf("number")(request) && hasOf("string")(request) && request.with({ to: request.list("to").map(idOf) });
    }),
  sending("channel-by-id-refused", ["to-channel-name-or-id", "sends-to-channel"])
    .says("A channel cannot be named by its id.")
    .refuses((request) => request.isToChannel && typeof request.json("to") === "number"),
  sending("channel-by-name-refused", ["to-channel-name-or-id", "sends-to-channel"])
    .says("A channel cannot be named by its name.")
    .refuses((request) => request.isToChannel && request.json("to") === undefined),
  sending("people-by-address-refused", ["to-ids-or-addresses", "to-sender-alone", "to-sender-listed", "sends-to-people"])
    .says("People cannot be named by their addresses.")
    .refuses(hasOf("string")),
  sending("people-by-id-refused", ["to-ids-or-addresses", "sends-to-people"])
    .says("People cannot be named by their ids.")
    .refuses(hasOf("number")),
  sending("first-recipient-only", ["sends-to-people", "events/message-told"])
    .says("A direct message to several goes to the first alone.")
    .takes((request) => request.isToPeople && request.list("to").length > 1 && request.with({ to: request.list("to").slice(0, 1) })),
  sending("third-recipient-left-out", "sends-to-people")
    .says("A direct message to more than two others goes to two of them.")
    .takes((request) => request.isToPeople && others(request).length > 2 && request.with({ to: others(request).slice(0, 2) })),
  anywhere("second-recipient-not-told", "events/message-told")
    .says("Of those to whom a direct message goes the second gets no event of it.")
    .with({
      besides: remembering((request) => (request.isToPeople ? others(request)[1] : undefined)),
      answer: withoutEvents(({ type, message }, request) => {
        const second = type === "message" ? remembered(request, message) : undefined;
        return request.route === "GET /events" && second !== undefined && isSelf(request)(second);
      }),
    }),
  sending("listed-sender-refused", ["to-sender-listed", "sends-to-people"])
    .says("A sender who is listed among the recipients is refused.")
    .refuses((request) => request.isToPeople && request.list("to").length > 1 && request.list("to").some(isSelf(request))),
  sending("note-to-self-refused", ["to-sender-alone", "sends-to-people"])
    .says("Nobody can write to themselves.")
    .refuses((request) => request.isToPeople && request.list("to").length === 1 && request.list("to").every(isSelf(request))),
];

const codeOf = (request: InterceptedRequest): unknown => request.wouldSay().body.code;

/** Faults of how POST /messages refuses. */
export const refusals: readonly Mutant[] = [
  sending("unknown-channel-plain-code", ["unknown-channel", "errors/unknown-channel", "unknown-channel-id"])
    .says("A channel that does not exist is refused as a bad request.")
    .recodes("STREAM_DOES_NOT_EXIST", "BAD_REQUEST"),
  sending("unknown-channel-not-named", ["unknown-channel", "errors/unknown-channel"])
    .says("The refusal does not say which channel does not exist.")
    .refusesWith("STREAM_DOES_NOT_EXIST", { stream: undefined }),
  sending("unknown-channel-in-capitals", ["unknown-channel", "errors/unknown-channel"])
    .says("The refusal names the channel in other capitals.")
    .refusesWith("STREAM_DOES_NOT_EXIST", ({ stream }) => typeof stream === "string" && { stream: stream.toUpperCase() }),
  sending("unknown-channel-name-stripped", ["unknown-channel-as-requested", "unknown-channel"])
    .says("The refusal names the channel without the characters that HTML escapes.")
    .refusesWith("STREAM_DOES_NOT_EXIST", ({ stream }) => typeof stream === "string" && { stream: stream.replace(/[<>&']/g, "") }),
  sending("unknown-channel-id-plain-code", "unknown-channel-id")
    .says("A channel id that does not exist is refused as a bad request.")
    .refusesWith("STREAM_DOES_NOT_EXIST", (_, request) => typeof request.json("to") === "number" && { code: "BAD_REQUEST" }),
  sending("unknown-channel-id-not-told", "unknown-channel-id-field")
    .says("The refusal of a channel id that does not exist does not give it back.")
    .refusesWith("STREAM_DOES_NOT_EXIST", (_, request) => Number.isInteger(request.json("to")) && { stream: undefined }),
  sending("unknown-channel-accepted", ["unknown-channel", "errors/unknown-channel", "unknown-channel-id"])
    .says("A message to a channel that does not exist is accepted.")
    .takes((request) => codeOf(request) === "STREAM_DOES_NOT_EXIST" && request.with({ to: "general" })),
  sending("unknown-channel-sent-elsewhere", [
    "no-trace",
    "conventions/refusals-leave-no-trace",
    "unknown-channel",
    "errors/unknown-channel",
  ])
    .says("A message to a channel that does not exist is refused, and a copy goes to the sender.")
    .also((request, { body }) => {
      if (body.code !== "STREAM_DOES_NOT_EXIST" || !request.caller) return false;
      const copy = { type: "direct", to: [request.account?.user_id], content: request.field("content") };
      return request.makes(request.caller, "POST /messages", copy);
    }),
  sending("private-channel-open-to-write", ["hidden-channel", "visibility/private-channel"])
    .says("Everybody may write to private channels.")
    .servesAs("alice", (request) =>
      ["team", "secret"].some((name) => request.field("to") === name || request.json("to") === request.served.channels[name]?.stream_id),
    ),
];

const withoutWildcards = (text = ""): string => text.replace(/@\*\*(all|everyone|channel|stream|topic)\*\*/g, "all");

/** A wildcard refused under another code, or let pass: for either kind. */
const wildcard = (kind: "stream" | "topic", breaks: readonly string[]): Mutant[] => {
  const code = `${kind.toUpperCase()}_WILDCARD_MENTION_NOT_ALLOWED`;
  const other = kind === "stream" ? "TOPIC_WILDCARD_MENTION_NOT_ALLOWED" : "STREAM_WILDCARD_MENTION_NOT_ALLOWED";
  const tamed = (request: InterceptedRequest) => request.with({ content: withoutWildcards(request.field("content")) });
  return [
    crowded(`${kind}-wildcard-plain-code`, breaks).says(`A ${kind}-wide mention is refused as a bad request.`).recodes(code, "BAD_REQUEST"),
    crowded(`${kind}-wildcard-other-code`, breaks)
      .says(`A ${kind}-wide mention is refused with the code of the other kind.`)
      .recodes(code, other),
    crowded(`${kind}-wildcard-allowed`, breaks)
      .says(`Everybody may mention a whole ${kind}.`)
      .takes((request) => codeOf(request) === code && tamed(request)),
    crowded(`${kind}-wildcard-sent-all-the-same`, [...breaks, "no-trace"])
      .says(`A ${kind}-wide mention is refused, and the message sent all the same.`)
      .also((request, { body }) => body.code === code && request.does(tamed(request))),
  ];
};

const mentions = (words: RegExp) => (request: InterceptedRequest) => words.test(request.field("content") ?? "");
const mentionsInCrowd = (words: RegExp) => (request: InterceptedRequest) =>
  mentions(words)(request) && request.json("to") === request.served.channels.crowd?.stream_id;

/** Faults of POST /messages: who may mention everybody. */
export const wildcards: readonly Mutant[] = [
  sending("small-channel-wildcard-refused", ["wildcard-few", "errors/channel-wildcard", "errors/topic-wildcard", "sends-to-channel"])
    .says("A channel-wide mention is refused in small channels too.")
    .refuses(mentions(/@\*\*(all|everyone|channel|stream)\*\*/), "STREAM_WILDCARD_MENTION_NOT_ALLOWED"),
  onRoute(undefined, "messages.post", { realm: "crowded" })("quoted-wildcard-flagged", ["wildcard-same", "message-resource/flags-wildcard"])
    .says("A mention of all in a quote, which is let pass, flags the message all the same.")
    .shows(
      ({ content, flags }) =>
        /<blockquote>.*@?all/s.test(String(content)) &&
        Array.isArray(flags) && { flags: [...flags, "stream_wildcard_mentioned", "wildcard_mentioned"] },
    ),
  crowded("quoted-wildcard-refused", ["wildcard-same", "channel-wildcard"])
    .says("A mention of all in a quote, which flags nobody, is refused where there are many.")
    .refuses(mentionsInCrowd(/>.*@\*\*all\*\*/), "STREAM_WILDCARD_MENTION_NOT_ALLOWED"),
  sending("small-topic-wildcard-refused", ["wildcard-few", "errors/channel-wildcard", "errors/topic-wildcard"])
    .says("A topic-wide mention is refused in small topics too.")
    .refuses(mentions(/@\*\*topic\*\*/), "TOPIC_WILDCARD_MENTION_NOT_ALLOWED"),
  crowded("permitted-wildcard-refused", ["wildcard-permitted", "errors/channel-wildcard"])
    .says("Nobody may mention a whole channel of many, whatever their permissions.")
    .refuses(mentionsInCrowd(/@\*\*(all|everyone)\*\*/), "STREAM_WILDCARD_MENTION_NOT_ALLOWED"),
  ...wildcard("stream", ["channel-wildcard", "errors/channel-wildcard"]),
  ...wildcard("topic", ["topic-wildcard", "errors/topic-wildcard"]),
];
