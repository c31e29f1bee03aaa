import { type Fields, inMessages } from "../../mutants/kit/bodies.ts";
import { type Mutant, mutant } from "../../mutants/kit/mutant.ts";
import { entriesOf, inShown } from "./mutants.kit.ts";

const isDirect = (message: Fields): boolean => message.type === "private";

/** Faults in what messages tell of where they went. */
export const recipients: readonly Mutant[] = [
  inShown(
    "recipient-is-channel-id",
    "message-resource/display-recipient-channel",
    "display_recipient of channel messages is the channel's id.",
    (message) => {
      if (!isDirect(message)) message.display_recipient = message.stream_id;
    },
  ),
  inShown(
    "recipients-without-sender",
    "message-resource/display-recipient-direct",
    "display_recipient leaves out the sender.",
    (message) => {
      if (isDirect(message))
        message.display_recipient = entriesOf(message.display_recipient).filter(
          ({ id }, _, { length }) => length === 1 || id !== message.sender_id,
        );
    },
  ),
  inShown(
    "recipients-without-dummy",
    "message-resource/display-recipient-direct",
    "People in display_recipient have no is_mirror_dummy.",
    (message) => {
      for (const person of entriesOf(message.display_recipient)) delete person.is_mirror_dummy;
    },
  ),
  inShown(
    "recipients-are-addresses",
    "message-resource/display-recipient-direct",
    "display_recipient is a list of addresses.",
    (message) => {
      if (isDirect(message)) message.display_recipient = entriesOf(message.display_recipient).map(({ email }) => email);
    },
  ),
  inShown("recipient-id-of-message", "message-resource/recipient-id", "recipient_id differs for every message.", (message) => {
    message.recipient_id = message.id;
  }),
  mutant({
    name: "recipient-id-of-message-before",
    breaks: ["message-resource/recipient-id-of-pairs", "message-resource/recipient-id"],
    says: "recipient_id differs for every message, before two people are a group.",
    level: 400,
    answer: inMessages((message) => {
      message.recipient_id = message.id;
    }),
  }),
  inShown("recipient-id-for-all", "message-resource/recipient-id", "recipient_id is the same for all conversations.", (message) => {
    message.recipient_id = 1;
  }),
  inShown("stream-id-in-direct", "message-resource/stream-id-absent", "Direct messages have a stream_id too.", (message) => {
    if (isDirect(message)) message.stream_id = null;
  }),
  inShown("no-stream-id", "message-resource/stream-id", "Channel messages have no stream_id.", (message) => void delete message.stream_id),
  inShown("subject-in-direct", "message-resource/subject-direct", "The subject of direct messages is not empty.", (message) => {
    if (isDirect(message)) message.subject = "(no topic)";
  }),
  inShown("subject-called-topic", "message-resource/subject", "The topic stands in a field topic.", (message) => {
    message.topic = message.subject;
    delete message.subject;
  }),
];
