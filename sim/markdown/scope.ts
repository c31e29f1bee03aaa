import type { LevelChange } from "../core/levels.ts";
import type { LinkifierRule } from "./linkifiers.ts";

/** A user as far as a mention needs one. */
export interface MentionedUser {
  user_id: number;
  full_name: string;
  active: boolean;
}

/** A group as far as a mention needs one. */
export interface MentionedGroup {
  id: number;
  name: string;
  displayName: string;
  active: boolean;
}

/** Questions of the renderer about the realm, seen with the message sender's eyes. Ids are plain numbers here. */
export interface Scope {
  /** Is the server new enough for a change? */
  has(change: LevelChange): boolean;
  /** By full name, ignoring case; only users the sender may see. */
  userByName(name: string): MentionedUser | undefined;
  /** Only users the sender may see. */
  userById(id: number): MentionedUser | undefined;
  /** By exact name. System groups (`role:…`) are shown under their display name. */
  group(name: string): MentionedGroup | undefined;
  /** By exact name; only channels whose content the sender may read. */
  channel(name: string): { stream_id: number; name: string } | undefined;
  /** The newest or the oldest message of the topic that the sender may see. */
  messageInTopic(which: "newest" | "oldest", stream_id: number, topic: string): number | undefined;
  /** In realm order, each made by `compileLinkifier`. */
  readonly linkifiers: readonly LinkifierRule[];
  /** Returns the address of a custom emoji's picture. */
  realmEmoji(name: string): string | undefined;
  /** Without a final slash, such as `http://127.0.0.1:9991`. */
  readonly realmUrl: string;
  /** The name of the topic with the empty name. */
  readonly emptyTopicName: string;
  /** The language of fences that name none; empty for none. */
  readonly defaultCodeLanguage: string;
  readonly translateEmoticons: boolean;
  readonly imagePreviews: boolean;
  /** Does the upload exist? The path is what follows `/user_uploads/`. */
  uploadExists(path: string): boolean;
  /** Width and height of an uploaded picture, such as `640x480`. */
  uploadDimensions(path: string): string | undefined;
  /** Returns the address of an uploaded picture in small; undefined while there is none. */
  uploadThumbnail(path: string): string | undefined;
}

/** A rendered message and what is known of it afterwards. */
export interface Rendered {
  html: string;
  /** Users mentioned loudly by name, ascending, each once. */
  mentionedUsers: readonly number[];
  /** Groups mentioned loudly, ascending, each once. */
  mentionedGroups: readonly number[];
  /** A loud mention of everyone in the channel. */
  channelWildcard: boolean;
  /** A loud mention of everyone in the topic. */
  topicWildcard: boolean;
  hasLink: boolean;
  hasImage: boolean;
  hasAttachment: boolean;
  /** Paths of the uploads that are linked to or shown, each once. */
  uploads: readonly string[];
  /** The text in which alert words are looked for: the source without its code and math fences. */
  alertText: string;
}
