import { instantText } from "../core/clock.ts";
import { shownAt } from "../core/field-levels.ts";
import type { ChannelId, UserId } from "../core/ids.ts";
import { has } from "../core/levels.ts";
import type { Realm } from "../core/realm.ts";
import { remembering } from "../core/remembering.ts";
import { md5Hex } from "../core/rng.ts";
import { hostOf } from "../core/server.ts";
import { type BotSetup, isAdministrator, isBot, isGuest, noSetup, roles, type User } from "../core/users.ts";
import { addressFor } from "../rules/people/accounts.ts";
import { knownTo } from "../rules/people/user-access.ts";
import { profileData } from "./organization.ts";
import { perEpoch } from "./scope.ts";

const gravatarHash = remembering((email) => md5Hex(email.toLowerCase()), { most: 20_000 });

/** Whether others see the address that an account logs in with. */
const showsRealAddress = (user: Pick<User, "settings">): boolean => user.settings.email_address_visibility === 1;

/** The address that stands for that of an account on a server. */
export const madeAddress = (id: UserId, serverUrl: string): string => `user${id}@${hostOf(serverUrl)}`;

/** The API address of an account: its own where everyone may see that, otherwise one made of its id. */
export const apiAddress = (realm: Realm, user: Pick<User, "id" | "delivery_email" | "settings">): string =>
  showsRealAddress(user) ? user.delivery_email : madeAddress(user.id, realm.server.url);

const icons = "https://secure.gravatar.com/avatar/";

/** The address of the organization's icon. */
export const iconAddress = ({ settings: { icon_url, string_id } }: Realm): string => icon_url || `${icons}${md5Hex(string_id)}?d=identicon`;

/** Returns the source of the icon: one that was not uploaded is a gravatar, also where its address was copied from another server. */
export const iconSource = (address: string): "G" | "U" => (address.startsWith(icons) ? "G" : "U");

/** The address of an account's avatar. */
export function avatarAddress(realm: Realm, user: User): string {
  if (user.is_system_bot) return `/static/images/${user.key}.png`;
  if (user.avatar_source !== "G") return `/user_avatars/${realm.settings.string_id}/${user.id}.png?version=${user.avatar_version}`;
  return `${icons}${gravatarHash(user.delivery_email)}?d=identicon&version=${user.avatar_version}`;
}

/** The accounts whose address not everybody sees. */
export const hidesAddress = perEpoch(
  ({ users }): ReadonlySet<UserId> => new Set([...users.values()].flatMap((user) => (showsRealAddress(user) ? [] : [user.id]))),
);

/** Whether a viewer sees the address of an account that hides it, and can compute its avatar. @silent rulings.avatarsByViewer */
export const seesAddress = (realm: Realm, user: User, viewer: User): boolean =>
  realm.server.rulings.avatarsByViewer === "null" && addressFor(user, viewer) !== null;

/** The address of an account's avatar; null where the client is to compute it and nothing was uploaded. */
export function avatarUrl(realm: Realm, user: User, isLeftOut: boolean): string | null {
  return isLeftOut && user.avatar_source === "G" && !user.is_system_bot ? null : avatarAddress(realm, user);
}

/** Returns what stands for an account that a viewer may not know of. */
export const unknownUser = (realm: Realm, id: UserId) => ({
  email: madeAddress(id, realm.server.url),
  full_name: "Unknown user",
  avatar_url: "/static/images/unknown-user-avatar.png",
});

/** One participant of a conversation, as in `display_recipient`. */
export const displayUser = (user: User) => ({ id: user.id, email: user.email, full_name: user.full_name, is_mirror_dummy: false });

/** An instant as user records spell it: with its seconds, on newer servers without. */
const joinedText = (realm: Realm, joined: number): string =>
  `${instantText(joined).slice(0, has(realm, "joinedToTheMinute") ? 16 : 19)}+00:00`;

/** Fields that hold of nobody here, and are told of each account. */
const never = { is_billing_admin: false, is_imported_stub: false };

/** The address with which an account logs in: null where the viewer may not see it, on older servers absent, as where the API address is the same. */
function deliveryAddress(realm: Realm, address: string | null, user: User) {
  const isSaid = has(realm, "deliveryAddresses") || (address !== null && !showsRealAddress(user));
  return isSaid ? { delivery_email: address } : {};
}

/** Returns what a viewer gets in place of an account that they may not know of: an active member without a name. */
function unknownRecord(realm: Realm, { id }: User) {
  return shownAt(realm, "user", {
    user_id: id,
    ...unknownUser(realm, id),
    delivery_email: null,
    role: roles.member,
    is_admin: false,
    is_owner: false,
    is_guest: false,
    ...never,
    is_bot: false,
    is_active: true,
    timezone: "",
    date_joined: joinedText(realm, realm.settings.date_created * 1000),
    avatar_version: 1,
    profile_data: {},
  });
}

/** Accounts as a viewer sees them; those that the viewer may not know of by placeholders, or left out. */
export function userRecords(realm: Realm, viewer: User, clientGravatar: boolean, leaveOut: boolean) {
  const knows = knownTo(realm, viewer);
  const all = realm.users.values();
  const shown = knows && leaveOut ? all.filter(knows) : all;
  return shown.map((user) => (knows?.(user) === false ? unknownRecord(realm, user) : userRecord(realm, user, viewer, clientGravatar)));
}

/** Returns the profile of an account. Bots, which have none on running servers, show one where they stored a value. */
function profileOf(realm: Realm, user: User) {
  const profile_data = profileData(realm, user.id);
  return isBot(user) && Object.keys(profile_data).length === 0 ? {} : { profile_data };
}

/** An account as another sees it: one of the people or bots of an organization. */
export function userRecord(realm: Realm, user: User, viewer: User, clientGravatar: boolean) {
  const system = user.is_system_bot ? shownAt(realm, "systemBot", { is_system_bot: true, is_cross_realm_bot: true }) : {};
  return shownAt(realm, "user", {
    user_id: user.id,
    email: user.email,
    ...deliveryAddress(realm, addressFor(user, viewer), user),
    full_name: user.full_name,
    role: user.role,
    is_admin: isAdministrator(user),
    is_owner: user.role === roles.owner,
    is_guest: isGuest(user),
    ...never,
    is_bot: isBot(user),
    is_active: user.is_active,
    timezone: user.timezone,
    date_joined: joinedText(realm, user.joined),
    avatar_url: avatarUrl(realm, user, clientGravatar && showsRealAddress(user)),
    avatar_version: user.avatar_version,
    ...(isBot(user) && { bot_type: user.bot_type, bot_owner_id: user.bot_owner ?? null, ...system }),
    ...profileOf(realm, user),
  });
}

export const setupOf = (realm: Realm, bot: User): Omit<BotSetup, "user_id"> => realm.bots.get(bot.id) ?? noSetup;

/** Returns what a bot is connected to, in the form of its type. */
function services(realm: Realm, bot: User): readonly object[] {
  const { service_name, payload_url, token, config_data, ...setup } = setupOf(realm, bot);
  if (bot.bot_type === 3) return [{ base_url: payload_url ?? "", interface: setup.interface, token }];
  if (service_name === undefined || bot.bot_type === 1) return [];
  return [bot.bot_type === 4 ? { service_name, config_data } : { integration_name: service_name, config_data }];
}

const channelName = (realm: Realm, id: ChannelId | null): string | null => (id === null ? null : (realm.channels.get(id)?.name ?? null));

/** The channels that stand in for those that a bot does not name, and whether it hears of all public ones. */
export function botDefaults(realm: Realm, bot: User) {
  const { default_sending_stream, default_events_register_stream } = setupOf(realm, bot);
  return {
    default_sending_stream: channelName(realm, default_sending_stream),
    default_events_register_stream: channelName(realm, default_events_register_stream),
    default_all_public_streams: bot.settings.default_all_public_streams,
  };
}

/** Returns what of a bot stands in its account too; newer servers do not repeat it. */
const account = (realm: Realm, bot: User) => ({
  email: bot.email,
  full_name: bot.full_name,
  bot_type: bot.bot_type,
  is_active: bot.is_active,
  api_key: bot.api_key,
  owner_id: bot.bot_owner ?? null,
  avatar_url: avatarAddress(realm, bot),
});

/** A bot as its owner and administrators see it. */
export const botRecord = (realm: Realm, bot: User) => ({
  user_id: bot.id,
  ...(!has(realm, "leanBots") && account(realm, bot)),
  ...botDefaults(realm, bot),
  services: services(realm, bot),
});
