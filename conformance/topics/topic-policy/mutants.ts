import { isSuccess, swallowed } from "../../mutants/kit/bodies.ts";
import { type Mutant, onRoute } from "../../mutants/kit/mutant.ts";

const policy = onRoute("POST /user_topics");

/** Faults of the visibility policies of topics. */
export const mutants: readonly Mutant[] = [
  policy("policy-in-every-channel", "topic-policy/per-topic", "A policy is set for the topic in every channel.", {
    besides: (asked, said) => {
      const { caller, served } = asked;
      if (!isSuccess(said) || caller === undefined) return false;
      const others = Object.values(served.channels).filter(({ stream_id }) => stream_id !== asked.json("stream_id"));
      const fields = { topic: asked.field("topic"), visibility_policy: asked.field("visibility_policy") };
      return others.filter(({ stream_id }) => isSuccess(asked.also(caller, "POST /user_topics", { ...fields, stream_id }))).length > 0;
    },
  }),
  policy("policy-of-one-topic-at-a-time", "topic-policy/per-topic", "A policy takes away the one that was set before for another topic.", {
    besides: (asked, said) => {
      const { caller, memory } = asked;
      if (!isSuccess(said) || caller === undefined) return false;
      const place = { stream_id: asked.field("stream_id"), topic: asked.field("topic") };
      const before = memory.get(caller) as typeof place | undefined;
      memory.set(caller, place);
      if (!before || (before.stream_id === place.stream_id && before.topic === place.topic)) return false;
      return isSuccess(asked.also(caller, "POST /user_topics", { ...before, visibility_policy: 0 }));
    },
  }),
  policy("policy-set-twice-is-none", "topic-policy/any-to-any", "Setting the policy that a topic has takes it away.", {
    besides: (asked, said) => {
      const { caller, memory } = asked;
      if (!isSuccess(said) || caller === undefined) return false;
      const key = JSON.stringify([caller, asked.field("stream_id"), asked.field("topic")]);
      const before = memory.get(key);
      memory.set(key, asked.field("visibility_policy"));
      if (before !== asked.field("visibility_policy") || before === "0") return false;
      return isSuccess(asked.also(caller, "POST /user_topics", { ...Object.fromEntries(asked.fields), visibility_policy: 0 }));
    },
  }),
  policy("policy-none-in-every-channel", "topic-policy/per-topic", "Removing a topic's policy removes it in every channel.", {
    besides: (asked, said) => {
      const { caller, served } = asked;
      if (!isSuccess(said) || caller === undefined || asked.field("visibility_policy") !== "0") return false;
      const fields = { topic: asked.field("topic"), visibility_policy: 0 };
      const { general, team } = served.channels;
      return (
        [general, team].filter((one) => one && isSuccess(asked.also(caller, "POST /user_topics", { ...fields, stream_id: one.stream_id })))
          .length > 0
      );
    },
  }),
  policy("policy-none-for-everybody", "topic-policy/personal", "Removing a topic's policy removes it for bob and alice.", {
    besides: (asked, said) =>
      isSuccess(said) &&
      asked.field("visibility_policy") === "0" &&
      ["alice", "bob"].filter((name) => isSuccess(asked.also(name, "POST /user_topics", Object.fromEntries(asked.fields)))).length > 0,
  }),
  policy("policy-other-capitals-lost", "topic-policy/capitals", "In other capitals than before a topic's policy is accepted and not set.", {
    instead: (asked) => {
      const { caller, memory } = asked;
      const topic = asked.field("topic") ?? "";
      const key = JSON.stringify([caller, asked.field("stream_id"), topic.toLowerCase()]);
      const former = memory.get(key) ?? topic;
      memory.set(key, former);
      return former === topic ? undefined : swallowed(asked);
    },
  }),
];
