import { given, isEmpty, leaves, refused, shows, toChannel, toPeople } from "../../declare/about.ts";
import { clausesOf } from "../../declare/clause.ts";

export const clauses = [
  ...clausesOf("Limits > History visibility", "visibility", {
    "before-subscribing": {
      says: "A user's history has no channel messages sent before the user subscribed.",
      about: shows("messages", { on: "messages.get", change: "extra", weight: -0.9 }),
    },
    "since-subscribing": {
      says: "A user's history has the channel messages sent since the user subscribed.",
      about: shows("messages", { on: "messages.get", sent: { narrow: isEmpty }, change: "missing", value: /,.* \/ \[\]/, weight: 0.7 }),
    },
    "protected-history": {
      says: "Where only subscribers since then may read, what was sent before cannot be fetched in any way.",
      about: [shows("messages", { on: "messages.get", change: "extra", weight: -1.2 }), refused({}, { on: "messages-id.get", weight: -1 })],
    },
  }),
  ...clausesOf("Endpoints > GET /messages/{message_id}", "visibility", {
    "direct-message": {
      says: "A direct message is seen by its sender and recipients, and by nobody else in any way.",
      about: [
        refused({ message_id: given }, { on: "messages-id.get", after: "messages.post", afterSent: { type: toPeople }, weight: 1 }),
        shows("messages", { on: "messages.get", change: "extra", weight: -0.8 }),
        shows("messages[]", { on: "messages.matches_narrow.get", change: "extra", weight: -0.5 }),
      ],
    },
    "private-channel": {
      says: "What happens in a private channel is seen by its subscribers, and by nobody else in any way.",
      about: [
        refused({ type: toChannel }, { on: "messages.post", reason: /not authorized/i, weight: -0.2 }),
        shows("messages", { on: "messages.get", change: "extra", weight: -0.8 }),
        shows("messages[]", { on: "messages.matches_narrow.get", change: "extra", weight: -0.6 }),
      ],
    },
    "like-missing": {
      says: "What a requester may not see answers as what does not exist.",
      about: refused(
        { message_id: given },
        { on: ["messages-id.get", "messages-id.delete"], place: "code", after: "messages.post", weight: -0.2 },
      ),
    },
  }),
  ...clausesOf("Events", "visibility", {
    "no-event": {
      says: "No event tells anyone of a message that they may not see.",
      about: leaves("events[message]", {}, { of: "messages.post", change: "extra" }),
    },
    "personal-state": {
      says: "A topic policy and the flags of a message are their user's own: others notice nothing.",
      about: leaves("events[user_topic]", {}, { of: "user_topics.post", whose: "others", change: "extra", weight: 0.9 }),
    },
  }),
];
