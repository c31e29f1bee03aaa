import { clausesOf } from "../../declare/clause.ts";
import { topic } from "../../declare/folder.ts";
import * as replica from "./properties.replica.ts";
import * as properties from "./properties.ts";
import { eventsGet, registerPost } from "./step.ts";

export const events = topic("events", {
  clauses: clausesOf("Events", "events", {
    "local-echo": "A send with queue_id and local_id gives that queue a message event whose local_message_id is the local_id, untouched.",
    "local-echo-only-there": "No other queue's message event has a local_message_id.",
    "local-echo-unsubscribed": {
      says: "The queue that was named gets the event even where the sender does not receive the message.",
      silent: "localEcho",
    },
    "automatic-policy": {
      says: "A send that changes the sender's policy of the topic gives the sender's clients a user_topic event.",
      since: 170,
    },
    "policy-set": { says: "On running servers a policy that somebody sets is told to their clients.", since: 170 },
    "typing-people": "Typing to people gives them typing events with op start or stop and with the sender.",
    "typing-channel": "Typing in a channel gives its subscribers typing events with op start or stop, the channel and the topic.",
    "typing-large-channel": {
      says: "Subscribers get typing events of a channel however many they are.",
      silent: "typingInLargeChannels",
      untestable: "it takes a channel of more than 100 subscribers, and no cast is so large",
    },
    "queue-deleted":
      "After its deletion a queue delivers nothing: asking for its events is refused with BAD_EVENT_QUEUE_ID and its queue_id.",
    "queue-deleted-alone": "Deleting one queue leaves the others of the same user.",
    "queue-of-others": "Nobody can delete the queue of somebody else.",
    "message-told": "Subscribers and recipients are told of a message by an event with what a fetch of it then shows.",
    "changes-told": "Where events tell of an edit, a move, a reaction or a flag of a message, they leave it as a fetch then shows it.",
    "message-untold": "Those who cannot see a message are not told of it.",
    "ids-ascend": "The ids of the events of a queue ascend.",
  }),
  properties: { "": properties, replica },
  steps: { "register.post": registerPost, "events.get": eventsGet },
  mutants: () => import("./mutants.ts"),
});
