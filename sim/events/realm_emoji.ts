import type { EmojiId } from "../core/ids.ts";
import type { Turn } from "../core/turn.ts";
import { emojiRecords } from "../resources/emoji.ts";
import { activeUsers } from "../rules/groups/membership.ts";
import { deliver } from "./deliver.ts";

type EmojiRecords = ReturnType<typeof emojiRecords>;

/** With the capability `individual_emoji_changes` the first two, without it always all emoji. */
type RealmEmojiEvent =
  | { readonly op: "add"; readonly emoji: EmojiRecords[string] | undefined }
  | { readonly op: "update_one"; readonly emoji_id: string; readonly data: { readonly deactivated: true } }
  | { readonly op: "update"; readonly realm_emoji: EmojiRecords };

function send(turn: Turn, change: (records: EmojiRecords) => RealmEmojiEvent): void {
  const records = emojiRecords(turn.world);
  deliver<RealmEmojiEvent>(turn, activeUsers(turn.world), "realm_emoji", ({ capabilities }) =>
    capabilities.has("individual_emoji_changes") ? change(records) : { op: "update", realm_emoji: records },
  );
}

/** Sends `realm_emoji` of a new emoji to everyone. */
export const announceEmoji = (turn: Turn, id: EmojiId): void => send(turn, (records) => ({ op: "add", emoji: records[id] }));

/** Sends `realm_emoji` of an emoji out of use to everyone. */
export const announceEmojiGone = (turn: Turn, id: EmojiId): void =>
  send(turn, () => ({ op: "update_one", emoji_id: String(id), data: { deactivated: true } }));
