import { deliver } from "../core/queues.ts";
import { refuse } from "../core/refusal.ts";
import { type UserSettings, userDefaults } from "../core/settings.ts";
import { putUser, type Role, roles, type User } from "../core/users.ts";
import { changeRole } from "../effects/change-role.ts";
import { setAddresses } from "../effects/set-addresses.ts";
import { tellAll } from "../effects/tell-all.ts";
import { avatarUrl } from "../resources/people.ts";
import { action, noIds, type Read, required } from "./action.ts";
import { anything, listOf, member, oneOf, shown, text } from "./fields.ts";
import { likeDefault, type Property, property, propertyNamed } from "./property.ts";

type OfUser = Property<User>;

const fullName: OfUser = property(text(1, 100), (turn, user, full_name) => {
  if (user.full_name === full_name) return;
  putUser(turn, { ...user, full_name });
  tellAll(turn, "realm_user", { op: "update", person: { user_id: user.id, full_name } });
});

const roleNumber = oneOf(...Object.values(roles));

/** A role by its name or its number. */
const role: Read<Role> = (value, at, realm) =>
  typeof value === "string" && Object.hasOwn(roles, value)
    ? roles[value as keyof typeof roles]
    : typeof value === "number"
      ? roleNumber(value, at, realm)
      : refuse(
          `${at} is ${shown(value)}; it can be ${Object.entries(roles)
            .map(([name, number]) => `${name} (${number})`)
            .join(", ")}`,
        );

/** Where the picture comes from; a new one each time it is set. */
const avatar: OfUser = property(oneOf("G", "U"), (turn, user, avatar_source) => {
  const changed = { ...user, avatar_source, avatar_version: user.avatar_version + 1 };
  putUser(turn, changed);
  const avatar_url = avatarUrl(turn.world, changed, false)!;
  const avatar_url_medium = avatar_source === "G" ? `${avatar_url}&s=500` : avatar_url.replace(".png", "-medium.png");
  const person = { user_id: user.id, avatar_source, avatar_url, avatar_url_medium, avatar_version: changed.avatar_version };
  tellAll(turn, "realm_user", { op: "update", person });
});

const timezone: OfUser = property(text(), (turn, user, zone) => {
  if (user.timezone === zone) return;
  putUser(turn, { ...user, timezone: zone });
  tellAll(turn, "realm_user", { op: "update", person: { user_id: user.id, email: user.email, timezone: zone } });
});

const address: OfUser = property(
  text(1),
  (turn, user, delivery_email) => setAddresses(turn, user, { ...user, delivery_email }),
  (realm, user, given) => {
    if (!/^[^\s@<>:]+@[^\s@<>:]+$/.test(given)) refuse("value is not an address such as alice@example.com");
    const owner = realm.usersByDeliveryEmail.get(given.toLowerCase());
    if (owner !== undefined && owner !== user.id) refuse(`value: the address ${given} is in use`);
  },
);

const alertWords: OfUser = property(listOf(text(1, 100)), (turn, user, words) => {
  const alert_words = [...new Set(words)];
  putUser(turn, { ...user, alert_words });
  deliver(turn, [user.id], "alert_words", () => ({ alert_words }));
});

const mutedUsers: OfUser = property(listOf(member), (turn, user, muted) => {
  const muted_users = new Map(muted.map(({ id }) => [id, user.muted_users.get(id) ?? turn.seconds]));
  putUser(turn, { ...user, muted_users });
  deliver(turn, [user.id], "muted_users", () => ({ muted_users: [...muted_users].map(([id, timestamp]) => ({ id, timestamp })) }));
});

type SettingName = keyof UserSettings;

const policy = oneOf(1, 2, 3, 4);

/** How settings are read whose default does not say it all. */
const readers: Partial<Record<SettingName, Read<unknown>>> = {
  automatically_follow_topics_policy: policy,
  automatically_unmute_topics_in_muted_streams_policy: policy,
  email_address_visibility: oneOf(1, 2, 3, 4, 5),
};

const setting = (name: SettingName): OfUser =>
  property(readers[name] ?? likeDefault(userDefaults[name]), (turn, user, value) => {
    if (user.settings[name] === value) return;
    const changed = { ...user, settings: { ...user.settings, [name]: value } };
    putUser(turn, changed);
    deliver(turn, [user.id], "user_settings", () => ({ op: "update", property: name, value }));
    if (name === "email_address_visibility") setAddresses(turn, user, changed);
  });

const properties: Readonly<Record<string, OfUser>> = {
  full_name: fullName,
  role: property(role, changeRole),
  avatar_source: avatar,
  timezone,
  delivery_email: address,
  alert_words: alertWords,
  muted_users: mutedUsers,
  ...Object.fromEntries((Object.keys(userDefaults) as SettingName[]).map((name) => [name, setting(name)])),
};

/** Sets one property or personal setting of an account. */
export const setUser = action({
  name: "set_user",
  fields: { as: required(member), property: required(text(1)), value: required(anything) },
  rules: (realm, { as, property: name, value }) => propertyNamed(properties, name).prepare(realm, as, value),
  effect: (turn, _, write) => {
    write(turn);
    return noIds;
  },
});
