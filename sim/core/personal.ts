import type { ChannelId, DraftId, MessageId, ReminderId, ScheduledId, SnippetId, UserId } from "./ids.ts";

/** Records that belong to one account and are nothing but data. They are stored with `turn.world.<table>.set`. */

/** The status that a person gives for now. Empty texts stand for what is not set. */
export interface UserStatus {
  readonly user_id: UserId;
  readonly status_text: string;
  readonly emoji_name: string;
  readonly emoji_code: string;
  readonly reaction_type: "unicode_emoji" | "realm_emoji" | "zulip_extra_emoji";
}

/** A message that is not sent yet. Only its content is checked; an empty type stands for one without a place. */
export interface SavedDraft {
  readonly id: DraftId;
  readonly user_id: UserId;
  readonly type: "" | "private" | "stream";
  readonly to: readonly number[];
  readonly topic: string;
  readonly content: string;
  /** UNIX seconds. */
  readonly timestamp: number;
}

export interface Snippet {
  readonly id: SnippetId;
  readonly user_id: UserId;
  readonly title: string;
  readonly content: string;
  /** UNIX seconds. */
  readonly date_created: number;
}

/** The destination of a scheduled message: a topic of a channel, or people, its sender not among them unless alone. */
export type ScheduledPlace =
  | { readonly type: "stream"; readonly to: ChannelId; readonly topic: string }
  | { readonly type: "private"; readonly to: readonly UserId[] };

export interface ScheduledMessage {
  readonly id: ScheduledId;
  readonly user_id: UserId;
  readonly place: ScheduledPlace;
  readonly content: string;
  readonly rendered_content: string;
  /** UNIX seconds. */
  readonly due: number;
  readonly client: string;
  readonly read_by_sender: boolean | undefined;
  /** Whether it could not be sent when it was due. */
  readonly failed: boolean;
}

/** A message that somebody wants to be reminded of. */
export interface Reminder {
  readonly id: ReminderId;
  readonly user_id: UserId;
  readonly message_id: MessageId;
  readonly note: string;
  /** UNIX seconds. */
  readonly due: number;
}
