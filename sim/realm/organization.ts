import { policies, putPolicy } from "../core/channels.ts";
import { putGroup, systemGroups } from "../core/groups.ts";
import { type DomainId, firstIds, type GroupId } from "../core/ids.ts";
import { limits } from "../core/limits.ts";
import { recordOf } from "../core/lookup.ts";
import type { FieldType } from "../core/organization.ts";
import {
  type GroupSetting,
  type GroupSettingName,
  groupSettingNames,
  type RealmGroupSetting,
  type RealmSettings,
  realmDefaults,
  realmGroupDefaults,
} from "../core/settings.ts";
import type { Turn } from "../core/turn.ts";
import type { World } from "../core/world.ts";
import { checkReverse, compileLinkifier, LinkifierError } from "../markdown/index.ts";
import { schemaOf } from "../protocol/schema.ts";
import {
  anything,
  byName,
  line,
  listOf,
  located,
  maybe,
  noted,
  nullable,
  oneOf,
  optional,
  type Place,
  type Read,
  record,
  shape,
  shapesLike,
  text,
  textLike,
  truth,
  whole,
  wrong,
} from "../reader/index.ts";
import { systemGroup, withSubgroups } from "../rules/groups/membership.ts";
import { idShape, withIds } from "./ids.ts";
import { instant, secondsOf } from "./instants.ts";
import { channelName, groupName, type Name, type Names, type Permitted, permittedSettings, userName } from "./names.ts";

const yearMillis = 365 * 86_400_000;
const seconds = nullable(whole());
const plainNames = Object.keys(realmDefaults) as (keyof typeof realmDefaults)[];
const groupNames = Object.keys(realmGroupDefaults) as RealmGroupSetting[];

/** Settings that are the id of a channel, which the file names. */
const channelSettings = [
  "moderation_request_channel_id",
  "new_stream_announcements_stream_id",
  "service_update_announcements_stream_id",
  "signup_announcements_stream_id",
] as const;

/** Values of settings whose default does not say it all. */
export const settingValues = {
  message_content_delete_limit_seconds: seconds,
  message_content_edit_limit_seconds: seconds,
  move_messages_within_stream_limit_seconds: seconds,
  move_messages_between_streams_limit_seconds: seconds,
  message_retention_days: whole(-1),
  topics_policy: oneOf("allow_empty_topic", "disable_empty_topic"),
  message_edit_history_visibility_policy: oneOf("all", "moves", "none"),
};

export const settingsShape = record({
  ...shapesLike(realmDefaults, {
    ...settingValues,
    jitsi_server_url: nullable(text()),
    external_authentication_methods: listOf(
      record({ name: text(undefined, 1), display_name: text(undefined, 1), display_icon: optional(nullable(text()), null) }),
    ),
  }),
  ...permittedSettings(groupNames),
  ...recordOf(channelSettings, () => maybe(channelName)),
  date_created: maybe(instant),
});

type SettingsInFile = Read<typeof settingsShape>;

/** Returns when accounts and channels without an instant of their own were made, in milliseconds since 1970. */
export const madeAt = ({ date_created }: SettingsInFile, start: number): number => date_created ?? start - yearMillis;

/** The id that a system group gets, for they are the first groups of every realm. */
const systemGroupId = (name: string): GroupId => (firstIds.group + systemGroups.findIndex((group) => group.name === name)) as GroupId;

const isChannelSetting = (name: string): boolean => (channelSettings as readonly string[]).includes(name);

/** The settings of a realm without groups: those that name people have their defaults. Without an instant the realm is as old as its server. */
export function settingsAtFirst(given: SettingsInFile, start: number): RealmSettings {
  const plain = { ...realmDefaults, ...recordOf(plainNames, (name) => (isChannelSetting(name) ? -1 : given[name])) };
  const people = recordOf(groupNames, (name) => systemGroupId(realmGroupDefaults[name]));
  return { ...plain, ...people, date_created: Math.floor((given.date_created ?? start) / 1000) } as RealmSettings;
}

/** The settings that name people, once there are groups. */
export const settingsOfPeople = (names: Names, given: SettingsInFile) => names.settings<RealmGroupSetting>(given, realmGroupDefaults);

/** The settings that are channels, once there are channels. */
export const settingsOfChannels = (names: Names, given: SettingsInFile) =>
  Object.fromEntries(
    channelSettings.flatMap((name) => {
      const channel = given[name];
      return channel ? [[name, names.channel(channel).id]] : [];
    }),
  );

const ruleOf = record({
  id: idShape,
  pattern: noted("A regular expression of RE2 with named groups.", text(undefined, 1)),
  url_template: noted("An RFC 6570 template with the names of the groups.", text(undefined, 1)),
  example_input: optional(nullable(text()), null),
  reverse_template: optional(nullable(text()), null),
  alternative_url_templates: optional(listOf(text(undefined, 1)), []),
});

const linkifierShape = shape<Read<typeof ruleOf>>(schemaOf(ruleOf), (value, at) => {
  const linkifier = ruleOf(value, at);
  try {
    compileLinkifier(linkifier.pattern, linkifier.url_template);
    checkReverse(linkifier);
  } catch (error) {
    if (!(error instanceof LinkifierError)) throw error;
    wrong(at.at("pattern"), linkifier.pattern, `a pattern that goes with its templates and its example (${error.message})`);
  }
  return linkifier;
});

export const linkifiersShape = listOf(located(linkifierShape));

const emojiName = textLike(/^[0-9a-z_-]+$/, "a name of small letters, digits, hyphens and underscores");

export const emojiShape = byName(
  record({
    id: idShape,
    name: noted("Its name, where that is not its key: one that is deactivated may have the name of another.", maybe(emojiName)),
    author: noted("The user who added it; default nobody known.", maybe(userName)),
    deactivated: optional(truth, false),
  }),
  emojiName,
);

export const domainsShape = byName(
  record({ allow_subdomains: optional(truth, false) }),
  textLike(
    /^(?=.{1,255}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$/,
    "a domain in small letters with at least one dot, of at most 255 characters",
  ),
);

/** The forms of the data of profile fields, for errors. */
export const dataForms = {
  choices: 'an object of options such as {"1": {"text": "Tea", "order": "1"}}',
  account: 'an object such as {"subtype": "github"}',
};

const choicesShape = byName(record({ text: text(undefined, 1), order: text(undefined, 1) }), undefined, dataForms.choices);
const accountShape = record({ subtype: text(undefined, 1), url_pattern: maybe(text(undefined, 1)) }, dataForms.account);

/** The data that a field needs by its type, as JSON text. */
function fieldData(type: FieldType, value: unknown, at: Place): string {
  if (type === 3) choicesShape(value, at);
  else if (type === 7) accountShape(value, at);
  else if (value !== undefined) wrong(at, value, "none: only fields of type 3 and 7 have data");
  return value === undefined ? "" : JSON.stringify(value);
}

const fieldShape = record({
  id: idShape,
  type: noted(
    "The type of its values; 3 is a list of options, 4 a date, 6 a list of users, 7 an external account.",
    oneOf(1, 2, 3, 4, 5, 6, 7, 8),
  ),
  hint: optional(text(limits.fieldHintLength), ""),
  field_data: noted("Type 3: an object of options with text and order; type 7: subtype and url_pattern; others have none.", anything),
  required: optional(truth, false),
  editable_by_user: optional(truth, true),
  display_in_profile_summary: optional(truth, false),
  use_for_user_matching: optional(truth, false),
});

export const profileFieldsShape = byName(fieldShape, line(limits.fieldNameLength, 1));

export const topicPoliciesShape = listOf(
  record({
    user: userName,
    channel: channelName,
    topic: line(limits.topicLength),
    policy: oneOf("muted", "unmuted", "followed"),
    at: noted("When it was set; default when the realm was made.", maybe(instant)),
  }),
);

export function putLinkifiers(turn: Turn, linkifiers: Read<typeof linkifiersShape>): void {
  const inOrder = new Map(linkifiers.map((linkifier, i) => [String(i), linkifier]));
  for (const [, { place: _, ...linkifier }, id] of withIds(turn, "linkifier", inOrder, turn.world.linkifiers)) {
    turn.world.linkifiers.set(id, { ...linkifier, id, order: turn.world.linkifiers.size });
  }
  turn.namesChanged();
}

export function putEmoji(turn: Turn, names: Names, emoji: Read<typeof emojiShape>): void {
  for (const [key, { name = key, author, deactivated }, id] of withIds(turn, "emoji", emoji, turn.world.emoji)) {
    const source_url = `/user_avatars/${turn.world.settings.string_id}/emoji/images/${id}.png`;
    turn.world.emoji.set(id, { id, name, author_id: author ? names.user(author).id : null, deactivated, source_url });
  }
}

export function putDomains(turn: Turn, domains: Read<typeof domainsShape>): void {
  for (const [domain, { allow_subdomains }] of domains) {
    const id = turn.nextId("domain") as DomainId;
    turn.world.domains.set(id, { id, domain, allow_subdomains });
  }
}

export function putProfileFields(turn: Turn, fields: Read<typeof profileFieldsShape>): void {
  for (const [name, { place, field_data, ...field }, id] of withIds(turn, "field", fields, turn.world.fields)) {
    const data = fieldData(field.type, field_data, place.at("field_data"));
    turn.world.fields.set(id, { ...field, id, name, field_data: data, order: id });
  }
}

export function putTopicPolicies(turn: Turn, names: Names, given: Read<typeof topicPoliciesShape>): void {
  for (const { user, channel, topic, policy, at } of given) {
    putPolicy(turn, {
      user_id: names.user(user).id,
      stream_id: names.channel(channel).id,
      topic_name: topic,
      visibility_policy: policies[policy],
      last_updated: secondsOf(at, turn),
    });
  }
}

const nameLine = line(limits.groupNameLength, 1);

const name = shape<string>(schemaOf(nameLine), (value, at) => {
  const read = nameLine(value, at);
  const taken = systemGroups.some((group) => group.name === read);
  return taken ? wrong(at, read, "a name that no system group has") : read;
});

const groupShape = record({
  id: idShape,
  description: optional(text(), ""),
  members: optional(listOf(userName), []),
  subgroups: optional(listOf(groupName), []),
  deactivated: optional(truth, false),
  creator: noted("The user who made it; default nobody known.", maybe(userName)),
  made: noted("When; default when the realm was made.", maybe(instant)),
  ...permittedSettings(groupSettingNames),
});

export const groupsShape = byName(groupShape, name);

const allSettings = (value: GroupSetting) => recordOf(groupSettingNames, () => value);

/** Puts the eight system groups, each with the one before it inside; nobody stands alone. */
export function putSystemGroups(turn: Turn): void {
  let former: GroupId | undefined;
  let nobody: GroupId | undefined;
  for (const { name, description } of systemGroups) {
    const id = turn.nextId("group") as GroupId;
    nobody ??= id;
    putGroup(turn, {
      ...allSettings(nobody),
      id,
      name,
      description,
      members: new Set(),
      direct_subgroups: new Set(former === undefined ? [] : [former]),
      is_system_group: true,
      creator_id: null,
      date_created: null,
      deactivated: false,
    });
    if (id !== nobody) former = id;
  }
}

const defaults: Readonly<Record<GroupSettingName, string>> = {
  can_add_members_group: "role:nobody",
  can_join_group: "role:nobody",
  can_leave_group: "role:everyone",
  can_manage_group: "role:nobody",
  can_mention_group: "role:everyone",
  can_remove_members_group: "role:nobody",
};

function refuseCircles(world: World, group: GroupId, subgroups: readonly Name[], names: Names): void {
  for (const subgroup of subgroups) {
    if (withSubgroups(world, names.group(subgroup)).has(group)) wrong(subgroup.at, subgroup.name, "a group that does not contain this one");
  }
}

/** The system groups that settings of a group cannot be (Resources and their fields > User group). */
const barred: Partial<Record<GroupSettingName, readonly string[]>> = {
  can_manage_group: ["role:internet", "role:everyone"],
  can_mention_group: ["role:internet"],
};

function refuseBarred(given: Partial<Record<GroupSettingName, Permitted | undefined>>): void {
  for (const [setting, names] of Object.entries(barred)) {
    const { groups = [], members = [] } = given[setting as GroupSettingName] ?? {};
    const [only, ...others] = groups;
    if (only && others.length + members.length === 0 && names.includes(only.name))
      wrong(only.at, only.name, `a group that ${setting} can be: neither ${names.join(" nor ")}`);
  }
}

/** Puts the groups of a file. They may contain and name each other whatever their order. */
export function putGroups(turn: Turn, names: Names, groups: Read<typeof groupsShape>): void {
  const { world } = turn;
  for (const [name, { description, deactivated, made }, id] of withIds(turn, "group", groups, world.groups)) {
    const blank = { members: new Set<never>(), direct_subgroups: new Set<never>(), is_system_group: false, creator_id: null };
    const settings = allSettings(systemGroup(world, "role:nobody"));
    putGroup(turn, { ...settings, ...blank, id, name, description, date_created: secondsOf(made, turn), deactivated });
  }
  for (const [name, given] of groups) {
    const group = world.groups.require(world.groupsByName.require(name));
    refuseBarred(given);
    const { can_add_members_group, can_manage_group, creator } = given;
    const own = creator && { members: [creator], groups: [] };
    const permitted = { ...given, can_add_members_group: can_add_members_group ?? own, can_manage_group: can_manage_group ?? own };
    putGroup(turn, {
      ...group,
      ...names.settings<GroupSettingName>(permitted, defaults),
      members: new Set(given.members.map((member) => names.user(member).id)),
      direct_subgroups: new Set(given.subgroups.map((subgroup) => names.group(subgroup))),
      creator_id: creator ? names.user(creator).id : null,
    });
  }
  for (const [name, { subgroups }] of groups) refuseCircles(world, world.groupsByName.require(name), subgroups, names);
}
