import type { GroupId } from "../core/ids.ts";
import { limits } from "../core/limits.ts";
import { recordOf } from "../core/lookup.ts";
import type { FieldType, Linkifier } from "../core/organization.ts";
import type { Realm } from "../core/realm.ts";
import { refuse } from "../core/refusal.ts";
import { type RealmGroupSetting, realmDefaults, realmGroupDefaults } from "../core/settings.ts";
import { deactivateGroup } from "../effects/groups.ts";
import {
  addField,
  type PlainRealmSetting,
  addEmoji as putEmoji,
  addLinkifier as putLinkifier,
  setRealmPeople,
  setRealmSetting,
} from "../effects/organization.ts";
import { checkReverse, compileLinkifier, LinkifierError } from "../markdown/index.ts";
import { text as anyText, entriesOf, maybe, record, shapeLike, wrong } from "../reader/index.ts";
import { dataForms, settingValues } from "../realm/organization.ts";
import { action, actionPlace, creation, optional, type Property, property, propertyNamed, type ReadField } from "./action.ts";
import { anything, groupSetting, jsonWords, listOf, nullable, oneOf, text, truth, whole } from "./fields.ts";

/** The parts of a linkifier that have to go together. */
type NewLinkifier = Pick<Linkifier, "pattern" | "url_template"> &
  Readonly<Partial<Record<"example_input" | "reverse_template", string | null | undefined>>>;

function mustCompile(realm: Realm, { pattern, url_template, ...more }: NewLinkifier): void {
  if ([...realm.linkifiers.values()].some((one) => one.pattern === pattern))
    refuse(`pattern: there is a linkifier ${jsonWords(pattern)} already`);
  try {
    compileLinkifier(pattern, url_template);
    checkReverse({ pattern, ...more });
  } catch (thrown) {
    if (!(thrown instanceof LinkifierError)) throw thrown;
    refuse(thrown.message);
  }
}

const addLinkifier = creation("add_linkifier", {
  pattern: text(1),
  url_template: text(1),
  example_input: optional(nullable(text())),
  reverse_template: optional(nullable(text())),
  alternative_url_templates: optional(listOf(text(1))),
})({
  rules: (realm, linkifier) => mustCompile(realm, linkifier),
  effect: (turn, { pattern, url_template, example_input = null, reverse_template = null, alternative_url_templates = [] }) => ({
    id: putLinkifier(turn, { pattern, url_template, example_input, reverse_template, alternative_url_templates }),
  }),
});

const choices = entriesOf(record({ text: anyText(), order: anyText() }), undefined, dataForms.choices);
const account = record({ subtype: anyText(), url_pattern: maybe(anyText()) }, dataForms.account);
const dataPlace = actionPlace.at("field_data");

/** Returns what a field needs by its type, as JSON text. It may be given as text already. */
function fieldData(type: FieldType, given: unknown): string {
  if (type !== 3 && type !== 7)
    return given === undefined || given === "" ? "" : wrong(dataPlace, given, "none: only fields of type 3 and 7 have it");
  const value: unknown = typeof given === "string" ? parsed(given) : given;
  if (type === 7) account(value, dataPlace);
  else choices(value, dataPlace);
  return JSON.stringify(value);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return wrong(dataPlace, text, "an object, or the JSON of one");
  }
}

const addProfileField = creation("add_profile_field", {
  name: text(1, limits.fieldNameLength),
  type: oneOf(1, 2, 3, 4, 5, 6, 7, 8),
  field_data: optional(anything),
  editable_by_user: optional(truth),
})({
  rules: (realm, { name, type, field_data }) => {
    if ([...realm.fields.values()].some((field) => field.name === name)) refuse(`name: there is a field ${jsonWords(name)} already`);
    return fieldData(type, field_data);
  },
  effect: (turn, { name, type, editable_by_user = true }, field_data) => {
    const rest = { hint: "", required: false, display_in_profile_summary: false, use_for_user_matching: false };
    return { id: addField(turn, { type, name, field_data, editable_by_user, ...rest }) };
  },
});

const addEmoji = creation("add_emoji", { name: text(1) })({
  rules: (realm, { name }) => {
    if (!/^[0-9a-z_-]+$/.test(name)) refuse("name: it is made of small letters, digits, hyphens and underscores");
    if ([...realm.emoji.values()].some((emoji) => emoji.name === name && !emoji.deactivated))
      refuse(`name: there is an emoji ${jsonWords(name)} already`);
  },
  effect: (turn, { name }) => ({ id: putEmoji(turn, name, null) }),
});

const setVideoProvider = action("set_video_provider", { configured: truth })({
  effect: (turn, { configured }) => (turn.world.settings = { ...turn.world.settings, video_provider_configured: configured }),
});

const endGroup = action("deactivate_group", { group_id: whole() })({
  rules: (realm, { group_id }) => {
    const group = realm.groups.get(group_id as GroupId) ?? refuse(`group_id: there is no group with id ${group_id}`);
    if (group.is_system_group) refuse(`group_id: ${group.name} is a system group`);
    return group.deactivated ? refuse(`group_id: the group ${group.name} is deactivated already`) : group;
  },
  effect: (turn, _, group) => deactivateGroup(turn, group),
});

export const organizationActions = [addLinkifier, addProfileField, addEmoji, setVideoProvider, endGroup];

type OfRealm = undefined;

const channelOrNone = whole(-1);

/** Readers of values whose default does not say it all. */
const readers: Partial<Record<PlainRealmSetting, ReadField<unknown>>> = {
  ...settingValues,
  moderation_request_channel_id: channelOrNone,
  new_stream_announcements_stream_id: channelOrNone,
  service_update_announcements_stream_id: channelOrNone,
  signup_announcements_stream_id: channelOrNone,
  name: text(1),
  jitsi_server_url: nullable(text(1)),
  external_authentication_methods: listOf(record({ name: anyText(), display_name: anyText(), display_icon: nullable(anyText()) })),
};

const plain = (name: PlainRealmSetting): Property<OfRealm> =>
  property(readers[name] ?? shapeLike(realmDefaults[name]), (turn, _, value) => setRealmSetting(turn, name, value));

const people = (name: RealmGroupSetting): Property<OfRealm> =>
  property(groupSetting, (turn, _, value) => setRealmPeople(turn, name, value));

const properties: Readonly<Record<string, Property<OfRealm>>> = {
  ...recordOf(Object.keys(realmDefaults) as PlainRealmSetting[], plain),
  ...recordOf(Object.keys(realmGroupDefaults) as RealmGroupSetting[], people),
};

/** The names of all that set_realm sets. */
export const realmProperties = Object.keys(properties);

/** Sets one setting of the organization. */
export const setRealm = action("set_realm", { property: text(1), value: anything })({
  rules: (realm, { property: name, value }) => propertyNamed(properties, name)(realm, undefined, value),
  effect: (turn, _, write) => write(turn),
});
