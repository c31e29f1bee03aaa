import { limits } from "../core/limits.ts";
import { realmSettingSince } from "../core/realm-settings.ts";
import { type RealmGroupSetting, realmGroupDefaults } from "../core/settings.ts";
import { type PlainRealmSetting, setRealmPeople, setRealmSetting } from "../effects/set-realm-setting.ts";
import { writes } from "../protocol/endpoint.ts";
import { aCount } from "../protocol/json.ts";
import { boolean, type Decoded, type Decoder, json, oneOf, optional, type Param, text } from "../protocol/params.ts";
import { settingChange } from "../requests/group-setting.ts";
import { organizationParams } from "../requests/realm-params.ts";
import { authenticationMethods, timeLimit } from "../requests/realm-setting.ts";
import { checkedRealmPeople, checkOwnersSettings } from "../rules/organization/realm-setting.ts";
import { administratorsOnly } from "../rules/people/roles.ts";
import { changedSetting, type SettingChange } from "../rules/people/setting-change.ts";

/** An older form of the policy for messages without a topic. */
const mandatoryTopics: Decoder<string> = (given, name, realm) =>
  boolean(given, name, realm) ? "disable_empty_topic" : "allow_empty_topic";

const plain = {
  ...organizationParams,
  mandatory_topics: optional(mandatoryTopics, { until: "topicsPolicy" }),
  presence_disabled: optional(boolean),
  name: optional(text({ max: limits.realmNameLength })),
  description: optional(text({ max: limits.realmDescriptionLength })),
  inline_image_preview: optional(boolean),
  message_content_delete_limit_seconds: optional(timeLimit),
  allow_message_editing: optional(boolean),
  topics_policy: optional(oneOf("allow_empty_topic", "disable_empty_topic"), { since: "topicsPolicy" }),
  message_content_edit_limit_seconds: optional(timeLimit),
  message_edit_history_visibility_policy: optional(oneOf("all", "moves", "none"), { since: "editHistoryPolicy" }),
  waiting_period_threshold: optional(json(aCount)),
  default_code_block_language: optional(text()),
  enable_spectator_access: optional(boolean),
  enable_read_receipts: optional(boolean),
  move_messages_within_stream_limit_seconds: optional(timeLimit),
  move_messages_between_streams_limit_seconds: optional(timeLimit),
};

const groupSettings = Object.keys(realmGroupDefaults) as RealmGroupSetting[];

function groupParam(name: RealmGroupSetting): Param<SettingChange | undefined> {
  const since = realmSettingSince(name);
  return optional(settingChange, since ? { since } : {});
}

const people = Object.fromEntries(groupSettings.map((name) => [name, groupParam(name)])) as Record<
  RealmGroupSetting,
  Param<SettingChange | undefined>
>;

const params = { ...plain, ...people, authentication_methods: optional(authenticationMethods) };

/** The settings that are stored under another name than that of their parameter. */
const storedNames: Readonly<Record<string, PlainRealmSetting>> = {
  enable_spectator_access: "web_public_streams_enabled",
  mandatory_topics: "topics_policy",
};
const stored = (name: string): PlainRealmSetting => storedNames[name] ?? (name as PlainRealmSetting);

const sentPlain = (sent: Decoded<typeof params>) =>
  Object.keys(plain).flatMap((name) => {
    const value: unknown = sent[name as keyof typeof plain];
    return value === undefined ? [] : [{ name, value }];
  });

/**
 * PATCH /realm: settings of the organization. Those that name people are given as `{new, old}`. What is so already is left alone.
 * Of the ways to log in only that by password is simulated.
 * @reply   what has changed, by name: the value, or of texts that they were updated
 * @refuses UNAUTHORIZED_PRINCIPAL: not an administrator, or not an owner for what is the owners' alone; BAD_REQUEST: a value that the
 *          setting cannot have; EXPECTATION_MISMATCH: a setting is not what the client believes
 */
export const updateRealm = writes({
  route: "PATCH /realm",
  params,
  allow: administratorsOnly,
  rules: ({ realm, caller, params }) => {
    checkOwnersSettings(realm, caller, params);
    const changed = sentPlain(params).filter(({ name, value }) => realm.settings[stored(name)] !== value);
    const regrouped = groupSettings.flatMap((name) => {
      const change = params[name];
      const value = change && changedSetting(realm, realm.settings[name], change, (sent) => checkedRealmPeople(realm, name, sent));
      return value === undefined ? [] : [{ name, value }];
    });
    return { changed, regrouped, byPassword: params.authentication_methods?.Email };
  },
  effect: ({ turn, found: { changed, regrouped, byPassword } }) => {
    if (byPassword !== undefined) setRealmSetting(turn, "email_auth_enabled", byPassword);
    for (const { name, value } of changed) setRealmSetting(turn, stored(name), value);
    for (const { name, value } of regrouped) setRealmPeople(turn, name, value);
    const plainValues = changed.map(({ name, value }) => [name, typeof value === "string" ? "updated" : value]);
    return Object.fromEntries([...plainValues, ...regrouped.map(({ name, value }) => [name, value])]);
  },
});
