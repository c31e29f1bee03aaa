import type { UserId } from "../core/ids.ts";
import { keyText } from "../core/rng.ts";
import { userDefaults } from "../core/settings.ts";
import type { Turn } from "../core/turn.ts";
import { settingChoices } from "../core/user-settings.ts";
import { putUser, roles, type User } from "../core/users.ts";
import { noticeBot } from "../effects/notice.ts";
import { apiAddress } from "../resources/people.ts";
import { Spot, wrong } from "./fault.ts";
import { idShape, idsOf } from "./ids.ts";
import { instant } from "./instants.ts";
import { type Names, userName } from "./names.ts";
import { navigationViewsShape, profileShape } from "./personal.ts";
import {
  byName,
  line,
  listOf,
  maybe,
  oneOf,
  optional,
  orEmpty,
  type Read,
  record,
  type Shape,
  shapesLike,
  text,
  textLike,
  truth,
  whole,
} from "./shapes.ts";

/** Settings that are one of a few values. */
const chosenShapes: { readonly [S in keyof typeof userDefaults]?: Shape<never> } = Object.fromEntries(
  Object.entries(settingChoices).map(([name, choices]) => [name, oneOf(...choices) as Shape<never>]),
);

const key: Shape<string> = (value, at) => {
  const word = textLike(/^[A-Za-z][\w.-]*$/, "a name of letters, digits, dots, hyphens and underscores that starts with a letter")(
    value,
    at,
  );
  return Object.hasOwn(systemBots, word) ? wrong(at, word, "another name: this is a bot of the server itself") : word;
};

const userShape = record({
  id: idShape,
  full_name: maybe(line(100, 1)),
  email: maybe(textLike(/^[^\s@<>:]+@[^\s@<>:]+$/, 'an address such as "alice@example.com"')),
  role: optional(oneOf("owner", "administrator", "moderator", "member", "guest"), "member"),
  password: maybe(text(undefined, 1)),
  api_key: maybe(textLike(/^[A-Za-z0-9]{32}$/, "32 letters and digits")),
  bot: maybe(record({ type: optional(oneOf(1, 2, 3, 4), 1), owner: userName })),
  active: optional(truth, true),
  avatar: optional(oneOf("gravatar", "uploaded"), "gravatar"),
  settings: orEmpty(record(shapesLike(userDefaults, chosenShapes))),
  alert_words: optional(listOf(line(100, 1)), []),
  muted_users: optional(listOf(userName), []),
  timezone: optional(text(), ""),
  joined: maybe(instant),
  video_token: optional(truth, false),
  presence: maybe(record({ active: maybe(instant), connected: maybe(instant) })),
  devices: optional(whole(0, 1000), 0),
  profile: orEmpty(profileShape),
  navigation_views: optional(navigationViewsShape, []),
});

export const usersShape = byName(userShape, key);

export type UserInFile = Read<typeof userShape> & { readonly spot: Spot };

const capitalised = (word: string): string => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;

function addressesOf(turn: Turn, id: UserId, key: string, { email = `${key}@example.com`, settings }: UserInFile) {
  return { email: apiAddress(turn.world, { id, delivery_email: email, settings }), delivery_email: email };
}

function userOf(turn: Turn, id: UserId, key: string, given: UserInFile): User {
  if (given.bot && given.password !== undefined) wrong(given.spot.at("password"), given.password, "none: bots do not log in");
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
const systemBots = { "email-gateway": "Email Gateway", "welcome-bot": "Welcome Bot", [noticeBot]: "Notification Bot" };

/** Puts the accounts of the server, of which one sends its notices. They are there before anybody else. */
export function putSystemBots(turn: Turn): void {
  const spot = new Spot(turn.now);
  for (const [key, full_name] of Object.entries(systemBots)) {
    const given = { ...userShape({ full_name, email: `${key}@${turn.world.server.brand}.com` }, spot), spot };
    const bot = userOf(turn, turn.nextId("user") as UserId, key, given);
    putUser(turn, { ...bot, password: undefined, bot_type: 1, is_system_bot: true });
  }
}

function putUnlikeOthers(turn: Turn, user: User, spot: Spot): void {
  const { usersByApiKey, usersByDeliveryEmail } = turn.world;
  if (usersByDeliveryEmail.has(user.delivery_email.toLowerCase()))
    wrong(spot.at("email"), user.delivery_email, "an address that no other user has");
  if (usersByApiKey.has(user.api_key)) wrong(spot.at("api_key"), user.api_key, "a key that no other user has");
  putUser(turn, user);
}

/** Puts the users of a file, then what they say of each other. */
export function putUsers(turn: Turn, names: Names, users: Read<typeof usersShape>): void {
  const { world } = turn;
  const ids = idsOf(turn, "user", [...users.values()], (id) => world.users.has(id as UserId)) as UserId[];
  for (const [i, [key, given]] of [...users].entries()) putUnlikeOthers(turn, userOf(turn, ids[i]!, key, given), given.spot);
  for (const [key, { bot, muted_users }] of users) {
    if (!bot && muted_users.length === 0) continue;
    const user = world.users.get(world.usersByKey.get(key)!)!;
    const muted = muted_users.map((name) => [names.user(name).id, turn.seconds] as const);
    putUser(turn, { ...user, bot_owner: bot && names.user(bot.owner).id, muted_users: new Map(muted) });
  }
}
