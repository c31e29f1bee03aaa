import { inMessages, type MutableFields, refusal } from "../../mutants/kit/bodies.ts";
import type { InterceptedRequest } from "../../mutants/kit/intercepted.ts";
import { type Mutant, mutant } from "../../mutants/kit/mutant.ts";
import { entriesOf, inFetched, inShown } from "./mutants.kit.ts";

/** The address that an account of the cast logs in with, as the account itself sees it. */
function loginAddress(request: InterceptedRequest, id: unknown): unknown {
  const name = Object.entries(request.served.cast).find(([, { user_id }]) => user_id === id)?.[0];
  return name && request.also(name, "GET /users/me").body.delivery_email;
}

/** Makes a mutant whose messages lack a field. */
const withoutField = (field: string): Mutant =>
  inShown(
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
  "avatar_url",
  "recipient_id",
  "topic_links",
  "is_me_message",
  "reactions",
  "submessages",
  "content_type",
];

/** Faults in the fields that every message has. */
export const fields: readonly Mutant[] = [
  ...always.map(withoutField),
  inShown("message-id-as-text", "message-resource/id", "Ids of messages are strings.", (message) => void (message.id = String(message.id))),
  inShown("message-type-channel", "message-resource/type", "The type of channel messages is channel.", (message) => {
    if (message.type === "stream") message.type = "channel";
  }),
  inShown("message-type-direct", "message-resource/type", "The type of direct messages is direct.", (message) => {
    if (message.type === "private") message.type = "direct";
  }),
  inShown("sender-id-of-another", "message-resource/sender-id", "sender_id is one too high.", (message) => {
    message.sender_id = Number(message.sender_id) + 1;
  }),
  inShown("sender-email-of-another", "message-resource/sender-email", "sender_email is no address of an account.", (message) => {
    message.sender_email = `user${String(message.sender_id)}@invalid.example`;
  }),
  inShown(
    "sender-name-empty",
    "message-resource/sender-full-name",
    "sender_full_name is empty.",
    (message) => void (message.sender_full_name = ""),
  ),
  inShown(
    "avatar-always-null",
    ["message-resource/avatar-url-declared", "message-resource/avatar-url-uploaded", "message-resource/avatar-url-single"],
    "avatar_url is null for everybody.",
    (message) => void (message.avatar_url = null),
  ),
  inShown(
    "avatar-never-null",
    ["messages.get/client-gravatar", "messages.get/client-gravatar-default"],
    "avatar_url is a URL where client_gravatar asks for null.",
    (message) => {
      message.avatar_url ??= "https://secure.gravatar.com/avatar/0?d=identicon";
    },
  ),
  inFetched(
    "avatar-of-hidden-address-null",
    "message-resource/avatar-url-hidden-address",
    "client_gravatar leaves out the avatar_url of senders whose address the client may not see.",
    (message, request) => {
      if (request.field("client_gravatar") === "true" && String(message.avatar_url).includes("gravatar.com")) message.avatar_url = null;
    },
  ),
  inShown(
    "hidden-address-shown",
    ["message-resource/sender-email-hidden", "message-resource/sender-email"],
    "sender_email is the address that the sender logs in with, though it is hidden.",
    (message, request) => void (message.sender_email = loginAddress(request, message.sender_id) ?? message.sender_email),
  ),
  inShown(
    "hidden-address-shown-among-people",
    "message-resource/sender-email-hidden",
    "display_recipient has the addresses that people log in with, though they are hidden.",
    (message, request) => {
      for (const person of entriesOf(message.display_recipient)) person.email = loginAddress(request, person.id) ?? person.email;
    },
  ),
  mutant({
    name: "single-avatar-never",
    breaks: ["message-resource/avatar-url-single", "message-resource/avatar-url-uploaded"],
    says: "avatar_url is null wherever a message is fetched alone.",
    on: "GET /messages/{id}",
    answer: inMessages((message) => void (message.avatar_url = null)),
  }),
  mutant({
    name: "single-avatar-empty",
    breaks: "message-resource/avatar-url-single",
    says: "avatar_url is an empty text where a message is fetched alone and in events.",
    on: ["GET /messages/{id}", "GET /events"],
    answer: inMessages((message) => void (message.avatar_url = "")),
  }),
  mutant({
    name: "event-avatar-always-left-out",
    breaks: ["message-resource/avatar-url-declared", "message-resource/avatar-url-single"],
    says: "Events leave out the avatar_url of all who use gravatar, for clients too that do not compute it.",
    on: "GET /events",
    answer: inMessages((message) => {
      if (String(message.avatar_url).includes("gravatar.com")) message.avatar_url = null;
    }),
  }),
  mutant({
    name: "listed-avatar-always-left-out",
    breaks: ["message-resource/avatar-url-declared", "messages.get/client-gravatar"],
    says: "Lists leave out the avatar_url of all who use gravatar, for clients too that do not compute it.",
    on: "GET /messages",
    answer: inMessages((message) => {
      if (String(message.avatar_url).includes("gravatar.com")) message.avatar_url = null;
    }),
  }),
  inFetched("client-of-reader", "message-resource/client", "client is the program that fetches the message.", (message, request) => {
    message.client = request.wire.userAgent?.split("/")[0];
  }),
  inShown(
    "content-type-plain",
    "message-resource/content-type",
    "content_type is text/plain.",
    (message) => void (message.content_type = "text/plain"),
  ),
  inShown("content-type-html-always", "message-resource/content-type", "content_type is text/html for Markdown too.", (message) => {
    message.content_type = "text/html";
  }),
  inShown(
    "topic-links-are-urls",
    ["message-resource/topic-links", "message-resource/topic-links-linkified"],
    "topic_links is a list of URLs.",
    (message) => {
      message.topic_links = entriesOf(message.topic_links).map(({ url }) => url);
    },
  ),
  inShown("topic-links-completed", "message-resource/topic-links", "The text of a link in a topic is the whole URL.", (message) => {
    message.topic_links = entriesOf(message.topic_links).map(({ url }) => ({ text: url, url }));
  }),
  inShown(
    "topic-links-never",
    "message-resource/topic-links-linkified",
    "Nothing in topics is linked.",
    (message) => void (message.topic_links = []),
  ),
  inShown(
    "me-message-never",
    "message-resource/is-me-message",
    "is_me_message is always false.",
    (message) => void (message.is_me_message = false),
  ),
  inShown(
    "me-message-by-word",
    "message-resource/is-me-message",
    "Every message that has /me somewhere in it is a status message.",
    (message) => void (message.is_me_message ||= String(message.content).includes("/me")),
  ),
  inShown("timestamp-in-milliseconds", "message-resource/timestamp", "timestamp counts milliseconds.", (message) => {
    message.timestamp = Number(message.timestamp) * 1000;
  }),
  inShown("timestamp-with-fraction", "message-resource/timestamp", "timestamp is no whole number.", (message) => {
    message.timestamp = Number(message.timestamp) + 0.5;
  }),
  inFetched("timestamp-of-fetch", "message-resource/timestamp", "timestamp is the time of the fetch.", (message, request) => {
    const { server_timestamp } = request.also("owen", "GET /realm/presence").body;
    message.timestamp = Math.floor(Number(server_timestamp));
  }),
  inShown("html-passed-through", "message-resource/content", "HTML in messages passes into the page.", (message) => {
    if (message.content_type === "text/html") message.content = String(message.content).replaceAll("&lt;", "<").replaceAll("&gt;", ">");
  }),
  inShown("html-without-markup", "message-resource/content", "Rendered content is the text without its markup.", (message) => {
    if (message.content_type === "text/html") message.content = `<p>${String(message.content).replace(/<[^>]*>/g, "")}</p>`;
  }),
];

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
      const hidden = ((members ?? []) as MutableFields[])
        .filter(({ email, delivery_email }) => delivery_email !== email)
        .map(({ email }) => email);
      const to = request.json("to");
      return Array.isArray(to) && to.some((one) => hidden.includes(one)) ? refusal() : undefined;
    },
  }),
];
