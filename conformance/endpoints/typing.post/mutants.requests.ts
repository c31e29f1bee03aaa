import { inSuccess, lacking, reading, refusing, swallowed } from "../../mutants/kit/bodies.ts";
import type { InterceptedRequest } from "../../mutants/kit/intercepted.ts";
import { type Mutant, mutant, onRoute } from "../../mutants/kit/mutant.ts";

const typing = onRoute("POST /typing");
const registration = onRoute("POST /register");

const isChannel = (request: InterceptedRequest): boolean => /^(stream|channel)$/.test(request.field("type") ?? "");

const isEmptyTopic = (topic: string): boolean => topic === "(no topic)" || topic === "general chat";

/** Faults in what POST /typing accepts and answers. */
export const requests: readonly Mutant[] = [
  typing("typing-any-op", "typing.post/op-values", "An op that does not exist counts as start.", {
    request: reading("op", (op) => (op === "stop" ? op : "start")),
  }),
  typing("typing-to-channels-by-default", "typing.post/type-default", "The type is stream by default.", {
    request: (request) => (request.field("type") === undefined ? request.with({ type: "stream" }) : undefined),
  }),
  typing("typing-private-accepted", "typing.post/type-private-refused", "The type private is accepted.", {
    request: reading("type", (type) => (type === "private" ? "direct" : type)),
  }),
  mutant({
    name: "typing-private-refused-before",
    breaks: "typing.post/type-private-before",
    says: "The type private is refused at a level at which it is accepted.",
    level: 214,
    on: "POST /typing",
    instead: refusing((request) => request.field("type") === "private"),
  }),
  mutant({
    name: "typing-direct-refused",
    breaks: "typing.post/type-values",
    says: "The type direct is refused, at the level at which private is refused too.",
    level: 215,
    on: "POST /typing",
    instead: refusing((request) => request.field("type") === "direct"),
  }),
  mutant({
    name: "typing-stream-to-nobody",
    breaks: "typing.post/type-values",
    says: "Typing of type stream is accepted and told to nobody, before there is another word for it.",
    level: 214,
    on: "POST /typing",
    instead: (request) => (request.field("type") === "stream" ? swallowed(request) : undefined),
  }),
  typing("typing-channel-refused", "typing.post/type-channel-alias", "The type channel is refused.", {
    instead: refusing((request) => request.field("type") === "channel"),
  }),
  typing("typing-stream-refused", ["typing.post/type-channel-alias", "typing.post/type-values"], "The type stream is refused.", {
    instead: refusing((request) => request.field("type") === "stream"),
  }),
  typing("typing-single-id-accepted", "typing.post/to-list", "A single id is accepted in place of a list.", {
    request: reading("to", (to) => (/^\d+$/.test(to) ? `[${to}]` : to)),
  }),
  typing("typing-to-heeded-in-channels", "typing.post/to-ignored-in-channel", "Recipients are not ignored where a channel is typed in.", {
    instead: refusing((request) => isChannel(request) && request.field("to") !== undefined),
  }),
  typing(
    "typing-channel-heeded-in-direct",
    "typing.post/stream-id-ignored-for-people",
    "A channel is not ignored where people are typed to.",
    {
      instead: refusing((request) => !isChannel(request) && request.field("stream_id") !== undefined),
    },
  ),
  typing("typing-topic-heeded-in-direct", "typing.post/stream-id-ignored-for-people", "A topic is not ignored where people are typed to.", {
    instead: refusing((request) => !isChannel(request) && request.field("topic") !== undefined),
  }),
  typing("typing-malformed-untold", "typing.post/ignored-malformed", "With a malformed value that is ignored nobody is told.", {
    instead: (request) => {
      const [name, shape] = isChannel(request) ? (["to", /^\[[\d, ]*\]$/] as const) : (["stream_id", /^-?\d+$/] as const);
      const given = request.field(name);
      return given === undefined || shape.test(given) ? undefined : swallowed(request);
    },
  }),
  typing(
    "typing-no-topic-kept",
    ["typing.post/topic-no-topic", "typing.post/topic-display-name"],
    "(no topic) is a topic like any other here.",
    {
      request: reading("topic", (topic) => (isEmptyTopic(topic) ? "no topic" : topic)),
    },
  ),
  registration("typing-period-untold", "typing.post/periods-told", "The registration leaves one of the periods out.", {
    answer: lacking("server_typing_started_wait_period_milliseconds"),
  }),
  registration("typing-periods-as-text", "typing.post/periods-told", "The periods are texts with a unit.", {
    answer: inSuccess((body) => {
      for (const [name, value] of Object.entries(body)) if (name.startsWith("server_typing_")) body[name] = `${String(value)} ms`;
    }),
  }),
];
