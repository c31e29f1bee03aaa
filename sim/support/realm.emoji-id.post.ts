import { refuse } from "../core/refusal.ts";
import { addEmoji } from "../effects/change-emoji.ts";
import { writes } from "../protocol/endpoint.ts";
import { undeclared } from "../protocol/params.ts";
import { newEmojiName } from "../rules/organization/custom-emoji.ts";
import { membersOnly } from "../rules/people/roles.ts";

/** The types of pictures that servers make smaller ones of. */
const pictures = new Set(["avif", "gif", "heic", "jpeg", "png", "tiff", "webp"].map((type) => `image/${type}`));

/**
 * POST /realm/emoji/{emoji_name}: a new custom emoji. Its picture is not looked at: all emoji have the same.
 * @reply   nothing beyond the envelope
 * @refuses BAD_REQUEST: guests and bots, a name that emoji cannot have, taken, or built in where the caller is no administrator;
 *          not exactly one file; BAD_IMAGE: no picture
 */
export const uploadEmoji = writes({
  route: "POST /realm/emoji/{emoji_name:text}",
  params: undeclared,
  allow: membersOnly,
  rules: ({ realm, caller, path, files }) => {
    const name = newEmojiName(realm, caller, path.emoji_name);
    const [file, ...others] = files;
    if (!file || others.length > 0) return refuse("You must upload exactly one file.");
    return pictures.has(file.type) ? name : refuse("Invalid image format", "BAD_IMAGE");
  },
  effect: ({ turn, caller, found: name }) => {
    addEmoji(turn, name, caller.id);
    return {};
  },
});
