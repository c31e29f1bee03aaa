import { type Mark, markBucket, marks } from "../../core/flags.ts";
import type { MessageId } from "../../core/ids.ts";
import type { Message } from "../../core/messages.ts";
import type { PostingsView } from "../../core/postings.ts";
import type { Realm } from "../../core/realm.ts";
import { foldTopic, topicKey } from "../../core/topics.ts";
import type { Search } from "../search/search.ts";
import { namedChannel } from "./channel-operators.ts";
import { namedConversation } from "./direct-operators.ts";
import { namesChannel } from "./history.ts";
import { namedId } from "./message-operators.ts";
import type { Reader } from "./reader.ts";
import type { Term } from "./terms.ts";

/** Candidates in order of their ids, walked only as far as they are asked for. */
export interface Source {
  ascending(from: number): IterableIterator<Message>;
  descending(to: number): IterableIterator<Message>;
}

const everything = ({ messages }: Realm): Source => ({
  ascending: (from) => messages.ascending(from as MessageId),
  descending: (to) => messages.descending(to as MessageId),
});

const listed = (list: readonly Message[]): Source => ({
  ascending: (from) => list.filter(({ id }) => id >= from).values(),
  descending: (to) => list.filter(({ id }) => id <= to).values(),
});

function* messagesOf({ messages }: Realm, ids: Iterable<MessageId>): IterableIterator<Message> {
  for (const id of ids) yield messages.require(id);
}

const indexed = (realm: Realm, index: PostingsView, bucket: number | undefined): Source =>
  bucket === undefined
    ? listed([])
    : {
        ascending: (from) => messagesOf(realm, index.ascending(bucket, from)),
        descending: (to) => messagesOf(realm, index.descending(bucket, to)),
      };

/** Returns what of a source a search can find, by the filter of words: the blocks of messages between are jumped over. */
const findable = ({ words }: Realm, source: Source, { keys, asked }: Search): Source =>
  keys.size === 0
    ? listed([])
    : {
        *ascending(from) {
          for (const { low, high } of words.ascending(asked, from)) {
            for (const message of source.ascending(low)) {
              if (message.id >= high) break;
              yield message;
            }
          }
        },
        *descending(to) {
          for (const { low, high } of words.descending(asked, to)) {
            for (const message of source.descending(high - 1)) {
              if (message.id < low) break;
              yield message;
            }
          }
        },
      };

const isDirect = ({ operator }: Term): boolean => operator === "dm" || operator === "pm-with" || operator === "pm_with";

/** Whether a term asks for what has a mark in the requester's own row. */
const namesMark = ({ operator, operand }: Term): boolean => operator === "is" && Object.hasOwn(marks, operand as string);

/**
 * An index that holds every message the terms can match, the first of these: one message, one conversation, one topic, what has a
 * mark, one channel, or all messages. For terms that have been checked.
 */
function indexOf(reader: Reader, terms: readonly Term[]): Source {
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
export function sourceOf(reader: Reader, terms: readonly Term[], search: Search | undefined): Source {
  const source = indexOf(reader, terms);
  return search ? findable(reader.realm, source, search) : source;
}
