import { clausesOf, type Statements } from "../../declare/clause.ts";

export const clauses: Statements = {
  "op-values": "op is start or stop; anything else is refused.",
  "type-default": "Without a type the notification goes to people, as with direct.",
  "type-channel-alias": { says: "The type channel does what stream does.", since: 248 },
  "type-private-refused": { says: "The type private is not accepted.", since: 215 },
  "type-private-before": "Before feature level 215 the type private is accepted and does what direct does.",
  "to-ignored-in-channel": "`to` is ignored for channel types.",
  "stream-id-ignored-for-people": "stream_id and topic are ignored for type direct.",
  "ignored-malformed": {
    says: "A malformed `to` beside a channel, and a malformed stream_id beside people, change nothing.",
    silent: "ignoredMalformed",
  },
  "topic-display-name": { says: "The display name of the empty topic is read as the empty topic.", since: 334 },
  "topic-no-topic": { says: "`(no topic)` is read as the empty topic.", since: 372 },
  "periods-told": { says: "The registration says the three periods of the protocol, in milliseconds.", since: 204 },
  "empty-topic-told": {
    says: "A queue that did not declare empty_topic_name is told of typing in the empty topic under the display name.",
    since: 334,
  },
  capability: "Only queues that declared stream_typing_notifications hear of typing in channels.",
  "start-resent": "A start that is sent again is told again, so that the clients that receive it go on showing the indicator.",
  "client-protocol": {
    says: "Clients send start while somebody composes and stop when they cease, at the registered periods, and show or hide the indicator.",
    untestable: "it binds clients, and the server keeps nothing of it",
  },
  "to-sender": {
    says: "The notification goes to others; whether the sender's own clients hear of it is open.",
    silent: "typingToSender",
  },
  "to-repeated": { says: "Whether somebody who stands in `to` twice is named and told twice is open.", silent: "repeatedTypists" },
  "to-deactivated": { says: "Whether a deactivated account may be among the recipients is open.", silent: "typingToDeactivated" },
};

export const elsewhere = clausesOf("States and transitions > Typing state", "typing.post", {
  "start-told": "start tells the other people of the conversation that the caller types.",
  "stop-told": "stop tells the other people of the conversation that the caller ceased.",
  "only-recipients": "Nobody outside the conversation is told.",
  "refused-untold": "A notification that is refused is told to nobody.",
});
