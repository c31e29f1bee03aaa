import { absent, emptyTopic, given, is, isNot, isNotOrAbsent, leaves, like, refused, shows, taken, unlike } from "../../declare/about.ts";
import { clausesOf } from "../../declare/clause.ts";

/** Statements about POST /typing. */
export const clauses = [
  ...clausesOf("Endpoints > POST /typing", "typing.post", {
    "op-values": {
      says: "op is start or stop; anything else is refused.",
      about: [refused({ op: isNot("start", "stop") }), taken({ op: is("start", "stop") }, { weight: -1 })],
    },
    "type-default": {
      says: "Without a type the notification goes to people, as with direct.",
      about: [taken({ type: absent, to: given }, { weight: 1 }), leaves("events[typing]", { type: absent })],
    },
    "type-channel-alias": {
      about: [taken({ type: is("channel", "stream") }, { weight: 0.6 }), leaves("events[typing]", { type: is("channel") }, { weight: -1 })],
      says: "The type channel does what stream does.",
      since: 248,
    },
    "type-private-refused": { about: refused({ type: is("private") }), says: "The type private is not accepted.", since: 215 },
    "type-private-before": {
      says: "Before feature level 215 the type private is accepted and does what direct does.",
      about: [
        taken({ type: is("private") }, { until: 215, weight: 1.5 }),
        leaves("events[typing]", { type: is("private") }, { until: 215, weight: 1 }),
      ],
    },
    "to-list": {
      says: "`to` is a list of ids, of one person too; a bare id is refused.",
      about: [refused({ to: unlike(/^\[/) }), taken({ to: like(/^\[\d+\]$/) })],
    },
    "to-ignored-in-channel": {
      says: "`to` is ignored for channel types.",
      about: [taken({ type: is("stream", "channel"), to: given }), leaves("events[typing]", { type: is("stream", "channel"), to: given })],
    },
    "stream-id-ignored-for-people": {
      says: "stream_id and topic are ignored for type direct.",
      about: [
        taken({ type: isNotOrAbsent("stream", "channel"), stream_id: given }, { weight: 1.4 }),
        taken({ type: isNotOrAbsent("stream", "channel"), topic: given }, { weight: 1 }),
        leaves("events[typing]", { type: isNotOrAbsent("stream", "channel"), stream_id: given }),
      ],
    },
    "ignored-malformed": {
      about: [
        taken({ type: is("stream", "channel"), to: unlike(/^\[/) }),
        taken({ type: isNotOrAbsent("stream", "channel"), stream_id: unlike(/^\d+$/) }),
      ],
      says: "A malformed `to` beside a channel, and a malformed stream_id beside people, change nothing.",
      silent: "ignoredMalformed",
    },
    "topic-display-name": {
      about: [taken({ topic: is("general chat") }), leaves("events[typing].topic", { topic: is("general chat") })],
      says: "The display name of the empty topic is read as the empty topic.",
      since: 334,
    },
    "topic-no-topic": {
      about: [taken({ topic: is("(no topic)") }), leaves("events[typing].topic", { topic: is("(no topic)") })],
      says: "`(no topic)` is read as the empty topic.",
      since: 372,
    },
    "periods-told": {
      about: shows(/^server_typing_\w+_milliseconds$/, { on: "register.post", weight: 0.2 }),
      says: "The registration says the three periods of the protocol, in milliseconds.",
      since: 204,
    },
    "empty-topic-told": {
      about: leaves("events[typing].topic", {}, { value: emptyTopic }),
      says: "A queue that did not declare empty_topic_name is told of typing in the empty topic under the display name.",
      since: 334,
    },
    capability: {
      says: "Only queues that declared stream_typing_notifications hear of typing in channels.",
      about: [
        leaves("events[typing]", { type: is("stream", "channel") }, { change: "extra", weight: 0.5 }),
        leaves("events[typing]", { type: is("stream", "channel") }, { change: "missing", weight: -0.5 }),
      ],
    },
    "start-resent": {
      says: "A start that is sent again is told again, so that the clients that receive it go on showing the indicator.",
      about: leaves("events[typing]", { op: is("start") }, { change: "missing", weight: -0.5 }),
    },
    "client-protocol": {
      says: "Clients send start while somebody composes and stop when they cease, at the registered periods, and show or hide the indicator.",
      untestable: "it binds clients, and the server keeps nothing of it",
    },
    "to-sender": {
      about: leaves("events[typing]", {}, { whose: "own", weight: -0.5 }),
      says: "The notification goes to others; whether the sender's own clients hear of it is open.",
      silent: "typingToSender",
    },
    "to-deactivated": {
      about: [taken({ to: given }, { weight: -1 }), leaves("events[typing]", { to: given }, { change: "missing", weight: -1.5 })],
      says: "Whether a deactivated account may be among the recipients is open.",
      silent: "typingToDeactivated",
    },
  }),
  ...clausesOf("States and transitions > Typing state", "typing.post", {
    "start-told": {
      says: "start tells the other people of the conversation that the caller types.",
      about: [
        leaves("events[typing]", { op: is("start") }, { change: "missing" }),
        leaves("events[typing]", { op: is("start") }, { weight: -0.5 }),
      ],
    },
    "stop-told": {
      says: "stop tells the other people of the conversation that the caller ceased.",
      about: [
        leaves("events[typing]", { op: is("stop") }, { change: "missing", weight: 0.2 }),
        leaves("events[typing].op", { op: is("stop") }),
      ],
    },
    "only-recipients": { says: "Nobody outside the conversation is told.", about: leaves("events[typing]", {}, { change: "extra" }) },
    "refused-untold": {
      says: "A notification that is refused is told to nobody.",
      about: leaves("events[typing]", {}, { was: "refused", change: "extra" }),
    },
  }),
];
