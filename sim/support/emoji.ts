import { refuse } from "../core/refusal.ts";
import { addEmoji, deactivateEmoji } from "../effects/organization.ts";
import { reads, writesOnly } from "../protocol/endpoint.ts";
import { undeclared } from "../protocol/params.ts";
import { emojiRecords } from "../resources/organization.ts";
import { isPicture } from "../rules/messages/upload.ts";
import { newEmojiName, removableEmoji } from "../rules/organization/additions.ts";
import { membersOnly } from "../rules/people/accounts.ts";

/**
 * GET /realm/emoji: the custom emoji of the organization, those out of use too.
 * @reply   emoji: records by id
 */
export const getEmoji = reads({
  route: "GET /realm/emoji",
  params: undeclared,
  reply: ({ realm }) => ({ emoji: emojiRecords(realm) }),
});

/**
 * POST /realm/emoji/{emoji_name}: a new custom emoji. Its picture is not looked at: all emoji have the same.
 * @refuses BAD_REQUEST: guests and bots, others than those whom the organization lets, a name that emoji cannot have, taken, or built in where the caller is no administrator;
 *          not exactly one file; BAD_IMAGE: no picture
 */
export const uploadEmoji = writesOnly({
  route: "POST /realm/emoji/{emoji_name:text}",
  file: "required",
  params: undeclared,
  allow: membersOnly,
  rules: ({ realm, caller, path, files }) => {
    const name = newEmojiName(realm, caller, path.emoji_name);
    const [file, ...others] = files;
    if (!file || others.length > 0) return refuse("You must upload exactly one file.");
    return isPicture(file) ? name : refuse("Invalid image format", "BAD_IMAGE");
  },
  effect: ({ turn, caller, found: name }) => addEmoji(turn, name, caller.id),
});

/**
 * DELETE /realm/emoji/{emoji_name}: takes a custom emoji out of use.
 * @refuses BAD_REQUEST: there is none (status 404), or neither its author nor an administrator asks
 */
export const deleteEmoji = writesOnly({
  route: "DELETE /realm/emoji/{emoji_name:text}",
  params: undeclared,
  rules: ({ realm, caller, path }) => removableEmoji(realm, caller, path.emoji_name),
  effect: ({ turn, found: emoji }) => deactivateEmoji(turn, emoji),
});
