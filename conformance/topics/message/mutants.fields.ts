import { type Fields, inMessages } from "../../mutants/kit/bodies.ts";
import { type Breaks, type Mutant, mutant } from "../../mutants/kit/mutant.ts";

const entries = (value: unknown): Fields[] => (Array.isArray(value) ? (value as Fields[]) : []);
const isDirect = (message: Fields): boolean => message.type === "private";

/** A fault in the messages shown, wherever that is. */
const shown = (name: string, breaks: Breaks, says: string, change: (message: Fields) => void): Mutant =>
  mutant({ name, breaks, says, answer: inMessages(change) });

/** A field that is never there. */
const gone = (field: string): Mutant =>
  shown(
    `message-without-${field.replaceAll("_", "-")}`,
    `message-resource/${field.replaceAll("_", "-")}`,
    `Messages have no ${field}.`,
    (message) => {
      delete message[field];
    },
  );

const always = [
  "id",
  "sender_realm_str",
  "client",
  "recipient_id",
  "topic_links",
  "is_me_message",
  "reactions",
  "submessages",
  "content_type",
];

/** Faults in the fields that every message has. */
export const fields: readonly Mutant[] = [
  ...always.map(gone),
  shown("message-id-as-text", "message-resource/id", "Ids of messages are strings.", (message) => void (message.id = String(message.id))),
  shown("message-type-channel", "message-resource/type", "The type of channel messages is channel.", (message) => {
    if (message.type === "stream") message.type = "channel";
  }),
  shown("message-type-direct", "message-resource/type", "The type of direct messages is direct.", (message) => {
    if (isDirect(message)) message.type = "direct";
  }),
  shown("sender-id-of-another", "message-resource/sender-id", "sender_id is one too high.", (message) => {
    message.sender_id = Number(message.sender_id) + 1;
  }),
  shown("sender-email-of-another", "message-resource/sender-email", "sender_email is no address of an account.", (message) => {
    message.sender_email = `user${String(message.sender_id)}@invalid.example`;
  }),
  shown(
    "sender-name-empty",
    "message-resource/sender-full-name",
    "sender_full_name is empty.",
    (message) => void (message.sender_full_name = ""),
  ),
  shown(
    "avatar-always-null",
    ["message-resource/avatar-url-declared", "message-resource/avatar-url-uploaded"],
    "avatar_url is null for everybody.",
    (message) => void (message.avatar_url = null),
  ),
  shown(
    "avatar-never-null",
    ["messages.get/client-gravatar", "messages.get/client-gravatar-default"],
    "avatar_url is a URL where client_gravatar asks for null.",
    (message) => {
      message.avatar_url ??= "https://secure.gravatar.com/avatar/0?d=identicon";
    },
  ),
  shown(
    "content-type-plain",
    "message-resource/content-type",
    "content_type is text/plain.",
    (message) => void (message.content_type = "text/plain"),
  ),
  shown("content-type-html-always", "message-resource/content-type", "content_type is text/html for Markdown too.", (message) => {
    message.content_type = "text/html";
  }),
  shown(
    "recipient-is-channel-id",
    "message-resource/display-recipient-channel",
    "display_recipient of channel messages is the channel's id.",
    (message) => {
      if (!isDirect(message)) message.display_recipient = message.stream_id;
    },
  ),
  shown("recipients-without-sender", "message-resource/display-recipient-direct", "display_recipient leaves out the sender.", (message) => {
    if (isDirect(message))
      message.display_recipient = entries(message.display_recipient).filter(
        ({ id }, _, { length }) => length === 1 || id !== message.sender_id,
      );
  }),
  shown(
    "recipients-without-dummy",
    "message-resource/display-recipient-direct",
    "People in display_recipient have no is_mirror_dummy.",
    (message) => {
      for (const person of entries(message.display_recipient)) delete person.is_mirror_dummy;
    },
  ),
  shown("recipients-are-addresses", "message-resource/display-recipient-direct", "display_recipient is a list of addresses.", (message) => {
    if (isDirect(message)) message.display_recipient = entries(message.display_recipient).map(({ email }) => email);
  }),
  shown("recipient-id-of-message", "message-resource/recipient-id", "recipient_id differs for every message.", (message) => {
    message.recipient_id = message.id;
  }),
  shown("recipient-id-for-all", "message-resource/recipient-id", "recipient_id is the same for all conversations.", (message) => {
    message.recipient_id = 1;
  }),
  shown("stream-id-in-direct", "message-resource/stream-id-absent", "Direct messages have a stream_id too.", (message) => {
    if (isDirect(message)) message.stream_id = null;
  }),
  shown("no-stream-id", "message-resource/stream-id", "Channel messages have no stream_id.", (message) => void delete message.stream_id),
  shown("subject-in-direct", "message-resource/subject-direct", "The subject of direct messages is not empty.", (message) => {
    if (isDirect(message)) message.subject = "(no topic)";
  }),
  shown("subject-called-topic", "message-resource/subject", "The topic stands in a field topic.", (message) => {
    message.topic = message.subject;
    delete message.subject;
  }),
  shown(
    "topic-links-are-urls",
    ["message-resource/topic-links", "message-resource/topic-links-linkified"],
    "topic_links is a list of URLs.",
    (message) => {
      message.topic_links = entries(message.topic_links).map(({ url }) => url);
    },
  ),
  shown(
    "topic-links-never",
    "message-resource/topic-links-linkified",
    "Nothing in topics is linked.",
    (message) => void (message.topic_links = []),
  ),
  shown(
    "me-message-never",
    "message-resource/is-me-message",
    "is_me_message is always false.",
    (message) => void (message.is_me_message = false),
  ),
  shown(
    "me-message-by-word",
    "message-resource/is-me-message",
    "Every message that mentions the word me is a status message.",
    (message) => {
      message.is_me_message = true;
    },
  ),
  shown("timestamp-in-milliseconds", "message-resource/timestamp", "timestamp counts milliseconds.", (message) => {
    message.timestamp = Number(message.timestamp) * 1000;
  }),
  shown("timestamp-with-fraction", "message-resource/timestamp", "timestamp is no whole number.", (message) => {
    message.timestamp = Number(message.timestamp) + 0.5;
  }),
  shown("html-passed-through", "message-resource/content", "HTML in messages passes into the page.", (message) => {
    if (message.content_type === "text/html") message.content = String(message.content).replaceAll("&lt;", "<").replaceAll("&gt;", ">");
  }),
  shown("html-without-markup", "message-resource/content", "Rendered content is the text without its markup.", (message) => {
    if (message.content_type === "text/html") message.content = `<p>${String(message.content).replace(/<[^>]*>/g, "")}</p>`;
  }),
];
