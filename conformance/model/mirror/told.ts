import { instantText, realmSchema } from "../../../sim/index.ts";
import { isObject, parsed } from "../../client/json.ts";
import type { Body } from "../../expect.ts";
import { rowsOf } from "../named-ids.ts";
import { settingOf } from "./mirror.ts";
import { type NamesById, picked } from "./names.ts";
import { byKeys, type ChannelRecord, type Extend } from "./organization.ts";

/** Facts that registrations and messages tell of a server. */
interface Told {
  readonly registrations: ReadonlyMap<string, Body>;
  readonly names: NamesById;
  /** The messages of the file, oldest first. */
  readonly messages: readonly Body[];
  /** The messages that each account sees, by account. */
  readonly seen: ReadonlyMap<string, readonly Body[]>;
  /** The most messages that were asked for each account. */
  readonly most: number;
  /** The instant of the copy, in milliseconds since 1970. */
  readonly now: number;
}

const properties = (shape: unknown): Body => (isObject(shape) && isObject(shape.properties) ? shape.properties : {});
const inFile = properties(realmSchema);
const settingNames = Object.keys(properties(inFile.settings));
const ofAccounts = isObject(inFile.users) && isObject(inFile.users.additionalProperties) ? inFile.users.additionalProperties : {};
const personalNames = Object.keys(properties(properties(ofAccounts).settings));

const announcements = "service_update_announcements_stream_id";

/** Settings that hold the id of a channel, -1 for none; a file has its name. */
const channelSettings = /_stream_id$|^moderation_request_channel_id$/;

/** The settings of the organization that a file can hold, as a registration tells them. */
export function organizationOf({ registrations, names, seen, now }: Told): Body {
  const [first = {}] = registrations.values();
  // Its name on the wire has the brand in it.
  const branded = Object.entries(first).find(([name]) => /^realm_\w+_update_announcements_stream_id$/.test(name))?.[1];
  const entries = settingNames.flatMap((name): (readonly [string, unknown])[] => {
    const wire = `realm_${name}`;
    const given = Object.hasOwn(first, wire) ? first[wire] : name === announcements ? branded : first[name];
    if (given === undefined) return [];
    if (name === "date_created")
      return typeof given === "number" && given >= 0 && given * 1000 <= now ? [[name, instantText(given * 1000)]] : [];
    if (!channelSettings.test(name)) return [[name, settingOf(name, given, names)]];
    const channel = names.channels.get(given);
    return channel === undefined ? [] : [[name, channel]];
  });
  const people = new Set(names.users.keys());
  const own = [...seen.values()].flat().find(({ sender_id }) => people.has(sender_id))?.sender_realm_str;
  return { ...Object.fromEntries(entries), ...(typeof own === "string" && own !== "" && { string_id: own }) };
}

/** When something was made, as a file has it, where that was no later than the copy. */
const madeOf = ({ date_created }: Body, now: number): Body =>
  typeof date_created === "number" && date_created >= 0 && date_created * 1000 <= now ? { made: instantText(date_created * 1000) } : {};

/** Returns who made something, and when. @param as the name in a file of the field for who did */
function makerOf({ names, now }: Told, row: Body, field: string, as: string): Body {
  const user = names.users.get(row[field]);
  return { ...(user !== undefined && { [as]: user }), ...madeOf(row, now) };
}

export const foldersOf = (told: Told, body: Body): Body =>
  byKeys(rowsOf(body, "channel_folders"), (row) => {
    const { id, description, is_archived, order } = row;
    return {
      ...{ id, description, archived: is_archived ?? false },
      ...(typeof order === "number" && { order }),
      ...makerOf(told, row, "creator_id", "creator"),
    };
  });

/** The channels that new accounts get: ids of newer servers, records of older ones. */
export function defaultsOf({ registrations, names }: Told): readonly string[] {
  const [first = {}] = registrations.values();
  const given = Array.isArray(first.realm_default_streams) ? first.realm_default_streams : [];
  return given.flatMap((one) => names.channels.get(isObject(one) ? one.stream_id : one) ?? []);
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

/** An account as it is told: since when it is there, its profile, and where it has a key its settings. */
function accountOf({ registrations, names, now }: Told, row: Body): Body {
  const [first = {}] = registrations.values();
  const own = registrations.get(names.users.get(row.user_id) ?? "")?.user_settings;
  const settings = isObject(own) ? picked(own, personalNames) : {};
  const joined = Date.parse(String(row.date_joined));
  const profile = profileOf(row, rowsOf(first, "custom_profile_fields"), names);
  return {
    ...(joined >= 0 && joined <= now && { joined: instantText(joined) }),
    ...(Object.keys(settings).length > 0 && { settings }),
    ...(Object.keys(profile).length > 0 && { profile }),
    id: row.user_id,
  };
}

/**
 * When each subscriber of a channel came, where it had protected history or they were sent less than there is, as far as that can be told: whoever
 * gives a key with the first message that they see there, others with the first that they wrote, else just now: nobody reads more than they do on
 * the server.
 */
function arrivals(
  channel: string,
  { privacy, subscribers }: ChannelRecord,
  { messages, seen, most, now }: Told,
): readonly (readonly [user: string, since: string])[] {
  const there = messages.filter(({ to }) => to === channel);
  return subscribers.flatMap((user): (readonly [string, string])[] => {
    const own = seen.get(user);
    const ids = new Set(own?.map(({ id }) => id));
    const first = there.find(({ id, from }) => (own ? ids.has(id) : from === user));
    // What others were sent before, newcomers to a public channel were not, though they may read it.
    const isNewcomer = own !== undefined && own.length < most && first !== there[0];
    if (privacy !== "private-protected" && !isNewcomer) return [];
    return [[user, typeof first?.at === "string" ? first.at : instantText(now)]];
  });
}

/** Returns how each subscriber has a channel, and since when: without that those with protected history would read what was before their time. */
function subscriptionsOf(told: Told, { stream_id, name }: Body, known: ChannelRecord): Body {
  const all: Record<string, Body> = { ...known.subscriptions };
  for (const [user, since] of arrivals(String(name), known, told)) all[user] = { ...all[user], since };
  for (const [user, body] of told.registrations) {
    const own = rowsOf(body, "subscriptions").find((row) => row.stream_id === stream_id);
    if (!own) continue;
    const color = String(own.color).toLowerCase();
    const isColour = /^#[0-9a-f]{6}$/.test(color);
    all[user] = { ...all[user], ...(isColour && { color }), ...(own.pin_to_top === true && { pinned: true }) };
  }
  return all;
}

/** A channel as it is told: its folder, who made it, and how each subscriber has it. */
function channelOf(told: Told, row: Body, known: ChannelRecord): Body {
  const bodies = [...told.registrations.values()];
  const folder = bodies.flatMap((body) => rowsOf(body, "channel_folders")).findLast(({ id }) => id === row.folder_id);
  const days = row.message_retention_days;
  return {
    ...(folder && { folder: folder.name }),
    ...makerOf(told, row, "creator_id", "creator"),
    ...(typeof days === "number" && days > 0 && { message_retention_days: days }),
    subscriptions: subscriptionsOf(told, row, known),
    id: row.stream_id,
  };
}

/** Returns what the records of a copy have beside what the model of a target needs. */
export const moreOf = (told: Told): Extend => ({
  users: (row) => accountOf(told, row),
  groups: (row) => ({ ...makerOf(told, row, "creator_id", "creator"), id: row.id }),
  emoji: (row) => makerOf(told, row, "author_id", "author"),
  channels: (row, known) => channelOf(told, row, known),
  profile_fields: ({ id }) => ({ id }),
});
