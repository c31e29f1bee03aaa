import { policies } from "../core/channels.ts";
import { shownAt } from "../core/field-levels.ts";
import { has, hasSetting } from "../core/levels.ts";
import type { Message } from "../core/messages.ts";
import { keysOf, type NavigationView } from "../core/organization.ts";
import type { Reminder, SavedDraft, ScheduledMessage, Snippet, UserStatus } from "../core/personal.ts";
import type { Realm } from "../core/realm.ts";
import { emojiSets, notificationSounds, settingNames, type UserSettings } from "../core/settings.ts";
import type { Upload } from "../core/uploads.ts";
import type { User } from "../core/users.ts";
import { accountsInUse } from "../rules/groups/membership.ts";
import { messageLink, quoted, renderedText, silentMention } from "./content.ts";
import { shownName } from "./message.ts";

/** The people that an account does not want to hear of. */
export const mutedRecords = ({ muted_users }: User) => [...muted_users].map(([id, timestamp]) => ({ id, timestamp }));

const choices = { emojiset_choices: emojiSets, available_notification_sounds: notificationSounds };

const shownSettings = (realm: Realm, settings: UserSettings) =>
  Object.fromEntries(settingNames.filter((name) => hasSetting(realm, name)).map((name) => [name, settings[name]]));

/** An account's settings that the server knows at its level, and what clients may choose from. */
export const settingsRecord = (realm: Realm, { settings, timezone }: User) => ({ ...shownSettings(realm, settings), timezone, ...choices });

/** The settings with which new accounts begin, and what may be chosen from. */
export const defaultsRecord = (realm: Realm) => ({ ...shownSettings(realm, realm.newcomers), ...choices });

/** Returns what is set of a status. Who has turned presence off is away to older clients. */
export const statusRecord = (realm: Realm, status: UserStatus | undefined, user: User) =>
  shownAt(realm, "status", {
    ...(!user.settings.presence_enabled && { away: true }),
    ...(status?.status_text && { status_text: status.status_text }),
    ...(status?.emoji_name && {
      emoji_name: status.emoji_name,
      emoji_code: status.emoji_code,
      reaction_type: status.reaction_type,
    }),
  });

/** The statuses of all who have one, by user id. */
export function statusRecords(realm: Realm) {
  const records = accountsInUse(realm).map((user) => [user.id, statusRecord(realm, realm.statuses.get(user.id), user)] as const);
  return Object.fromEntries(records.filter(([, record]) => Object.keys(record).length > 0));
}

export const draftRecord = ({ user_id, ...draft }: SavedDraft) => draft;
export const snippetRecord = ({ user_id, ...snippet }: Snippet) => snippet;

export const scheduledRecord = ({ id, place, content, rendered_content, due, failed }: ScheduledMessage) => ({
  scheduled_message_id: id,
  ...place,
  content,
  rendered_content,
  scheduled_delivery_timestamp: due,
  failed,
});

const ownedBy = <T extends { readonly user_id: User["id"] }>(records: Iterable<T>, { id }: User): T[] =>
  [...records].filter(({ user_id }) => user_id === id);

/** An account's drafts, the one touched last at the end. */
export const draftRecords = (realm: Realm, owner: User) =>
  ownedBy(realm.drafts.values(), owner)
    .sort((a, b) => a.timestamp - b.timestamp || a.id - b.id)
    .map(draftRecord);

export const snippetRecords = (realm: Realm, owner: User) => ownedBy(realm.snippets.values(), owner).map(snippetRecord);

/** An account's messages that wait to be sent, the next one first. */
export const scheduledRecords = (realm: Realm, owner: User) =>
  ownedBy(realm.scheduled.values(), owner)
    .sort((a, b) => a.due - b.due || a.id - b.id)
    .map(scheduledRecord);

/** A navigation view as its user sees it (Resources > Other records). */
export const viewRecord = ({ fragment, is_pinned, name }: NavigationView) => ({ fragment, is_pinned, name });

export const viewRecords = (realm: Realm, user: User) => realm.views.range(...keysOf(user.id)).map(viewRecord);

/** Whole seconds; before their level in milliseconds. */
function instant(realm: Realm, millis: number): number {
  const seconds = Math.floor(millis / 1000);
  return has(realm, "attachmentSeconds") ? seconds : seconds * 1000;
}

/** An uploaded file, with the messages that link to it. */
export const attachmentRecord = (realm: Realm, { id, name, path_id, bytes, created, messages }: Upload) =>
  shownAt(realm, "attachment", {
    id,
    name,
    path_id,
    size: bytes.length,
    create_time: instant(realm, created),
    message_ids: messages,
    messages: messages.map((message) => ({ id: message, date_sent: instant(realm, realm.messages.require(message).sent) })),
  });

/** Returns where a message is: a link to it, or words for a direct message. */
const place = (realm: Realm, { id, place }: Message): string =>
  place.channel === undefined ? "the following direct message" : messageLink(realm, id, place);

/** A text as it stands in the address of a narrow. */
const inAddress = (text: string): string => encodeURIComponent(text).replaceAll(".", "%2E").replaceAll("%", ".");

function address(realm: Realm, { id, place }: Message): string {
  if (place.channel === undefined) return `#narrow/dm/${place.conversation.users.join(",")}/near/${id}`;
  const name = realm.channels.require(place.channel).name.replaceAll(" ", "-");
  return `#narrow/channel/${place.channel}-${inAddress(name)}/topic/${inAddress(place.topic)}/near/${id}`;
}

/** Returns what a person is told when the time of a reminder has come: which message, their note, and the message itself. */
export function reminderText(realm: Realm, { message_id, note }: Reminder): string {
  const message = realm.messages.require(message_id);
  const about = `You requested a reminder for ${place(realm, message)}.${note === "" ? "" : ` Note:\n > ${note}`}`;
  const author = silentMention(realm.users.require(message.sender));
  const link = address(realm, message);
  const widget = /^\/(poll|todo)\b/.exec(message.content)?.[1];
  if (widget) return `${about}\n\n${author} [sent](${link}) a ${widget === "poll" ? "poll" : "todo list"}.`;
  return `${about}\n\n${author} [said](${link}):\n${quoted(message.content)}`;
}

export function reminderRecord(realm: Realm, owner: User, reminder: Reminder) {
  const content = reminderText(realm, reminder);
  return {
    reminder_id: reminder.id,
    type: "private",
    to: [owner.id],
    content,
    rendered_content: renderedText(realm, owner, content),
    scheduled_delivery_timestamp: reminder.due,
    failed: false,
    reminder_target_message_id: reminder.message_id,
  };
}

/** An account's reminders, the next one first. */
export const reminderRecords = (realm: Realm, owner: User) =>
  ownedBy(realm.reminders.values(), owner)
    .sort((a, b) => a.due - b.due || a.id - b.id)
    .map((reminder) => reminderRecord(realm, owner, reminder));

/** A user's topic policies, as registration lists them. */
export const topicPolicies = (realm: Realm, user: User, emptyTopics: boolean) =>
  realm.policies.range(...keysOf(user.id)).map(({ stream_id, topic_name, last_updated, visibility_policy }) => ({
    stream_id,
    topic_name: shownName(realm, topic_name, emptyTopics),
    last_updated,
    visibility_policy,
  }));

/** A user's muted topics in the legacy form: channel name, topic, time of muting. @param emptyTopics whether the client knows the empty topic */
export const mutedTopics = (realm: Realm, user: User, emptyTopics: boolean): (readonly [string, string, number])[] =>
  realm.policies
    .range(...keysOf(user.id))
    .filter(({ visibility_policy }) => visibility_policy === policies.muted)
    .map(
      ({ stream_id, topic_name, last_updated }) =>
        [realm.channels.require(stream_id).name, shownName(realm, topic_name, emptyTopics), last_updated] as const,
    );
