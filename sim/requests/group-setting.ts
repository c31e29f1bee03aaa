import { has } from "../core/levels.ts";
import { anInteger, anObject, type Check, isObject, listOf, missingKey, objectOf } from "../protocol/json.ts";
import { type Decoder, integer, json } from "../protocol/params.ts";
import { described } from "../protocol/schema.ts";
import type { SentSetting } from "../rules/groups/group-setting.ts";
import type { SettingChange } from "../rules/people/own-records.ts";

const lists = objectOf({ direct_members: listOf(anInteger), direct_subgroups: listOf(anInteger) });

/** The id of a group, or an object of members and subgroups. Of a value that is neither, servers report the first branch. */
const groupSettingAt: Check<SentSetting> = (value, at) => (isObject(value) ? lists(value, at) : anInteger(value, `${at}["int"]`));

const anonymousToo = json(groupSettingAt);

/** A group-setting value of a parameter; before groups without a name an id only. */
export const groupSetting: Decoder<SentSetting> = described<Decoder<SentSetting>>(
  (given, name, realm) => (has(realm, "anonymousGroups") ? anonymousToo : integer)(given, name, realm),
  { $ref: "#/components/schemas/GroupSetting" },
);

/** A change of a setting that names people. */
export const settingChange: Decoder<SettingChange> = json((value, at, typed) => {
  const given = anObject(value, at);
  if (given.new === undefined) missingKey("new", at, typed);
  const old = given.old === undefined || given.old === null ? undefined : groupSettingAt(given.old, `${at}["old"]`);
  return { new: groupSettingAt(given.new, `${at}["new"]`), old };
});
