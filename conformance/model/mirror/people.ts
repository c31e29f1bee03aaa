import { isObject, parsed } from "../../client/json.ts";
import { present } from "../../client/present.ts";
import type { Body } from "../../expect.ts";
import { rowsOf } from "../atlas.ts";
import { knownNames, type NamesById } from "./names.ts";

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
export function usersIn(registrations: ReadonlyMap<string, Body>, names: NamesById): Body {
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

export function profileFieldsIn(body: Body): Body {
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
