import type { UserId } from "../../core/ids.ts";
import { has } from "../../core/levels.ts";
import { codePoints, limits, withoutSpaceAround } from "../../core/limits.ts";
import type { Domain } from "../../core/organization.ts";
import type { Realm } from "../../core/realm.ts";
import { Refusal, refuse, refuseAs, refusePermission } from "../../core/refusal.ts";
import { hostOf } from "../../core/server.ts";
import { isAdministrator, isBot, isGuest, roles, type User } from "../../core/users.ts";
import type { Allow } from "../../protocol/endpoint.ts";
import { included } from "../groups/membership.ts";

function accounts(realm: Realm, ids: readonly number[], isActive: boolean): UserId[] {
  for (const id of ids) {
    const user = realm.users.get(id as UserId);
    if (!user || (isActive && !user.is_active) || user.is_system_bot) refuse(`Invalid user ID: ${id}`);
  }
  return [...new Set(ids as readonly UserId[])];
}

/** Ids of active accounts of the organization, each once. @refuses BAD_REQUEST: the first id that is none */
export const activeAccounts = (realm: Realm, ids: readonly number[]): UserId[] => accounts(realm, ids, true);

/** Ids of accounts that may be members of a group, each once: before level 303 deactivated ones too. @refuses BAD_REQUEST: the first id that is none */
export const memberAccounts = (realm: Realm, ids: readonly number[]): UserId[] => accounts(realm, ids, has(realm, "activeDirectMembers"));

/** The largest role that still sees an address, by its visibility: 1 everyone, 2 members, 3 administrators, 4 nobody, 5 moderators. */
const largestSeeing: Readonly<Record<number, number>> = {
  1: roles.guest,
  2: roles.member,
  3: roles.administrator,
  4: 0,
  5: roles.moderator,
};

/** The address that an account logs in with, for one who may see it. */
export const addressFor = (user: User, viewer: User): string | null =>
  user.id === viewer.id || viewer.role <= (largestSeeing[user.settings.email_address_visibility] ?? 0) ? user.delivery_email : null;

const atom = "[-!#$%&'*+/=?^_`{}|~0-9a-z]+";
const label = "[a-z0-9]([a-z0-9-]*[a-z0-9])?";
const address = new RegExp(`^${atom}(\\.${atom})*@(localhost|(${label}\\.)+${label})$`, "i");

export const isAddress = (name: string): boolean => address.test(name);

/** @refuses BAD_REQUEST: not an address, where accounts are named by addresses */
export function checkUserName(realm: Realm, name: string): void {
  if (realm.settings.require_email_format_usernames && !isAddress(name)) refuse("Enter a valid email address.");
}

/** @refuses BAD_REQUEST: shorter or longer than passwords may be. How well they can be guessed is not looked at */
export function checkPassword({ settings }: Realm, password: string, msg: string): void {
  const length = codePoints(password);
  if (length < settings.password_min_length || length > settings.password_max_length) refuse(msg);
}

const areas = "Africa America Antarctica Arctic Asia Atlantic Australia Brazil Canada Chile Etc Europe Indian Mexico Pacific US";
const loneZones = `CET CST6CDT Cuba EET EST EST5EDT Egypt Eire GB GB-Eire GMT GMT[+]0 GMT-0 GMT0 Greenwich HST Hongkong Iceland Iran Israel
  Jamaica Japan Kwajalein Libya MET MST MST7MDT NZ NZ-CHAT Navajo PRC PST8PDT Poland Portugal ROC ROK Singapore Turkey UCT UTC Universal
  W-SU WET Zulu`;
const either = (words: string): string => `(${words.split(/\s+/).join("|")})`;

/** The name of a time zone, or none. Of the places in an area any will do. */
export const zoneName = new RegExp(`^(|${either(loneZones)}|${either(areas)}(/[A-Za-z][\\w+-]*){1,2})$`);

/** Says what such a name looks like. */
export const zoneSample = 'a name of the IANA database such as "Europe/Vienna", or ""';

const unauthorized = (msg: string, code: string): Refusal => new Refusal(msg, { status: 401, code });

/** The account of a login name: its address, or in a directory the part before the at sign. */
function accountNamed(realm: Realm, name: string): User | undefined {
  const folded = name.toLowerCase();
  const user = realm.users.get(realm.usersByDeliveryEmail.get(folded));
  if (user || realm.settings.require_email_format_usernames) return user;
  return [...realm.users.values()].find(({ delivery_email }) => delivery_email.toLowerCase().split("@")[0] === folded);
}

/** @refuses REALM_DEACTIVATED, USER_DEACTIVATED */
function checkInUse({ settings }: Realm, user: User): void {
  if (settings.deactivated) throw unauthorized("This organization has been deactivated", "REALM_DEACTIVATED");
  if (!user.is_active) throw unauthorized("Account is deactivated", "USER_DEACTIVATED");
}

/**
 * The account of a name that is taken at its word, where development needs no password.
 * @refuses AUTHENTICATION_FAILED, REALM_DEACTIVATED, USER_DEACTIVATED: all 401, without a challenge
 */
export function knownAccount(realm: Realm, name: string): User {
  const user = accountNamed(realm, name);
  if (!user || isBot(user)) throw unauthorized("Your username or password is incorrect", "AUTHENTICATION_FAILED");
  checkInUse(realm, user);
  return user;
}

/**
 * The account that a name and a password open. That it is deactivated shows before the password is looked at.
 * @refuses PASSWORD_AUTH_DISABLED, AUTHENTICATION_FAILED, REALM_DEACTIVATED, USER_DEACTIVATED: all 401, without a challenge
 */
export function loggedIn(realm: Realm, name: string, password: string): User {
  const { email_auth_enabled, require_email_format_usernames } = realm.settings;
  if (!email_auth_enabled && require_email_format_usernames) {
    throw unauthorized("Password authentication is disabled in this organization", "PASSWORD_AUTH_DISABLED");
  }
  const failed = unauthorized("Your username or password is incorrect", "AUTHENTICATION_FAILED");
  const user = accountNamed(realm, name);
  if (password === "" || !user) throw failed;
  checkInUse(realm, user);
  if (user.password !== password) throw failed;
  return user;
}

/** Domains whose addresses are thrown away after use. Servers know some thousands; these are the best known. */
const disposable: ReadonlySet<string> = new Set([
  "10minutemail.com",
  "discard.email",
  "dispostable.com",
  "getnada.com",
  "guerrillamail.com",
  "maildrop.cc",
  "mailinator.com",
  "sharklasers.com",
  "temp-mail.org",
  "throwawaymail.com",
  "trashmail.com",
  "yopmail.com",
]);

/** The words of a refusal: of an address of another domain, and of one that is thrown away after use. */
interface AddressWords {
  readonly outside: string;
  readonly disposable: string;
}

const addressWords: AddressWords = { outside: "Outside your domain.", disposable: "Please use your real email address." };

/**
 * What is said of an address that the organization takes no account with; undefined where it takes one. Without a restriction to
 * domains it takes every address, but for those that are thrown away after use, unless it takes these too.
 */
export function addressFault({ settings, domains }: Realm, address: string, words = addressWords): string | undefined {
  const at = address.lastIndexOf("@");
  const given = address.slice(at + 1).toLowerCase();
  if (!settings.emails_restricted_to_domains)
    return settings.disallow_disposable_email_addresses && disposable.has(given) ? words.disposable : undefined;
  if (address.slice(0, at).includes("+")) return "Email addresses containing + are not allowed.";
  const holds = ({ domain, allow_subdomains }: Domain): boolean => given === domain || (allow_subdomains && given.endsWith(`.${domain}`));
  return [...domains.values()].some(holds) ? undefined : words.outside;
}

/**
 * The address that an account is to log in with from now on; undefined for the one it has.
 * @refuses BAD_REQUEST: none, one that the organization does not take, or another's
 */
export function newAddress(realm: Realm, user: User, given: string | undefined): string | undefined {
  const address = withoutSpaceAround(given ?? "");
  if (address === "" || address === user.delivery_email) return undefined;
  checkUserName(realm, address);
  const fault = addressFault(realm, address);
  if (fault !== undefined) refuse(fault);
  const taken = realm.usersByDeliveryEmail.get(address.toLowerCase());
  return taken === undefined || taken === user.id ? address : refuse("Already has an account.");
}

/** Characters of mentions and of Markdown, and all that cannot be seen. */
const forbidden = /[*`\\>"@\p{C}]/u;

/** A name by which others are told to be the same. */
const foldedName = (name: string): string => name.normalize("NFKC").toLowerCase();

/** Whether another account has a name, in whatever letters, deactivated ones and bots included. */
function isNamed(realm: Realm, name: string, user: User | undefined): boolean {
  const folded = foldedName(name);
  return [...realm.users.values()].some(
    ({ id, full_name, is_system_bot }) => id !== user?.id && !is_system_bot && foldedName(full_name) === folded,
  );
}

/**
 * A name as it is kept: without white space around it.
 * @param user who is to have it; undefined for a new account
 * @refuses BAD_REQUEST: its length, a character, an end like that of a mention, another's where names have to be unique
 */
export function fullNameOf(realm: Realm, given: string, user?: User): string {
  const name = withoutSpaceAround(given);
  const length = codePoints(name);
  if (length > limits.fullNameLength) refuse("Name too long!");
  if (length < limits.fullNameLeast) refuse("Name too short!");
  if (forbidden.test(name)) refuse("Invalid characters in name!");
  if (/\|\d+$/.test(given)) refuse("Invalid format!");
  if (realm.settings.require_unique_names && isNamed(realm, name, user)) refuse("Unique names required in this organization.");
  return name;
}

/** Whether an account is the only owner that is left to an organization. */
export const isLastOwner = (realm: Realm, user: User): boolean =>
  user.role === roles.owner &&
  ![...realm.users.values()].some((one) => one.role === roles.owner && one.is_active && !isBot(one) && one.id !== user.id);

/** Administrators and owners. @refuses UNAUTHORIZED_PRINCIPAL: anybody else */
export const administratorsOnly = ({ caller }: { readonly caller: User }): void => {
  if (!isAdministrator(caller)) refuse("Must be an organization administrator", "UNAUTHORIZED_PRINCIPAL");
};

/** Owners; administrators too before the level that took it from them. @refuses UNAUTHORIZED_PRINCIPAL: anybody else */
export const ownersOnly: Allow = (call) => {
  if (!has(call.realm, "ownersAddDomains")) administratorsOnly(call);
  else ownersDecide(call.caller);
};

/** Refuses everybody but owners. @refuses UNAUTHORIZED_PRINCIPAL: anybody else */
export const ownersDecide = ({ role }: User): void => {
  if (role !== roles.owner) refuse("Must be an organization owner", "UNAUTHORIZED_PRINCIPAL");
};

/** People, whatever their role. @refuses BAD_REQUEST: bots */
export const peopleOnly: Allow = ({ caller }) => {
  if (isBot(caller)) refuse("This endpoint does not accept bot requests.");
};

/** Everyone but guests. @refuses BAD_REQUEST: guests */
export const noGuests: Allow = ({ caller }) => {
  if (isGuest(caller)) refuseAs("guest", "Not allowed for guest users");
};

/** People who are no guests. @refuses BAD_REQUEST: guests and bots */
export const membersOnly: Allow = (call) => {
  noGuests(call);
  peopleOnly(call);
};

/** Everyone but guests; bots from the level on that lets them manage groups. @refuses BAD_REQUEST: anybody else */
export const groupEditorsOnly: Allow = (call) => {
  noGuests(call);
  if (!has(call.realm, "botsManageGroups")) peopleOnly(call);
};

/** The part of bots' addresses after the at sign. */
export const botDomain = ({ settings, server }: Realm): string => settings.bot_domain || hostOf(server.url);

/** A bot that the caller may administer: its own, or any for administrators. @refuses BAD_REQUEST: missing, no bot, another's */
export function botToAdminister(realm: Realm, caller: User, id: number): User {
  const bot = realm.users.get(id as UserId);
  if (!bot || !isBot(bot) || bot.is_system_bot) return refuse("No such bot");
  return bot.bot_owner === caller.id || isAdministrator(caller) ? bot : refusePermission();
}

/** The address that a bot of a short name gets. @refuses BAD_REQUEST: none, or another's */
export function botAddress(realm: Realm, shortName: string): string {
  const address = `${shortName}-bot@${botDomain(realm)}`;
  if (shortName === "" || !isAddress(address)) refuse("Bad name or username");
  return realm.usersByDeliveryEmail.has(address.toLowerCase()) ? refuse("Username already in use") : address;
}

/** Whether an active bot, another than the one given, has a name. */
export function isBotNamed(realm: Realm, name: string, bot?: User): boolean {
  const folded = name.toLowerCase();
  return [...realm.users.values()].some(
    (other) => isBot(other) && other.is_active && other.id !== bot?.id && other.full_name.toLowerCase() === folded,
  );
}

/** @refuses BAD_REQUEST: another active bot has the name */
export function checkBotName(realm: Realm, name: string, bot?: User): void {
  if (isBotNamed(realm, name, bot)) refuse("Name is already in use.");
}

/** @refuses BAD_REQUEST: the caller may not make bots of the type */
export function mayCreateBot(realm: Realm, caller: User, type: NonNullable<User["bot_type"]>): void {
  if (!has(realm, "can_create_bots_group")) return;
  const { can_create_bots_group, can_create_write_only_bots_group } = realm.settings;
  const settings = type === 2 ? [can_create_bots_group, can_create_write_only_bots_group] : [can_create_bots_group];
  if (!settings.some((who) => included(realm, caller, who))) refusePermission();
}
