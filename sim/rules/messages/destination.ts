import type { Channel } from "../../core/channels.ts";
import type { ChannelId, UserId } from "../../core/ids.ts";
import { channelWord, has } from "../../core/levels.ts";
import { codePoints, limits, withoutSpaceAround } from "../../core/limits.ts";
import { conversationKey } from "../../core/places.ts";
import { unprintableAt } from "../../core/printable.ts";
import type { Realm } from "../../core/realm.ts";
import { Refusal, refuse, refuseAs } from "../../core/refusal.ts";
import { productName } from "../../core/server.ts";
import { isBot, type User } from "../../core/users.ts";
import { escapeAll } from "../../markdown/index.ts";
import { integerIn, readJson } from "../../protocol/json.ts";
import { knowsChannel } from "../channels/channel-access.ts";
import { included, systemGroup } from "../groups/membership.ts";
import { knownTo } from "../people/user-access.ts";
import { withOwner } from "./posting.ts";

/** A channel as a request names it: by its name, or by an id, which is a text too where somebody is told of it. */
export interface NamedChannel {
  readonly id?: number;
  readonly said: string;
}
/** People as a request names them: all by their ids or all by their addresses. */
type NamedPeople = readonly number[] | readonly string[];

/** The beginning of texts that could be JSON: names seldom are, and failing to decode them is dear. */
const jsonStart = /^\s*["[{\-0-9tfn]/;

/** The text of `to` as JSON where it is that, else as it is. */
function read(to: string): unknown {
  const value = jsonStart.test(to) ? readJson(to) : undefined;
  return value === undefined ? to : value;
}

/**
 * The channel that `to` names: a bare name, a name or an integer as JSON, or a list of one of these.
 * @refuses BAD_REQUEST: a list of anything else
 * @silent  rulings.oddChannelNames
 */
export function namedChannel(realm: Realm, to: string): NamedChannel {
  const word = channelWord(realm);
  const value = read(to);
  const one: unknown = !Array.isArray(value) ? value : value.length === 1 ? value[0] : refuse(`Expected exactly one ${word}`);
  if (typeof one === "string") return { said: one };
  const id = integerIn(one);
  if (id !== undefined) return { id: Number(id), said: String(id) };
  const isObserved = realm.server.rulings.oddChannelNames === "observed";
  if (!isObserved && !Array.isArray(value)) return { said: to };
  // To running servers the booleans are integers.
  if (isObserved && typeof one === "boolean") return { id: Number(one), said: one ? "True" : "False" };
  return refuse(`Invalid data type for ${word}`);
}

export const channelOfId = (id: number): NamedChannel => ({ id, said: String(id) });

const areAll = <T>(list: readonly unknown[], test: (value: unknown) => value is T): readonly T[] =>
  list.every(test) ? list : refuse("Recipient lists may contain emails or user IDs, but not both.");

const isText = (value: unknown): value is string => typeof value === "string";
const isId = (value: unknown): value is number => Number.isInteger(value);

/** A decoded value, an id beyond all others as a number near it. */
const withinNumbers = (value: unknown): unknown => (integerIn(value) === undefined ? value : Number(integerIn(value)));

/**
 * The people that `to` names: a list of ids, a list of addresses, or addresses with commas between them. Each is named once.
 * @refuses BAD_REQUEST: anything else, and nobody at all
 */
export function namedPeople(to: string): NamedPeople {
  const value = read(to);
  const list: unknown = isText(value) ? value.split(",") : value;
  if (!Array.isArray(list)) return refuse("Invalid data type for recipients");
  if (list.length === 0) return refuse("Message must have recipients");
  const ids = list.map(withinNumbers);
  if (isId(ids[0])) return [...new Set(areAll(ids, isId))];
  if (!isText(list[0])) return refuse("Invalid data type for recipients");
  const addresses = areAll(list, isText).map((address) => withoutSpaceAround(address));
  const named = [...new Set(addresses.filter((address) => address !== ""))];
  return named.length > 0 ? named : refuse("Message must have recipients");
}

/** Returns what texts of refusals call a channel where they begin with it. */
export const capitalised = (realm: Realm): "Channel" | "Stream" => (channelWord(realm) === "channel" ? "Channel" : "Stream");

/** @refuses BAD_REQUEST: no name that a channel can have */
export function checkName(realm: Realm, name: string): void {
  const [Word, mark] = capitalised(realm) === "Channel" ? ["Channel", "."] : ["Stream", "!"];
  if (name === "") refuse(`${Word} name can't be empty${mark}`);
  if (codePoints(name) > limits.channelNameLength) refuse(`${Word} name too long (limit: ${limits.channelNameLength} characters).`);
  const position = unprintableAt(name);
  if (position !== undefined) refuse(`Invalid character in ${channelWord(realm)} name, at position ${position}${mark}`);
}

/**
 * The channel that a sender means; undefined where there is none, or none that the sender may know of.
 * @silent rulings.oddChannelNames, rulings.hiddenChannel
 */
export function channelNamed(realm: Realm, sender: User, named: NamedChannel): Channel | undefined {
  if (named.id === undefined && realm.server.rulings.oddChannelNames === "observed") checkName(realm, withoutSpaceAround(named.said));
  const id = named.id ?? realm.channelsByName.get(withoutSpaceAround(named.said).toLowerCase());
  const channel = realm.channels.get(id as ChannelId | undefined);
  if (!channel || realm.server.rulings.hiddenChannel === "refused") return channel;
  return withOwner(realm, sender).some((user) => knowsChannel(realm, user, channel)) ? channel : undefined;
}

/** The refusal of a channel that does not exist. @silent rulings.unknownChannelName, rulings.unknownChannelId */
export function unknownChannel(realm: Realm, named: NamedChannel): Refusal {
  const Word = capitalised(realm);
  const code = "STREAM_DOES_NOT_EXIST";
  if (named.id !== undefined) {
    const extra = realm.server.rulings.unknownChannelId === "observed" ? { stream_id: named.id } : { stream: named.said };
    return new Refusal(`${Word} with ID '${named.said}' does not exist`, { code, extra });
  }
  const stream = realm.server.rulings.unknownChannelName === "observed" ? escapeAll(withoutSpaceAround(named.said), "&#x27;") : named.said;
  return new Refusal(`${Word} '${stream}' does not exist`, { code, extra: { stream } });
}

/** The account of an id. @refuses BAD_REQUEST: unknown */
export const userOfId = (realm: Realm, id: number): User => realm.users.get(id as UserId) ?? refuse(`Invalid user ID ${id}`);

const userOfAddress = (realm: Realm, email: string): User =>
  realm.users.get(realm.usersByEmail.get(email.toLowerCase())) ?? refuse(`Invalid email '${email}'`);

/** The accounts that a request names. @refuses BAD_REQUEST: the first unknown one */
export const usersNamed = (realm: Realm, named: NamedPeople): User[] =>
  named.map((one) => (typeof one === "number" ? userOfId(realm, one) : userOfAddress(realm, one)));

/** @refuses BAD_REQUEST: an account that is deactivated */
export function allActive(realm: Realm, users: readonly User[]): void {
  const gone = users.find((user) => !user.is_active);
  if (gone) refuseAs("deactivated recipient", `'${gone.email}' is no longer using ${productName(realm.server)}.`);
}

function conversationExists(realm: Realm, users: readonly User[]): boolean {
  const conversation = realm.conversations.get(conversationKey(users.map(({ id }) => id)));
  return realm.byRecipient.oldest(conversation?.recipient_id) !== undefined;
}

/** @refuses BAD_REQUEST: direct messages disabled */
function directMessagesAllowed(realm: Realm): void {
  const { direct_message_permission_group: permission } = realm.settings;
  if (permission === systemGroup(realm, "role:nobody")) refuse("Direct messages are disabled in this organization.");
}

/**
 * A sender who may write to these people. Bots, and conversations with bots or oneself, are exempt from the realm's permissions.
 * @refuses BAD_REQUEST: recipients that a guest may not know of; deactivated ones; direct messages disabled, nobody here to authorize one, not allowed to begin one
 */
export function mayWriteTo(realm: Realm, sender: User, recipients: readonly User[]): void {
  const knows = knownTo(realm, sender);
  if (knows && !recipients.every(knows)) refuse("You do not have permission to access some of the recipients.");
  const others = recipients.filter(({ id }) => id !== sender.id);
  const isExempt = isBot(sender) || others.every(isBot);
  const hasGroups = has(realm, "directMessageGroups");
  if (!hasGroups && !isExempt) directMessagesAllowed(realm);
  allActive(realm, recipients);
  if (!hasGroups || isExempt) return;
  directMessagesAllowed(realm);
  const { direct_message_permission_group: permission, direct_message_initiator_group: initiator } = realm.settings;
  const participants = [sender, ...others];
  if (!participants.some((user) => included(realm, user, permission))) {
    refuse("This conversation does not include any users who can authorize it.");
  }
  if (!included(realm, sender, initiator) && !conversationExists(realm, participants)) {
    refuse("You do not have permission to initiate direct message conversations.");
  }
}
