import { isSuccess, type MutableFields } from "../../mutants/kit/bodies.ts";
import type { InterceptedRequest } from "../../mutants/kit/intercepted.ts";
import { type Mutant, onRoute } from "../../mutants/kit/mutant.ts";

const typing = onRoute("POST /typing", "typing.post");
const before = onRoute("POST /typing", "typing.post", { level: 214 });
const registration = onRoute("POST /register", "typing.post");

const events = onRoute("GET /events", "typing.post");

/** Returns how often the caller has sent start since the last stop that was heeded, this request included. */
function timesSent(request: InterceptedRequest): number {
  const { caller = "", memory } = request;
  const before = Number(memory.get(caller) ?? 0);
  const now = request.field("op") === "start" ? before + 1 : before;
  memory.set(caller, now);
  return now;
}

export const mutants: readonly Mutant[] = [
  // What is accepted and answered.
  typing("typing-any-op", "op-values")
    .says("An op that does not exist counts as start.")
    .reads("op", (op) => (op === "stop" ? op : "start")),
  typing("typing-to-channels-by-default", "type-default")
    .says("The type is stream by default.")
    .takes((request) => request.field("type") === undefined && request.with({ type: "stream" })),
  typing("typing-private-accepted", "type-private-refused")
    .says("The type private is accepted.")
    .reads("type", (type) => (type === "private" ? "direct" : type)),
  before("typing-private-refused-before", "type-private-before")
    .says("The type private is refused at a level at which it is accepted.")
    .refuses((request) => request.field("type") === "private"),
  onRoute("POST /typing", "typing.post", { level: 215 })("typing-direct-refused", "type-values")
    .says("The type direct is refused, at the level at which private is refused too.")
    .refuses((request) => request.field("type") === "direct"),
  before("typing-stream-to-nobody", "type-values")
    .says("Typing of type stream is accepted and told to nobody, before there is another word for it.")
    .swallows((request) => request.field("type") === "stream"),
  typing("typing-channel-refused", "type-channel-alias")
    .says("The type channel is refused.")
    .refuses((request) => request.field("type") === "channel"),
  typing("typing-stream-refused", ["type-channel-alias", "type-values"])
    .says("The type stream is refused.")
    .refuses((request) => request.field("type") === "stream"),
  typing("typing-single-id-accepted", "to-list")
    .says("A single id is accepted in place of a list.")
    .reads("to", (to) => (/^\d+$/.test(to) ? `[${to}]` : to)),
  typing("typing-to-heeded-in-channels", "to-ignored-in-channel")
    .says("Recipients are not ignored where a channel is typed in.")
    .refuses((request) => request.isToChannel && request.field("to") !== undefined),
  typing("typing-channel-heeded-in-direct", "stream-id-ignored-for-people")
    .says("A channel is not ignored where people are typed to.")
    .refuses((request) => !request.isToChannel && request.field("stream_id") !== undefined),
  typing("typing-topic-heeded-in-direct", "stream-id-ignored-for-people")
    .says("A topic is not ignored where people are typed to.")
    .refuses((request) => !request.isToChannel && request.field("topic") !== undefined),
  typing("typing-malformed-untold", "ignored-malformed")
    .says("With a malformed value that is ignored nobody is told.")
    .swallows((request) => {
      const [name, shape] = request.isToChannel ? (["to", /^\[[\d, ]*\]$/] as const) : (["stream_id", /^-?\d+$/] as const);
      const given = request.field(name);
      return given !== undefined && !shape.test(given);
    }),
  typing("typing-no-topic-kept", ["topic-no-topic", "topic-display-name"])
    .says("(no topic) is a topic like any other here.")
    .reads("topic", (topic) => (["(no topic)", "general chat"].includes(topic) ? "no topic" : topic)),
  registration("typing-period-untold", "periods-told")
    .says("The registration leaves one of the periods out.")
    .lacks("server_typing_started_wait_period_milliseconds"),
  registration("typing-periods-as-text", ["periods-told", "limits/typing-periods"])
    .says("The periods are texts with a unit.")
    .answers((body) => {
      for (const [name, value] of Object.entries(body)) if (name.startsWith("server_typing_")) body[name] = `${String(value)} ms`;
    }),
  // Who is told of typing, and what.
  typing("typing-not-told", ["start-told", "events/typing-people", "stop-told", "events/typing-channel"])
    .says("Nobody is told that somebody types.")
    .swallows(),
  typing("typing-never-stops", "stop-told")
    .says("stop counts as start.")
    .reads("op", () => "start"),
  typing("typing-to-first-only", "start-told")
    .says("Only the first of the recipients is told.")
    .takes((request) => request.list("to").length > 1 && request.with({ to: request.list("to").slice(0, 1) })),
  events("typing-start-not-told", ["start-told", "events/typing-people"])
    .says("Nobody gets a typing event with op start.")
    .drops(({ type, op }) => type === "typing" && op === "start"),
  events("typing-stop-not-told", ["stop-told", "events/typing-people"])
    .says("Nobody gets a typing event with op stop.")
    .drops(({ type, op }) => type === "typing" && op === "stop"),
  events("typing-op-missing", ["events/typing-people", "start-told", "stop-told", "events/typing-channel"])
    .says("Typing events have no op.")
    .delivers("typing", { op: undefined }),
  typing("typing-told-to-another", "only-recipients")
    .says("Somebody who is no recipient is told too.")
    .takes((request) => {
      const others = ["cara", "dana", "bob"].map((name) => request.member(name).user_id);
      return (
        !request.isToChannel &&
        Array.isArray(request.json("to")) &&
        request.wouldSucceed() &&
        request.with({ to: [...request.list("to"), ...others] })
      );
    }),
  typing("typing-refused-but-told", "refused-untold")
    .says("A notification that is refused is told to alice all the same.")
    .also(
      (request, said) =>
        !isSuccess(said) &&
        request.caller !== undefined &&
        request.makes(request.caller, "POST /typing", { op: "start", to: [request.member("alice").user_id] }),
    ),
  registration("typing-capability-unheeded", "capability")
    .says("Every client counts as one that knows of typing in channels.")
    .takes((request) => {
      const given = request.json("client_capabilities");
      if (given === undefined && request.field("client_capabilities") !== undefined) return undefined;
      const declared = { notification_settings_null: false, ...(given as MutableFields | undefined) };
      return request.with({ client_capabilities: { ...declared, stream_typing_notifications: true } });
    }),
  events("typing-channel-unnamed", "events/typing-channel").says("Typing events do not say the channel.").delivers("typing", {
    stream_id: undefined,
  }),
  events("typing-to-sender-turned", "to-sender")
    .says("The sender's own clients are told stop where others are told start.")
    .delivers(
      "typing",
      ({ sender, op }, { account }) => (sender as MutableFields).user_id === account?.user_id && op === "start" && { op: "stop" },
    ),
  onRoute("POST /typing", "typing.post", { rulings: { typingToDeactivated: "accepted" } })("typing-to-deactivated-untold", "to-deactivated")
    .says("With a deactivated account among the recipients nobody is told.")
    .accepts((request) => request.list("to").includes(request.member("zoe").user_id) && request.wouldSucceed()),
  typing("typing-to-repeated-untold", "to-repeated")
    .says("Where a recipient is named twice nobody is told.")
    .swallows((request) => new Set(request.list("to")).size < request.list("to").length),
  typing("typing-resent-start-untold", "start-resent")
    .says("A start that is sent again is told to nobody.")
    .swallows((request) => {
      if (request.field("op") === "start") return timesSent(request) > 1;
      request.memory.delete(request.caller ?? "");
      return false;
    }),
  typing("typing-stop-counts-starts", "stop-told")
    .says("After two starts it takes two stops to tell anybody of them.")
    .swallows((request) => {
      const left = timesSent(request);
      if (request.field("op") !== "stop" || left === 0) return false;
      request.memory.set(request.caller ?? "", left - 1);
      return left > 1;
    }),
  events("typing-empty-topic-bare", "empty-topic-told")
    .says("Every queue is told of typing in the empty topic as it is.")
    .delivers("typing", ({ topic }) => topic === "general chat" && { topic: "" }),
  registration("typing-empty-topic-undeclared", "empty-topic-told")
    .says("A client that says nothing of the empty topic counts as one that knows it.")
    .takes((request) => {
      const declared = request.json("client_capabilities") as MutableFields | undefined;
      if (!declared || "empty_topic_name" in declared) return undefined;
      return request.with({ client_capabilities: { ...declared, empty_topic_name: true } });
    }),
];
