import { endpointText, states } from "../endpoint.ts";

/** Endpoints > POST /user_topics. */
export const setPolicy = endpointText("user_topics.post", "POST /user_topics", {
  since: 170,
  parameters: {
    stream_id: { type: "integer", required: states("stream-id-required", "A policy without stream_id is refused.") },
    topic: { type: "string", required: states("topic-required", "A policy without a topic is refused.") },
    visibility_policy: {
      type: "integer",
      required: states("policy-required", "A request without visibility_policy is refused."),
      values: states("policy-values", "visibility_policy is 0, 1, 2 or 3; anything else is refused and changes nothing.", {
        accepted: [0, 1, 2, 3],
      }),
    },
  },
  does: states("no-messages-needed", "A policy can be set for a topic without messages.", { also: ["versioning/user-topics"] }),
  envelope: states("envelope", "The answer is the envelope and nothing else.", { also: ["user_topics.post/no-messages-needed"] }),
});
