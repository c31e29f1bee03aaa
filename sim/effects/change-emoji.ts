import type { EmojiId, UserId } from "../core/ids.ts";
import type { Emoji } from "../core/organization.ts";
import { deliver } from "../core/queues.ts";
import type { Turn } from "../core/turn.ts";
import { emojiRecords } from "../resources/emoji.ts";
import { activeUsers } from "../rules/membership.ts";

/** Stores an emoji. Clients that know of single emoji are told of the change, the others of all emoji. */
function put(turn: Turn, emoji: Emoji, change: (record: unknown) => Readonly<Record<string, unknown>>): void {
  turn.world.emoji.set(emoji.id, emoji);
  const records = emojiRecords(turn.world);
  deliver(turn, activeUsers(turn.world), "realm_emoji", ({ capabilities }) =>
    capabilities.has("individual_emoji_changes") ? change(records[emoji.id]) : { op: "update", realm_emoji: records },
  );
}

/** A new custom emoji; its author is null where nobody in particular made it. */
export function addEmoji(turn: Turn, name: string, author_id: UserId | null): EmojiId {
  const id = turn.nextId("emoji") as EmojiId;
  const source_url = `/user_avatars/${turn.world.settings.string_id}/emoji/images/${id}.png`;
  put(turn, { id, name, author_id, deactivated: false, source_url }, (emoji) => ({ op: "add", emoji }));
  return id;
}

/** Takes a custom emoji out of use. What was written with it keeps it. */
export function deactivateEmoji(turn: Turn, emoji: Emoji): void {
  const event = { op: "update_one", emoji_id: String(emoji.id), data: { deactivated: true } };
  put(turn, { ...emoji, deactivated: true }, () => event);
}
