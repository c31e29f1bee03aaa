import { listOf, refusal } from "../../mutants/kit/bodies.ts";
import type { InterceptedRequest } from "../../mutants/kit/intercepted.ts";
import { type Mutant, onRoute } from "../../mutants/kit/mutant.ts";
import { fetched, shown } from "./mutants.kit.ts";

const single = onRoute("GET /messages/{id}", "message-resource");
const polling = onRoute("GET /events", "message-resource");
const fetching = onRoute("GET /messages", "message-resource");
const sending = onRoute("POST /messages", "message-resource");

/** The address that an account of the cast logs in with, as the account itself sees it. */
function loginAddress(request: InterceptedRequest, id: unknown): unknown {
  const name = Object.entries(request.served.cast).find(([, { user_id }]) => user_id === id)?.[0];
  return name && request.also(name, "GET /users/me").body.delivery_email;
}

const withoutField = (field: string): Mutant =>
  shown(`message-without-${field.replaceAll("_", "-")}`, `message-resource/${field.replaceAll("_", "-")}`)
    .says(`Messages have no ${field}.`)
    .shows({ [field]: undefined });

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

/** Makes a mutant that has another value in one field, by which the clause that it breaks is called. */
const altered = (name: string, says: string, field: string, change: (value: unknown) => unknown): Mutant =>
  shown(name, field.replaceAll("_", "-"))
    .says(says)
    .shows((message) => ({ [field]: change(message[field]) }));

/** Faults in the fields that every message has. */
export const fields: readonly Mutant[] = [
  ...always.map(withoutField),
  altered("message-id-as-text", "Ids of messages are strings.", "id", String),
  shown("message-type-channel", "type")
    .says("The type of channel messages is channel.")
    .shows(({ type }) => type === "stream" && { type: "channel" }),
  shown("message-type-direct", "type")
    .says("The type of direct messages is direct.")
    .shows(({ type }) => type === "private" && { type: "direct" }),
  altered("sender-id-of-another", "sender_id is one too high.", "sender_id", (id) => Number(id) + 1),
  shown("sender-email-of-another", "sender-email")
    .says("sender_email is no address of an account.")
    .shows(({ sender_id }) => ({ sender_email: `user${String(sender_id)}@invalid.example` })),
  altered("sender-name-empty", "sender_full_name is empty.", "sender_full_name", () => ""),
  shown("sender-name-forgotten", "sender-full-name")
    .says("Who was deactivated is nameless.")
    .shows(({ sender_id }, request) => {
      const gone = listOf(request.registered("owen", "realm_user").realm_non_active_users);
      return gone.some(({ user_id }) => user_id === sender_id) && { sender_full_name: "Deactivated" };
    }),
  shown("avatar-always-null", ["avatar-url-declared", "avatar-url-uploaded", "avatar-url-single"])
    .says("avatar_url is null for everybody.")
    .shows({ avatar_url: null }),
  shown("avatar-never-null", ["messages.get/client-gravatar", "messages.get/client-gravatar-default"])
    .says("avatar_url is a URL where client_gravatar asks for null.")
    .shows(({ avatar_url }) => ({ avatar_url: avatar_url ?? "https://secure.gravatar.com/avatar/0?d=identicon" })),
  fetched("avatar-of-hidden-address-null", "avatar-url-hidden-address")
    .says("client_gravatar leaves out the avatar_url of senders whose address the client may not see.")
    .shows(
      ({ avatar_url }, request) =>
        request.field("client_gravatar") === "true" && String(avatar_url).includes("gravatar.com") && { avatar_url: null },
    ),
  fetched("avatar-of-shown-address-given", "avatar-url-seen-address")
    .says("client_gravatar leaves out the avatar_url only of senders whose address everybody sees.")
    .shows(
      ({ avatar_url, sender_id, sender_email }, request) =>
        avatar_url === null && sender_email !== loginAddress(request, sender_id) && { avatar_url: "https://secure.gravatar.com/avatar/0" },
    ),
  shown("hidden-address-shown", ["sender-email-hidden", "sender-email"])
    .says("sender_email is the address that the sender logs in with, though it is hidden.")
    .shows(({ sender_id, sender_email }, request) => ({ sender_email: loginAddress(request, sender_id) ?? sender_email })),
  shown("hidden-address-shown-among-people", "sender-email-hidden")
    .says("display_recipient has the addresses that people log in with, though they are hidden.")
    .showsEach("display_recipient", ({ id, email }, request) => ({ email: loginAddress(request, id) ?? email })),
  single("single-avatar-never", ["avatar-url-single", "avatar-url-uploaded"])
    .says("avatar_url is null wherever a message is fetched alone.")
    .shows({ avatar_url: null }),
  onRoute(["GET /messages/{id}", "GET /events"], "message-resource")("single-avatar-empty", "avatar-url-single")
    .says("avatar_url is an empty text where a message is fetched alone and in events.")
    .shows({ avatar_url: "" }),
  polling("event-avatar-always-left-out", ["avatar-url-declared", "avatar-url-single"])
    .says("Events leave out the avatar_url of all who use gravatar, for clients too that do not compute it.")
    .shows(({ avatar_url }) => String(avatar_url).includes("gravatar.com") && { avatar_url: null }),
  fetching("listed-avatar-always-left-out", ["avatar-url-declared", "messages.get/client-gravatar"])
    .says("Lists leave out the avatar_url of all who use gravatar, for clients too that do not compute it.")
    .shows(({ avatar_url }) => String(avatar_url).includes("gravatar.com") && { avatar_url: null }),
  fetched("client-of-reader", "client")
    .says("client is the program that fetches the message.")
    .shows((_, request) => ({ client: request.wire.userAgent?.split("/")[0] })),
  altered("content-type-plain", "content_type is text/plain.", "content_type", () => "text/plain"),
  altered("content-type-html-always", "content_type is text/html for Markdown too.", "content_type", () => "text/html"),
  shown("topic-links-are-urls", ["topic-links", "topic-links-linkified"])
    .says("topic_links is a list of URLs.")
    .shows(({ topic_links }) => ({ topic_links: listOf(topic_links).map(({ url }) => url) })),
  altered("topic-links-completed", "The text of a link in a topic is the whole URL.", "topic_links", (links) =>
    listOf(links).map(({ url }) => ({ text: url, url })),
  ),
  shown("topic-links-never", "topic-links-linkified").says("Nothing in topics is linked.").shows({ topic_links: [] }),
  altered("me-message-never", "is_me_message is always false.", "is_me_message", () => false),
  shown("me-message-by-word", "is-me-message")
    .says("Every message that has /me somewhere in it is a status message.")
    .shows(({ is_me_message, content }) => ({ is_me_message: is_me_message || String(content).includes("/me") })),
  altered("timestamp-in-milliseconds", "timestamp counts milliseconds.", "timestamp", (timestamp) => Number(timestamp) * 1000),
  altered("timestamp-with-fraction", "timestamp is no whole number.", "timestamp", (timestamp) => Number(timestamp) + 0.5),
  fetched("timestamp-of-fetch", "timestamp")
    .says("timestamp is the time of the fetch.")
    .shows((_, request) => ({ timestamp: Math.floor(Number(request.also("owen", "GET /realm/presence").body.server_timestamp)) })),
  shown("html-passed-through", "content")
    .says("HTML in messages passes into the page.")
    .shows(
      ({ content_type, content }) =>
        content_type === "text/html" && { content: String(content).replaceAll("&lt;", "<").replaceAll("&gt;", ">") },
    ),
  shown("html-without-markup", "content")
    .says("Rendered content is the text without its markup.")
    .shows(({ content_type, content }) => content_type === "text/html" && { content: `<p>${String(content).replace(/<[^>]*>/g, "")}</p>` }),
];

/** Keeps the first value that a message had of a field wherever it is shown later. */
const firstKept = (name: string, field: string, breaks: string, says: string): Mutant =>
  fetched(name, breaks)
    .says(says)
    .shows(
      (message, request) => message[field] !== undefined && { [field]: request.first(`${field} of ${String(message.id)}`, message[field]) },
    );

const inCodes = (name: string, says: string, change: (code: string) => string): Mutant =>
  fetched(name, "reaction-unicode")
    .says(says)
    .showsEach(
      "reactions",
      ({ reaction_type, emoji_code }) => reaction_type === "unicode_emoji" && { emoji_code: change(String(emoji_code)) },
    );

/** Faults in values that follow from others, and in those of several parts. */
export const values: readonly Mutant[] = [
  firstKept(
    "me-message-of-the-first",
    "is_me_message",
    "is-me-message",
    "is_me_message stays what it was when the message was first shown.",
  ),
  fetched("me-message-not-when-edited", "is-me-message")
    .says("An edited message is no status message.")
    .shows(({ last_edit_timestamp }) => last_edit_timestamp !== undefined && { is_me_message: false }),
  fetched("me-message-not-direct", "is-me-message")
    .says("A direct message is no status message.")
    .shows(({ type }) => type === "private" && { is_me_message: false }),
  fetched("me-message-one-line", "is-me-message")
    .says("A status of two lines is none.")
    .shows(({ content }) => String(content).includes("\n") && { is_me_message: false }),
  fetched("resolved-longest-is-moved", "last-moved-resolved")
    .says("Resolving a topic whose end is cut off by it counts as a move.")
    .shows(
      ({ subject, last_moved_timestamp, edit_history }) =>
        /^\u2714 .*\.\.\.$/u.test(String(subject)) && { last_moved_timestamp: last_moved_timestamp ?? listOf(edit_history)[0]?.timestamp },
    ),
  firstKept(
    "recipients-of-the-first-channel",
    "recipient_id",
    "recipient-id",
    "recipient_id stays that of the channel to which a message was sent.",
  ),
  fetched("edits-two-seconds-late", "last-edit")
    .says("Edits are dated two seconds late.")
    .shows(({ last_edit_timestamp: time }) => typeof time === "number" && { last_edit_timestamp: time + 2 }),
  fetched("messages-of-the-last-minute", "timestamp")
    .says("The timestamp of a message is that of its last change.")
    .shows(({ last_edit_timestamp, timestamp }) => ({ timestamp: last_edit_timestamp ?? timestamp })),
  firstKept("topic-links-of-the-first", "topic_links", "topic-links-linkified", "topic_links stay those of the first topic."),
  fetched("topic-links-not-when-moved", "topic-links-linkified")
    .says("A moved message has no topic_links.")
    .shows(({ last_moved_timestamp }) => last_moved_timestamp !== undefined && { topic_links: [] }),
  inCodes("emoji-joiners-dropped", "The joiners of an emoji are left out of its code.", (code) => code.replaceAll("-200d", "")),
  inCodes("emoji-first-code-point", "Of an emoji of several code points the first is told.", (code) => code.replace(/-.*/, "")),
  sending("recipients-by-api-address-unknown", "messages.post/to-ids-or-addresses")
    .says("People who hide the address they log in with are unknown by their API address.")
    .replies((request) => {
      const members = listOf(request.also("owen", "GET /users").body.members);
      const isHidden = (one: unknown): boolean => members.some(({ email, delivery_email }) => email === one && delivery_email !== email);
      return request.list("to").some(isHidden) && refusal();
    }),
];
