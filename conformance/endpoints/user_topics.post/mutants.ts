import { present } from "../../client/json.ts";
import { inEvents, inSuccess, isSuccess, reading, refusal, refusing, success, swallowed } from "../../mutants/kit/bodies.ts";
import { type Mutant, mutant, onRoute } from "../../mutants/kit/mutant.ts";

const policy = onRoute("POST /user_topics");
const events = onRoute("GET /events");

/** Faults of the visibility policies of topics. */
const ofPolicies: readonly Mutant[] = [
  policy("policy-in-every-channel", "topic-policy/per-topic", "A policy is set for the topic in every channel.", {
    besides: (request, said) => {
      const { caller, served } = request;
      if (!isSuccess(said) || caller === undefined) return false;
      const others = Object.values(served.channels).filter(({ stream_id }) => stream_id !== request.json("stream_id"));
      const fields = { topic: request.field("topic"), visibility_policy: request.field("visibility_policy") };
      return others.filter(({ stream_id }) => isSuccess(request.also(caller, "POST /user_topics", { ...fields, stream_id }))).length > 0;
    },
  }),
  policy("policy-of-one-topic-at-a-time", "topic-policy/per-topic", "A policy takes away the one that was set before for another topic.", {
    besides: (request, said) => {
      const { caller, memory } = request;
      if (!isSuccess(said) || caller === undefined) return false;
      const place = { stream_id: request.field("stream_id"), topic: request.field("topic") };
      const before = memory.get(caller) as typeof place | undefined;
      memory.set(caller, place);
      if (!before || (before.stream_id === place.stream_id && before.topic === place.topic)) return false;
      return isSuccess(request.also(caller, "POST /user_topics", { ...before, visibility_policy: 0 }));
    },
  }),
  policy("policy-set-twice-is-none", "topic-policy/any-to-any", "Setting the policy that a topic has takes it away.", {
    besides: (request, said) => {
      const { caller, memory } = request;
      if (!isSuccess(said) || caller === undefined) return false;
      const key = JSON.stringify([caller, request.field("stream_id"), request.field("topic")]);
      const before = memory.get(key);
      memory.set(key, request.field("visibility_policy"));
      if (before !== request.field("visibility_policy") || before === "0") return false;
      return isSuccess(request.also(caller, "POST /user_topics", { ...Object.fromEntries(request.fields), visibility_policy: 0 }));
    },
  }),
  policy("policy-none-in-every-channel", "topic-policy/per-topic", "Removing a topic's policy removes it in every channel.", {
    besides: (request, said) => {
      const { caller, served } = request;
      if (!isSuccess(said) || caller === undefined || request.field("visibility_policy") !== "0") return false;
      const fields = { topic: request.field("topic"), visibility_policy: 0 };
      const { general, team } = served.channels;
      return (
        [general, team].filter(
          (one) => one && isSuccess(request.also(caller, "POST /user_topics", { ...fields, stream_id: one.stream_id })),
        ).length > 0
      );
    },
  }),
  policy("policy-none-for-everybody", "topic-policy/personal", "Removing a topic's policy removes it for bob and alice.", {
    besides: (request, said) =>
      isSuccess(said) &&
      request.field("visibility_policy") === "0" &&
      ["alice", "bob"].filter((name) => isSuccess(request.also(name, "POST /user_topics", Object.fromEntries(request.fields)))).length > 0,
  }),
  policy("policy-other-capitals-lost", "topic-policy/capitals", "In other capitals than before a topic's policy is accepted and not set.", {
    instead: (request) => {
      const { caller, memory } = request;
      const topic = request.field("topic") ?? "";
      const key = JSON.stringify([caller, request.field("stream_id"), topic.toLowerCase()]);
      const former = memory.get(key) ?? topic;
      memory.set(key, former);
      return former === topic ? undefined : swallowed(request);
    },
  }),
];

/** Faults of POST /user_topics. */
export const mutants: readonly Mutant[] = [
  ...ofPolicies,
  policy("policy-mute-is-none", "topic-policy/none-removes", "A mute is never removed.", {
    request: reading("visibility_policy", (value) => (value === "0" ? 1 : value)),
  }),
  policy("policy-two-is-three", "topic-policy/any-to-any", "The policies 2 and 3 stand for each other.", {
    request: reading("visibility_policy", (value) => ({ 2: 3, 3: 2 })[value] ?? value),
  }),
  policy(
    "policy-three-refused",
    ["user_topics.post/policy-values", "versioning/followed-policy", "topic-policy/any-to-any"],
    "The policy 3 is refused.",
    {
      instead: refusing((request) => request.field("visibility_policy") === "3"),
    },
  ),
  policy("policy-below-zero-accepted", "user_topics.post/policy-values", "A policy below 0 is accepted.", {
    request: reading("visibility_policy", (value) => (Number(value) < 0 ? 0 : value)),
  }),
  policy(
    "policy-of-no-topic-refused",
    ["user_topics.post/no-messages-needed", "topic-policy/any-to-any"],
    "A topic that nobody has written to is refused.",
    {
      instead: (request) => {
        const narrow = [
          { operator: "channel", operand: request.json("stream_id") },
          { operator: "topic", operand: request.field("topic") },
        ];
        if (!request.caller || !isSuccess(request.wouldSay())) return undefined;
        const found = request.also(request.caller, "GET /messages", { anchor: "newest", num_before: 1, num_after: 0, narrow }).body
          .messages;
        return Array.isArray(found) && found.length === 0 ? refusal() : undefined;
      },
    },
  ),
  mutant({
    name: "policy-topic-one-longer-kept",
    breaks: ["user_topics.post/topic-beyond", "limits/policy-topic-length-exceeded"],
    says: "A policy is kept for a topic one longer than allowed.",
    on: ["POST /user_topics", "POST /register"],
    request: reading("topic", (topic, { memory }) => {
      const short = [...topic].slice(0, 60).join("");
      if (topic !== short) memory.set(short, [...topic].slice(0, 61).join(""));
      return short;
    }),
    answer: inSuccess((body, { memory }) => {
      for (const policy of [body.user_topics ?? []].flat() as { topic_name: string }[])
        policy.topic_name = String(memory.get(policy.topic_name) ?? policy.topic_name);
    }),
  }),
  policy("policy-display-name-kept", "user_topics.post/topic-display-name", "The display name is a topic of its own here.", {
    request: reading("topic", (topic) => (topic === "general chat" ? "General Chat." : topic)),
  }),
  policy(
    "policy-refused-but-set",
    ["user_topics.post/policy-values", "conventions/refusals-leave-no-trace"],
    "A policy that does not exist is refused, and the policy 3 set.",
    {
      besides: (request, said) =>
        !isSuccess(said) &&
        request.caller !== undefined &&
        isSuccess(request.also(request.caller, "POST /user_topics", { ...Object.fromEntries(request.fields), visibility_policy: 3 })),
    },
  ),
  policy("policy-for-everybody", ["topic-policy/personal", "visibility/personal-state"], "The policy is set for somebody else too.", {
    besides: (request, said) =>
      isSuccess(said) &&
      ["alice", "bob"].filter((name) => name !== request.caller).every((name) => "text" in request.served.exchange(request.by(name))),
  }),
  policy("policy-unknown-channel-accepted", "user_topics.post/stream-unknown", "A channel that does not exist is accepted.", {
    instead: (request) =>
      request.caller &&
      request.wouldSay().body.code === "BAD_REQUEST" &&
      isSuccess(request.wouldSay(request.with({ stream_id: present(request.served.channels.general, "channel general").stream_id })))
        ? success()
        : undefined,
  }),
  policy("policy-no-topic-lost", "user_topics.post/topic-no-topic", "A policy for (no topic) is accepted and kept for no topic.", {
    instead: (request) => (request.field("topic") === "(no topic)" && isSuccess(request.wouldSay()) ? success() : undefined),
  }),
  events(
    "policy-event-empty-topic-bare",
    "user_topics.post/empty-topic-told",
    "Every queue is told of the empty topic's policy as it is.",
    {
      answer: inEvents("user_topic", (event) => {
        if (event.topic_name === "general chat") event.topic_name = "";
      }),
    },
  ),
  events(
    "policy-event-empty-topic-named",
    "user_topics.post/empty-topic-told",
    "Every queue is told of the empty topic under its display name.",
    {
      answer: inEvents("user_topic", (event) => {
        if (event.topic_name === "") event.topic_name = "general chat";
      }),
    },
  ),
];
