import { limits } from "../core/limits.ts";
import type { Decoder } from "../protocol/params.ts";
import { described } from "../protocol/schema.ts";
import { boundedPolicyTopic } from "../rules/messages/topic-name.ts";

/** A topic as a visibility policy names it, within its bound. @refuses BAD_REQUEST: too long */
export const policyTopic: Decoder<string> = described<Decoder<string>>((given, _, realm) => boundedPolicyTopic(realm, given), {
  type: "string",
  maxLength: limits.topicLength,
});
