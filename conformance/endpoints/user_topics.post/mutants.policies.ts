import { isSuccess, swallowed } from "../../mutants/kit/bodies.ts";
import { type Mutant, onRoute } from "../../mutants/kit/mutant.ts";

const policy = onRoute("POST /user_topics");

/** Faults of the visibility policies of topics. */
export const mutants: readonly Mutant[] = [
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
