import { removeReaction as takeBack } from "../effects/react.ts";
import { anyone, writes } from "../protocol/endpoint.ts";
import { optional, text } from "../protocol/params.ts";
import { changeableMessage } from "../rules/messages/changeable-message.ts";
import { ownReaction } from "../rules/messages/reaction.ts";

/**
 * DELETE /messages/{message_id}/reactions: an emoji of the caller's goes from under a message.
 * @reply   nothing beyond the envelope
 * @refuses REACTION_DOES_NOT_EXIST; BAD_REQUEST: missing or invisible message, neither name nor code, nothing of that name
 */
export const removeReaction = writes({
  route: "DELETE /messages/{message_id}/reactions",
  params: {
    emoji_name: optional(text()),
    emoji_code: optional(text()),
    reaction_type: optional(text()),
  },
  allow: anyone,
  rules: ({ realm, caller, path, params }) => {
    const message = changeableMessage(realm, caller, path.message_id);
    return { message, reaction: ownReaction(realm, caller, message, params) };
  },
  effect: ({ turn, found: { message, reaction } }) => {
    takeBack(turn, message, reaction);
    return {};
  },
});
