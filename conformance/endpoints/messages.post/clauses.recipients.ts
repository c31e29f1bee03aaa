import {
  absent,
  given,
  is,
  isNot,
  leaves,
  like,
  listsSender,
  listsSenderAlone,
  refused,
  taken,
  toChannel,
  toPeople,
} from "../../declare/about.ts";
import { clausesOf } from "../../declare/clause.ts";

/** Statements about whom POST /messages sends to. */
export const recipients = clausesOf("Endpoints > POST /messages", "messages.post", {
  "type-required": { says: "A message without a type is refused.", about: refused({ type: absent }) },
  "type-values": {
    says: "The type is one of direct, channel, stream and private; any other is refused.",
    about: [refused({ type: isNot("direct", "channel", "stream", "private") }), taken({ type: is("stream", "direct") })],
  },
  "type-direct": { about: taken({ type: is("direct") }, { weight: 0.5 }), says: "The type direct sends to people.", since: 174 },
  "type-channel-alias": { about: taken({ type: is("channel", "stream") }), says: "The type channel does what stream does.", since: 248 },
  "type-private-alias": {
    about: taken({ type: is("private") }, { weight: 1.9 }),
    says: "The type private, a deprecated alias, does what direct does.",
    since: 174,
  },
  "to-required": { says: "A message without `to` is refused.", about: refused({ to: absent }) },
  "to-missing-code": {
    about: refused({ to: absent }, { place: "code" }),
    says: "Which code the refusal of a message without `to` has is open.",
    silent: "missingRecipient",
  },
  "to-channel-name-or-id": {
    says: "`to` names a channel by its name or its id, with equal result.",
    about: taken({ type: toChannel, to: given }),
  },
  "to-ids-or-addresses": {
    says: "`to` names people by their ids or by their API addresses, with equal result.",
    about: [taken({ type: toPeople, to: like(/@/) }, { weight: 1 }), taken({ type: toPeople, to: like(/^\[\d/) })],
  },
  "to-one-kind": {
    says: "A list of recipients is one of ids or one of addresses; a mixed one is refused.",
    about: refused({ type: toPeople, to: like(/"\D.*,\d|\d,"/) }),
  },
  "to-sender-listed": {
    says: "Whether the sender is among the recipients of a direct message or not makes no difference.",
    about: [
      taken({ type: toPeople, to: listsSender }, { weight: 1.3 }),
      leaves("Message.display_recipient", { type: toPeople, to: listsSender }),
    ],
  },
  "to-sender-alone": {
    says: "A sender who is the only recipient writes to themselves alone.",
    about: [
      taken({ type: toPeople, to: listsSenderAlone }, { weight: 1.5 }),
      leaves("Message.display_recipient", { to: listsSenderAlone }),
    ],
  },
});
