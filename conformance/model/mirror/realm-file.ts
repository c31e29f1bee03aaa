import { instantText, newestLevel } from "../../../sim/index.ts";
import type { Target } from "../../client/target.ts";
import type { Body } from "../../expect.ts";
import { rowsOf } from "../atlas.ts";
import { instantOf } from "../instant.ts";
import { holdable, type LeftOut } from "./holdable.ts";
import { mirrored } from "./mirror.ts";
import { type NamesById, namesBy } from "./names.ts";
import { byKeys } from "./organization.ts";
import { accountsOf, channelsOf, defaultsOf, guardedOf, makersOf, organizationOf } from "./told.ts";
import { messagesIn } from "./written.ts";

/** A realm file, and what of the server is not in it, one line each. */
export interface RealmFile {
  readonly realm: Body;
  readonly notes: readonly string[];
}

const policies: Readonly<Record<number, string>> = { 1: "muted", 2: "unmuted", 3: "followed" };

/** @param now where it is given, policies have the instants at which they were set, as far as these are told */
function topicPolicies(registrations: ReadonlyMap<string, Body>, channels: ReadonlyMap<unknown, string>, now = -1): readonly Body[] {
  return [...registrations].flatMap(([user, body]) =>
    rowsOf(body, "user_topics").flatMap(({ stream_id, topic_name, visibility_policy, last_updated }) => {
      const [channel, policy] = [channels.get(stream_id), policies[Number(visibility_policy)]];
      const millis = typeof last_updated === "number" ? last_updated * 1000 : -1;
      const at = millis >= 0 && millis <= now ? { at: instantText(millis) } : {};
      return channel === undefined || policy === undefined ? [] : [{ user, channel, topic: topic_name, policy, ...at }];
    }),
  );
}

const foldersIn = (body: Body): Body =>
  byKeys(rowsOf(body, "channel_folders"), ({ id, description, is_archived, order }) => ({
    ...{ id, description, archived: is_archived ?? false },
    ...(typeof order === "number" && { order }),
  }));

/** The folders in which channels are, by the names of the channels. */
function foldersOfChannels(bodies: readonly Body[]): ReadonlyMap<unknown, unknown> {
  const names = new Map(bodies.flatMap((body) => rowsOf(body, "channel_folders")).map(({ id, name }) => [id, name]));
  const rows = bodies.flatMap((body) => rowsOf(body, "subscriptions", "unsubscribed", "never_subscribed"));
  return new Map(rows.filter(({ folder_id }) => names.has(folder_id)).map(({ name, folder_id }) => [name, names.get(folder_id)]));
}

/** Adds to the records of one kind what belongs to each. */
const extended = (records: unknown, more: (name: string) => Body): Body =>
  Object.fromEntries(Object.entries(records as Record<string, Body>).map(([name, record]) => [name, { ...record, ...more(name) }]));

/** The ids that a server has, by the names that the file has. */
function idsOf(bodies: readonly Body[], { users }: NamesById, channels: ReadonlyMap<unknown, string>) {
  const [first = {}] = bodies;
  const named = (list: string): Map<unknown, unknown> => new Map(rowsOf(first, list).map(({ name, id }) => [name, id]));
  return {
    users: new Map([...users].map(([id, name]) => [name as unknown, id])),
    channels: new Map([...channels].map(([id, name]) => [name as unknown, id])),
    groups: named("realm_user_groups"),
    profile_fields: named("custom_profile_fields"),
  };
}

function withIds(realm: Body, ids: ReturnType<typeof idsOf>): Body {
  const kinds = Object.entries(ids).map(([kind, byName]) => {
    const idOf = (name: string): Body => (byName.has(name) ? { id: byName.get(name) } : {});
    return [kind, extended(realm[kind], idOf)];
  });
  return { ...realm, ...Object.fromEntries(kinds) };
}

/** The server's own bots that every simulator has, as files name them: by their addresses. */
const serverBots = /^(notification-bot|welcome-bot|email-?gateway)@/;

/** The names of accounts with those of the server's own bots, whose messages are copied, too. */
function withServerBots(names: NamesById, bodies: readonly Body[]): NamesById {
  const bots = bodies
    .flatMap((body) => rowsOf(body, "cross_realm_bots"))
    .flatMap(({ user_id, email }): (readonly [unknown, string])[] => {
      const name = serverBots.exec(String(email))?.[1];
      return name === undefined ? [] : [[user_id, name]];
    });
  return { ...names, users: new Map([...names.users, ...bots]) };
}

/** The first ids of kinds of which the server's own come first: its bots, its groups, and what files give no ids. */
function firstIds(body: Body, messages: readonly Body[]): Body {
  const least = (rows: readonly Body[]): number => Math.min(...rows.map(({ id, user_id }) => Number(id ?? user_id)));
  const system = rowsOf(body, "realm_user_groups").filter(({ is_system_group }) => is_system_group === true);
  const firsts = {
    user: least(rowsOf(body, "cross_realm_bots")),
    group: least(system),
    message: least(messages),
  };
  return Object.fromEntries(Object.entries(firsts).filter(([, id]) => Number.isSafeInteger(id) && id > 0));
}

/** So many records that are left out are named one by one. */
const mostNamed = 20;

/** Records that the simulator cannot hold, one line each. */
function leftOutLines(leftOut: readonly LeftOut[]): readonly string[] {
  const lines = leftOut.map(({ place, problem }) =>
    place === "messages[].id"
      ? `the ids of messages are the simulator's own, not those of the server: ${problem.message}`
      : `left out is ${place}: ${problem.message}`,
  );
  return lines.length <= mostNamed ? lines : [...lines.slice(0, mostNamed), `left out are ${lines.length - mostNamed} more`];
}

/** Returns the facts that no answer tells, one line each. */
function untold({ users, channels }: Body, seen: ReadonlyMap<string, unknown>): readonly string[] {
  const keyless = Object.keys(users as Body).filter((name) => !seen.has(name)).length;
  const isProtected = Object.values(channels as Record<string, Body>).some(({ privacy }) => privacy === "private-protected");
  return [
    ...(keyless > 0
      ? [`of ${keyless} accounts without a key flags, settings, drafts and their own subscriptions' colours are not told`]
      : []),
    ...(isProtected ? ["when somebody came to a channel with protected history is told by the first message that they see there"] : []),
    "not copied: ids of recipients and devices, presence, drafts, snippets, scheduled messages, reminders, messages of channels that somebody left, and who read what was said before they came",
    "messages are rendered anew: mentions by names, linkifiers and alert words that changed since show as they would today",
  ];
}

/**
 * Returns a realm file that is like a server, as far as registrations and the newest messages of some of its accounts tell.
 * @param most how many messages are asked for each account
 * @throws RealmFileError: the server says of itself what no realm file can say; Untestable: it registers nobody
 */
export async function realmFileOf(target: Target, most: number): Promise<RealmFile> {
  const { realm, registrations } = await mirrored(target);
  const bodies = [...registrations.values()];
  const names = namesBy(target, bodies);
  const rows = bodies.flatMap((body) => rowsOf(body, "subscriptions", "unsubscribed", "never_subscribed"));
  const channels = new Map(rows.map(({ stream_id, name }) => [stream_id, String(name)]));
  const { messages, left, seen } = await messagesIn(target, [...registrations.keys()], most, withServerBots(names, bodies), channels);
  const now = await instantOf(target, [...registrations.keys()]);
  const folders = foldersOfChannels(bodies);
  const told = { registrations, names, channels, messages, seen, most, now };
  const guarded = guardedOf(told, realm.channels);
  const plain: Body = {
    about: `what ${target.url} told ${[...registrations.keys()].join(", ")}`,
    ...realm,
    folders: foldersIn(bodies[0] ?? {}),
    channels: extended(realm.channels, (name) => ({ ...(folders.has(name) && { folder: folders.get(name) }), ...guarded[name] })),
    messages,
  };
  const makers = makersOf(told);
  const [accounts, own] = [accountsOf(told), channelsOf(told, plain.channels)];
  const whole: Body = {
    ...plain,
    settings: { ...(plain.settings as Body), ...organizationOf(told) },
    users: extended(plain.users, (name) => accounts[name] ?? {}),
    channels: extended(plain.channels, (name) => own[name] ?? {}),
    groups: extended(plain.groups, (name) => makers.groups[name] ?? {}),
    folders: extended(plain.folders, (name) => makers.folders[name] ?? {}),
    emoji: extended(plain.emoji, (name) => makers.emoji[name] ?? {}),
    topic_policies: topicPolicies(registrations, channels, now),
    default_channels: defaultsOf(told),
  };
  const notes = [
    ...(left === 0 ? [] : [`${left} messages are of people or in places that the accounts do not see, and are left out`]),
    ...untold(whole, seen),
  ];
  const ids = idsOf(bodies, names, channels);
  const first = { ...withIds(whole, ids), first_ids: firstIds(bodies[0] ?? {}, messages) };
  const { level, brand } = target;
  const { held, leftOut } = holdable(first, { now, level: Math.min(Math.max(level, 1), newestLevel), brand });
  return { realm: held, notes: [...notes, ...leftOutLines(leftOut)] };
}
