import type { UserId } from "../core/ids.ts";
import { limits } from "../core/limits.ts";
import type { Realm } from "../core/realm.ts";
import { keyText } from "../core/rng.ts";
import { settingChoices, userDefaults } from "../core/settings.ts";
import type { Turn } from "../core/turn.ts";
import { isBot, putUser, roles, type User } from "../core/users.ts";
import { noticeBot } from "../effects/notices.ts";
import { loginAddress } from "../protocol/auth.ts";
import { schemaOf } from "../protocol/schema.ts";
import {
  byName,
  line,
  listOf,
  maybe,
  noted,
  oneOf,
  optional,
  orEmpty,
  type Place,
  type Read,
  record,
  type Shape,
  shape,
  shapesLike,
  text,
  textLike,
  truth,
  whole,
  wrong,
} from "../reader/index.ts";
import { perEpoch } from "../resources/scope.ts";
import { apiAddress } from "../resources/user.ts";
import { zoneName, zoneSample } from "../rules/people/accounts.ts";
import { idShape, withIds } from "./ids.ts";
import { instant } from "./instants.ts";
import { type Name, type Names, realmFile, userName } from "./names.ts";
import { navigationViewsShape, presenceShape, profileShape } from "./personal.ts";

export interface CastMember {
  readonly user_id: number;
  /** The address to log in with. */
  readonly email: string;
  readonly api_key: string;
  readonly password: string | null;
  readonly role: "owner" | "administrator" | "moderator" | "member" | "guest";
}

const roleNames = { 100: "owner", 200: "administrator", 300: "moderator", 400: "member", 600: "guest" } as const;

const member = (realm: Realm, user: User): CastMember => ({
  user_id: user.id,
  email: loginAddress(realm, user),
  api_key: user.api_key,
  password: user.password ?? null,
  role: roleNames[user.role],
});

/** The accounts of a realm by the names that the realm file gives them. */
export const castOf = perEpoch((realm): Readonly<Record<string, CastMember>> => {
  const people = [...realm.users.values()].filter((user) => !user.is_system_bot);
  return Object.freeze(Object.fromEntries(people.map((user) => [user.key, Object.freeze(member(realm, user))])));
});

/** The channels of a realm by name. */
export const channelsOf = perEpoch(
  (realm): Readonly<Record<string, { readonly stream_id: number }>> =>
    Object.freeze(Object.fromEntries([...realm.channels.values()].map(({ id, name }) => [name, { stream_id: id }]))),
);

/** Settings that are one of a few values. */
const chosenShapes: { readonly [S in keyof typeof userDefaults]?: Shape<never> } = Object.fromEntries(
  Object.entries(settingChoices).map(([name, choices]) => [name, oneOf(...choices) as Shape<never>]),
);

const keyLike = textLike(/^[A-Za-z][\w.-]*$/, "a name of letters, digits, dots, hyphens and underscores that starts with a letter");

const key = shape<string>(schemaOf(keyLike), (value, at) => {
  const word = keyLike(value, at);
  return Object.hasOwn(systemBots, word) ? wrong(at, word, "another name: this is a bot of the server itself") : word;
});

const userShape = record({
  id: idShape,
  full_name: noted("Default: the key, capitalised.", maybe(line(limits.fullNameLength, 1))),
  email: noted(
    "The address that the account logs in with; default <key>@example.com.",
    maybe(textLike(/^[^\s@<>:]+@[^\s@<>:]+$/, 'an address such as "alice@example.com"')),
  ),
  role: optional(oneOf("owner", "administrator", "moderator", "member", "guest"), "member"),
  password: noted("Default: <key>-password. Bots have none.", maybe(text(undefined, 1))),
  api_key: noted("32 letters and digits; default drawn from the seed.", maybe(textLike(/^[A-Za-z0-9]{32}$/, "32 letters and digits"))),
  bot: noted(
    "Makes the account a bot. Types: 1 generic, 2 incoming webhook, 3 outgoing webhook, 4 embedded.",
    maybe(record({ type: optional(oneOf(1, 2, 3, 4), 1), owner: userName })),
  ),
  active: noted("False for a deactivated account.", optional(truth, true)),
  avatar: optional(oneOf("gravatar", "uploaded"), "gravatar"),
  settings: orEmpty(record(shapesLike(userDefaults, chosenShapes))),
  alert_words: optional(listOf(line(limits.alertWordLength, 1)), []),
  muted_users: optional(listOf(userName), []),
  timezone: optional(textLike(zoneName, zoneSample), ""),
  joined: noted("When the account was made; default when the realm was.", maybe(instant)),
  video_token: noted("Whether there is a token for video calls.", optional(truth, false)),
  presence: noted("At least one of the two; default never seen.", presenceShape),
  devices: noted("How many devices are registered.", optional(whole(0, 1000), 0)),
  profile: noted("Values of profile fields by the name of the field; a list of users for type 6.", orEmpty(profileShape)),
  navigation_views: optional(navigationViewsShape, []),
});

export const usersShape = byName(userShape, key);

export type UserInFile = Read<typeof userShape> & { readonly place: Place };

const capitalised = (word: string): string => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;

function addressesOf(turn: Turn, id: UserId, key: string, { email = `${key}@example.com`, settings }: UserInFile) {
  return { email: apiAddress(turn.world, { id, delivery_email: email, settings }), delivery_email: email };
}

function userOf(turn: Turn, id: UserId, key: string, given: UserInFile): User {
  if (given.bot && given.password !== undefined) wrong(given.place.at("password"), given.password, "none: bots do not log in");
  return {
    id,
    key,
    full_name: given.full_name ?? capitalised(key),
    ...addressesOf(turn, id, key, given),
    role: roles[given.role],
    api_key: given.api_key ?? keyText(turn.chance(`api key of ${key}`, 0)),
    password: given.bot ? undefined : (given.password ?? `${key}-password`),
    is_active: given.active,
    bot_type: given.bot?.type,
    bot_owner: undefined,
    is_system_bot: false,
    avatar_source: given.avatar === "uploaded" ? "U" : "G",
    avatar_version: 1,
    joined: given.joined ?? turn.now,
    timezone: given.timezone,
    settings: given.settings,
    alert_words: given.alert_words,
    muted_users: new Map(),
    has_video_token: given.video_token,
  };
}

/** The bots of the server itself, by the names that stand in their addresses too. */
const systemBots = { emailgateway: "Email Gateway", "welcome-bot": "Welcome Bot", [noticeBot]: "Notification Bot" };

/** Puts the accounts of the server, of which one sends its notices. They are there before anybody else. */
export function putSystemBots(turn: Turn): void {
  const place = realmFile(turn.now, false);
  for (const [key, full_name] of Object.entries(systemBots)) {
    const given = { ...userShape({ full_name, email: `${key}@${turn.world.server.brand}.com` }, place), place };
    const bot = userOf(turn, turn.nextId("user") as UserId, key, given);
    putUser(turn, { ...bot, password: undefined, bot_type: 1, is_system_bot: true });
  }
}

function putUnlikeOthers(turn: Turn, user: User, place: Place): void {
  const { users, usersByApiKey, usersByDeliveryEmail } = turn.world;
  const has = (id: UserId): string => `${users.require(id).key} has this one`;
  const sameAddress = usersByDeliveryEmail.get(user.delivery_email.toLowerCase());
  if (sameAddress !== undefined) wrong(place.at("email"), user.delivery_email, `an address that no other user has; ${has(sameAddress)}`);
  const sameKey = usersByApiKey.get(user.api_key);
  if (sameKey !== undefined) wrong(place.at("api_key"), user.api_key, `a key that no other user has; ${has(sameKey)}`);
  putUser(turn, user);
}

function ownerOf(owner: Name, names: Names): User {
  const user = names.user(owner);
  return isBot(user) ? wrong(owner.at, owner.name, "a user who is no bot: bots own none") : user;
}

/** Puts the users of a file, then what they say of each other. */
export function putUsers(turn: Turn, names: Names, users: Read<typeof usersShape>): void {
  const { world } = turn;
  const all = withIds(turn, "user", users, world.users);
  for (const [key, given, id] of all) putUnlikeOthers(turn, userOf(turn, id, key, given), given.place);
  for (const [key, { bot, muted_users }] of users) {
    if (!bot && muted_users.length === 0) continue;
    const user = world.users.require(world.usersByKey.require(key));
    const muted = muted_users.map((name) => [names.user(name).id, turn.seconds] as const);
    putUser(turn, { ...user, bot_owner: bot && ownerOf(bot.owner, names).id, muted_users: new Map(muted) });
  }
}
