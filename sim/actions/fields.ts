import type { Channel } from "../core/channels.ts";
import type { ChannelId, GroupId, MessageId } from "../core/ids.ts";
import { codePoints, cut } from "../core/limits.ts";
import type { Message } from "../core/messages.ts";
import { refuse } from "../core/refusal.ts";
import type { GroupSetting } from "../core/settings.ts";
import type { User } from "../core/users.ts";
import { aBoolean, anInteger, aString, listOf as listAt, objectOf } from "../protocol/json.ts";
import { normalised, usableGroups } from "../rules/groups/group-setting.ts";
import { activeAccounts } from "../rules/people/accounts.ts";
import type { Read } from "./action.ts";

/** A value in a message to the user: as JSON, cut. */
export const shown = (value: unknown): string => cut(JSON.stringify(value) ?? "undefined", 80);

export const truth: Read<boolean> = (value, at) => aBoolean(value, at);

/** A whole number within bounds. */
export const whole =
  (least: number, most: number): Read<number> =>
  (value, at) => {
    const number = anInteger(value, at);
    return number < least || number > most ? refuse(`${at} is not from ${least} to ${most}`) : number;
  };

/** Text of so many code points, without what no server could send on. */
export const text =
  (least = 0, most = Number.MAX_SAFE_INTEGER): Read<string> =>
  (value, at) => {
    const given = aString(value, at);
    if (!given.isWellFormed() || given.includes("\0")) refuse(`${at} has a character that no request could carry`);
    if (codePoints(given) < least) refuse(`${at} cannot be blank`);
    return codePoints(given) > most ? refuse(`${at} is too long (limit: ${most} characters)`) : given;
  };

/** One of a closed set of words or numbers. */
export const oneOf =
  <const T extends string | number>(...choices: readonly T[]): Read<T> =>
  (value, at) =>
    choices.find((choice) => choice === value) ?? refuse(`${at} is ${shown(value)}; it can be ${choices.join(", ")}`);

export const orNull =
  <T>(read: Read<T>): Read<T | null> =>
  (value, at, realm) =>
    value === null ? null : read(value, at, realm);

export const listOf =
  <T>(read: Read<T>): Read<readonly T[]> =>
  (value, at, realm) =>
    listAt((item, where) => read(item, where, realm))(value, at);

export const anything: Read<unknown> = (value) => value;

/** A member of the cast, active or not, by name. */
export const member: Read<User> = (value, at, realm) => {
  const id = realm.usersByKey.get(aString(value, at));
  const user = id === undefined ? undefined : realm.users.get(id);
  if (user && !user.is_system_bot) return user;
  const cast = [...realm.users.values()].filter(({ is_system_bot }) => !is_system_bot).map(({ key }) => key);
  return refuse(`${at}: there is no ${shown(value)}; the cast is ${listed(cast)}`);
};

/** A member of the cast who can do something: whose account is active. */
export const actor: Read<User> = (value, at, realm) => {
  const user = member(value, at, realm);
  return user.is_active ? user : refuse(`${at}: the account of ${user.key} is deactivated`);
};

/** A channel by its exact name. */
export const channel: Read<Channel> = (value, at, realm) => {
  const name = aString(value, at);
  const id = realm.channelsByName.get(name.toLowerCase());
  const found = id === undefined ? undefined : realm.channels.get(id)!;
  if (found?.name === name) return found;
  return refuse(`${at}: there is no channel ${shown(name)}; there are ${listed([...realm.channels.values()].map((one) => one.name))}`);
};

export const channelById: Read<Channel> = (value, at, realm) =>
  realm.channels.get(anInteger(value, at) as ChannelId) ?? refuse(`${at}: there is no channel with id ${shown(value)}`);

export const message: Read<Message> = (value, at, realm) =>
  realm.messages.get(anInteger(value, at) as MessageId) ?? refuse(`${at}: there is no message with id ${shown(value)}`);

const people = objectOf({ direct_members: listAt(anInteger), direct_subgroups: listAt(anInteger) });

/** A group-setting value: the id or name of a group, or members and groups by their ids. */
export const groupSetting: Read<GroupSetting> = (value, at, realm) => {
  if (typeof value === "string") return realm.groupsByName.get(value) ?? refuse(`${at}: there is no group ${shown(value)}`);
  if (typeof value === "number") return usableGroups(realm, [value])[0] as GroupId;
  const { direct_members, direct_subgroups } = people(value, at);
  return normalised(realm, {
    direct_members: activeAccounts(realm, direct_members),
    direct_subgroups: usableGroups(realm, direct_subgroups),
  });
};

const mostListed = 40;

/** Names to choose from; of very many, the first. */
export const listed = (names: readonly string[]): string =>
  names.length > mostListed ? `${names.slice(0, mostListed).join(", ")} and ${names.length - mostListed} more` : names.join(", ");
