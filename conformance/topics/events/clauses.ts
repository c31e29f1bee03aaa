import { given, is, isNotOrAbsent, leaves, refused, shows, taken } from "../../declare/about.ts";
import { clausesOf } from "../../declare/clause.ts";

/** Statements about events. */
export const clauses = clausesOf("Events", "events", {
  "local-echo": {
    says: "A send with queue_id and local_id gives that queue a message event whose local_message_id is the local_id, untouched.",
    about: [
      leaves("events[message].local_message_id", { local_id: given }, { of: "messages.post", weight: 0.2 }),
      leaves("events[message]", { local_id: given }, { of: "messages.post", change: "missing", weight: 0.5 }),
    ],
  },
  "local-echo-only-there": {
    says: "No other queue's message event has a local_message_id.",
    about: leaves("events[message].local_message_id", {}, { of: "messages.post", change: "extra" }),
  },
  "local-echo-unsubscribed": {
    about: leaves("events[message]", { local_id: given }, { of: "messages.post", change: "missing", weight: -1 }),
    says: "The queue that was named gets the event even where the sender does not receive the message.",
    silent: "localEcho",
  },
  "automatic-policy": {
    about: [
      leaves("events[user_topic]", {}, { of: "messages.post", change: "missing" }),
      leaves("User topic", {}, { of: "messages.post", weight: 0.5 }),
    ],
    says: "A send that changes the sender's policy of the topic gives the sender's clients a user_topic event.",
    since: 170,
  },
  "policy-set": {
    about: [
      leaves("events[user_topic]", {}, { of: "user_topics.post", change: "missing" }),
      leaves("User topic", {}, { of: "user_topics.post", weight: 0.5 }),
    ],
    says: "A policy that somebody sets is told to their clients.",
    since: 170,
  },
  "typing-people": {
    says: "Typing to people gives them typing events with op start or stop and with the sender.",
    about: leaves("events[typing]", { type: isNotOrAbsent("stream", "channel") }, { of: "typing.post", weight: -0.2 }),
  },
  "typing-channel": {
    says: "Typing in a channel gives its subscribers typing events with op start or stop, the channel and the topic.",
    about: [
      leaves("events[typing]", { type: is("stream", "channel") }, { of: "typing.post", weight: -0.2 }),
      leaves(/^events\[typing\]\.(stream_id|topic)$/, {}, { of: "typing.post" }),
    ],
  },
  "queue-deleted": {
    says: "After its deletion a queue delivers nothing: asking for its events is refused with BAD_EVENT_QUEUE_ID and its queue_id.",
    about: [
      refused({}, { on: "events.get", after: "events.delete", codes: "BAD_EVENT_QUEUE_ID" }),
      taken({ queue_id: given }, { on: "events.delete", weight: -0.2 }),
      refused({ queue_id: given }, { on: "events.get", codes: "BAD_EVENT_QUEUE_ID", weight: -0.2 }),
    ],
  },
  "queue-deleted-alone": {
    says: "Deleting one queue leaves the others of the same user.",
    about: taken({ queue_id: given }, { on: "events.get", after: "events.delete" }),
  },
  "queue-of-others": {
    says: "Nobody can delete the queue of somebody else.",
    about: refused({ queue_id: given }, { on: "events.delete", codes: "BAD_EVENT_QUEUE_ID", weight: -0.6 }),
  },
  "message-told": {
    says: "Subscribers and recipients are told of a message by an event with what a fetch of it then shows.",
    about: [
      leaves("events[message]", {}, { of: "messages.post", change: "missing", weight: 0.6 }),
      leaves("events[message].flags", {}, { of: "messages.post", weight: 1.7 }),
      leaves("events[message]", {}, { of: "messages.post", weight: -0.5 }),
    ],
  },
  "changes-told": {
    says: "Where events tell of an edit, a move, a reaction or a flag of a message, they leave it as a fetch then shows it.",
    about: [shows(/^events\[(update_message|update_message_flags|reaction)\]/, { on: "events.get" })],
  },
  "message-untold": {
    says: "Those who cannot see a message are not told of it.",
    about: leaves("events[message]", {}, { of: "messages.post", change: "extra", weight: 0.2 }),
  },
  "ids-ascend": {
    says: "The ids of the events of a queue ascend.",
    about: [shows("events[].id", { on: "events.get", only: true, weight: 1 }), shows("events[].id", { on: "events.get", weight: -1 })],
  },
});
