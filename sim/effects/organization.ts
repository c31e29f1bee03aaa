import type { EmojiId, FieldId, LinkifierId, UserId } from "../core/ids.ts";
import { type Emoji, type Linkifier, type ProfileField, profileKey, type RealmExport } from "../core/organization.ts";
import type { GroupSetting, PlainRealmSettings, RealmGroupSetting } from "../core/settings.ts";
import type { Turn } from "../core/turn.ts";
import type { User } from "../core/users.ts";
import {
  announceEmoji,
  announceEmojiGone,
  announceExports,
  announceLinkifiers,
  announceProfileFields,
  announceRealmPeople,
  announceRealmSetting,
} from "../events/realm.ts";
import { regroupingFullMembers } from "./groups.ts";
import { sendNotice } from "./notices.ts";

export type PlainRealmSetting = keyof PlainRealmSettings;

/** Stores a setting; texts of messages may depend on it. */
function store(turn: Turn, name: PlainRealmSetting | RealmGroupSetting, value: unknown): void {
  turn.world.settings = { ...turn.world.settings, [name]: value };
  turn.namesChanged();
}

/** Sets a setting of the organization and tells everyone. Nothing happens where it is that already. */
export function setRealmSetting(turn: Turn, name: PlainRealmSetting, value: unknown): void {
  if (turn.world.settings[name] === value) return;
  const set = (): void => {
    store(turn, name, value);
    announceRealmSetting(turn, name, value);
  };
  if (name === "waiting_period_threshold") regroupingFullMembers(turn, set);
  else set();
}

/** Sets a setting of the organization that names people and tells everyone. */
export function setRealmPeople(turn: Turn, name: RealmGroupSetting, value: GroupSetting): void {
  store(turn, name, value);
  announceRealmPeople(turn, name, value);
}

/** Links in topics follow the linkifiers; everyone is told the full list. */
function linkifiersChanged(turn: Turn): void {
  turn.namesChanged();
  announceLinkifiers(turn);
}

/** A new linkifier, after all others in order. */
export function addLinkifier(turn: Turn, linkifier: Omit<Linkifier, "id" | "order">): LinkifierId {
  const { linkifiers } = turn.world;
  const id = turn.nextId("linkifier");
  linkifiers.set(id, { ...linkifier, id, order: Math.max(-1, ...[...linkifiers.values()].map(({ order }) => order)) + 1 });
  linkifiersChanged(turn);
  return id;
}

/** Replaces the linkifiers that have the ids of those given. */
export function changeLinkifiers(turn: Turn, changed: readonly Linkifier[]): void {
  for (const linkifier of changed) turn.world.linkifiers.set(linkifier.id, linkifier);
  linkifiersChanged(turn);
}

export function removeLinkifier(turn: Turn, { id }: Linkifier): void {
  turn.world.linkifiers.delete(id);
  linkifiersChanged(turn);
}

/** A new custom profile field. Its place is its id, which is behind all that were never put in order. */
export function addField(turn: Turn, field: Omit<ProfileField, "id" | "order">): FieldId {
  const { fields } = turn.world;
  const id = turn.nextId("field");
  fields.set(id, { ...field, id, order: id });
  announceProfileFields(turn);
  return id;
}

/** Replaces the fields that have the ids of those given. */
export function changeFields(turn: Turn, changed: readonly ProfileField[]): void {
  for (const field of changed) turn.world.fields.set(field.id, field);
  announceProfileFields(turn);
}

/** Forgets the values of a field that it no longer offers as choices. Nobody is told whose they were. */
export function dropChoices(turn: Turn, field: ProfileField, choices: ReadonlySet<string>): void {
  for (const { user_id, field_id, value } of [...turn.world.profileValues.values()]) {
    if (field_id === field.id && choices.has(value)) turn.world.profileValues.delete(profileKey(user_id, field_id));
  }
}

/** Forgets a field with all its values. */
export function removeField(turn: Turn, { id }: ProfileField): void {
  const { fields, profileValues } = turn.world;
  for (const key of [...profileValues.keys()]) if (profileValues.require(key).field_id === id) profileValues.delete(key);
  fields.delete(id);
  announceProfileFields(turn);
}

/** A new custom emoji; its author is null where nobody in particular made it. */
export function addEmoji(turn: Turn, name: string, author_id: UserId | null): EmojiId {
  const id = turn.nextId("emoji");
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

/** Begins a copy of the organization's data, which is ready after a moment of the clock. */
export function beginExport(turn: Turn, caller: User, type: RealmExport["type"]): RealmExport {
  const id = turn.nextId("export");
  const copy: RealmExport = { id, user_id: caller.id, type, asked: turn.now, ready: undefined, deleted: undefined };
  turn.world.exports.set(id, copy);
  announceExports(turn);
  return copy;
}

/** Files a copy as ready, and tells the one who asked for it. */
export function finishExport(turn: Turn, copy: RealmExport): void {
  const { world } = turn;
  world.exports.set(copy.id, { ...copy, ready: turn.seconds });
  announceExports(turn);
  sendNotice(
    turn,
    world.users.require(copy.user_id),
    "Your data export is complete. [View and download exports](/#organization/data-exports-admin).",
  );
}

export function deleteExport(turn: Turn, copy: RealmExport): void {
  turn.world.exports.set(copy.id, { ...copy, deleted: turn.seconds });
  announceExports(turn);
}
