import { isObject, itemAt, parsed, present } from "../../client/json.ts";
import type { Target } from "../../client/target.ts";
import { untilAnswered } from "../../client/thrown.ts";
import { type Body, NoAnswer, Untestable } from "../../expect.ts";
import { rowsOf } from "../named-ids.ts";
import { knownNames, type NamesById, namesBy, permitted } from "./names.ts";
import { channelsIn, emojiIn, groupsIn, linkifiersIn } from "./organization.ts";

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
  const own = isObject(body?.user_settings) ? body.user_settings : {};
  const chosen = settings.filter((name) => own[name] !== undefined).map((name) => [name, own[name]]);
  const muted = rowsOf(body ?? {}, "muted_users").map(({ id }) => id);
  const views = rowsOf(body ?? {}, "navigation_views").map(({ fragment, is_pinned, name }) => ({ fragment, pinned: is_pinned, name }));
  const devices = isObject(body?.devices) ? Object.keys(body.devices).length : 0;
  return {
    ...(views.length > 0 && { navigation_views: views }),
    ...(devices > 0 && { devices }),
    settings: Object.fromEntries(chosen),
    alert_words: body?.alert_words ?? [],
    muted_users: knownNames(muted, names.users),
  };
}

/** The accounts, those of the cast with what their own registration says of them. */
function usersIn(registrations: ReadonlyMap<string, Body>, names: NamesById): Body {
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

function profileFieldsIn(body: Body): Body {
  const rows = rowsOf(body, "custom_profile_fields").map(
    ({ name, type, hint, field_data, required, editable_by_user, display_in_profile_summary }) => [
      name,
      {
        type,
        hint,
        ...((type === 3 || type === 7) && { field_data: (typeof field_data === "string" ? parsed(field_data) : undefined) ?? field_data }),
        required: required ?? false,
        editable_by_user: editable_by_user ?? true,
        display_in_profile_summary: display_in_profile_summary ?? false,
      },
    ],
  );
  return Object.fromEntries(rows);
}

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

/** A queue that is left behind does no harm. */
function passOver(thrown: unknown): void {
  if (!(thrown instanceof NoAnswer)) throw thrown;
}

/** Returns the bodies of registrations by every member of a cast whom the target lets in. Leaves no queues behind. */
async function registrationsOf(target: Target): Promise<ReadonlyMap<string, Body>> {
  const registrations = new Map<string, Body>();
  for (const as of Object.keys(target.cast)) {
    const reply = await untilAnswered(() => target.send({ as, method: "POST", path: "/register", fields: asked }));
    if (reply?.body.result !== "success") continue;
    registrations.set(as, reply.body);
    const queue = { queue_id: reply.body.queue_id };
    await untilAnswered(() => target.send({ as, method: "DELETE", path: "/events", fields: queue })).catch(passOver);
  }
  if (registrations.size === 0) throw new Untestable("the target registers no event queue for any of the cast");
  return registrations;
}

const plainSettings = [
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
];

const groupSettings = [
  "can_delete_any_message_group",
  "can_delete_own_message_group",
  "can_set_delete_message_policy_group",
  "can_mention_many_users_group",
  "can_create_groups",
  "can_manage_all_groups",
  "direct_message_initiator_group",
  "direct_message_permission_group",
];

function settingsIn(body: Body, names: ReturnType<typeof namesBy>): Body {
  const given = (name: string): unknown => body[`realm_${name}`];
  const plain = plainSettings.filter((name) => given(name) !== undefined).map((name) => [name, given(name)]);
  const people = groupSettings.filter((name) => given(name) !== undefined).map((name) => [name, permitted(given(name), names)]);
  const topics = body.realm_topics_policy === "disable_empty_topic" ? [["topics_policy", "disable_empty_topic"]] : [];
  return Object.fromEntries([...plain, ...people, ...topics]);
}

/** The realm that a target describes to members of its cast: all that they know together, but for what was written. */
export function realmOf(target: Pick<Target, "cast">, registrations: ReadonlyMap<string, Body>): Body {
  const bodies = [...registrations.values()];
  const first = itemAt(bodies, 0);
  const names = namesBy(target, bodies);
  const domains = rowsOf(first, "realm_domains").map(({ domain, allow_subdomains }) => [domain, { allow_subdomains }]);
  return {
    copied: true,
    settings: settingsIn(first, names),
    users: usersIn(registrations, names),
    groups: groupsIn(first, names),
    linkifiers: linkifiersIn(first),
    emoji: emojiIn(first),
    channels: channelsIn(bodies, names),
    profile_fields: profileFieldsIn(first),
    domains: Object.fromEntries(domains),
  };
}

/** The realm that a target describes to its cast, and the body of each registration, by the name of its account. */
export async function mirrored(target: Target): Promise<{ readonly realm: Body; readonly registrations: ReadonlyMap<string, Body> }> {
  const registrations = await registrationsOf(target);
  return { realm: realmOf(target, registrations), registrations };
}
