import { instantText, realmSchema } from "../../../sim/index.ts";
import { isObject, parsed } from "../../client/json.ts";
import type { Body } from "../../expect.ts";
import { rowsOf } from "../named-ids.ts";
import { type NamesById, permitted } from "./names.ts";
import { byKeys, emojiRows } from "./organization.ts";

/** Facts that registrations and messages tell of a server. */
interface Told {
  readonly registrations: ReadonlyMap<string, Body>;
  readonly names: NamesById;
  /** The names of channels, by their ids. */
  readonly channels: ReadonlyMap<unknown, string>;
  /** The messages of the file, oldest first. */
  readonly messages: readonly Body[];
  /** The messages that each account sees, by account. */
  readonly seen: ReadonlyMap<string, readonly Body[]>;
  /** The most messages that were asked for each account. */
  readonly most: number;
  /** The instant of the copy, in milliseconds since 1970. */
  readonly now: number;
}

type Extend = Readonly<Record<string, Body>>;

const properties = (shape: unknown): Body => (isObject(shape) && isObject(shape.properties) ? shape.properties : {});
const inFile = properties(realmSchema);
const settingNames = Object.keys(properties(inFile.settings));
const ofAccounts = isObject(inFile.users) && isObject(inFile.users.additionalProperties) ? inFile.users.additionalProperties : {};
const personalNames = Object.keys(properties(properties(ofAccounts).settings));

const announcements = "service_update_announcements_stream_id";

/** Settings that hold the id of a channel, -1 for none; a file has its name. */
const channelSettings = /_stream_id$|^moderation_request_channel_id$/;

/** The settings of the organization that a file can hold, as a registration tells them. */
export function organizationOf({ registrations, names, channels, messages, seen, now }: Told): Body {
  const [first = {}] = registrations.values();
  const earliest = Math.min(now, ...messages.slice(0, 1).map(({ at }) => Date.parse(String(at))));
  // Its name on the wire has the brand in it.
  const branded = Object.entries(first).find(([name]) => /^realm_\w+_update_announcements_stream_id$/.test(name))?.[1];
  const entries = settingNames.flatMap((name): (readonly [string, unknown])[] => {
    const wire = `realm_${name}`;
    const given = Object.hasOwn(first, wire) ? first[wire] : name === announcements ? branded : first[name];
    if (given === undefined) return [];
    if (name === "date_created")
      return typeof given === "number" && given >= 0 && given * 1000 <= earliest ? [[name, instantText(given * 1000)]] : [];
    if (/^(can|direct|create_multiuse|workplace)_.*_group$|^can_(create|manage_all)_groups$/.test(name))
      return [[name, permitted(given, names)]];
    if (!channelSettings.test(name)) return [[name, given]];
    const channel = channels.get(given);
    return channel === undefined ? [] : [[name, channel]];
  });
  const people = new Set(names.users.keys());
  const own = [...seen.values()].flat().find(({ sender_id }) => people.has(sender_id))?.sender_realm_str;
  return { ...Object.fromEntries(entries), ...(typeof own === "string" && own !== "" && { string_id: own }) };
}

/** When something was made, as a file has it, where that was no later than the copy. */
const madeOf = ({ date_created }: Body, now: number): Body =>
  typeof date_created === "number" && date_created >= 0 && date_created * 1000 <= now ? { made: instantText(date_created * 1000) } : {};

/** Returns the makers of groups, folders and emoji, and when they made them, by their names. */
export function makersOf({ registrations, names, now }: Told): {
  readonly groups: Extend;
  readonly folders: Extend;
  readonly emoji: Extend;
} {
  const [first = {}] = registrations.values();
  const by = (rows: readonly Body[], field: string, as: string): Extend =>
    byKeys(rows, (row) => {
      const user = names.users.get(row[field]);
      return { ...(user !== undefined && { [as]: user }), ...madeOf(row, now) };
    }) as Extend;
  return {
    groups: by(rowsOf(first, "realm_user_groups"), "creator_id", "creator"),
    folders: by(rowsOf(first, "channel_folders"), "creator_id", "creator"),
    emoji: by(emojiRows(first), "author_id", "author"),
  };
}

/** The channels that new accounts get: ids of newer servers, records of older ones. */
export function defaultsOf({ registrations, channels }: Told): readonly string[] {
  const [first = {}] = registrations.values();
  const given = Array.isArray(first.realm_default_streams) ? first.realm_default_streams : [];
  return given.flatMap((one) => channels.get(isObject(one) ? one.stream_id : one) ?? []);
}

function profileOf(row: Body, fields: readonly Body[], { users }: NamesById): Body {
  const data = isObject(row.profile_data) ? row.profile_data : {};
  const entries = fields.flatMap(({ id, name, type }): (readonly [string, unknown])[] => {
    const field = data[String(id)];
    const value = isObject(field) ? field.value : undefined;
    if (typeof value !== "string" || value === "") return [];
    const people = type === 6 ? parsed(value) : undefined;
    return [[String(name), Array.isArray(people) ? people.flatMap((one) => users.get(one) ?? []) : value]];
  });
  return Object.fromEntries(entries);
}

/** Returns the accounts as they are told: since when they are there, their profiles, and of those with a key their settings. */
export function accountsOf({ registrations, names, now }: Told): Extend {
  const [first = {}] = registrations.values();
  const fields = rowsOf(first, "custom_profile_fields");
  const entries = names.people.flatMap((row): (readonly [string, Body])[] => {
    const key = names.users.get(row.user_id);
    if (key === undefined) return [];
    const own = registrations.get(key)?.user_settings;
    const settings = isObject(own) ? personalNames.filter((name) => own[name] !== undefined).map((name) => [name, own[name]]) : [];
    const joined = Date.parse(String(row.date_joined));
    const isKnown = joined >= 0 && joined <= now;
    const profile = profileOf(row, fields, names);
    const more = {
      ...(isKnown && { joined: instantText(joined) }),
      ...(settings.length > 0 && { settings: Object.fromEntries(settings) }),
      ...(Object.keys(profile).length > 0 && { profile }),
    };
    return [[key, more]];
  });
  return Object.fromEntries(entries);
}

/**
 * When each subscriber of a channel with protected history came, as far as that can be told: whoever gives a key with the first message that
 * they see there, others with the first that they wrote, else just now: nobody reads more than they do on the server.
 */
function arrivals(
  channel: string,
  subscribers: readonly string[],
  isProtected: boolean,
  { messages, seen, most, now }: Told,
): readonly (readonly [user: string, at: string])[] {
  const there = messages.filter(({ to }) => to === channel);
  return subscribers.flatMap((user): (readonly [string, string])[] => {
    const own = seen.get(user);
    const ids = new Set(own?.map(({ id }) => id));
    const first = there.find(({ id, from }) => (own ? ids.has(id) : from === user));
    // What others were sent before, newcomers to a public channel were not, though they may read it.
    const isNewcomer = own !== undefined && own.length < most && first !== there[0];
    if (!isProtected && !isNewcomer) return [];
    return [[user, typeof first?.at === "string" ? first.at : instantText(now)]];
  });
}

interface CopiedChannel {
  readonly privacy?: unknown;
  readonly subscribers?: readonly string[];
  readonly subscriptions?: Extend;
}

/** When subscribers of channels came: without it those with protected history would read what was before their time. */
export function guardedOf(told: Told, channels: unknown): Extend {
  const entries = Object.entries(isObject(channels) ? channels : {}).flatMap(([name, record]): (readonly [string, Body])[] => {
    const { privacy, subscribers = [], subscriptions = {} } = record as CopiedChannel;
    const since = arrivals(name, subscribers, privacy === "private-protected", told);
    const own = since.map(([user, at]) => [user, { ...subscriptions[user], since: at }]);
    return own.length === 0 ? [] : [[name, { subscriptions: { ...subscriptions, ...Object.fromEntries(own) } }]];
  });
  return Object.fromEntries(entries);
}

/** Returns the channels as they are told, without their subscribers: who made them, and how each subscriber has them. */
export function channelsOf(told: Told, channels: unknown): Extend {
  const { registrations, names, now } = told;
  const rows = [...registrations.values()].flatMap((body) => rowsOf(body, "subscriptions", "unsubscribed", "never_subscribed"));
  const byName = new Map(rows.map((row) => [String(row.name), row]));
  const entries = Object.entries(isObject(channels) ? channels : {}).map(([name, record]): readonly [string, Body] => {
    const given = record as CopiedChannel;
    const row = byName.get(name) ?? {};
    const creator = names.users.get(row.creator_id);
    const subscriptions: Record<string, Body> = { ...given.subscriptions };
    for (const [user, body] of registrations) {
      const own = rowsOf(body, "subscriptions").find(({ stream_id }) => stream_id === row.stream_id);
      if (!own) continue;
      const color = String(own.color).toLowerCase();
      const colour = /^#[0-9a-f]{6}$/.test(color) ? { color } : {};
      subscriptions[user] = { ...subscriptions[user], ...colour, ...(own.pin_to_top === true && { pinned: true }) };
    }
    const days = row.message_retention_days;
    return [
      name,
      {
        ...(creator !== undefined && { creator }),
        ...madeOf(row, now),
        ...(typeof days === "number" && days > 0 && { message_retention_days: days }),
        subscriptions,
      },
    ];
  });
  return Object.fromEntries(entries);
}
