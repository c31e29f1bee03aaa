import { isSuccess } from "../../mutants/kit/bodies.ts";
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
];
