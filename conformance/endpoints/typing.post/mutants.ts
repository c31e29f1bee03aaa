import {
  inEvents,
  inSuccess,
  isSuccess,
  lacking,
  type MutableFields,
  reading,
  refusing,
  success,
  swallowed,
  withoutEvents,
} from "../../mutants/kit/bodies.ts";
import type { InterceptedRequest } from "../../mutants/kit/intercepted.ts";
import { type Mutant, mutant, onRoute } from "../../mutants/kit/mutant.ts";

const typing = onRoute("POST /typing");
const registration = onRoute("POST /register");

const isChannel = (request: InterceptedRequest): boolean => /^(stream|channel)$/.test(request.field("type") ?? "");

const isEmptyTopic = (topic: string): boolean => topic === "(no topic)" || topic === "general chat";

/** Faults in what POST /typing accepts and answers. */
const requests: readonly Mutant[] = [
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

const events = onRoute("GET /events");

/** Returns how often the caller has sent start since the last stop that was heeded, this request included. */
function timesSent(request: InterceptedRequest): number {
  const { caller = "", memory } = request;
  const before = Number(memory.get(caller) ?? 0);
  const now = request.field("op") === "start" ? before + 1 : before;
  memory.set(caller, now);
  return now;
}

/** Faults in who is told of typing, and what. */
const told: readonly Mutant[] = [
  typing(
    "typing-not-told",
    ["typing.post/start-told", "events/typing-people", "typing.post/stop-told", "events/typing-channel"],
    "Nobody is told that somebody types.",
    {
      instead: swallowed,
    },
  ),
  typing("typing-never-stops", "typing.post/stop-told", "stop counts as start.", { request: reading("op", () => "start") }),
  typing("typing-to-first-only", "typing.post/start-told", "Only the first of the recipients is told.", {
    request: reading("to", (to, request) => {
      const ids = request.json("to");
      return Array.isArray(ids) && ids.length > 1 ? ids.slice(0, 1) : to;
    }),
  }),
  events("typing-start-not-told", ["typing.post/start-told", "events/typing-people"], "Nobody gets a typing event with op start.", {
    answer: withoutEvents(({ type, op }) => type === "typing" && op === "start"),
  }),
  events("typing-stop-not-told", ["typing.post/stop-told", "events/typing-people"], "Nobody gets a typing event with op stop.", {
    answer: withoutEvents(({ type, op }) => type === "typing" && op === "stop"),
  }),
  events(
    "typing-op-missing",
    ["events/typing-people", "typing.post/start-told", "typing.post/stop-told", "events/typing-channel"],
    "Typing events have no op.",
    {
      answer: inEvents("typing", (event) => void delete event.op),
    },
  ),
  typing("typing-told-to-another", "typing.post/only-recipients", "Somebody who is no recipient is told too.", {
    request: (request) => {
      const ids = request.json("to");
      return !isChannel(request) && Array.isArray(ids) && isSuccess(request.wouldSay())
        ? request.with({ to: [...ids, ...["cara", "dana", "bob"].map((name) => request.member(name).user_id)] })
        : undefined;
    },
  }),
  typing("typing-refused-but-told", "typing.post/refused-untold", "A notification that is refused is told to alice all the same.", {
    besides: (request, said) => {
      if (isSuccess(said) || request.caller === undefined) return false;
      return isSuccess(request.also(request.caller, "POST /typing", { op: "start", to: [request.member("alice").user_id] }));
    },
  }),
  registration("typing-capability-unheeded", "typing.post/capability", "Every client counts as one that knows of typing in channels.", {
    request: (request) => {
      const given = request.json("client_capabilities");
      if (given === undefined && request.field("client_capabilities") !== undefined) return undefined;
      const declared = { notification_settings_null: false, ...(given as MutableFields | undefined) };
      return request.with({ client_capabilities: { ...declared, stream_typing_notifications: true } });
    },
  }),
  events("typing-channel-unnamed", "events/typing-channel", "Typing events do not say the channel.", {
    answer: inEvents("typing", (event) => void delete event.stream_id),
  }),
  events("typing-to-sender-turned", "typing.post/to-sender", "The sender's own clients are told stop where others are told start.", {
    answer: inEvents("typing", (event, request) => {
      const isOwn = (event.sender as MutableFields).user_id === (request.caller && request.member(request.caller).user_id);
      if (isOwn && event.op === "start") event.op = "stop";
    }),
  }),
  typing("typing-to-deactivated-untold", "typing.post/to-deactivated", "With a deactivated account among the recipients nobody is told.", {
    rulings: { typingToDeactivated: "accepted" },
    instead: (request) => {
      const ids = request.json("to");
      const isGone = (id: unknown): boolean => id === request.member("zoe").user_id;
      return Array.isArray(ids) && ids.some(isGone) && isSuccess(request.wouldSay()) ? success() : undefined;
    },
  }),
  typing("typing-resent-start-untold", "typing.post/start-resent", "A start that is sent again is told to nobody.", {
    instead: (request) => {
      if (request.field("op") === "start") return timesSent(request) > 1 ? swallowed(request) : undefined;
      request.memory.delete(request.caller ?? "");
      return undefined;
    },
  }),
  typing("typing-stop-counts-starts", "typing.post/stop-told", "After two starts it takes two stops to tell anybody of them.", {
    instead: (request) => {
      const { caller = "", memory } = request;
      const left = timesSent(request);
      if (request.field("op") !== "stop" || left === 0) return undefined;
      memory.set(caller, left - 1);
      return left > 1 ? swallowed(request) : undefined;
    },
  }),
  events("typing-empty-topic-bare", "typing.post/empty-topic-told", "Every queue is told of typing in the empty topic as it is.", {
    answer: inEvents("typing", (event) => {
      if (event.topic === "general chat") event.topic = "";
    }),
  }),
  registration(
    "typing-empty-topic-undeclared",
    "typing.post/empty-topic-told",
    "A client that says nothing of the empty topic counts as one that knows it.",
    {
      request: (request) => {
        const declared = request.json("client_capabilities") as MutableFields | undefined;
        return declared && !("empty_topic_name" in declared)
          ? request.with({ client_capabilities: { ...declared, empty_topic_name: true } })
          : undefined;
      },
    },
  ),
];

/** Faults of POST /typing. */
export const mutants: readonly Mutant[] = [...requests, ...told];
