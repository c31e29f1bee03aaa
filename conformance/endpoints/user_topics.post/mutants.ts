import { present } from "../../client/json.ts";
import { inEach, inSuccess, isSuccess, type MutableFields, reading, refusal } from "../../mutants/kit/bodies.ts";
import type { InterceptedRequest } from "../../mutants/kit/intercepted.ts";
import { type Mutant, onRoute } from "../../mutants/kit/mutant.ts";

const policy = onRoute("POST /user_topics", "topic-policy");
const events = onRoute("GET /events", "topic-policy");

/** Sets policies as a request does, but for some fields. Returns whether it set one. */
const sets = (request: InterceptedRequest, name: string, ...others: readonly MutableFields[]): boolean =>
  others.filter((other) => request.makes(name, "POST /user_topics", { ...Object.fromEntries(request.fields), ...other })).length > 0;

export const mutants: readonly Mutant[] = [
  policy("policy-in-every-channel", "per-topic")
    .says("A policy is set for the topic in every channel.")
    .afterwards((request, caller) => {
      const others = Object.values(request.served.channels).filter(({ stream_id }) => stream_id !== request.json("stream_id"));
      return sets(request, caller, ...others.map(({ stream_id }) => ({ stream_id })));
    }),
  policy("policy-of-one-topic-at-a-time", "per-topic")
    .says("A policy takes away the one that was set before for another topic.")
    .afterwards((request, caller) => {
      const place = { stream_id: request.field("stream_id"), topic: request.field("topic") };
      const before = request.memory.get(caller) as typeof place | undefined;
      request.memory.set(caller, place);
      const isOther = before !== undefined && (before.stream_id !== place.stream_id || before.topic !== place.topic);
      return isOther && sets(request, caller, { ...before, visibility_policy: 0 });
    }),
  policy("policy-set-twice-is-none", "any-to-any")
    .says("Setting the policy that a topic has takes it away.")
    .afterwards((request, caller) => {
      const [key, value] = [
        JSON.stringify([caller, request.field("stream_id"), request.field("topic")]),
        request.field("visibility_policy"),
      ];
      const before = request.memory.get(key);
      request.memory.set(key, value);
      return before === value && value !== "0" && sets(request, caller, { visibility_policy: 0 });
    }),
  policy("policy-none-in-every-channel", "per-topic")
    .says("Removing a topic's policy removes it in every channel.")
    .afterwards((request, caller) => {
      const { general, team } = request.served.channels;
      return (
        request.field("visibility_policy") === "0" &&
        sets(request, caller, { stream_id: general?.stream_id }, { stream_id: team?.stream_id })
      );
    }),
  policy("policy-none-for-everybody", "personal")
    .says("Removing a topic's policy removes it for bob and alice.")
    .afterwards(
      (request) => request.field("visibility_policy") === "0" && ["alice", "bob"].filter((name) => sets(request, name, {})).length > 0,
    ),
  policy("policy-other-capitals-lost", "capitals")
    .says("In other capitals than before a topic's policy is accepted and not set.")
    .swallows((request) => {
      const topic = request.field("topic") ?? "";
      return topic !== request.first(JSON.stringify([request.caller, request.field("stream_id"), topic.toLowerCase()]), topic);
    }),
  policy("policy-mute-is-none", "none-removes")
    .says("A mute is never removed.")
    .reads("visibility_policy", (value) => (value === "0" ? 1 : value)),
  policy("policy-two-is-three", "any-to-any")
    .says("The policies 2 and 3 stand for each other.")
    .reads("visibility_policy", (value) => ({ 2: 3, 3: 2 })[value] ?? value),
  policy("policy-three-refused", ["user_topics.post/policy-values", "versioning/followed-policy", "any-to-any"])
    .says("The policy 3 is refused.")
    .refuses((request) => request.field("visibility_policy") === "3"),
  policy("policy-below-zero-accepted", "user_topics.post/policy-values")
    .says("A policy below 0 is accepted.")
    .reads("visibility_policy", (value) => (Number(value) < 0 ? 0 : value)),
  policy("policy-of-no-topic-refused", ["user_topics.post/no-messages-needed", "any-to-any"])
    .says("A topic that nobody has written to is refused.")
    .replies((request) => {
      const narrow = [
        { operator: "channel", operand: request.json("stream_id") },
        { operator: "topic", operand: request.field("topic") },
      ];
      if (!request.caller || !request.wouldSucceed()) return undefined;
      const { messages } = request.also(request.caller, "GET /messages", { anchor: "newest", num_before: 1, num_after: 0, narrow }).body;
      return Array.isArray(messages) && messages.length === 0 && refusal();
    }),
  onRoute(["POST /user_topics", "POST /register"], "topic-policy")("policy-topic-one-longer-kept", [
    "user_topics.post/topic-beyond",
    "limits/policy-topic-length-exceeded",
  ])
    .says("A policy is kept for a topic one longer than allowed.")
    .with({
      request: reading("topic", (topic, request) => {
        const bound = request.bound("max_topic_length");
        const short = [...topic].slice(0, bound).join("");
        if (topic !== short) request.memory.set(short, [...topic].slice(0, bound + 1).join(""));
        return short;
      }),
      answer: inSuccess(
        inEach("user_topics", ({ topic_name }, { memory }) => ({ topic_name: memory.get(String(topic_name)) ?? topic_name })),
      ),
    }),
  policy("policy-display-name-kept", "user_topics.post/topic-display-name")
    .says("The display name is a topic of its own here.")
    .reads("topic", (topic) => (topic === "general chat" ? "General Chat." : topic)),
  policy("policy-refused-but-set", ["user_topics.post/policy-values", "conventions/refusals-leave-no-trace"])
    .says("A policy that does not exist is refused, and the policy 3 set.")
    .nevertheless((request, caller) => sets(request, caller, { visibility_policy: 3 })),
  policy("policy-for-everybody", ["personal", "visibility/personal-state"])
    .says("The policy is set for somebody else too.")
    .also(
      (request, said) =>
        isSuccess(said) && ["alice", "bob"].filter((name) => name !== request.caller).every((name) => request.does(request.by(name))),
    ),
  policy("policy-unknown-channel-accepted", "user_topics.post/stream-unknown")
    .says("A channel that does not exist is accepted.")
    .accepts(
      (request) =>
        request.caller !== undefined &&
        request.wouldSay().body.code === "BAD_REQUEST" &&
        request.wouldSucceed(request.with({ stream_id: present(request.served.channels.general, "channel general").stream_id })),
    ),
  policy("policy-of-closed-channel-fails", "user_topics.post/closed-channels")
    .says("A topic of a channel that is archived, or closed to the caller, ends in an internal error.")
    .replies((request) => {
      const { attic, team } = request.served.channels;
      const isClosed = [attic, team].some((channel) => channel?.stream_id === request.json("stream_id"));
      return isClosed && { ...refusal("INTERNAL_SERVER_ERROR"), status: 500 };
    }),
  policy("policy-no-topic-lost", "user_topics.post/topic-no-topic")
    .says("A policy for (no topic) is accepted and kept for no topic.")
    .accepts((request) => request.field("topic") === "(no topic)" && request.wouldSucceed()),
  events("policy-event-empty-topic-bare", "user_topics.post/empty-topic-told")
    .says("Every queue is told of the empty topic's policy as it is.")
    .delivers("user_topic", ({ topic_name }) => topic_name === "general chat" && { topic_name: "" }),
  events("policy-event-empty-topic-named", "user_topics.post/empty-topic-told")
    .says("Every queue is told of the empty topic under its display name.")
    .delivers("user_topic", ({ topic_name }) => topic_name === "" && { topic_name: "general chat" }),
];
