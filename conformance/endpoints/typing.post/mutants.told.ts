import { type Fields, inEvents, isSuccess, reading, success, swallowed, withoutEvents } from "../../mutants/kit/bodies.ts";
import type { InterceptedRequest } from "../../mutants/kit/intercepted.ts";
import { type Mutant, onRoute } from "../../mutants/kit/mutant.ts";

const typing = onRoute("POST /typing");
const registration = onRoute("POST /register");
const events = onRoute("GET /events");

const isChannel = (request: InterceptedRequest): boolean => /^(stream|channel)$/.test(request.field("type") ?? "");

/** Returns how often the caller has sent start since the last stop that was heeded, this request included. */
function timesSent(request: InterceptedRequest): number {
  const { caller = "", memory } = request;
  const before = Number(memory.get(caller) ?? 0);
  const now = request.field("op") === "start" ? before + 1 : before;
  memory.set(caller, now);
  return now;
}

/** Faults in who is told of typing, and what. */
export const told: readonly Mutant[] = [
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
      const declared = { notification_settings_null: false, ...(given as Fields | undefined) };
      return request.with({ client_capabilities: { ...declared, stream_typing_notifications: true } });
    },
  }),
  events("typing-channel-unnamed", "events/typing-channel", "Typing events do not say the channel.", {
    answer: inEvents("typing", (event) => void delete event.stream_id),
  }),
  events("typing-to-sender-turned", "typing.post/to-sender", "The sender's own clients are told stop where others are told start.", {
    answer: inEvents("typing", (event, request) => {
      const isOwn = (event.sender as Fields).user_id === (request.caller && request.member(request.caller).user_id);
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
        const declared = request.json("client_capabilities") as Fields | undefined;
        return declared && !("empty_topic_name" in declared)
          ? request.with({ client_capabilities: { ...declared, empty_topic_name: true } })
          : undefined;
      },
    },
  ),
];
