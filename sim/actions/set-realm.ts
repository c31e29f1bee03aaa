import { type RealmGroupSetting, realmDefaults, realmGroupDefaults } from "../core/settings.ts";
import type { Turn } from "../core/turn.ts";
import { tellAll } from "../effects/tell-all.ts";
import { settingValue } from "../resources/group.ts";
import { action, noIds, type Read, required } from "./action.ts";
import { anything, groupSetting, oneOf, orNull, text, whole } from "./fields.ts";
import { likeDefault, type Property, property, propertyNamed } from "./property.ts";

type PlainName = keyof typeof realmDefaults;
type OfRealm = undefined;

const seconds = orNull(whole(0, Number.MAX_SAFE_INTEGER));

/** How values are read whose default does not say it all. */
const readers: Partial<Record<PlainName, Read<unknown>>> = {
  name: text(1),
  message_content_delete_limit_seconds: seconds,
  message_content_edit_limit_seconds: seconds,
  move_messages_within_stream_limit_seconds: seconds,
  message_edit_history_visibility_policy: oneOf("all", "moves", "none"),
  topics_policy: oneOf("allow_empty_topic", "disable_empty_topic"),
};

/** What belongs to the server rather than to the organization: clients are not told of it. */
const untold: ReadonlySet<PlainName> = new Set([
  "string_id",
  "email_auth_enabled",
  "require_email_format_usernames",
  "video_provider_configured",
  "limits_presence_to_accessible_users",
]);

function eventOf(name: PlainName, value: unknown): Readonly<Record<string, unknown>> | undefined {
  if (name === "deactivated") return value ? { op: "deactivated" } : undefined;
  if (name === "icon_url") return { op: "update_dict", property: "icon", data: { icon_url: value, icon_source: "U" } };
  return untold.has(name) ? undefined : { op: "update", property: name, value };
}

/** Stores a setting; texts of messages may depend on it. */
function store(turn: Turn, name: PlainName | RealmGroupSetting, value: unknown): void {
  turn.world.settings = { ...turn.world.settings, [name]: value };
  turn.namesChanged();
}

const plain = (name: PlainName): Property<OfRealm> =>
  property(readers[name] ?? likeDefault(realmDefaults[name]), (turn, _, value) => {
    if (turn.world.settings[name] === value) return;
    store(turn, name, value);
    const event = eventOf(name, value);
    if (event) tellAll(turn, "realm", event);
  });

const people = (name: RealmGroupSetting): Property<OfRealm> =>
  property(groupSetting, (turn, _, value) => {
    store(turn, name, value);
    tellAll(turn, "realm", { op: "update_dict", property: "default", data: { [name]: settingValue(turn.world, value) } });
  });

const properties: Readonly<Record<string, Property<OfRealm>>> = Object.fromEntries([
  ...(Object.keys(realmDefaults) as PlainName[]).map((name) => [name, plain(name)] as const),
  ...(Object.keys(realmGroupDefaults) as RealmGroupSetting[]).map((name) => [name, people(name)] as const),
]);

/** Sets one setting of the organization. */
export const setRealm = action({
  name: "set_realm",
  fields: { property: required(text(1)), value: required(anything) },
  rules: (realm, { property: name, value }) => propertyNamed(properties, name).prepare(realm, undefined, value),
  effect: (turn, _, write) => {
    write(turn);
    return noIds;
  },
});
