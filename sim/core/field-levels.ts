import { own } from "./lookup.ts";
import type { Realm } from "./realm.ts";

/** Since which level something is there, and from which one on no more. */
export type Span = readonly [since: number, until?: number];

/** The levels of fields inside the records of registrations, events and lists. A field whose name is not here was always there. */
export const fieldLevels = {
  attachment: { message_ids: [472], messages: [0, 472] },
  channel: {
    can_remove_subscribers_group: [197],
    can_remove_subscribers_group_id: [142, 197],
    date_created: [30],
    message_retention_days: [17],
  },
  emoji: { still_url: [113] },
  group: { direct_subgroup_ids: [131], is_system_group: [93], subgroups: [127, 131] },
  playground: { url_prefix: [0, 196], url_template: [196] },
  profileField: { display_in_profile_summary: [146], editable_by_user: [296], required: [244], use_for_user_matching: [455] },
  status: { emoji_code: [86], emoji_name: [86], reaction_type: [86] },
  subscription: { role: [31, 133] },
  systemBot: { is_cross_realm_bot: [0, 83], is_system_bot: [83] },
  unread: { old_unreads_missing: [44] },
  unreadPair: { other_user_id: [119] },
  user: { avatar_version: [6], is_billing_admin: [73, 363], is_imported_stub: [433], is_owner: [8], role: [59] },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Span>>>>;

/** Whether a server of a level has what is there for a span of levels. */
export const isWithin = (level: number, [since, until]: Span): boolean => level >= since && (until === undefined || level < until);

/** A record without the fields that a server of the level does not have. */
export function fieldsAt<T extends object>(level: number, levels: Readonly<Record<string, Span>>, record: T): T {
  const hidden = Object.keys(levels).filter((name) => Object.hasOwn(record, name) && !isWithin(level, own(levels, name) ?? [0]));
  if (hidden.length === 0) return record;
  const shown: Partial<T> = {};
  for (const name in record) if (!hidden.includes(name)) shown[name] = record[name];
  return shown as T;
}

/** A record of a kind as a server of its level shows it. */
export const shownAt = <T extends object>(realm: Realm, kind: keyof typeof fieldLevels, record: T): T =>
  fieldsAt(realm.server.level, fieldLevels[kind], record);
