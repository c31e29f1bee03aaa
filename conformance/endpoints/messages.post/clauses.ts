import { absent, emptyTopic, given, is, leaves, like, long, refused, shows, taken, toChannel, toPeople } from "../../declare/about.ts";
import { clausesOf } from "../../declare/clause.ts";
import { errors } from "./clauses.errors.ts";
import { recipients } from "./clauses.recipients.ts";

const endpoint = clausesOf("Endpoints > POST /messages", "messages.post", {
  "sends-to-channel": {
    says: "A message sent to a channel is then there, with its sender, channel, topic and content, for its sender and the other subscribers.",
    about: [
      taken({ type: toChannel }, { weight: 2 }),
      leaves("messages", { type: toChannel }, { weight: -1.2 }),
      leaves("events[message]", { type: toChannel }, { weight: -0.5 }),
      shows("status", { on: "actions", after: "messages.post" }),
      taken({}, { on: "messages-id.get", after: "messages.post", weight: -0.5 }),
    ],
  },
  "sends-to-people": {
    says: "A direct message is then there for its sender and its recipients, and for nobody else.",
    about: [
      taken({ type: toPeople }, { weight: 3.4 }),
      leaves("Message.display_recipient", { type: toPeople }, { change: "missing", weight: -3 }),
      leaves("messages", { type: toPeople }, { weight: -1.2 }),
      leaves("events[message]", { type: toPeople }, { weight: -0.5 }),
      shows("status", { on: "actions", after: "messages.post" }),
      taken({}, { on: "messages-id.get", after: "messages.post", weight: -0.5 }),
    ],
  },
  "content-required": { says: "A message without content is refused.", about: refused({ content: absent }) },
  "content-kept": {
    says: "The content is kept as it was sent.",
    about: [
      leaves("Message.content", { content: given }, { only: true, weight: -1.5 }),
      leaves("raw_content", { content: given }, { value: /^"(?!<).* \/ "(?!<)/s }),
    ],
  },
  "content-bound": {
    says: "Content of max_message_length characters, counted as code points, is sent as it is.",
    about: [taken({ content: long }), leaves("Message.content", { content: long })],
  },
  "content-beyond": {
    about: [refused({ content: long }), leaves("Message.content", { content: long }, { weight: -1 })],
    says: "What is kept of longer content is at most max_message_length characters.",
    silent: "longContent",
  },
  "topic-required": {
    says: "A message to a channel without a topic is refused.",
    about: refused({ type: toChannel, topic: absent, subject: absent }),
  },
  "topic-ignored-for-people": {
    says: "A topic beside a direct message is ignored: the message has none.",
    about: [taken({ type: toPeople, topic: given }), leaves("Message.subject", { type: toPeople, topic: given })],
  },
  "topic-bound": {
    says: "A topic of max_topic_length characters, counted as code points, is kept as it is.",
    about: [taken({ topic: like(/^.{50}/) }, { weight: 2.2 }), leaves("Message.subject", { topic: like(/^.{50}/) }, { weight: 1 })],
  },
  "topic-kept": {
    says: "A topic is kept as it was sent, whatever the case in which it was written before.",
    about: leaves("Message.subject", { type: toChannel, topic: given }, { weight: -0.3 }),
  },
  "topic-beyond": {
    about: leaves("Message.subject", { topic: like(/^.{50}/) }, { weight: -0.5 }),
    says: "What is kept of a longer topic is at most max_topic_length characters.",
    silent: "longTopic",
  },
  "topic-subject-alias": {
    says: "`subject` is an alias of `topic`.",
    about: [
      taken({ subject: given, topic: absent }),
      refused({ subject: given, topic: given }, { weight: 1 }),
      leaves("Message.subject", { subject: given, topic: absent }, { weight: -1 }),
      shows("ignored_parameters_unsupported", { value: /subject/ }),
    ],
  },
  "topic-empty": {
    about: [
      taken({ topic: is("") }, { weight: 2 }),
      leaves("Message.subject", { topic: is("") }),
      refused({ topic: is("") }, { weight: -1 }),
    ],
    says: "Where topics are not required, the empty topic and its display name both mean the empty topic.",
    since: 334,
  },
  "topic-no-topic": {
    about: [
      taken({ topic: is("(no topic)") }, { weight: 2 }),
      leaves(/Message\.subject|topic/, { topic: is("(no topic)") }),
      shows("automatic_new_visibility_policy", { sent: { topic: is("(no topic)") }, weight: 1 }),
    ],
    says: "`(no topic)` is read as the empty topic wherever that is accepted.",
    since: 370,
  },
  "topic-mandatory": {
    about: refused({ topic: is("", "(no topic)", "general chat") }),
    says: "Where topics are required, the empty topic, `(no topic)` and the display name are refused, and any other is sent.",
    since: 370,
  },
  "local-id-untouched": {
    says: "local_id, of whatever length and characters, comes back untouched as local_message_id, to the queue that was named and to no other.",
    about: [leaves("events[message].local_message_id", { local_id: given }), taken({ local_id: given, queue_id: given })],
  },
  "local-id-needs-queue": {
    about: refused({ local_id: given, queue_id: absent }),
    says: "local_id without queue_id is refused.",
    silent: "localEchoPair",
  },
  "queue-needs-local-id": {
    about: refused({ queue_id: given, local_id: absent }),
    says: "queue_id without local_id is refused.",
    silent: "localEchoPair",
  },
  "read-by-sender": {
    about: [
      leaves(/^(Message|events\[message\])\.flags$/, { read_by_sender: given }, { value: /"read"/, weight: 0.5 }),
      taken({ read_by_sender: given }),
    ],
    says: "read_by_sender says whether the message starts read for its sender, and for nobody else.",
    since: 236,
  },
  "read-by-client": {
    says: "Without read_by_sender the name of the client decides, and nothing else.",
    about: leaves(/^(Message|events\[message\])\.flags$/, { read_by_sender: absent }, { value: /"read"/, whose: "own", weight: -2.2 }),
  },
  "id-fetches": {
    says: "The id in the answer is an integer, and fetches the message that was sent.",
    about: [
      shows("id"),
      taken({}, { on: "messages-id.get", after: "messages.post" }),
      leaves("Message.id", {}, { on: "messages.get", weight: 0.1 }),
      leaves("message", {}, { on: "messages-id.get", change: "other" }),
    ],
  },
  "ids-increase": {
    says: "A message has a greater id than every message sent before it.",
    about: [leaves("Message.id", {}, { on: "messages.get" }), shows("id", { value: /^\d+ \/ \d+$/ })],
  },
  "automatic-policy-given": {
    says: "automatic_new_visibility_policy is present if and only if the send changed the sender's policy of the topic, and is the new one.",
    about: [shows("automatic_new_visibility_policy", { weight: 1.7 }), leaves("events[user_topic]", {}, { change: "extra" })],
  },
  "automatic-policy-value": {
    says: "automatic_new_visibility_policy is one of the two integers for unmuted and followed.",
    about: shows("automatic_new_visibility_policy", { change: "other" }),
  },
  "automatic-policy-direct": {
    says: "The answer to a direct message has no automatic_new_visibility_policy.",
    about: shows("automatic_new_visibility_policy", { sent: { type: toPeople }, change: "extra" }),
  },
});

const conventions = clausesOf("What the service does > Conventions for every endpoint", "messages.post", {
  "topic-empty-told": {
    about: leaves("Message.subject", { topic: is("") }, { on: "events.get", value: emptyTopic }),
    says: "A message event brings the empty topic to queues that declared support for it, and its display name to all others.",
    since: 334,
  },
});

/** Statements about POST /messages. */
export const clauses = [...conventions, ...recipients, ...endpoint, ...errors];
