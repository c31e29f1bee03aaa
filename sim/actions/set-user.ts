import { limits } from "../core/limits.ts";
import { refuse } from "../core/refusal.ts";
import { type SettingName, type SettingValue, settingChoices, userDefaults } from "../core/settings.ts";
import { type Role, roles, type User } from "../core/users.ts";
import { setAddresses, setAlertWords, setAvatar, setFullName, setMutedUsers, setSetting, setTimezone } from "../effects/personal.ts";
import { changeRole } from "../effects/users.ts";
import { listed, wrong } from "../reader/index.ts";
import { action, fieldSet, noIds, type ReadField } from "./action.ts";
import { anything, listOf, member, oneOf, text } from "./fields.ts";
import { likeDefault, type Property, property, propertyNamed } from "./property.ts";

type OfUser = Property<User>;

const roleNumber = oneOf(...Object.values(roles));

/** A role by its name or its number. */
const role: ReadField<Role> = (value, at) =>
  typeof value === "string" && Object.hasOwn(roles, value)
    ? roles[value as keyof typeof roles]
    : typeof value === "number"
      ? roleNumber(value, at)
      : wrong(
          at,
          value,
          listed(
            Object.entries(roles).map(([name, number]) => `${name} (${number})`),
            "or",
          ),
        );

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
  return choices ? oneOf(...choices) : (likeDefault(userDefaults[name]) as ReadField<SettingValue>);
}

const setting = (name: SettingName): OfUser => property(reader(name), (turn, user, value) => setSetting(turn, user, name, value));

const properties: Readonly<Record<string, OfUser>> = {
  full_name: property(text(1, limits.fullNameLength), setFullName),
  role: property(role, changeRole),
  avatar_source: property(oneOf("G", "U"), setAvatar),
  timezone: property(text(), setTimezone),
  delivery_email: address,
  alert_words: alertWords,
  muted_users: mutedUsers,
  ...Object.fromEntries((Object.keys(userDefaults) as SettingName[]).map((name) => [name, setting(name)])),
};

/** Sets one property or personal setting of an account. */
export const setUser = action({
  name: "set_user",
  fields: fieldSet({ as: member, property: text(1), value: anything }),
  rules: (realm, { as, property: name, value }) => propertyNamed(properties, name).prepare(realm, as, value),
  effect: (turn, _, write) => {
    write(turn);
    return noIds;
  },
});
