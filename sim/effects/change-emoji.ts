import type { EmojiId, UserId } from "../core/ids.ts";
import type { Emoji } from "../core/organization.ts";
import type { Turn } from "../core/turn.ts";
import { announceEmoji, announceEmojiGone } from "../events/realm.ts";

/** A new custom emoji; its author is null where nobody in particular made it. */
export function addEmoji(turn: Turn, name: string, author_id: UserId | null): EmojiId {
  const id = turn.nextId("emoji") as EmojiId;
  const source_url = `/user_avatars/${turn.world.settings.string_id}/emoji/images/${id}.png`;
  turn.world.emoji.set(id, { id, name, author_id, deactivated: false, source_url });
  announceEmoji(turn, id);
  return id;
}

/** Takes a custom emoji out of use. What was written with it keeps it. */
export function deactivateEmoji(turn: Turn, emoji: Emoji): void {
  turn.world.emoji.set(emoji.id, { ...emoji, deactivated: true });
  announceEmojiGone(turn, emoji.id);
}
