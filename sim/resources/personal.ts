import { shownAt } from "../core/field-levels.ts";
import { has } from "../core/levels.ts";
import { keysOf, type NavigationView } from "../core/organization.ts";
import type { SavedDraft, ScheduledMessage, Snippet, UserStatus } from "../core/personal.ts";
import type { Realm } from "../core/realm.ts";
import { emojiSets, hasSetting, notificationSounds, settingNames } from "../core/settings.ts";
import type { Upload } from "../core/uploads.ts";
import type { User } from "../core/users.ts";

/** The people that an account does not want to hear of. */
export const mutedRecords = ({ muted_users }: User) => [...muted_users].map(([id, timestamp]) => ({ id, timestamp }));

const choices = { emojiset_choices: emojiSets, available_notification_sounds: notificationSounds };

/** An account's settings that the server knows at its level, and what clients may choose from. */
export const settingsRecord = (realm: Realm, { settings, timezone }: User) => ({
  ...Object.fromEntries(settingNames.filter((name) => hasSetting(realm, name)).map((name) => [name, settings[name]])),
  timezone,
  ...choices,
});

/** The settings with which new accounts begin, and what may be chosen from. */
export const defaultsRecord = (realm: Realm) => ({
  ...Object.fromEntries(settingNames.filter((name) => hasSetting(realm, name)).map((name) => [name, realm.newcomers[name]])),
  ...choices,
});

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
  const people = [...realm.users.values()].filter((user) => user.is_active && !user.is_system_bot);
  const records = people.map((user) => [user.id, statusRecord(realm, realm.statuses.get(user.id), user)] as const);
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
