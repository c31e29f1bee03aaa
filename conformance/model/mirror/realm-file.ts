import { instantText, RealmFileError } from "../../../sim/index.ts";
import type { Target } from "../../client/target.ts";
import { type Body, jsonText } from "../../expect.ts";
import { rowsOf } from "../named-ids.ts";
import { instantOf } from "../wire-request.ts";
import { holdable, type LeftOut } from "./holdable.ts";
import { modelLevel, realmOf, registrationsOf } from "./mirror.ts";
import { type NamesById, namesBy } from "./names.ts";
import { defaultsOf, foldersOf, moreOf, organizationOf } from "./told.ts";

/** The end of the year 9999, in seconds since 1970. */
const latest = 253_402_300_799;

/** The number of messages that are asked for at once. */
const page = 1000;

/** The newest messages that an account sees, by their ids. */
async function seenBy(target: Target, as: string, most: number): Promise<Map<number, Body>> {
  const seen = new Map<number, Body>();
  let anchor: unknown = "newest";
  while (seen.size < most) {
    const asked = {
      anchor,
      num_before: Math.min(page, most - seen.size),
      num_after: 0,
      apply_markdown: false,
      include_anchor: seen.size === 0,
      allow_empty_topic_name: true,
    };
    const reply = await target.send({ as, method: "GET", path: "/messages", fields: asked });
    const rows = rowsOf(reply?.body ?? {}, "messages").filter(({ id }) => !seen.has(Number(id)));
    for (const row of rows) seen.set(Number(row.id), row);
    if (rows.length === 0 || reply?.body.found_oldest === true) break;
    anchor = Math.min(...seen.keys());
  }
  return seen;
}

const isFlagged = ({ flags }: Body, flag: string): boolean => Array.isArray(flags) && flags.includes(flag);

/** Those who read a message with a flag, or without it. */
const readers = (views: ReadonlyMap<string, Body>, flag: string, has: boolean): string[] =>
  [...views].flatMap(([name, view]) => (isFlagged(view, flag) === has ? [name] : []));

function recipientsOf({ type, display_recipient, stream_id }: Body, { users, channels }: NamesById): unknown {
  if (type !== "private") return channels.get(stream_id);
  const people = rowsOf({ display_recipient }, "display_recipient");
  const names = people.map(({ id }) => users.get(id));
  return names.every((name) => name !== undefined) ? names : undefined;
}

function reactionsOf(message: Body, { users }: NamesById): Body[] {
  return rowsOf(message, "reactions").flatMap(({ user_id, emoji_name, emoji_code, reaction_type }) => {
    const by = users.get(user_id);
    if (by === undefined) return [];
    return [{ by, emoji: emoji_name, type: reaction_type, code: emoji_code }];
  });
}

/** Returns a message as it was when it was sent, and its later edits, the oldest first; none where its history tells too little. */
function courseOf(message: Body, sent: number, to: unknown, { users, channels }: NamesById) {
  const end = { content: message.content, topic: message.subject, to };
  const edits: Body[] = [];
  let state = end;
  for (const { user_id, timestamp, prev_content, prev_topic, prev_subject, prev_stream } of rowsOf(message, "edit_history")) {
    const [by, topic] = [users.get(user_id), prev_topic ?? prev_subject];
    const channel = prev_stream === undefined ? state.to : channels.get(prev_stream);
    if (by === undefined || channel === undefined || typeof timestamp !== "number") return { ...end, edits: [] };
    edits.unshift({
      ...{ by, at: instantText(Math.max(sent, timestamp * 1000)) },
      ...(prev_content !== undefined && { content: state.content }),
      ...(topic !== undefined && { topic: state.topic }),
      ...(prev_stream !== undefined && { channel: state.to }),
    });
    state = { content: prev_content ?? state.content, topic: topic ?? state.topic, to: channel };
  }
  return { ...state, edits };
}

const submessagesOf = (message: Body, { users }: NamesById): Body[] =>
  rowsOf(message, "submessages").flatMap(({ id, sender_id, msg_type, content }) => {
    const by = users.get(sender_id);
    return by === undefined ? [] : [{ ...(typeof id === "number" && { id }), by, type: msg_type, content }];
  });

/**
 * A message as a realm file has it; undefined where its sender or its place are not in the file.
 * @param at when it was sent, in milliseconds since 1970
 */
function entryOf(views: ReadonlyMap<string, Body>, at: number, names: NamesById): Body | undefined {
  const [message] = [...views.values()] as [Body];
  const [from, last] = [names.users.get(message.sender_id), recipientsOf(message, names)];
  if (from === undefined || last === undefined) return undefined;
  const { content, topic, to, edits } = courseOf(message, at, last, names);
  const submessages = submessagesOf(message, names);
  const [unread, starred, reactions] = [readers(views, "read", false), readers(views, "starred", true), reactionsOf(message, names)];
  return {
    ...{ id: message.id, from, to, content, at: instantText(at) },
    ...(message.type !== "private" && { topic }),
    ...(edits.length > 0 && { edits }),
    ...(submessages.length > 0 && { submessages }),
    ...(typeof message.client === "string" && { client: message.client }),
    ...(unread.length > 0 && { unread_by: unread }),
    ...(starred.length > 0 && { starred_by: starred }),
    ...(reactions.length > 0 && { reactions }),
  };
}

/**
 * Returns the newest messages that accounts see together, oldest first, as realm files have them, how many could not be kept
 * (those of people or places that are not in the file), and the messages of each account, as it sees them.
 * @param most how many are asked for each account
 * @throws RealmFileError: a message is of no time
 */
async function messagesIn(target: Target, accounts: readonly string[], most: number, names: NamesById) {
  const views = new Map<number, Map<string, Body>>();
  const seen = new Map<string, readonly Body[]>();
  for (const as of accounts) {
    const own = most > 0 ? await seenBy(target, as, most) : new Map<number, Body>();
    seen.set(as, [...own.values()]);
    for (const [id, message] of own) views.set(id, (views.get(id) ?? new Map()).set(as, message));
  }
  const now = await instantOf(target, accounts);
  let at = 0;
  const instant = ({ id, timestamp }: Body): number => {
    if (typeof timestamp === "number" && timestamp >= 0 && timestamp <= latest) return timestamp;
    throw new RealmFileError(`the message ${jsonText(id)}, timestamp`, `got ${jsonText(timestamp)}, expected seconds since 1970`);
  };
  const entries = [...views]
    .sort(([a], [b]) => a - b)
    .map(([, own]) => {
      // Of what was sent in one second the order is kept, so that who came between two messages can be told.
      const told = 1000 * Math.max(...[...own.values()].map(instant));
      at = Math.max(told, Math.min(at + 1, told + 999, now), at);
      return entryOf(own, at, names);
    });
  const messages = entries.filter((entry) => entry !== undefined);
  return { messages, left: entries.length - messages.length, seen };
}

/** A realm file, and what of the server is not in it, one line each. */
interface RealmFile {
  readonly realm: Body;
  readonly notes: readonly string[];
}

const policies: Readonly<Record<number, string>> = { 1: "muted", 2: "unmuted", 3: "followed" };

/** Returns the policies of topics, with the instants at which they were set, as far as these are told. */
function topicPolicies(registrations: ReadonlyMap<string, Body>, { channels }: NamesById, now: number): readonly Body[] {
  return [...registrations].flatMap(([user, body]) =>
    rowsOf(body, "user_topics").flatMap(({ stream_id, topic_name, visibility_policy, last_updated }) => {
      const [channel, policy] = [channels.get(stream_id), policies[Number(visibility_policy)]];
      const millis = typeof last_updated === "number" ? last_updated * 1000 : -1;
      const at = millis >= 0 && millis <= now ? { at: instantText(millis) } : {};
      return channel === undefined || policy === undefined ? [] : [{ user, channel, topic: topic_name, policy, ...at }];
    }),
  );
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
  const registrations = await registrationsOf(target);
  const accounts = [...registrations.keys()];
  const bodies = [...registrations.values()];
  const [first = {}] = bodies;
  const names = namesBy(target, bodies);
  const { messages, left, seen } = await messagesIn(target, accounts, most, withServerBots(names, bodies));
  const now = await instantOf(target, accounts);
  const told = { registrations, names, messages, seen, most, now };
  const realm = realmOf(target, registrations, moreOf(told));
  const whole = {
    about: `what ${target.url} told ${accounts.join(", ")}`,
    ...realm,
    settings: { ...realm.settings, ...organizationOf(told) },
    folders: foldersOf(told, first),
    messages,
    topic_policies: topicPolicies(registrations, names, now),
    default_channels: defaultsOf(told),
    first_ids: firstIds(first, messages),
  };
  const notes = [
    ...(left === 0 ? [] : [`${left} messages are of people or in places that the accounts do not see, and are left out`]),
    ...untold(whole, seen),
  ];
  const { held, leftOut } = holdable(whole, { now, level: modelLevel(target), brand: target.brand });
  return { realm: held, notes: [...notes, ...leftOutLines(leftOut)] };
}
