import { absent, filled, given, is, like, refused, shows, toChannel, toPeople, wildcard } from "../../declare/about.ts";
import { clausesOf } from "../../declare/clause.ts";

const bad = (what: string) => `${what} is refused with BAD_REQUEST and no extra fields.`;

/** Codes of errors, each with its condition and its extra fields. */
export const clauses = clausesOf("Errors", "errors", {
  body: {
    says: "The body of an error has `result` error, a text `msg` and a text `code`.",
    about: [
      shows("msg", { value: /^"a text" \/ /, weight: 1 }),
      shows("code", { value: /\/ (undefined|null|\d+)$/, weight: 1 }),
      shows("result", { value: /^"error" \/ /, weight: 1 }),
    ],
  },
  "unknown-recipient": {
    says: bad("A direct message to an unknown recipient"),
    about: refused({ type: toPeople, to: given }, { on: "messages.post", codes: "BAD_REQUEST", weight: -1.3 }),
  },
  "unknown-member": {
    says: bad("A group with an unknown member"),
    about: refused({ members: filled }, { on: "user_groups.create.post", codes: "BAD_REQUEST", weight: -0.1 }),
  },
  "typing-without-channel": {
    says: bad("A typing notification for a channel without its id"),
    about: refused({ type: is("stream", "channel"), stream_id: absent }, { on: "typing.post", codes: "BAD_REQUEST", weight: -0.1 }),
  },
  "unknown-folder": {
    about: refused(
      { channel_folder_id: given },
      { on: "channel_folders-id.patch", codes: "BAD_REQUEST", reason: /invalid.*folder|folder id/i, weight: -0.1 },
    ),
    says: bad("A change of a folder that does not exist"),
    since: 389,
  },
  "message-missing": {
    says: bad("Fetching or deleting a message that does not exist"),
    about: refused({ message_id: given }, { on: ["messages-id.get", "messages-id.delete"], reason: /invalid message/i, weight: -3.6 }),
  },
  "message-invisible": {
    says: bad("Fetching a message that the caller may not see"),
    about: refused({ message_id: given }, { on: "messages-id.get", after: "messages.post", weight: 0.5 }),
  },
  "deletion-not-permitted": {
    says: bad("Deleting a message without permission"),
    about: refused({ message_id: given }, { on: "messages-id.delete", reason: /permission/i, weight: -0.5 }),
  },
  "profile-editing-restricted": {
    about: refused({ data: given }, { on: "users.me.profile_data.patch", reason: /not allowed|administrator/i, weight: -0.1 }),
    says: bad("Changing a profile field that the caller may not edit"),
    since: 296,
  },
  "unknown-profile-field": {
    says: bad("Changing a profile field that does not exist"),
    about: refused({ data: like(/^\[\{/) }, { on: "users.me.profile_data.patch", codes: "BAD_REQUEST", weight: -0.1 }),
  },
  "blank-fragment": {
    about: refused({ fragment: like(/^\s*$/) }, { on: "navigation_views.post", weight: -0.1 }),
    says: bad("A navigation view with a blank fragment"),
    since: 390,
  },
  "unknown-channel": {
    says: "A message to a channel that does not exist is refused with STREAM_DOES_NOT_EXIST and the name in `stream`.",
    about: [
      refused({ type: toChannel, to: like(/^\D/) }, { on: "messages.post", codes: "STREAM_DOES_NOT_EXIST", weight: -0.1 }),
      shows("stream", { on: "messages.post", sent: { to: like(/^\D/) }, weight: -0.1 }),
    ],
  },
  "unknown-channel-escapes": {
    about: shows("stream", { on: "messages.post", sent: { to: like(/[^\w #-]/) }, weight: -0.1 }),
    says: "`stream` is the requested name as it was sent, whatever its characters.",
    silent: "unknownChannelName",
  },
  "channel-wildcard": {
    about: refused(
      { content: like(/@\*{0,2}(all|everyone|channel|stream)/) },
      { on: "messages.post", codes: /^STREAM_WILDCARD/, weight: -0.1 },
    ),
    says: "A channel-wide mention that the sender may not make is refused with STREAM_WILDCARD_MENTION_NOT_ALLOWED.",
    since: 229,
  },
  "wildcard-before": {
    says: "Before level 229 a wildcard mention that the sender may not make is refused with BAD_REQUEST.",
    about: refused({ content: wildcard }, { on: "messages.post", until: 229 }),
  },
  "topic-wildcard": {
    about: refused({ content: like(/@\*{0,2}topic/) }, { on: "messages.post", codes: /^TOPIC_WILDCARD/, weight: -0.1 }),
    says: "A topic-wide mention that the sender may not make is refused with TOPIC_WILDCARD_MENTION_NOT_ALLOWED.",
    since: 229,
  },
  "not-an-administrator": {
    about: refused({}, { on: "channel_folders.create.post", codes: "UNAUTHORIZED_PRINCIPAL", weight: -0.1 }),
    says: "Creating a folder without being an organization administrator is refused with UNAUTHORIZED_PRINCIPAL.",
    since: 389,
  },
  "unknown-queue": {
    says: "A queue id that is unknown is refused with BAD_EVENT_QUEUE_ID and the id in `queue_id`.",
    about: [
      refused({ queue_id: given }, { on: ["events.get", "events.delete"], codes: "BAD_EVENT_QUEUE_ID", weight: -0.5 }),
      shows("queue_id", { on: ["events.get", "events.delete"] }),
    ],
  },
  "deleted-queue": {
    says: "A queue id that was deleted is refused with BAD_EVENT_QUEUE_ID and the id in `queue_id`.",
    about: refused(
      { queue_id: given },
      { on: ["events.get", "events.delete"], codes: "BAD_EVENT_QUEUE_ID", after: "events.delete", weight: -0.5 },
    ),
  },
});
