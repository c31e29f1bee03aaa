import type { VisibilityPolicy } from "../core/channels.ts";
import type { AttachmentId, ChannelId, DraftId, ReminderId, ScheduledId, SnippetId, UserId } from "../core/ids.ts";
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
import { deliver } from "./deliver.ts";

type DraftRecord = ReturnType<typeof draftRecord>;

type DraftsEvent =
  | { readonly op: "add"; readonly drafts: readonly DraftRecord[] }
  | { readonly op: "update"; readonly draft: DraftRecord }
  | { readonly op: "remove"; readonly draft_id: DraftId };

const sendDrafts = (turn: Turn, { id }: User, event: () => DraftsEvent): void => deliver(turn, [id], "drafts", event);

/** Sends `drafts` of new drafts to their owner. */
export const announceDrafts = (turn: Turn, owner: User, drafts: readonly SavedDraft[]): void =>
  sendDrafts(turn, owner, () => ({ op: "add", drafts: drafts.map(draftRecord) }));

/** Sends `drafts` of a changed draft to its owner. */
export const announceDraftChange = (turn: Turn, owner: User, draft: SavedDraft): void =>
  sendDrafts(turn, owner, () => ({ op: "update", draft: draftRecord(draft) }));

/** Sends `drafts` of a draft that is gone to its owner. */
export const announceDraftGone = (turn: Turn, owner: User, draft_id: DraftId): void =>
  sendDrafts(turn, owner, () => ({ op: "remove", draft_id }));

type SavedSnippetsEvent =
  | { readonly op: "add" | "update"; readonly saved_snippet: ReturnType<typeof snippetRecord> }
  | { readonly op: "remove"; readonly saved_snippet_id: SnippetId };

const sendSnippets = (turn: Turn, { user_id }: Snippet, event: () => SavedSnippetsEvent): void =>
  deliver(turn, [user_id], "saved_snippets", event);

/** Sends `saved_snippets` of a new or changed text to its owner. */
export const announceSnippet = (turn: Turn, op: "add" | "update", snippet: Snippet): void =>
  sendSnippets(turn, snippet, () => ({ op, saved_snippet: snippetRecord(snippet) }));

/** Sends `saved_snippets` of a text that is gone to its owner. */
export const announceSnippetGone = (turn: Turn, snippet: Snippet): void =>
  sendSnippets(turn, snippet, () => ({ op: "remove", saved_snippet_id: snippet.id }));

type ScheduledRecord = ReturnType<typeof scheduledRecord>;

type ScheduledMessagesEvent =
  | { readonly op: "add"; readonly scheduled_messages: readonly ScheduledRecord[] }
  | { readonly op: "update"; readonly scheduled_message: ScheduledRecord }
  | { readonly op: "remove"; readonly scheduled_message_id: ScheduledId };

const sendScheduled = (turn: Turn, { user_id }: ScheduledMessage, event: () => ScheduledMessagesEvent): void =>
  deliver(turn, [user_id], "scheduled_messages", event);

/** Sends `scheduled_messages` of a new one to its sender. */
export const announceScheduled = (turn: Turn, message: ScheduledMessage): void =>
  sendScheduled(turn, message, () => ({ op: "add", scheduled_messages: [scheduledRecord(message)] }));

/** Sends `scheduled_messages` of one that was changed, or could not be sent, to its sender. */
export const announceScheduledChange = (turn: Turn, message: ScheduledMessage): void =>
  sendScheduled(turn, message, () => ({ op: "update", scheduled_message: scheduledRecord(message) }));

/** Sends `scheduled_messages` of one that was sent or taken back to its sender. */
export const announceScheduledGone = (turn: Turn, message: ScheduledMessage): void =>
  sendScheduled(turn, message, () => ({ op: "remove", scheduled_message_id: message.id }));

type RemindersEvent =
  | { readonly op: "add"; readonly reminders: readonly ReturnType<typeof reminderRecord>[] }
  | { readonly op: "remove"; readonly reminder_id: ReminderId };

function sendReminders(turn: Turn, { user_id }: Reminder, event: RemindersEvent): void {
  if (has(turn.world, "reminderList")) deliver(turn, [user_id], "reminders", () => event);
}

/** Sends `reminders` of a new reminder to its owner. */
export function announceReminder(turn: Turn, reminder: Reminder): void {
  const { world } = turn;
  sendReminders(turn, reminder, { op: "add", reminders: [reminderRecord(world, world.users.require(reminder.user_id), reminder)] });
}

/** Sends `reminders` of a reminder that is over to its owner. */
export const announceReminderGone = (turn: Turn, reminder: Reminder): void =>
  sendReminders(turn, reminder, { op: "remove", reminder_id: reminder.id });

/** The fields of a view that a request changes. */
type ViewChange = Partial<Pick<NavigationView, "is_pinned" | "name">>;

type NavigationViewEvent =
  | { readonly op: "add"; readonly navigation_view: ReturnType<typeof viewRecord> }
  | { readonly op: "update"; readonly fragment: string; readonly data: ViewChange }
  | { readonly op: "remove"; readonly fragment: string };

const sendView = (turn: Turn, { user_id }: NavigationView, event: () => NavigationViewEvent): void =>
  deliver(turn, [user_id], "navigation_view", event);

/** Sends `navigation_view` of a new view to its owner. */
export const announceView = (turn: Turn, view: NavigationView): void =>
  sendView(turn, view, () => ({ op: "add", navigation_view: viewRecord(view) }));

/** Sends `navigation_view` of changed fields to the view's owner. */
export const announceViewChange = (turn: Turn, view: NavigationView, data: ViewChange): void =>
  sendView(turn, view, () => ({ op: "update", fragment: view.fragment, data }));

/** Sends `navigation_view` of a view that is gone to its owner. */
export const announceViewGone = (turn: Turn, view: NavigationView): void =>
  sendView(turn, view, () => ({ op: "remove", fragment: view.fragment }));

type AttachmentEvent =
  | { readonly op: "add" | "update"; readonly attachment: ReturnType<typeof attachmentRecord>; readonly upload_space_used: number }
  | { readonly op: "remove"; readonly attachment: { readonly id: AttachmentId }; readonly upload_space_used: number };

/** Sends `attachment` of a new file, or of one to which a message links from now on, to the account that did so. */
export function announceUpload(turn: Turn, user: UserId, op: "add" | "update", upload: Upload): void {
  const attachment = attachmentRecord(turn.world, upload);
  deliver<AttachmentEvent>(turn, [user], "attachment", () => ({ op, attachment, upload_space_used: spaceUsed(turn.world) }));
}

/** Sends `attachment` of a file that is gone to its owner. */
export function announceUploadGone(turn: Turn, { id, owner }: Upload): void {
  deliver<AttachmentEvent>(turn, [owner], "attachment", () => ({
    op: "remove",
    attachment: { id },
    upload_space_used: spaceUsed(turn.world),
  }));
}

interface UserTopicEvent {
  readonly stream_id: ChannelId;
  readonly topic_name: string;
  /** UNIX seconds. */
  readonly last_updated: number;
  readonly visibility_policy: VisibilityPolicy;
}

/** Sends `user_topic` of a policy to the account; the policy is 0 where there is none any more. */
export function announceTopicPolicy(turn: Turn, user: User, channel: ChannelId, topic: string, policy: VisibilityPolicy): void {
  deliver<UserTopicEvent>(turn, [user.id], "user_topic", ({ capabilities }) => ({
    stream_id: channel,
    topic_name: shownName(turn.world, topic, capabilities.has("empty_topic_name")),
    last_updated: turn.seconds,
    visibility_policy: policy,
  }));
}

interface MutedTopicsEvent {
  readonly muted_topics: ReturnType<typeof mutedTopics>;
}

/** Sends `muted_topics`, the whole list, to the account; not to queues that ask for `user_topic` by name. */
export function announceMutedTopics(turn: Turn, user: User): void {
  deliver<MutedTopicsEvent>(turn, [user.id], "muted_topics", (options) =>
    options.eventTypes?.has("user_topic") ? undefined : { muted_topics: mutedTopics(turn.world, user) },
  );
}
