import type { Channel } from "../core/channels.ts";
import type { ChannelId, GroupId, MessageId } from "../core/ids.ts";
import type { Message } from "../core/messages.ts";
import type { GroupSetting } from "../core/settings.ts";
import type { User } from "../core/users.ts";
import { listOf as anyList, text as anyText, listed, record, type Shape, whole, wrong } from "../reader/index.ts";
import { normalised, usableGroups } from "../rules/groups/group-setting.ts";
import { activeAccounts } from "../rules/people/accounts.ts";
import type { ReadField } from "./action.ts";

export { anything, jsonWords, nullable, oneOf, truth, whole } from "../reader/index.ts";

/** Text of so many code points, without what no server could send on. */
export const text = (least = 0, most?: number): Shape<string> => anyText(most, least);

export const listOf =
  <T>(read: ReadField<T>): ReadField<readonly T[]> =>
  (value, at, realm) =>
    anyList((item, where) => read(item, where, realm))(value, at);

/** The most names that an error lists. */
const mostListed = 40;

/** A member of the cast, active or not, by name. */
export const member: ReadField<User> = (value, at, realm) => {
  const id = realm.usersByKey.get(String(value));
  const user = id === undefined ? undefined : realm.users.get(id);
  if (user && !user.is_system_bot) return user;
  const cast = [...realm.users.values()].filter(({ is_system_bot }) => !is_system_bot).map(({ key }) => key);
  return wrong(at, value, `a cast member: ${listed(cast, "or", mostListed)}`);
};

/** A member of the cast who can do something: whose account is active. */
export const actor: ReadField<User> = (value, at, realm) => {
  const user = member(value, at, realm);
  return user.is_active ? user : wrong(at, value, "a cast member whose account is active");
};

/** A channel by its exact name. */
export const channel: ReadField<Channel> = (value, at, realm) => {
  const id = typeof value === "string" ? realm.channelsByName.get(value.toLowerCase()) : undefined;
  const found = id === undefined ? undefined : realm.channels.get(id);
  const names = () => [...realm.channels.values()].map(({ name }) => name);
  return found && found.name === value ? found : wrong(at, value, `a channel: ${listed(names(), "or", mostListed)}`);
};

export const channelById: ReadField<Channel> = (value, at, realm) =>
  realm.channels.get(value as ChannelId) ?? wrong(at, value, "the id of a channel");

export const message: ReadField<Message> = (value, at, realm) =>
  realm.messages.get(value as MessageId) ?? wrong(at, value, "the id of a message");

const people = record(
  { direct_members: anyList(whole()), direct_subgroups: anyList(whole()) },
  "the id or name of a group, or an object with direct_members and direct_subgroups",
);

/** A group-setting value: the id or name of a group, or members and groups by their ids. */
export const groupSetting: ReadField<GroupSetting> = (value, at, realm) => {
  if (typeof value === "string")
    return realm.groupsByName.get(value) ?? wrong(at, value, `a group: ${listed(realm.groupsByName.keys(), "or", mostListed)}`);
  if (typeof value === "number") return usableGroups(realm, [value])[0] as GroupId;
  const { direct_members, direct_subgroups } = people(value, at);
  return normalised(realm, {
    direct_members: activeAccounts(realm, direct_members),
    direct_subgroups: usableGroups(realm, direct_subgroups),
  });
};
