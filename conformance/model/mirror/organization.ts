import { isObject } from "../../client/json.ts";
import type { Body } from "../../expect.ts";
import { channelRows, rowsOf } from "../named-ids.ts";
import { knownNames, type NamesById, permissions, picked } from "./names.ts";

/** More of the records of a realm than the model of a target needs, each by the row that tells of it. */
export interface Extend extends Partial<Readonly<Record<"users" | "groups" | "emoji" | "profile_fields", (row: Body) => Body>>> {
  readonly channels?: (row: Body, known: ChannelRecord) => Body;
}

/** The part of a channel's record on which more of it hangs. */
export interface ChannelRecord {
  readonly privacy: string;
  readonly subscribers: readonly string[];
  /** By the names of the subscribers. */
  readonly subscriptions: Readonly<Record<string, Body>>;
}

/** Old levels do not tell which groups are the server's own: these are named after roles. */
const isSystemGroup = ({ is_system_group, name }: Body): boolean =>
  typeof is_system_group === "boolean" ? is_system_group : /^role:/.test(String(name));

export function groupsIn(body: Body, names: NamesById, more: Extend): Body {
  const own = rowsOf(body, "realm_user_groups").filter((row) => !isSystemGroup(row));
  return Object.fromEntries(
    own.map((row) => [
      String(row.name),
      {
        description: row.description,
        members: knownNames(row.members, names.users),
        subgroups: knownNames(row.direct_subgroup_ids, names.groups),
        deactivated: row.deactivated ?? false,
        ...permissions(row, names),
        ...more.groups?.(row),
      },
    ]),
  );
}

const nullable = ["example_input", "reverse_template", "alternative_url_templates"];

/** The template of a target that an old level gives as a format, such as `https://t.example.com/%(id)s`. */
const templateOf = (format: unknown): unknown => (typeof format === "string" ? format.replaceAll(/%\((\w+)\)s/g, "{$1}") : format);

export const linkifiersIn = (body: Body): readonly Body[] =>
  rowsOf(body, "realm_linkifiers").map((row) => ({
    ...(typeof row.id === "number" && { id: row.id }),
    pattern: row.pattern,
    url_template: row.url_template ?? templateOf(row.url_format),
    ...picked(row, nullable),
  }));

/** Whether nothing else may have the name of a record. */
const isUsed = ({ is_archived, deactivated }: Body): boolean => is_archived !== true && deactivated !== true;

/** Returns something of each record by its name; of records with one name, by name and id for all but one: the one in use, if any. */
export function byKeys(rows: readonly Body[], recordOf: (row: Body) => Body): Body {
  const first = new Map([...rows, ...rows.filter(isUsed)].map(({ name, id }) => [name, id]));
  const entries = rows.map((row) => {
    const { id, name } = row;
    return first.get(name) === id ? [String(name), recordOf(row)] : [`${name}-${id}`, { ...recordOf(row), name }];
  });
  return Object.fromEntries(entries);
}

/** The custom emoji, with their ids. */
const emojiRows = (body: Body): readonly Body[] =>
  Object.entries(isObject(body.realm_emoji) ? body.realm_emoji : {}).flatMap(([id, row]) =>
    isObject(row) ? [{ ...row, id: Number(id) }] : [],
  );

export const emojiIn = (body: Body, more: Extend): Body =>
  byKeys(emojiRows(body), (row) => ({ ...(Number(row.id) > 0 && { id: row.id }), deactivated: row.deactivated, ...more.emoji?.(row) }));

function privacyOf({ invite_only, is_web_public, history_public_to_subscribers }: Body): string {
  if (is_web_public) return "web-public";
  if (!invite_only) return "public";
  return history_public_to_subscribers ? "private" : "private-protected";
}

/** The channels that the cast knows, each as the first to name it with its subscribers says; muted where its own subscriber says so. */
export function channelsIn(bodies: readonly Body[], names: NamesById, more: Extend): Readonly<Record<string, ChannelRecord>> {
  const rows = new Map<unknown, Body>();
  for (const row of channelRows(bodies))
    if (!rows.has(row.stream_id) || (row.subscribers && !rows.get(row.stream_id)?.subscribers)) rows.set(row.stream_id, row);
  const own = new Map<unknown, { readonly self: string; readonly is_muted: unknown }[]>();
  for (const body of bodies) {
    const self = names.users.get(body.user_id);
    if (self === undefined) continue;
    for (const { stream_id, is_muted } of rowsOf(body, "subscriptions"))
      own.set(stream_id, [...(own.get(stream_id) ?? []), { self, is_muted }]);
  }
  const entries = [...rows.values()].map((row) => {
    const there = own.get(row.stream_id) ?? [];
    const record = {
      description: row.description,
      privacy: privacyOf(row),
      archived: row.is_archived ?? false,
      ...((row.topics_policy ?? undefined) !== undefined && { topics_policy: row.topics_policy }),
      subscribers: [...new Set([...knownNames(row.subscribers, names.users), ...there.map(({ self }) => self)])],
      subscriptions: Object.fromEntries(there.flatMap(({ self, is_muted }) => (is_muted ? [[self, { muted: true }]] : []))),
      ...permissions(row, names),
    };
    return [String(row.name), { ...record, ...more.channels?.(row, record) }] as const;
  });
  return Object.fromEntries(entries);
}
