import { isObject } from "../../client/json.ts";
import type { Body } from "../../expect.ts";
import { rowsOf } from "../atlas.ts";
import { knownNames, type NamesById, permissions } from "./names.ts";

/** Old levels do not tell which groups are the server's own: these are named after roles. */
const isSystemGroup = ({ is_system_group, name }: Body): boolean =>
  typeof is_system_group === "boolean" ? is_system_group : /^role:/.test(String(name));

export function groupsIn(body: Body, names: NamesById): Body {
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
    ...Object.fromEntries(nullable.filter((name) => row[name] !== undefined).map((name) => [name, row[name]])),
  }));

/** The custom emoji. Of those with one name the file has the last, or the one in use. */
export function emojiIn(body: Body): Body {
  const rows = Object.entries(body.realm_emoji ?? {}).filter((entry): entry is [string, Body] => isObject(entry[1]));
  const ordered = rows.sort(([, a], [, b]) => Number(b.deactivated === true) - Number(a.deactivated === true));
  return Object.fromEntries(
    ordered.map(([id, { name, deactivated }]) => [String(name), { ...(/^[1-9]\d*$/.test(id) && { id: Number(id) }), deactivated }]),
  );
}

function privacyOf({ invite_only, is_web_public, history_public_to_subscribers }: Body): string {
  if (is_web_public) return "web-public";
  if (!invite_only) return "public";
  return history_public_to_subscribers ? "private" : "private-protected";
}

/** The channels that the cast knows, each as the first to name it with its subscribers says; muted where its own subscriber says so. */
export function channelsIn(bodies: readonly Body[], names: NamesById): Body {
  const rows = new Map<unknown, Body>();
  const muted = new Map<unknown, Record<string, Body>>();
  const own = new Map<unknown, string[]>();
  for (const body of bodies) {
    for (const row of rowsOf(body, "subscriptions", "unsubscribed", "never_subscribed")) {
      if (!rows.has(row.stream_id) || (row.subscribers && !rows.get(row.stream_id)?.subscribers)) rows.set(row.stream_id, row);
    }
    const self = names.users.get(body.user_id);
    for (const { stream_id, is_muted } of rowsOf(body, "subscriptions")) {
      if (self !== undefined) own.set(stream_id, [...(own.get(stream_id) ?? []), self]);
      if (is_muted && self !== undefined) muted.set(stream_id, { ...muted.get(stream_id), [self]: { muted: true } });
    }
  }
  return Object.fromEntries(
    [...rows.values()].map((row) => [
      String(row.name),
      {
        description: row.description,
        privacy: privacyOf(row),
        archived: row.is_archived ?? false,
        ...(row.topics_policy !== undefined && { topics_policy: row.topics_policy }),
        subscribers: [...new Set([...knownNames(row.subscribers, names.users), ...(own.get(row.stream_id) ?? [])])],
        subscriptions: muted.get(row.stream_id) ?? {},
        ...permissions(row, names),
      },
    ]),
  );
}
