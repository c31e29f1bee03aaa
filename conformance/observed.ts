/**
 * What properties hold that no sentence of the specification states, and that is only seen on running servers: by the address of the property, `*` for
 * any text. Servers are held to it that say they are such, by the brand `zulip`, `like` in a target file or `--like zulip`.
 */
export const observedOnly: Readonly<Record<string, string>> = {
  "conventions.traces/refusedAcknowledgement": "an acknowledgement of an event that was never sent is refused",
  "events/messageTold": "the fields beside the message in a message event",
  "message.content/setOff": "how Markdown becomes HTML",
  "messages-id.delete/toldOf": "an event tells of deletions",
  "messages-id.delete/untold": "an event tells of deletions",
  "messages.get.dates/rare": "rare forms of ISO 8601",
  "messages.get.refusals/wrongDate": "a day that no calendar has is refused",
  "messages.post.topic/emptyTold": "the name of the capability that declares support for the empty topic",
  "narrow/personal": "whether what one writes in a channel that one is not subscribed to is in one's personal history",
  "narrow/negated": "narrows can negate a term",
  "narrow/partition": "narrows can negate a term",
  "narrow/publicOnly": "narrows can negate a term",
  "narrow/wrong": "what of a narrow is malformed",
  "navigation_views.post/isAnnounced": "an event tells of a new view",
  "user-group.permissions/mentionsGroup": "how a group is mentioned",
  "versioning.ahead.*": "what a later level brought is not there before it",
};

const patterns = Object.entries(observedOnly).map(
  ([pattern, what]) => [new RegExp(`^${pattern.replace(/[.+?^${}()|[\]\\]/g, "\\$&").replaceAll("*", ".*")}$`), what] as const,
);

/** Returns what a property holds that is only seen on running servers; undefined where a sentence states it. */
export const observedBy = (address: string): string | undefined => patterns.find(([pattern]) => pattern.test(address))?.[1];
