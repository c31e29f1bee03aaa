/** The codes that the specification has. For all other failures it leaves the code open. */
export const codes = {
  badRequest: "BAD_REQUEST",
  noSuchChannel: "STREAM_DOES_NOT_EXIST",
  noWildcardInChannel: "STREAM_WILDCARD_MENTION_NOT_ALLOWED",
  noWildcardInTopic: "TOPIC_WILDCARD_MENTION_NOT_ALLOWED",
  notAllowed: "UNAUTHORIZED_PRINCIPAL",
  noSuchQueue: "BAD_EVENT_QUEUE_ID",
} as const;

/** Returns the fields that a refusal with a code carries beside the envelope; undefined where the specification does not have the code. */
export function fieldsOfCode(code: unknown): readonly string[] | undefined {
  if (code === codes.noSuchChannel) return ["stream"];
  if (code === codes.noSuchQueue) return ["queue_id"];
  return Object.values<unknown>(codes).includes(code) ? [] : undefined;
}
