import { channelWord } from "../core/levels.ts";
import { refuse } from "../core/refusal.ts";
import { announceEditTyping } from "../events/typing_edit_message.ts";
import { anyone, writes } from "../protocol/endpoint.ts";
import { oneOf, required } from "../protocol/params.ts";
import { visibleMessage } from "../rules/messages/access.ts";
import { mayEditContent } from "../rules/messages/content-edit.ts";

/**
 * POST /messages/{message_id}/typing: the caller began or stopped editing a message. Nothing is kept of it.
 * @reply   nothing beyond the envelope
 * @refuses BAD_REQUEST: missing or invisible message, one that the caller may not edit, the caller's settings
 */
export const setEditTyping = writes({
  route: "POST /messages/{message_id}/typing",
  since: "editTyping",
  params: { op: required(oneOf("start", "stop")) },
  allow: anyone,
  rules: ({ realm, caller, path }) => {
    const message = visibleMessage(realm, caller, path.message_id);
    const { channel } = message.place;
    if (channel !== undefined && realm.channels.require(channel).is_archived) refuse("Invalid message(s)");
    mayEditContent(realm, caller, message);
    const { send_private_typing_notifications, send_stream_typing_notifications } = caller.settings;
    const [tells, what] =
      channel === undefined ? [send_private_typing_notifications, "direct"] : [send_stream_typing_notifications, channelWord(realm)];
    return tells ? message : refuse(`User has disabled typing notifications for ${what} messages`);
  },
  effect: ({ turn, caller, params: { op }, found }) => {
    announceEditTyping(turn, caller, op, found);
    return {};
  },
});
