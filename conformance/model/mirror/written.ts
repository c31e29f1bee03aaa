import { instantText, RealmFileError } from "../../../sim/index.ts";
import type { Target } from "../../client/target.ts";
import { type Body, jsonText } from "../../expect.ts";
import { rowsOf } from "../atlas.ts";
import { instantOf } from "../instant.ts";
import type { NamesById } from "./names.ts";

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

function recipientsOf({ type, display_recipient, stream_id }: Body, { users }: NamesById, channels: ReadonlyMap<unknown, string>): unknown {
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

/** Returns a message as it was when it was sent, and its later changes. */
interface Course {
  readonly content: unknown;
  readonly topic: unknown;
  readonly to: unknown;
  /** The oldest first. */
  readonly edits: readonly Body[];
}

/** Returns the course of a message, from its history of edits; none where that tells too little. */
function courseOf(message: Body, sent: number, to: unknown, { users }: NamesById, channels: ReadonlyMap<unknown, string>): Course {
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
function entryOf(views: ReadonlyMap<string, Body>, at: number, names: NamesById, channels: ReadonlyMap<unknown, string>): Body | undefined {
  const [message] = [...views.values()] as [Body];
  const [from, last] = [names.users.get(message.sender_id), recipientsOf(message, names, channels)];
  if (from === undefined || last === undefined) return undefined;
  const { content, topic, to, edits } = courseOf(message, at, last, names, channels);
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

/** Messages as a realm file has them, and who sees which. */
export interface Written {
  readonly messages: readonly Body[];
  /** The number of those that could not be kept. */
  readonly left: number;
  /** The messages of each account, as it sees them. */
  readonly seen: ReadonlyMap<string, readonly Body[]>;
}

/**
 * Returns the newest messages that accounts see together, oldest first, as realm files have them, and how many could not be kept: those of
 * people or places that are not in the file.
 * @param most how many are asked for each account
 * @throws RealmFileError: a message is of no time
 */
export async function messagesIn(
  target: Target,
  accounts: readonly string[],
  most: number,
  names: NamesById,
  channels: ReadonlyMap<unknown, string>,
): Promise<Written> {
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
      return entryOf(own, at, names, channels);
    });
  const messages = entries.filter((entry) => entry !== undefined);
  return { messages, left: entries.length - messages.length, seen };
}
