import { foldTopic, topicKey } from "../../core/channels.ts";
import { type Mark, markBucket, marks } from "../../core/flags.ts";
import type { MessageId } from "../../core/ids.ts";
import { limits } from "../../core/limits.ts";
import { type BlockTest, blockOf, features, isUnread, perBlock, type RowKind, rangesDown, rangesUp } from "../../core/message-blocks.ts";
import type { Message } from "../../core/messages.ts";
import type { Realm } from "../../core/realm.ts";
import { walk } from "../../core/table.ts";
import type { User } from "../../core/users.ts";
import type { Search } from "../search/search.ts";
import { namedChannel, namedConversation, namedId, namesChannel } from "./operators.ts";
import { knownUser, type Reader, type Term } from "./terms.ts";

/** Candidates in order of their ids, walked only as far as they are asked for. */
export interface Candidates {
  ascending(from: number): IterableIterator<Message>;
  descending(to: number): IterableIterator<Message>;
}

const everything = ({ messages }: Realm): Candidates => ({
  ascending: (from) => messages.ascending(from as MessageId),
  descending: (to) => messages.descending(to as MessageId),
});

const listed = (list: readonly Message[]): Candidates => ({
  ascending: (from) => list.filter(({ id }) => id >= from).values(),
  descending: (to) => list.filter(({ id }) => id <= to).values(),
});

const messagesOf = ({ messages }: Realm, ids: Iterator<MessageId>): IterableIterator<Message> => walk(ids, (id) => messages.require(id));

/** Walks ascending messages up to one whose id is as large as a bound. */
const below = (bound: number, ascending: Iterator<Message>): IterableIterator<Message> =>
  walk(ascending, (message) => (message.id < bound ? message : undefined));

const indexed = (realm: Realm, index: Realm["byTopic"], bucket: number | undefined): Candidates => ({
  ascending: (from) => messagesOf(realm, index.ascending(bucket, from)),
  descending: (to) => messagesOf(realm, index.descending(bucket, to)),
});

/** Returns the part of a source that is in blocks that pass a test: the blocks between are jumped over. */
export function within({ messages }: Realm, source: Candidates, test: BlockTest): Candidates {
  const blocks = { first: blockOf(messages.oldest()?.id ?? 0), end: blockOf(messages.newest()?.id ?? 0) + 1 };
  return {
    *ascending(from) {
      for (const { low, high } of rangesUp(blocks, from, test)) {
        yield* below(high, source.ascending(low));
      }
    },
    *descending(to) {
      for (const { low, high } of rangesDown(blocks, to, test)) {
        for (const message of source.descending(high - 1)) {
          if (message.id < low) break;
          yield message;
        }
      }
    },
  };
}

const messagesIn = ({ messages }: Realm, block: number): IterableIterator<Message> =>
  below((block + 1) * perBlock, messages.ascending((block * perBlock) as MessageId));

const rowBlocks = (realm: Realm, { id }: User, kind: RowKind): BlockTest =>
  realm.blocks.withRow(id, kind, (block) => messagesIn(realm, block));

/** The blocks that may hold what a user has not read. */
export const unreadBlocks = (realm: Realm, user: User): BlockTest => rowBlocks(realm, user, "unread");

/** The newest message that a user has a row of. */
export function newestRow(realm: Realm, user: User): Message | undefined {
  const newest = realm.messages.newest();
  if (newest?.hasRow(user.id)) return newest;
  const candidates = within(realm, everything(realm), rowBlocks(realm, user, "any"));
  for (const message of candidates.descending(limits.newestAnchor)) if (message.hasRow(user.id)) return message;
  return undefined;
}

const listsOfDirect: ReadonlySet<string> = new Set(["dm-including", "group-pm-with", "group_pm_with"]);

/** The messages of which a user has an unread row, ascending. */
export function* unreadRows(realm: Realm, user: User): IterableIterator<Message> {
  const candidates = within(realm, everything(realm), unreadBlocks(realm, user));
  for (const message of candidates.ascending(0)) if (isUnread(message, user.id)) yield message;
}

const featureOf = ({ operator, operand }: Term): number | undefined => {
  if (operator === "has") return Object.hasOwn(features, operand as string) ? features[operand as keyof typeof features] : undefined;
  if (operator === "is") return operand === "dm" || operand === "private" ? features.direct : undefined;
  return listsOfDirect.has(operator) ? features.direct : undefined;
};

/** Returns what a term asks of a block; undefined where it says nothing of blocks. For terms that have been checked. */
function blockTestOf({ realm, user }: Reader, term: Term): BlockTest | undefined {
  const { blocks } = realm;
  const bits = featureOf(term);
  if (bits !== undefined) return blocks.withFeature(bits);
  if (term.operator === "sender") {
    const { id } = knownUser(realm, term.operand as string | number);
    return blocks.from(id);
  }
  return user && term.operator === "is" && term.operand === "unread" ? unreadBlocks(realm, user) : undefined;
}

/** Narrows a source down to the blocks that may hold what terms and a search ask for. */
function jumping(reader: Reader, source: Candidates, terms: readonly Term[], search: Search | undefined): Candidates {
  const tests = terms.filter(({ negated }) => !negated).flatMap((term) => blockTestOf(reader, term) ?? []);
  const { words } = reader.realm;
  if (search) tests.push(words.having(search.asked));
  if (tests.length <= 1) return tests[0] ? within(reader.realm, source, tests[0]) : source;
  const block = (at: number): boolean => tests.every((test) => test.block(at));
  return within(reader.realm, source, { block, stretch: (at) => tests.every(({ stretch }) => stretch(at)) });
}

const isDirect = ({ operator }: Term): boolean => operator === "dm" || operator === "pm-with" || operator === "pm_with";

/** Whether a term asks for what has a mark in the requester's own row. */
const namesMark = ({ operator, operand }: Term): boolean => operator === "is" && Object.hasOwn(marks, operand as string);

/**
 * An index that holds every message the terms can match, the first of these: one message, one conversation, one topic, what has a
 * mark, one channel, or all messages. For terms that have been checked.
 */
function indexOf(reader: Reader, terms: readonly Term[]): Candidates {
  const { realm, user } = reader;
  const positive = terms.filter(({ negated }) => !negated);
  const id = positive.find(({ operator }) => operator === "id")?.operand;
  if (id !== undefined) {
    const message = realm.messages.get(namedId(realm, id as string | number) as MessageId);
    return listed(message ? [message] : []);
  }
  const people = positive.find(isDirect)?.operand;
  if (people !== undefined) {
    return indexed(realm, realm.byRecipient, namedConversation(reader, people as string | readonly number[])?.recipient_id);
  }
  const name = positive.find(namesChannel)?.operand;
  const channel = name === undefined ? undefined : namedChannel(reader, name as string | number);
  const topic = positive.find(({ operator }) => operator === "topic")?.operand;
  if (channel && topic !== undefined) {
    return indexed(realm, realm.byTopic, realm.threads.get(topicKey(channel.id, foldTopic(topic as string))));
  }
  const mark = positive.find(namesMark)?.operand as Mark | undefined;
  if (user && mark !== undefined) return indexed(realm, realm.byMark, markBucket(user.id, mark));
  return channel ? indexed(realm, realm.byRecipient, channel.recipient_id) : everything(realm);
}

/** Candidates for terms and for what is searched for beside them. */
export function sourceOf(reader: Reader, terms: readonly Term[], search: Search | undefined): Candidates {
  return search?.keys.size === 0 ? listed([]) : jumping(reader, indexOf(reader, terms), terms, search);
}
