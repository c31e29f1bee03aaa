import { type Fields, refusal } from "../../mutants/kit/bodies.ts";
import { type Mutant, mutant } from "../../mutants/kit/mutant.ts";
import { entriesOf, inFetched } from "./mutants.kit.ts";

/** Keeps the first value that a message had of a field wherever it is shown later. */
const firstKept = (name: string, field: string, breaks: string | readonly string[], says: string): Mutant =>
  inFetched(name, breaks, says, (message, { memory }) => {
    if (message[field] === undefined) return;
    const key = `${field} of ${String(message.id)}`;
    if (memory.has(key)) message[field] = memory.get(key);
    else memory.set(key, message[field]);
  });

/** Faults in values that follow from others, and in those of several parts. */
export const values: readonly Mutant[] = [
  firstKept(
    "me-message-of-the-first",
    "is_me_message",
    "message-resource/is-me-message",
    "is_me_message stays what it was when the message was first shown.",
  ),
  inFetched("me-message-not-when-edited", "message-resource/is-me-message", "An edited message is no status message.", (message) => {
    if (message.last_edit_timestamp !== undefined) message.is_me_message = false;
  }),
  inFetched("me-message-not-direct", "message-resource/is-me-message", "A direct message is no status message.", (message) => {
    if (message.type === "private") message.is_me_message = false;
  }),
  inFetched("me-message-one-line", "message-resource/is-me-message", "A status of two lines is none.", (message) => {
    if (String(message.content).includes("\n")) message.is_me_message = false;
  }),
  inFetched(
    "resolved-longest-is-moved",
    "message-resource/last-moved-resolved",
    "Resolving a topic whose end is cut off by it counts as a move.",
    (message) => {
      if (/^\u2714 .*\.\.\.$/u.test(String(message.subject)))
        message.last_moved_timestamp ??= entriesOf(message.edit_history)[0]?.timestamp;
    },
  ),
  firstKept(
    "recipients-of-the-first-channel",
    "recipient_id",
    "message-resource/recipient-id",
    "recipient_id stays that of the channel to which a message was sent.",
  ),
  inFetched("edits-two-seconds-late", "message-resource/last-edit", "Edits are dated two seconds late.", (message) => {
    if (typeof message.last_edit_timestamp === "number") message.last_edit_timestamp += 2;
  }),
  inFetched(
    "messages-of-the-last-minute",
    "message-resource/timestamp",
    "The timestamp of a message is that of its last change.",
    (message) => {
      message.timestamp = message.last_edit_timestamp ?? message.timestamp;
    },
  ),
  firstKept(
    "topic-links-of-the-first",
    "topic_links",
    "message-resource/topic-links-linkified",
    "topic_links stay those of the first topic.",
  ),
  inFetched("topic-links-not-when-moved", "message-resource/topic-links-linkified", "A moved message has no topic_links.", (message) => {
    if (message.last_moved_timestamp !== undefined) message.topic_links = [];
  }),
  inFetched(
    "emoji-joiners-dropped",
    "message-resource/reaction-unicode",
    "The joiners of an emoji are left out of its code.",
    (message) => {
      for (const one of entriesOf(message.reactions))
        if (one.reaction_type === "unicode_emoji") one.emoji_code = String(one.emoji_code).replaceAll("-200d", "");
    },
  ),
  inFetched(
    "emoji-first-code-point",
    "message-resource/reaction-unicode",
    "Of an emoji of several code points the first is told.",
    (message) => {
      for (const one of entriesOf(message.reactions))
        if (one.reaction_type === "unicode_emoji") one.emoji_code = String(one.emoji_code).replace(/-.*/, "");
    },
  ),
  mutant({
    name: "recipients-by-api-address-unknown",
    breaks: "messages.post/to-ids-or-addresses",
    says: "People who hide the address they log in with are unknown by their API address.",
    on: "POST /messages",
    instead: (request) => {
      const { members } = request.also("owen", "GET /users").body;
      const hidden = ((members ?? []) as Fields[])
        .filter(({ email, delivery_email }) => delivery_email !== email)
        .map(({ email }) => email);
      const to = request.json("to");
      return Array.isArray(to) && to.some((one) => hidden.includes(one)) ? refusal() : undefined;
    },
  }),
];
