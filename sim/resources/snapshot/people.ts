import { has } from "../../core/levels.ts";
import { isAdministrator, isBot, isGuest, roles, type User } from "../../core/users.ts";
import { groupRecords } from "../group.ts";
import { avatarUrl } from "../people.ts";
import { presencesByAddress, presentPeople, slimPresence } from "../presence.ts";
import { fieldRecords } from "../profile-field.ts";
import { userRecord } from "../user.ts";
import type { Family, SnapshotView } from "./view.ts";

function users({ realm, caller, clientGravatar }: SnapshotView) {
  const all = [...realm.users.values()];
  const record = (user: User) => userRecord(realm, user, caller, clientGravatar);
  const withoutActive = (user: User) => {
    const { is_active, ...rest } = record(user);
    return rest;
  };
  return {
    realm_users: all.filter((user) => user.is_active && !user.is_system_bot).map(withoutActive),
    realm_non_active_users: all.filter((user) => !user.is_active).map(withoutActive),
    cross_realm_bots: all.filter((user) => user.is_system_bot).map(record),
  };
}

/** The caller's own account, spread over the answer. */
function ownAccount({ realm, caller }: SnapshotView) {
  const avatar_url = avatarUrl(realm, caller, false);
  const mayCreate = !isGuest(caller);
  return {
    user_id: caller.id,
    email: caller.email,
    delivery_email: caller.delivery_email,
    full_name: caller.full_name,
    avatar_source: caller.avatar_source,
    avatar_url,
    avatar_url_medium: avatar_url,
    is_admin: isAdministrator(caller),
    is_owner: caller.role === roles.owner,
    is_moderator: caller.role <= roles.moderator,
    is_guest: isGuest(caller),
    can_create_streams: mayCreate,
    can_create_private_streams: mayCreate,
    can_create_public_streams: mayCreate,
    can_create_web_public_streams: caller.role === roles.owner,
    can_subscribe_other_users: mayCreate,
    can_invite_others_to_realm: mayCreate,
  };
}

function presence({ realm, caller, slimPresence: slim, presenceWindowSeconds }: SnapshotView) {
  const present = presentPeople(realm, caller, presenceWindowSeconds);
  return {
    presences: slim
      ? Object.fromEntries(present.map(({ user, presence }) => [user.id, slimPresence(presence, user)]))
      : presencesByAddress(present),
    server_timestamp: realm.now / 1000,
    ...(has(realm, "presenceUpdateIds") && { presence_last_update_id: -1 }),
  };
}

const fieldTypes = {
  SHORT_TEXT: { id: 1, name: "Text (short)" },
  LONG_TEXT: { id: 2, name: "Text (long)" },
  SELECT: { id: 3, name: "List of options" },
  DATE: { id: 4, name: "Date" },
  URL: { id: 5, name: "Link" },
  USER: { id: 6, name: "Users" },
  EXTERNAL_ACCOUNT: { id: 7, name: "External account" },
  PRONOUNS: { id: 8, name: "Pronouns" },
};

const ownBot = ({ realm, clientGravatar }: SnapshotView, bot: User) => ({
  user_id: bot.id,
  email: bot.email,
  full_name: bot.full_name,
  bot_type: bot.bot_type,
  is_active: bot.is_active,
  owner_id: bot.bot_owner,
  api_key: bot.api_key,
  avatar_url: avatarUrl(realm, bot, clientGravatar),
  services: [],
});

/** People, bots, groups and what is known of them. */
export const people: Family = {
  realm_user: (view) => ({ ...users(view), ...ownAccount(view) }),
  presence,
  user_status: () => ({ user_status: {} }),
  realm_user_groups: ({ realm, capabilities }) => ({
    realm_user_groups: groupRecords(realm, capabilities.has("include_deactivated_groups")),
  }),
  custom_profile_fields: ({ realm }) => ({ custom_profile_fields: fieldRecords(realm), custom_profile_field_types: fieldTypes }),
  realm_bot: (view) => ({
    realm_bots: [...view.realm.users.values()]
      .filter((user) => isBot(user) && user.bot_owner === view.caller.id)
      .map((bot) => ownBot(view, bot)),
  }),
  muted_users: ({ caller }) => ({ muted_users: [...caller.muted_users].map(([id, timestamp]) => ({ id, timestamp })) }),
};
