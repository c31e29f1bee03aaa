import { limits } from "../core/limits.ts";
import { own, recordOf } from "../core/lookup.ts";
import { refuse } from "../core/refusal.ts";
import { type SettingName, type SettingValue, settingChoices, userDefaults } from "../core/settings.ts";
import { isBot, putUser, type Role, roles, type User } from "../core/users.ts";
import {
  registerDevice as addDevice,
  setAddresses,
  setAlertWords,
  setAvatar,
  setFullName,
  setMutedUsers,
  setPresence,
  setSetting,
  setTimezone,
} from "../effects/personal.ts";
import { changeRole, deactivate, reactivate } from "../effects/users.ts";
import { announceVideoToken } from "../events/user.ts";
import { listed, shapeLike, textLike, wrong } from "../reader/index.ts";
import { isLastOwner, newAddress, zoneName, zoneSample } from "../rules/people/accounts.ts";
import { action, creation, optional, type Property, property, propertyNamed, type ReadField } from "./action.ts";
import { actor, anything, listOf, member, oneOf, text, truth, whole } from "./fields.ts";

const presence = action("set_presence", { as: actor, status: oneOf("active", "idle"), timestamp: optional(whole()) })({
  rules: (realm, { as, timestamp }) => {
    if (isBot(as)) refuse(`as: ${as.key} is a bot, and bots have no presence`);
    if (timestamp !== undefined && timestamp * 1000 > realm.now) refuse("timestamp is later than now");
  },
  effect: (turn, { as, status, timestamp }) => {
    if (as.settings.presence_enabled) setPresence(turn, as, status, timestamp === undefined ? turn.now : timestamp * 1000);
  },
});

const registerDevice = creation("register_device", { as: actor })({
  effect: (turn, { as }) => ({ device_id: addDevice(turn, as) }),
});

const setVideoToken = action("set_video_token", { as: actor, value: truth })({
  effect: (turn, { as, value }) => {
    if (as.has_video_token === value) return;
    putUser(turn, { ...as, has_video_token: value });
    announceVideoToken(turn, as, value);
  },
});

/** Opens the link in the mail that asks whether a new address is the account's. */
const confirmEmail = action("confirm_email", { as: actor })({
  rules: (realm, { as }) => {
    if (as.unconfirmed_email === undefined) refuse(`as: ${as.key} has asked for no other address`);
    newAddress(realm, as, as.unconfirmed_email);
  },
  effect: (turn, { as }) => {
    const { unconfirmed_email = as.delivery_email, ...rest } = as;
    setAddresses(turn, as, { ...rest, delivery_email: unconfirmed_email });
  },
});

const deactivateUser = action("deactivate_user", { as: member })({
  rules: (realm, { as }) => {
    if (!as.is_active) refuse(`as: the account of ${as.key} is deactivated already`);
    if (isLastOwner(realm, as)) refuse("Cannot deactivate the only organization owner.");
  },
  effect: (turn, { as }) => deactivate(turn, as),
});

const reactivateUser = action("reactivate_user", { as: member })({
  rules: (_, { as }) => {
    if (as.is_active) refuse(`as: the account of ${as.key} is active already`);
  },
  effect: (turn, { as }) => reactivate(turn, as),
});

export const accountActions = [presence, registerDevice, setVideoToken, confirmEmail, deactivateUser, reactivateUser];

type OfUser = Property<User>;

const roleNumber = oneOf(...Object.values(roles));

/** A role by its name or its number. */
const role: ReadField<Role> = (value, at) => {
  if (typeof value === "number") return roleNumber(value, at);
  const named = typeof value === "string" ? own(roles, value) : undefined;
  const all = Object.entries(roles).map(([name, number]) => `${name} (${number})`);
  return named ?? wrong(at, value, listed(all, "or"));
};

const address: OfUser = property(
  text(1),
  (turn, user, delivery_email) => setAddresses(turn, user, { ...user, delivery_email }),
  (realm, user, given) => {
    if (!/^[^\s@<>:]+@[^\s@<>:]+$/.test(given)) refuse("value is not an address such as alice@example.com");
    const owner = realm.usersByDeliveryEmail.get(given.toLowerCase());
    if (owner !== undefined && owner !== user.id) refuse(`value: the address ${given} is in use`);
  },
);

const alertWords: OfUser = property(listOf(text(1, limits.alertWordLength)), (turn, user, words) =>
  setAlertWords(turn, user, [...new Set(words)]),
);

const mutedUsers: OfUser = property(listOf(member), (turn, user, muted) =>
  setMutedUsers(turn, user, new Map(muted.map(({ id }) => [id, user.muted_users.get(id) ?? turn.seconds]))),
);

/** Returns how a setting is read: as one of its choices, where it has some, else like its default. */
function reader(name: SettingName): ReadField<SettingValue> {
  const choices = settingChoices[name];
  return choices ? oneOf(...choices) : (shapeLike(userDefaults[name]) as ReadField<SettingValue>);
}

const setting = (name: SettingName): OfUser => property(reader(name), (turn, user, value) => setSetting(turn, user, name, value));

const properties: Readonly<Record<string, OfUser>> = {
  full_name: property(text(1, limits.fullNameLength), setFullName),
  role: property(role, changeRole),
  avatar_source: property(oneOf("G", "U"), setAvatar),
  timezone: property(textLike(zoneName, zoneSample), setTimezone),
  delivery_email: address,
  alert_words: alertWords,
  muted_users: mutedUsers,
  ...recordOf(Object.keys(userDefaults) as SettingName[], setting),
};

/** The names of all that set_user sets. */
export const userProperties = Object.keys(properties);

/** Sets one property or personal setting of an account. */
export const setUser = action("set_user", { as: member, property: text(1), value: anything })({
  rules: (realm, { as, property: name, value }) => propertyNamed(properties, name)(realm, as, value),
  effect: (turn, _, write) => write(turn),
});
