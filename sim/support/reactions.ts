import { addReaction as react, removeReaction as takeBack } from "../effects/flags.ts";
import { participate } from "../effects/topic-policies.ts";
import { writesOnly } from "../protocol/endpoint.ts";
import { optional, required, text } from "../protocol/params.ts";
import { changeableMessage } from "../rules/messages/changes.ts";
import { newReaction, ownReaction } from "../rules/messages/reaction.ts";

const emojiParams = { emoji_code: optional(text()), reaction_type: optional(text()) };

/**
 * POST /messages/{message_id}/reactions: an emoji of the caller's under a message.
 * @refuses REACTION_ALREADY_EXISTS; BAD_REQUEST: missing or invisible message, no such emoji, parts of it that do not go together
 */
export const addReaction = writesOnly({
  route: "POST /messages/{message_id}/reactions",
  params: { emoji_name: required(text()), ...emojiParams },
  rules: ({ realm, caller, path, params }) => {
    const message = changeableMessage(realm, caller, path.message_id);
    return { message, reaction: newReaction(realm, caller, message, params) };
  },
  effect: ({ turn, caller, found: { message, reaction } }) => {
    participate(turn, caller, message);
    react(turn, message, reaction);
  },
});

/**
 * DELETE /messages/{message_id}/reactions: an emoji of the caller's goes from under a message.
 * @refuses REACTION_DOES_NOT_EXIST; BAD_REQUEST: missing or invisible message, neither name nor code, nothing of that name
 */
export const removeReaction = writesOnly({
  route: "DELETE /messages/{message_id}/reactions",
  params: { emoji_name: optional(text()), ...emojiParams },
  rules: ({ realm, caller, path, params }) => {
    const message = changeableMessage(realm, caller, path.message_id);
    return { message, reaction: ownReaction(realm, caller, message, params) };
  },
  effect: ({ turn, found: { message, reaction } }) => takeBack(turn, message, reaction),
});
