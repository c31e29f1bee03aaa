import { has, settingLifetimes } from "../core/levels.ts";
import { own, recordOf } from "../core/lookup.ts";
import { refuse } from "../core/refusal.ts";
import { choiceSince, type SettingName, type SettingValue, settingChoices, settingNames, userDefaults } from "../core/settings.ts";
import type { Turn } from "../core/turn.ts";
import { isAdministrator, putUser, type User } from "../core/users.ts";
import { setDefault, setFullName, setSetting, setTimezone } from "../effects/personal.ts";
import { type Call, writesOnly } from "../protocol/endpoint.ts";
import { aKeptCount } from "../protocol/json.ts";
import { boolean, type Decoded, type Decoder, integer, json, keptInteger, optional, text } from "../protocol/params.ts";
import { administratorsOnly, checkPassword, fullNameOf, newAddress, peopleOnly, zoneName } from "../rules/people/accounts.ts";

const sound: Decoder<string> = (given) =>
  (settingChoices.notification_sound ?? []).includes(given) ? given : refuse(`Invalid notification sound '${given}'`);

const notOneOf = (name: string): never => refuse(`Invalid ${name}: Value error, Not in the list of possible values`);

const chosen =
  <T extends SettingValue>(decode: Decoder<T>, choices: readonly SettingValue[]): Decoder<T> =>
  (given, name, realm) => {
    const value = decode(given, name, realm);
    const since = own(choiceSince, String(value));
    return choices.includes(value) && (since === undefined || has(realm, since)) ? value : notOneOf(name);
  };

/** Returns how a setting is read: like its default and, where it has choices, as one of them. */
function decoder(name: SettingName): Decoder<SettingValue> {
  if (name === "notification_sound") return sound;
  const fallback = userDefaults[name];
  if (typeof fallback === "boolean") return boolean;
  const choices = settingChoices[name];
  if (name === "email_notifications_batching_period_seconds") return keptInteger;
  if (typeof fallback === "number") return choices ? chosen(integer, choices) : json(aKeptCount);
  return choices ? chosen(text(), choices) : text();
}

/** The parameters of all personal settings. */
const settings = recordOf(settingNames, (name) => optional(decoder(name), settingLifetimes[name]));

const longestBatch = 7 * 86_400;

/** @refuses BAD_REQUEST: a batch of no time or of more than a week */
function checkBatch({ email_notifications_batching_period_seconds: seconds }: Decoded<typeof settings>): void {
  if (typeof seconds === "number" && (seconds <= 0 || seconds > longestBatch)) refuse(`Invalid email batching period: ${seconds} seconds`);
}

/** The name of a time zone, or none. Of the places in an area any will do. */
const zone: Decoder<string> = (given, name) =>
  zoneName.test(given) ? given : refuse(`Invalid ${name}: Value error, Not a recognized time zone`);

const params = {
  full_name: optional(text()),
  email: optional(text()),
  old_password: optional(text(), { fallback: "" }),
  new_password: optional(text(), { fallback: "" }),
  ...settings,
  timezone: optional(zone),
};

type Request = Call<"PATCH /settings", typeof params>;

/** The password that the caller wants from now on; undefined for the one they have. @refuses BAD_REQUEST: the old one is wrong, too short */
function newPassword({ realm, caller, params: { old_password, new_password } }: Request): string | undefined {
  if (new_password === "") return undefined;
  if (!realm.settings.email_auth_enabled) refuse("Password authentication is disabled in this organization");
  if (old_password !== caller.password) refuse("Wrong password!");
  checkPassword(realm, new_password, "New password is too weak!");
  return new_password;
}

/** The changes of an account beside its settings. */
interface Identity {
  readonly password: string | undefined;
  readonly name: string | undefined;
  readonly address: string | undefined;
}

/** The name that the caller wants from now on; undefined for the one they have, which stays where the organization says so. */
function newName({ realm, caller, params: { full_name = caller.full_name } }: Request): string | undefined {
  if (full_name === caller.full_name || (realm.settings.name_changes_disabled && !isAdministrator(caller))) return undefined;
  return fullNameOf(realm, full_name, caller);
}

/** The address that the caller wants from now on; undefined for the one they have. @refuses BAD_REQUEST: none, another's, it is to stay */
function ownAddress({ realm, caller, params: { email } }: Request): string | undefined {
  const address = newAddress(realm, caller, email);
  const stays = realm.settings.email_changes_disabled && !isAdministrator(caller);
  return address !== undefined && stays ? refuse("Email address changes are disabled in this organization.") : address;
}

/** Each change in turn of the account as the one before has left it. A new address waits for the action `confirm_email`. */
function changeAccount(turn: Turn, { id }: User, { params }: Request, { password, name, address }: Identity): void {
  const now = (): User => turn.world.users.require(id);
  if (password !== undefined) putUser(turn, { ...now(), password });
  if (name !== undefined) setFullName(turn, now(), name);
  if (address !== undefined) putUser(turn, { ...now(), unconfirmed_email: address });
  for (const setting of settingNames) {
    const value = params[setting];
    if (value !== undefined) setSetting(turn, now(), setting, value);
  }
  if (params.timezone !== undefined) setTimezone(turn, now(), params.timezone);
}

const settingsAt = <const Route extends string>(route: Route, since?: "settingsAtOnce") =>
  writesOnly({
    route,
    ...(since && { since }),
    params,
    allow: peopleOnly,
    rules: (request) => {
      checkBatch(request.params);
      const password = newPassword(request);
      return { request, identity: { password, name: newName(request), address: ownAddress(request) } };
    },
    effect: ({ turn, caller, found: { request, identity } }) => changeAccount(turn, caller, request, identity),
  });

/**
 * PATCH /settings: the caller's personal settings, name, address and password. A new address holds once it is confirmed.
 * @refuses BAD_REQUEST: a value that a setting cannot have, a wrong old password, a name or an address that is none; bots
 */
export const updateSettings = settingsAt("PATCH /settings", "settingsAtOnce");

/** PATCH /settings/display: the older name for settings of one kind, which now takes all. */
export const updateDisplay = settingsAt("PATCH /settings/display");

/** PATCH /settings/notifications: the older name for settings of another kind, which now takes all. */
export const updateNotifications = settingsAt("PATCH /settings/notifications");

/**
 * PATCH /realm/user_settings_defaults: the personal settings with which new accounts begin.
 * @refuses UNAUTHORIZED_PRINCIPAL: not an administrator; BAD_REQUEST: a value that a setting cannot have
 */
export const updateDefaults = writesOnly({
  route: "PATCH /realm/user_settings_defaults",
  since: "settingsDefaults",
  params: settings,
  allow: administratorsOnly,
  rules: ({ params }) => checkBatch(params),
  effect: ({ turn, params }) => {
    for (const name of settingNames) {
      const value = params[name];
      if (value !== undefined) setDefault(turn, name, value);
    }
  },
});
