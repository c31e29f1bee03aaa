import type { Target } from "../client/target.ts";
import { rowsOf } from "./atlas.ts";

type Body = Readonly<Record<string, unknown>>;

/** The names that a realm file has for what a target has ids for. */
export interface NamesById {
  readonly users: ReadonlyMap<unknown, string>;
  readonly groups: ReadonlyMap<unknown, string>;
  /** Every account that the cast sees, the server's own bots left out. */
  readonly people: readonly Body[];
}

/** Names for all that registrations mention: the cast keeps its own, others are called by their ids. */
export function namesBy({ cast }: Pick<Target, "cast">, bodies: readonly Body[]): NamesById {
  const own = new Map(Object.entries(cast).map(([name, { user_id }]) => [user_id as unknown, name]));
  const seen = new Map(bodies.flatMap((body) => rowsOf(body, "realm_users", "realm_non_active_users")).map((row) => [row.user_id, row]));
  const groups = bodies.flatMap((body) => rowsOf(body, "realm_user_groups"));
  return {
    users: new Map([...seen.keys()].map((id) => [id, own.get(id) ?? `u${id}`])),
    groups: new Map(groups.map(({ id, name }) => [id, String(name)])),
    people: [...seen.values()],
  };
}

const known = (ids: unknown, names: ReadonlyMap<unknown, string>): string[] =>
  Array.isArray(ids) ? ids.flatMap((id) => names.get(id) ?? []) : [];

/** A group-setting value as a realm file spells it. */
export function permitted(value: unknown, { users, groups }: NamesById): unknown {
  if (typeof value === "number") return groups.get(value) ?? "role:nobody";
  const { direct_members, direct_subgroups } = value as Body;
  return { members: known(direct_members, users), groups: known(direct_subgroups, groups) };
}

const permissions = (row: Body, names: NamesById): Body =>
  Object.fromEntries(
    Object.entries(row)
      .filter(([name, value]) => /^can_.*_group$/.test(name) && value !== undefined)
      .map(([name, value]) => [name, permitted(value, names)]),
  );

const roles: Readonly<Record<string, string>> = { 100: "owner", 200: "administrator", 300: "moderator", 400: "member", 600: "guest" };

/** Personal settings that bear on what others see of a request. */
const settings = [
  "automatically_follow_topics_policy",
  "automatically_unmute_topics_in_muted_streams_policy",
  "automatically_follow_topics_where_mentioned",
  "send_stream_typing_notifications",
  "send_private_typing_notifications",
  "receives_typing_notifications",
  "translate_emoticons",
  "presence_enabled",
  "email_address_visibility",
];

function personal(body: Body | undefined, names: NamesById): Body {
  const own = (body?.user_settings ?? {}) as Body;
  const chosen = settings.filter((name) => own[name] !== undefined).map((name) => [name, own[name]]);
  const muted = rowsOf(body ?? {}, "muted_users").map(({ id }) => id);
  return { settings: Object.fromEntries(chosen), alert_words: body?.alert_words ?? [], muted_users: known(muted, names.users) };
}

/** The accounts, those of the cast with what their own registration says of them. */
export function usersIn(told: ReadonlyMap<string, Body>, names: NamesById): Body {
  const gone = new Set([...told.values()].flatMap((body) => rowsOf(body, "realm_non_active_users")).map(({ user_id }) => user_id));
  const entries = names.people.map((row): [string, Body] => {
    const key = names.users.get(row.user_id)!;
    const body = told.get(key);
    const owner = names.users.get(row.bot_owner_id);
    return [
      key,
      {
        full_name: row.full_name,
        email: body?.delivery_email ?? row.delivery_email ?? row.email,
        role: roles[String(row.role)] ?? "member",
        active: !gone.has(row.user_id),
        avatar: row.avatar_url === null ? "gravatar" : "uploaded",
        ...(row.is_bot === true && owner !== undefined && { bot: { type: row.bot_type ?? 1, owner } }),
        timezone: row.timezone ?? "",
        ...(body?.has_vc_token !== undefined && { video_token: body.has_vc_token }),
        ...personal(body, names),
      },
    ];
  });
  return Object.fromEntries(entries);
}

export function groupsIn(body: Body, names: NamesById): Body {
  const own = rowsOf(body, "realm_user_groups").filter((row) => !row.is_system_group);
  return Object.fromEntries(
    own.map((row) => [
      String(row.name),
      {
        description: row.description,
        members: known(row.members, names.users),
        subgroups: known(row.direct_subgroup_ids, names.groups),
        deactivated: row.deactivated ?? false,
        ...permissions(row, names),
      },
    ]),
  );
}

const nullable = ["example_input", "reverse_template", "alternative_url_templates"];

export const linkifiersIn = (body: Body): readonly Body[] =>
  rowsOf(body, "realm_linkifiers").map((row) => ({
    pattern: row.pattern,
    url_template: row.url_template,
    ...Object.fromEntries(nullable.filter((name) => row[name] !== undefined).map((name) => [name, row[name]])),
  }));

export const emojiIn = (body: Body): Body =>
  Object.fromEntries(
    Object.values((body.realm_emoji ?? {}) as Record<string, Body>).map(({ name, deactivated }) => [String(name), { deactivated }]),
  );

export function profileFieldsIn(body: Body): Body {
  const rows = rowsOf(body, "custom_profile_fields").map(({ name, type, hint, field_data, required, editable_by_user }) => [
    name,
    {
      type,
      hint,
      ...((type === 3 || type === 7) && { field_data: JSON.parse(String(field_data)) as unknown }),
      required: required ?? false,
      editable_by_user: editable_by_user ?? true,
    },
  ]);
  return Object.fromEntries(rows);
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
  for (const body of bodies) {
    for (const row of rowsOf(body, "subscriptions", "unsubscribed", "never_subscribed")) {
      if (!rows.has(row.stream_id) || (row.subscribers && !rows.get(row.stream_id)?.subscribers)) rows.set(row.stream_id, row);
    }
    const self = names.users.get(body.user_id);
    for (const { stream_id, is_muted } of rowsOf(body, "subscriptions")) {
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
        subscribers: known(row.subscribers, names.users),
        subscriptions: muted.get(row.stream_id) ?? {},
        ...permissions(row, names),
      },
    ]),
  );
}
