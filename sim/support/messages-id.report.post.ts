import type { ChannelId } from "../core/ids.ts";
import { limits } from "../core/limits.ts";
import { refuse } from "../core/refusal.ts";
import { reportMessage } from "../effects/report-message.ts";
import { anyone, writes } from "../protocol/endpoint.ts";
import { optional, required, text } from "../protocol/params.ts";
import { reportTypes } from "../resources/snapshot/server.ts";
import { visibleMessage } from "../rules/messages/access.ts";

/**
 * POST /messages/{message_id}/report: asks the moderators to look at a message, in the channel that is for that.
 * @reply   nothing beyond the envelope
 * @refuses BAD_REQUEST: there is no such channel, a message that the caller does not see, an unknown reason, another one without words
 */
export const reportToModerators = writes({
  route: "POST /messages/{message_id}/report",
  since: "messageReports",
  params: { report_type: required(text()), description: optional(text({ max: limits.reportLength, stripped: true }), { fallback: "" }) },
  allow: anyone,
  rules: ({ realm, caller, path, params: { report_type, description } }) => {
    const channel = realm.channels.get(realm.settings.moderation_request_channel_id as ChannelId);
    if (!channel || channel.is_archived) return refuse("Moderation request channel must be specified to enable message reporting.");
    const message = visibleMessage(realm, caller, path.message_id);
    const reason = reportTypes.find(({ key }) => key === report_type) ?? refuse("Invalid report type.");
    if (report_type === "other" && description === "") refuse("For reason=Other, the description is required.");
    return { channel, message, reason: reason.name };
  },
  effect: ({ turn, caller, params: { description }, found: { channel, message, reason } }) => {
    reportMessage(turn, { caller, channel, message, reason, description });
    return {};
  },
});
