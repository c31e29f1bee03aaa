import { flagBits } from "../core/flags.ts";
import type { ChannelId } from "../core/ids.ts";
import { limits } from "../core/limits.ts";
import type { Message } from "../core/messages.ts";
import type { Realm } from "../core/realm.ts";
import { refuse } from "../core/refusal.ts";
import type { User } from "../core/users.ts";
import { addSubmessage } from "../effects/create-message.ts";
import { reportMessage } from "../effects/notices.ts";
import { participate } from "../effects/topic-policies.ts";
import { reads, writesOnly } from "../protocol/endpoint.ts";
import { integer, optional, required, text } from "../protocol/params.ts";
import { renderedText } from "../resources/content.ts";
import { reportTypes } from "../resources/snapshot/realm.ts";
import { visibleMessage } from "../rules/messages/access.ts";
import { changeableMessage } from "../rules/messages/changes.ts";
import { mayAttach } from "../rules/messages/submessage.ts";

/**
 * POST /messages/render: what a message of the caller's would look like.
 * @refuses BAD_REQUEST: the HTML would be too long
 */
export const renderMessage = reads({
  route: "POST /messages/render",
  params: { content: required(text()) },
  reply: ({ realm, caller, params }) => ({ rendered: renderedText(realm, caller, params.content) }),
});

/** Whether somebody lets the caller know what they have read. Of people whom one has muted, or who have muted one, nothing is told. */
const tells = (caller: User, reader: User): boolean =>
  reader.is_active && reader.settings.send_read_receipts && !reader.muted_users.has(caller.id) && !caller.muted_users.has(reader.id);

/** Those who received a message and have read it, but for its sender. */
function readers(realm: Realm, caller: User, { sender, flags }: Message): User[] {
  const read = [...flags].filter(([, bits]) => (bits & flagBits.read) !== 0 && (bits & flagBits.historical) === 0);
  return read.map(([id]) => realm.users.require(id)).filter((reader) => reader.id !== sender && tells(caller, reader));
}

/**
 * GET /messages/{message_id}/read_receipts: who has read a message, as far as they let others know.
 * @refuses BAD_REQUEST: missing or invisible, the organization has no read receipts
 */
export const getReadReceipts = reads({
  route: "GET /messages/{message_id}/read_receipts",
  since: "readReceipts",
  reply: ({ realm, caller, path }) => {
    const message = visibleMessage(realm, caller, path.message_id);
    if (!realm.settings.enable_read_receipts) refuse("Read receipts are disabled in this organization.");
    const ids = readers(realm, caller, message).map(({ id }) => id);
    return { user_ids: ids.sort((a, b) => a - b) };
  },
});

/**
 * POST /messages/{message_id}/report: asks the moderators to look at a message, in the channel that is for that.
 * @refuses BAD_REQUEST: there is no such channel, a message that the caller does not see, an unknown reason, another one without words
 */
export const reportToModerators = writesOnly({
  route: "POST /messages/{message_id}/report",
  since: "messageReports",
  params: { report_type: required(text()), description: optional(text({ max: limits.reportLength, stripped: true }), { fallback: "" }) },
  rules: ({ realm, caller, path, params: { report_type, description } }) => {
    const channel = realm.channels.get(realm.settings.moderation_request_channel_id as ChannelId);
    if (!channel || channel.is_archived) return refuse("Moderation request channel must be specified to enable message reporting.");
    const message = visibleMessage(realm, caller, path.message_id);
    const reason = reportTypes.find(({ key }) => key === report_type) ?? refuse("Invalid report type.");
    if (report_type === "other" && description === "") refuse("For reason=Other, the description is required.");
    return { channel, message, reason: reason.name };
  },
  effect: ({ turn, caller, params: { description }, found: { channel, message, reason } }) =>
    reportMessage(turn, { caller, channel, message, reason, description }),
});

/**
 * POST /submessage: what the caller does in the widget of a message, such as a vote in a poll.
 * @refuses BAD_REQUEST: missing or invisible message, one without a widget, no JSON, nothing that can be done in the widget
 */
export const attachSubmessage = writesOnly({
  route: "POST /submessage",
  params: { message_id: required(integer), msg_type: required(text()), content: required(text()) },
  rules: ({ realm, caller, params }) => {
    const message = changeableMessage(realm, caller, params.message_id);
    mayAttach(caller, message, params.content);
    return message;
  },
  effect: ({ turn, caller, params, found: message }) => {
    participate(turn, caller, message);
    addSubmessage(turn, caller, message, params.msg_type, params.content);
  },
});
