import type { VisibilityPolicy } from "../core/channels.ts";
import type { ChannelId, DraftId, UserId } from "../core/ids.ts";
import { has } from "../core/levels.ts";
import type { NavigationView } from "../core/organization.ts";
import type { Reminder, SavedDraft, ScheduledMessage, Snippet } from "../core/personal.ts";
import type { Turn } from "../core/turn.ts";
import { spaceUsed, type Upload } from "../core/uploads.ts";
import type { User } from "../core/users.ts";
import { shownName } from "../resources/message.ts";
import {
  attachmentRecord,
  draftRecord,
  mutedTopics,
  reminderRecord,
  scheduledRecord,
  snippetRecord,
  viewRecord,
} from "../resources/personal.ts";
import { deliver, tell } from "./deliver.ts";

/** Sends `drafts` of new drafts to their owner. */
export const announceDrafts = (turn: Turn, { id }: User, drafts: readonly SavedDraft[]): void =>
  tell(turn, [id], "drafts", { op: "add", drafts: drafts.map(draftRecord) });

/** Sends `drafts` of a changed draft to its owner. */
export const announceDraftChange = (turn: Turn, { id }: User, draft: SavedDraft): void =>
  tell(turn, [id], "drafts", { op: "update", draft: draftRecord(draft) });

/** Sends `drafts` of a draft that is gone to its owner. */
export const announceDraftGone = (turn: Turn, { id }: User, draft_id: DraftId): void =>
  tell(turn, [id], "drafts", { op: "remove", draft_id });

/** Sends `saved_snippets` of a new or changed text to its owner. */
export const announceSnippet = (turn: Turn, op: "add" | "update", snippet: Snippet): void =>
  tell(turn, [snippet.user_id], "saved_snippets", { op, saved_snippet: snippetRecord(snippet) });

/** Sends `saved_snippets` of a text that is gone to its owner. */
export const announceSnippetGone = (turn: Turn, { id, user_id }: Snippet): void =>
  tell(turn, [user_id], "saved_snippets", { op: "remove", saved_snippet_id: id });

/** Sends `scheduled_messages` of a new one to its sender. */
export const announceScheduled = (turn: Turn, message: ScheduledMessage): void =>
  tell(turn, [message.user_id], "scheduled_messages", { op: "add", scheduled_messages: [scheduledRecord(message)] });

/** Sends `scheduled_messages` of one that was changed, or could not be sent, to its sender. */
export const announceScheduledChange = (turn: Turn, message: ScheduledMessage): void =>
  tell(turn, [message.user_id], "scheduled_messages", { op: "update", scheduled_message: scheduledRecord(message) });

/** Sends `scheduled_messages` of one that was sent or taken back to its sender. */
export const announceScheduledGone = (turn: Turn, { id, user_id }: ScheduledMessage): void =>
  tell(turn, [user_id], "scheduled_messages", { op: "remove", scheduled_message_id: id });

function sendReminders(turn: Turn, { user_id }: Reminder, event: object): void {
  if (has(turn.world, "reminderList")) tell(turn, [user_id], "reminders", event);
}

/** Sends `reminders` of a new reminder to its owner. */
export function announceReminder(turn: Turn, reminder: Reminder): void {
  const { world } = turn;
  sendReminders(turn, reminder, { op: "add", reminders: [reminderRecord(world, world.users.require(reminder.user_id), reminder)] });
}

/** Sends `reminders` of a reminder that is over to its owner. */
export const announceReminderGone = (turn: Turn, reminder: Reminder): void =>
  sendReminders(turn, reminder, { op: "remove", reminder_id: reminder.id });

/** Sends `navigation_view` of a new view to its owner. */
export const announceView = (turn: Turn, view: NavigationView): void =>
  tell(turn, [view.user_id], "navigation_view", { op: "add", navigation_view: viewRecord(view) });

/** Sends `navigation_view` of changed fields to the view's owner. */
export const announceViewChange = (
  turn: Turn,
  { user_id, fragment }: NavigationView,
  data: Partial<Pick<NavigationView, "is_pinned" | "name">>,
): void => tell(turn, [user_id], "navigation_view", { op: "update", fragment, data });

/** Sends `navigation_view` of a view that is gone to its owner. */
export const announceViewGone = (turn: Turn, { user_id, fragment }: NavigationView): void =>
  tell(turn, [user_id], "navigation_view", { op: "remove", fragment });

/** Sends `attachment` of a new file, or of one to which a message links from now on, to the account that did so. */
export function announceUpload(turn: Turn, user: UserId, op: "add" | "update", upload: Upload): void {
  const { world } = turn;
  tell(turn, [user], "attachment", { op, attachment: attachmentRecord(world, upload), upload_space_used: spaceUsed(world) });
}

/** Sends `attachment` of a file that is gone to its owner. */
export const announceUploadGone = (turn: Turn, { id, owner }: Upload): void =>
  tell(turn, [owner], "attachment", { op: "remove", attachment: { id }, upload_space_used: spaceUsed(turn.world) });

/** Sends `user_topic` of a policy to the account; the policy is 0 where there is none any more. */
export function announceTopicPolicy(turn: Turn, user: User, channel: ChannelId, topic: string, policy: VisibilityPolicy): void {
  deliver(turn, [user.id], "user_topic", ({ capabilities }) => ({
    stream_id: channel,
    topic_name: shownName(turn.world, topic, capabilities.has("empty_topic_name")),
    last_updated: turn.seconds,
    visibility_policy: policy,
  }));
}

/** Sends `muted_topics`, the whole list, to the account; not to queues that ask for `user_topic` by name. */
export function announceMutedTopics(turn: Turn, user: User): void {
  deliver(turn, [user.id], "muted_topics", (options) =>
    options.eventTypes?.has("user_topic")
      ? undefined
      : { muted_topics: mutedTopics(turn.world, user, options.capabilities.has("empty_topic_name")) },
  );
}
