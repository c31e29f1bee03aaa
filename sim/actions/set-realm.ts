import { type RealmGroupSetting, realmDefaults, realmGroupDefaults } from "../core/settings.ts";
import { type PlainRealmSetting, setRealmPeople, setRealmSetting } from "../effects/organization.ts";
import { text as anyText, nullable, record } from "../reader/index.ts";
import { action, fieldSet, noIds, type ReadField } from "./action.ts";
import { anything, groupSetting, listOf, oneOf, orNull, text, whole } from "./fields.ts";
import { likeDefault, type Property, property, propertyNamed } from "./property.ts";

type OfRealm = undefined;

const seconds = orNull(whole());

/** An id or a number of days, or -1 for none. */
const orMinusOne = whole(-1);

/** Readers of values whose default does not say it all. */
const readers: Partial<Record<PlainRealmSetting, ReadField<unknown>>> = {
  message_retention_days: orMinusOne,
  moderation_request_channel_id: orMinusOne,
  new_stream_announcements_stream_id: orMinusOne,
  service_update_announcements_stream_id: orMinusOne,
  signup_announcements_stream_id: orMinusOne,
  name: text(1),
  jitsi_server_url: orNull(text(1)),
  message_content_delete_limit_seconds: seconds,
  message_content_edit_limit_seconds: seconds,
  move_messages_within_stream_limit_seconds: seconds,
  move_messages_between_streams_limit_seconds: seconds,
  message_edit_history_visibility_policy: oneOf("all", "moves", "none"),
  topics_policy: oneOf("allow_empty_topic", "disable_empty_topic"),
  external_authentication_methods: listOf(record({ name: anyText(), display_name: anyText(), display_icon: nullable(anyText()) })),
};

const plain = (name: PlainRealmSetting): Property<OfRealm> =>
  property(readers[name] ?? likeDefault(realmDefaults[name]), (turn, _, value) => setRealmSetting(turn, name, value));

const people = (name: RealmGroupSetting): Property<OfRealm> =>
  property(groupSetting, (turn, _, value) => setRealmPeople(turn, name, value));

const properties: Readonly<Record<string, Property<OfRealm>>> = Object.fromEntries([
  ...(Object.keys(realmDefaults) as PlainRealmSetting[]).map((name) => [name, plain(name)] as const),
  ...(Object.keys(realmGroupDefaults) as RealmGroupSetting[]).map((name) => [name, people(name)] as const),
]);

/** Sets one setting of the organization. */
export const setRealm = action({
  name: "set_realm",
  fields: fieldSet({ property: text(1), value: anything }),
  rules: (realm, { property: name, value }) => propertyNamed(properties, name).prepare(realm, undefined, value),
  effect: (turn, _, write) => {
    write(turn);
    return noIds;
  },
});
