import type { GroupId } from "../core/ids.ts";
import { limits } from "../core/limits.ts";
import type { FieldType } from "../core/organization.ts";
import type { Realm } from "../core/realm.ts";
import { refuse } from "../core/refusal.ts";
import { deactivateGroup } from "../effects/groups.ts";
import { addField, addEmoji as putEmoji, addLinkifier as putLinkifier } from "../effects/organization.ts";
import { compileLinkifier, LinkifierError } from "../markdown/index.ts";
import { text as anyText, entriesOf, maybe, record, wrong } from "../reader/index.ts";
import { action, actionPlace, always, fieldSet, noIds, optional } from "./action.ts";
import { anything, jsonWords, listOf, oneOf, orNull, text, truth, whole } from "./fields.ts";

function mustCompile(realm: Realm, pattern: string, url_template: string): void {
  if ([...realm.linkifiers.values()].some((one) => one.pattern === pattern))
    refuse(`pattern: there is a linkifier ${jsonWords(pattern)} already`);
  try {
    compileLinkifier(pattern, url_template);
  } catch (thrown) {
    if (!(thrown instanceof LinkifierError)) throw thrown;
    refuse(thrown.message);
  }
}

const addLinkifier = action({
  name: "add_linkifier",
  fields: fieldSet({
    pattern: text(1),
    url_template: text(1),
    example_input: optional(orNull(text())),
    reverse_template: optional(orNull(text())),
    alternative_url_templates: optional(listOf(text(1))),
  }),
  rules: (realm, { pattern, url_template }) => mustCompile(realm, pattern, url_template),
  effect: (turn, { pattern, url_template, example_input = null, reverse_template = null, alternative_url_templates = [] }) => ({
    id: putLinkifier(turn, { pattern, url_template, example_input, reverse_template, alternative_url_templates }),
  }),
});

const choices = entriesOf(record({ text: anyText(), order: anyText() }));
const account = record({ subtype: anyText(), url_pattern: maybe(anyText()) });
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

const addProfileField = action({
  name: "add_profile_field",
  fields: fieldSet({
    name: text(1, limits.fieldNameLength),
    type: oneOf(1, 2, 3, 4, 5, 6, 7, 8),
    field_data: optional(anything),
    editable_by_user: optional(truth),
  }),
  rules: (realm, { name, type, field_data }) => {
    if ([...realm.fields.values()].some((field) => field.name === name)) refuse(`name: there is a field ${jsonWords(name)} already`);
    return fieldData(type, field_data);
  },
  effect: (turn, { name, type, editable_by_user = true }, field_data) => {
    const rest = { hint: "", required: false, display_in_profile_summary: false, use_for_user_matching: false };
    return { id: addField(turn, { type, name, field_data, editable_by_user, ...rest }) };
  },
});

const addEmoji = action({
  name: "add_emoji",
  fields: fieldSet({ name: text(1) }),
  rules: (realm, { name }) => {
    if (!/^[0-9a-z_-]+$/.test(name)) refuse("name: it is made of small letters, digits, hyphens and underscores");
    if ([...realm.emoji.values()].some((emoji) => emoji.name === name && !emoji.deactivated))
      refuse(`name: there is an emoji ${jsonWords(name)} already`);
  },
  effect: (turn, { name }) => ({ id: putEmoji(turn, name, null) }),
});

const setVideoProvider = action({
  name: "set_video_provider",
  fields: fieldSet({ configured: truth }),
  rules: always,
  effect: (turn, { configured }) => {
    turn.world.settings = { ...turn.world.settings, video_provider_configured: configured };
    return noIds;
  },
});

const endGroup = action({
  name: "deactivate_group",
  fields: fieldSet({ group_id: whole() }),
  rules: (realm, { group_id }) => {
    const group = realm.groups.get(group_id as GroupId) ?? refuse(`group_id: there is no group with id ${group_id}`);
    if (group.is_system_group) refuse(`group_id: ${group.name} is a system group`);
    return group.deactivated ? refuse(`group_id: the group ${group.name} is deactivated already`) : group;
  },
  effect: (turn, _, group) => {
    deactivateGroup(turn, group);
    return noIds;
  },
});

export const organizationActions = [addLinkifier, addProfileField, addEmoji, setVideoProvider, endGroup];
