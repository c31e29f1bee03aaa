import { refuse } from "../core/refusal.ts";
import { addEmoji } from "../effects/change-emoji.ts";
import { writes } from "../protocol/endpoint.ts";
import { undeclared } from "../protocol/params.ts";
import { newEmojiName } from "../rules/custom-emoji.ts";
import { membersOnly } from "../rules/roles.ts";

/**
 * POST /realm/emoji/{emoji_name}: a new custom emoji. Its picture is not looked at: all emoji have the same.
 * @reply   nothing beyond the envelope
 * @refuses BAD_REQUEST: guests and bots, a name that emoji cannot have, taken, or built in where the caller is no administrator;
 *          not exactly one file
 */
export const uploadEmoji = writes({
  route: "POST /realm/emoji/{emoji_name:text}",
  params: undeclared,
  allow: membersOnly,
  rules: ({ realm, caller, path, files }) => {
    const name = newEmojiName(realm, caller, path.emoji_name);
    return files.length === 1 ? name : refuse("You must upload exactly one file.");
  },
  effect: ({ turn, caller, found: name }) => {
    addEmoji(turn, name, caller.id);
    return {};
  },
});
