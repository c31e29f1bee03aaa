import { given, integer, leaves, like, refused, shows, taken, toChannel, toPeople, wildcard } from "../../declare/about.ts";
import { clausesOf } from "../../declare/clause.ts";

/** Statements about what POST /messages refuses. */
export const errors = clausesOf("Errors", "messages.post", {
  "unknown-channel": {
    says: "A channel name that does not exist is refused with STREAM_DOES_NOT_EXIST, and `stream` is the name.",
    about: [
      refused({ type: toChannel, to: like(/^\D/) }, { codes: "STREAM_DOES_NOT_EXIST" }),
      shows("stream", { sent: { to: like(/^\D/) } }),
    ],
  },
  "unknown-channel-id": {
    says: "A channel id that does not exist is refused with STREAM_DOES_NOT_EXIST.",
    about: refused({ type: toChannel, to: integer }, { codes: "STREAM_DOES_NOT_EXIST" }),
  },
  "unknown-channel-id-field": {
    about: shows(/^stream/, { sent: { to: integer } }),
    says: "The refusal of a channel id that does not exist gives it back as the text `stream`.",
    silent: "unknownChannelId",
  },
  "unknown-channel-as-requested": {
    about: shows("stream", { sent: { to: like(/[^\w #-]/) } }),
    says: "`stream` is the name as it was requested, whatever its characters.",
    silent: "unknownChannelName",
  },
  "hidden-channel": {
    about: refused({ type: toChannel }, { reason: /not authorized/i }),
    says: "A private channel that the sender does not know of refuses the message.",
    silent: "hiddenChannel",
  },
  "unknown-recipient": {
    says: "A direct message to an id or an address that nobody has is refused with BAD_REQUEST, and nobody gets it.",
    about: refused({ type: toPeople, to: given }, { codes: "BAD_REQUEST", weight: -1.2 }),
  },
  "channel-wildcard": {
    says: "A channel-wide mention in a channel of many by one outside can_mention_many_users_group is refused with STREAM_WILDCARD_MENTION_NOT_ALLOWED (BAD_REQUEST before level 229).",
    about: refused({ content: like(/@\*{0,2}(all|everyone|channel|stream)/) }, { codes: /^STREAM_WILDCARD/ }),
  },
  "topic-wildcard": {
    about: refused({ content: like(/@\*{0,2}topic/) }, { codes: /^TOPIC_WILDCARD/ }),
    says: "A topic-wide mention in a topic of many by one outside can_mention_many_users_group is refused with TOPIC_WILDCARD_MENTION_NOT_ALLOWED (BAD_REQUEST before level 229).",
    since: 191,
  },
  "wildcard-permitted": {
    says: "One in can_mention_many_users_group may mention a whole channel of many.",
    about: taken({ content: wildcard }, { codes: /WILDCARD/, weight: -0.5 }),
  },
  "wildcard-few": {
    says: "Anybody may mention a whole channel or topic of few.",
    about: taken({ content: wildcard }, { codes: /WILDCARD/ }),
  },
  "wildcard-same": {
    says: "A message that one without permission may send to a channel of many has no channel-wide mention: it gives nobody stream_wildcard_mentioned; one that is refused for its mention gives it to all who get it where there are few.",
    about: leaves(/flags$/, { content: wildcard }, { value: /stream_wildcard_mentioned/ }),
  },
  "no-trace": {
    says: "A message that is refused is not sent.",
    about: [
      leaves("messages", {}, { was: "refused", change: "extra" }),
      leaves("events[message]", {}, { was: "refused", change: "extra" }),
    ],
  },
});
