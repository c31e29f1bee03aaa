import { deactivateEmoji } from "../effects/change-emoji.ts";
import { anyone, writes } from "../protocol/endpoint.ts";
import { undeclared } from "../protocol/params.ts";
import { removableEmoji } from "../rules/organization/custom-emoji.ts";

/**
 * DELETE /realm/emoji/{emoji_name}: takes a custom emoji out of use.
 * @reply   nothing beyond the envelope
 * @refuses BAD_REQUEST: there is none (status 404), or neither its author nor an administrator asks
 */
export const deleteEmoji = writes({
  route: "DELETE /realm/emoji/{emoji_name:text}",
  params: undeclared,
  allow: anyone,
  rules: ({ realm, caller, path }) => removableEmoji(realm, caller, path.emoji_name),
  effect: ({ turn, found: emoji }) => {
    deactivateEmoji(turn, emoji);
    return {};
  },
});
