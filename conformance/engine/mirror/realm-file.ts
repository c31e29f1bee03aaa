import { createSimulator, newestLevel, RealmFileError } from "../../../sim/index.ts";
import type { Target } from "../../client/target.ts";
import type { Body } from "../../expect.ts";
import { instantOf } from "../ask-target.ts";
import { rowsOf } from "../atlas.ts";
import { mirrored } from "./mirror.ts";
import { type NamesById, namesBy } from "./names.ts";
import { messagesIn } from "./written.ts";

/** A realm file, and what of the server is not in it, one line each. */
export interface RealmFile {
  readonly realm: Body;
  readonly notes: readonly string[];
}

const policies: Readonly<Record<number, string>> = { 1: "muted", 2: "unmuted", 3: "followed" };

function topicPolicies(registrations: ReadonlyMap<string, Body>, channels: ReadonlyMap<unknown, string>): readonly Body[] {
  return [...registrations].flatMap(([user, body]) =>
    rowsOf(body, "user_topics").flatMap(({ stream_id, topic_name, visibility_policy }) => {
      const [channel, policy] = [channels.get(stream_id), policies[Number(visibility_policy)]];
      return channel === undefined || policy === undefined ? [] : [{ user, channel, topic: topic_name, policy }];
    }),
  );
}

const foldersIn = (body: Body): Body =>
  Object.fromEntries(
    rowsOf(body, "channel_folders").map(({ name, description, is_archived }) => [
      String(name),
      { description, archived: is_archived ?? false },
    ]),
  );

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

/** The problem that a simulator has with a realm; undefined where it takes it. */
function problemOf(realm: Body, { level, brand }: Target, now: number): string | undefined {
  try {
    createSimulator({ realm, now, level: Math.min(Math.max(level, 1), newestLevel), brand });
    return undefined;
  } catch (problem) {
    if (problem instanceof RealmFileError) return problem.message;
    throw problem;
  }
}

function withIds(realm: Body, ids: ReturnType<typeof idsOf>): Body {
  const kinds = Object.entries(ids).map(([kind, byName]) => {
    const idOf = (name: string): Body => (byName.has(name) ? { id: byName.get(name) } : {});
    return [kind, extended(realm[kind], idOf)];
  });
  return { ...realm, ...Object.fromEntries(kinds) };
}

const withoutMessageIds = (realm: Body): Body => ({
  ...realm,
  messages: (realm.messages as readonly Body[]).map(({ id: _, ...message }) => message),
});

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
  const { messages, left } = await messagesIn(target, [...registrations.keys()], most, names, channels);
  const folders = foldersOfChannels(bodies);
  const whole: Body = {
    about: `what ${target.url} told ${[...registrations.keys()].join(", ")}`,
    ...realm,
    folders: foldersIn(bodies[0] ?? {}),
    channels: extended(realm.channels, (name) => (folders.has(name) ? { folder: folders.get(name) } : {})),
    topic_policies: topicPolicies(registrations, channels),
    messages,
  };
  const now = await instantOf(target, [...registrations.keys()]);
  const notes = left === 0 ? [] : [`${left} messages are of people or in places that the accounts do not see, and are left out`];
  const same = withIds(whole, idsOf(bodies, names, channels));
  const problem = problemOf(same, target, now);
  if (problem === undefined) return { realm: same, notes };
  const plain = withoutMessageIds(whole);
  const other = problemOf(plain, target, now);
  if (other !== undefined) throw new RealmFileError("what the server says of itself", other);
  return { realm: plain, notes: [...notes, `the ids are the simulator's own, not those of the server: ${problem}`] };
}
