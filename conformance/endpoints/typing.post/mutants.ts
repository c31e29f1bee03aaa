import type { Asked } from "../../mutants/kit/asked.ts";
import { inEvents, isSuccess, reading, refusing, success, swallowed, withoutEvents } from "../../mutants/kit/bodies.ts";
import { type Mutant, mutant, onRoute } from "../../mutants/kit/mutant.ts";

const typing = onRoute("POST /typing");

const isChannel = (asked: Asked): boolean => /^(stream|channel)$/.test(asked.field("type") ?? "");

const isEmptyTopic = (topic: string): boolean => topic === "(no topic)" || topic === "general chat";

/** Faults of POST /typing. */
export const mutants: readonly Mutant[] = [
  typing("typing-not-told", ["typing.post/start-told", "events/typing-people"], "Nobody is told that somebody types.", {
    instead: swallowed,
  }),
  typing("typing-never-stops", "typing.post/stop-told", "stop counts as start.", { request: reading("op", () => "start") }),
  typing("typing-any-op", "typing.post/op-values", "An op that does not exist counts as start.", {
    request: reading("op", (op) => (op === "stop" ? op : "start")),
  }),
  typing("typing-op-not-required", "typing.post/op-required", "A missing op counts as start.", {
    request: (asked) => (asked.field("op") === undefined ? asked.with({ op: "start" }) : undefined),
  }),
  typing("typing-to-channels-by-default", "typing.post/type-default", "The type is stream by default.", {
    request: (asked) => (asked.field("type") === undefined ? asked.with({ type: "stream" }) : undefined),
  }),
  typing("typing-private-accepted", "typing.post/type-private-refused", "The type private is accepted.", {
    request: reading("type", (type) => (type === "private" ? "direct" : type)),
  }),
  typing("typing-channel-refused", "typing.post/type-channel-alias", "The type channel is refused.", {
    instead: refusing((asked) => asked.field("type") === "channel"),
  }),
  typing("typing-stream-refused", ["typing.post/type-channel-alias", "typing.post/type-values"], "The type stream is refused.", {
    instead: refusing((asked) => asked.field("type") === "stream"),
  }),
  typing("typing-single-id-accepted", "typing.post/to-list", "A single id is accepted in place of a list.", {
    request: reading("to", (to) => (/^\d+$/.test(to) ? `[${to}]` : to)),
  }),
  typing("typing-to-first-only", "typing.post/start-told", "Only the first of the recipients is told.", {
    request: reading("to", (to, asked) => {
      const ids = asked.json("to");
      return Array.isArray(ids) && ids.length > 1 ? ids.slice(0, 1) : to;
    }),
  }),
  typing("typing-to-heeded-in-channels", "typing.post/to-ignored-in-channel", "Recipients are not ignored where a channel is typed in.", {
    instead: refusing((asked) => isChannel(asked) && asked.field("to") !== undefined),
  }),
  typing(
    "typing-channel-heeded-in-direct",
    "typing.post/stream-id-ignored-for-people",
    "A channel is not ignored where people are typed to.",
    {
      instead: refusing((asked) => !isChannel(asked) && asked.field("stream_id") !== undefined),
    },
  ),
  typing("typing-topic-heeded-in-direct", "typing.post/stream-id-ignored-for-people", "A topic is not ignored where people are typed to.", {
    instead: refusing((asked) => !isChannel(asked) && asked.field("topic") !== undefined),
  }),
  typing(
    "typing-without-channel-accepted",
    ["typing.post/stream-id-required", "errors/typing-without-channel"],
    "A channel is not required where one is typed in.",
    {
      instead: (asked) => (isChannel(asked) && asked.field("stream_id") === undefined ? success() : undefined),
    },
  ),
  typing(
    "typing-without-channel-other-code",
    ["typing.post/stream-id-required", "errors/typing-without-channel"],
    "A missing channel is refused as any missing parameter.",
    {
      answer: (said, asked) => {
        if (isChannel(asked) && asked.field("stream_id") === undefined && !isSuccess(said)) said.body.code = "REQUEST_VARIABLE_MISSING";
      },
    },
  ),
  typing(
    "typing-no-topic-kept",
    ["typing.post/topic-no-topic", "typing.post/topic-display-name"],
    "(no topic) is a topic like any other here.",
    {
      request: reading("topic", (topic) => (isEmptyTopic(topic) ? "no topic" : topic)),
    },
  ),
  mutant({
    name: "typing-start-not-told",
    breaks: ["typing.post/start-told", "events/typing-people"],
    says: "Nobody gets a typing event with op start.",
    on: "GET /events",
    answer: withoutEvents(({ type, op }) => type === "typing" && op === "start"),
  }),
  mutant({
    name: "typing-stop-not-told",
    breaks: ["typing.post/stop-told", "events/typing-people"],
    says: "Nobody gets a typing event with op stop.",
    on: "GET /events",
    answer: withoutEvents(({ type, op }) => type === "typing" && op === "stop"),
  }),
  mutant({
    name: "typing-op-missing",
    breaks: ["events/typing-people", "typing.post/start-told"],
    says: "Typing events have no op.",
    on: "GET /events",
    answer: inEvents("typing", (event) => void delete event.op),
  }),
  typing("typing-told-to-another", "typing.post/only-recipients", "Somebody who is no recipient is told too.", {
    request: (asked) => {
      const ids = asked.json("to");
      return !isChannel(asked) && Array.isArray(ids) && isSuccess(asked.wouldSay())
        ? asked.with({ to: [...ids, ...["cara", "dana", "bob"].map((name) => asked.served.cast[name]!.user_id)] })
        : undefined;
    },
  }),
];
