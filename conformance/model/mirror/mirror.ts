import { newestLevel } from "../../../sim/index.ts";
import { isObject, itemAt, parsed, present } from "../../client/json.ts";
import { roleOf, type Target } from "../../client/target.ts";
import { passOver, untilAnswered } from "../../client/thrown.ts";
import { type Body, Untestable } from "../../expect.ts";
import { rowsOf } from "../named-ids.ts";
import { knownNames, type NamesById, namesBy, permitted, picked } from "./names.ts";
import { channelsIn, type Extend, emojiIn, groupsIn, linkifiersIn } from "./organization.ts";

/** Personal settings that bear on what others see of a request. */
const personalSettings = [
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
  const own = isObject(body?.user_settings) ? body.user_settings : {};
  const muted = rowsOf(body ?? {}, "muted_users").map(({ id }) => id);
  const views = rowsOf(body ?? {}, "navigation_views").map(({ fragment, is_pinned, name }) => ({ fragment, pinned: is_pinned, name }));
  const devices = isObject(body?.devices) ? Object.keys(body.devices).length : 0;
  return {
    ...(views.length > 0 && { navigation_views: views }),
    ...(devices > 0 && { devices }),
    settings: picked(own, personalSettings),
    alert_words: body?.alert_words ?? [],
    muted_users: knownNames(muted, names.users),
  };
}

/** Whether nothing was uploaded: the address is left to the client, or, where not everybody sees the e-mail address, is that of the gravatar. */
const isGravatar = (address: unknown): boolean => address === null || /\bgravatar\.com\/avatar\//.test(String(address));

/** The accounts, those of the cast with what their own registration says of them. */
function usersIn(cast: Target["cast"], registrations: ReadonlyMap<string, Body>, names: NamesById, more: Extend): Body {
  const gone = new Set([...registrations.values()].flatMap((body) => rowsOf(body, "realm_non_active_users")).map(({ user_id }) => user_id));
  const entries = names.people.map((row): [string, Body] => {
    const key = present(names.users.get(row.user_id), `name of the account ${row.user_id}`);
    const body = registrations.get(key);
    const owner = names.users.get(row.bot_owner_id);
    return [
      key,
      {
        full_name: row.full_name,
        email: body?.delivery_email ?? row.delivery_email ?? row.email,
        role: roleOf(row.role) ?? cast[key]?.role ?? "member",
        active: !gone.has(row.user_id),
        avatar: isGravatar(row.avatar_url) ? "gravatar" : "uploaded",
        ...(row.is_bot === true && owner !== undefined && { bot: { type: row.bot_type ?? 1, owner } }),
        timezone: row.timezone ?? "",
        ...(body?.has_vc_token !== undefined && { video_token: body.has_vc_token }),
        ...personal(body, names),
        ...more.users?.(row),
      },
    ];
  });
  return Object.fromEntries(entries);
}

function profileFieldsIn(body: Body, more: Extend): Body {
  const rows = rowsOf(body, "custom_profile_fields").map((row) => {
    const { name, type, hint, field_data: data } = row;
    const field = {
      type,
      hint,
      ...((type === 3 || type === 7) && { field_data: (typeof data === "string" ? parsed(data) : undefined) ?? data }),
      required: row.required ?? false,
      editable_by_user: row.editable_by_user ?? true,
      display_in_profile_summary: row.display_in_profile_summary ?? false,
      ...more.profile_fields?.(row),
    };
    return [name, field];
  });
  return Object.fromEntries(rows);
}

/** The feature level of the simulator that is set to a target. */
export const modelLevel = ({ level }: Pick<Target, "level">): number => Math.min(Math.max(level, 1), newestLevel);

/** The capabilities that a client declares, so that a server leaves nothing out. */
export const capabilities = {
  notification_settings_null: true,
  user_settings_object: true,
  linkifier_url_template: true,
  empty_topic_name: true,
  archived_channels: true,
  include_deactivated_groups: true,
};

const asked = { apply_markdown: false, include_subscribers: true, client_gravatar: true, client_capabilities: capabilities };

/** Returns the bodies of registrations by every member of a cast whom the target lets in, by their names. Leaves no queues behind. */
export async function registrationsOf(target: Target): Promise<ReadonlyMap<string, Body>> {
  const registrations = new Map<string, Body>();
  for (const as of Object.keys(target.cast)) {
    const reply = await untilAnswered(() => target.send({ as, method: "POST", path: "/register", fields: asked }));
    if (reply?.body.result !== "success") continue;
    registrations.set(as, reply.body);
    // A queue that is left behind does no harm.
    const queue = { queue_id: reply.body.queue_id };
    await untilAnswered(() => target.send({ as, method: "DELETE", path: "/events", fields: queue })).catch(passOver);
  }
  if (registrations.size === 0) throw new Untestable("the target registers no event queue for any of the cast");
  return registrations;
}

/** Settings of the organization that bear on what is answered. */
const settings = [
  "name",
  "description",
  "message_content_delete_limit_seconds",
  "message_content_edit_limit_seconds",
  "move_messages_within_stream_limit_seconds",
  "allow_message_editing",
  "message_edit_history_visibility_policy",
  "empty_topic_display_name",
  "default_code_block_language",
  "inline_image_preview",
  "enable_read_receipts",
  "presence_disabled",
  "waiting_period_threshold",
  "email_auth_enabled",
  "can_delete_any_message_group",
  "can_delete_own_message_group",
  "can_set_delete_message_policy_group",
  "can_mention_many_users_group",
  "can_create_groups",
  "can_manage_all_groups",
  "direct_message_initiator_group",
  "direct_message_permission_group",
];

/** Settings whose values are groups of people. */
const isOfPeople = /^(can|direct|create_multiuse|workplace)_.*_group$|^can_(create|manage_all)_groups$/;

/** A setting of the organization as a realm file spells its value. */
export const settingOf = (name: string, told: unknown, names: NamesById): unknown =>
  isOfPeople.test(name) ? permitted(told, names) : told;

function settingsIn(body: Body, names: NamesById): Body {
  const told = settings.flatMap((name) => {
    const value = body[`realm_${name}`];
    return value === undefined ? [] : [[name, settingOf(name, value, names)]];
  });
  const isTopicNeeded = body.realm_topics_policy === "disable_empty_topic";
  return { ...Object.fromEntries(told), ...(isTopicNeeded && { topics_policy: "disable_empty_topic" }) };
}

/**
 * The realm that a target describes to members of its cast: all that they know together, but for what was written.
 * @param more what its records have beside what the model of a target needs
 */
export function realmOf(target: Pick<Target, "cast">, registrations: ReadonlyMap<string, Body>, more: Extend = {}) {
  const bodies = [...registrations.values()];
  const first = itemAt(bodies, 0);
  const names = namesBy(target, bodies);
  // Servers may keep capitals, which mean nothing in a domain.
  const domains = rowsOf(first, "realm_domains").map(({ domain, allow_subdomains }) => [
    String(domain).toLowerCase(),
    { allow_subdomains },
  ]);
  return {
    copied: true,
    settings: settingsIn(first, names),
    users: usersIn(target.cast, registrations, names, more),
    groups: groupsIn(first, names, more),
    linkifiers: linkifiersIn(first),
    emoji: emojiIn(first, more),
    channels: channelsIn(bodies, names, more),
    profile_fields: profileFieldsIn(first, more),
    domains: Object.fromEntries(domains) as Body,
  };
}
