import type { MessageId } from "../../core/ids.ts";
import type { Message } from "../../core/messages.ts";
import type { PostingsView } from "../../core/postings.ts";
import type { Realm } from "../../core/realm.ts";
import { foldTopic, topicKey } from "../../core/topics.ts";
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
  for (const id of ids) yield messages.get(id)!;
}

const indexed = (realm: Realm, index: PostingsView, bucket: number | undefined): Source =>
  bucket === undefined
    ? listed([])
    : {
        ascending: (from) => messagesOf(realm, index.ascending(bucket, from)),
        descending: (to) => messagesOf(realm, index.descending(bucket, to)),
      };

const isDirect = ({ operator }: Term): boolean => operator === "dm" || operator === "pm-with" || operator === "pm_with";

/**
 * The narrowest index that holds every message the terms can match: one message, one conversation, one topic, one channel, or
 * all messages. For terms that have been checked.
 */
export function sourceOf(reader: Reader, terms: readonly Term[]): Source {
  const { realm } = reader;
  const positive = terms.filter(({ negated }) => !negated);
  const id = positive.find(({ operator }) => operator === "id")?.operand;
  if (id !== undefined) {
    const message = realm.messages.get(namedId(id as string | number) as MessageId);
    return listed(message ? [message] : []);
  }
  const people = positive.find(isDirect)?.operand;
  if (people !== undefined) {
    return indexed(realm, realm.byRecipient, namedConversation(reader, people as string | readonly number[])?.recipient_id);
  }
  const name = positive.find(namesChannel)?.operand;
  if (name === undefined) return everything(realm);
  const channel = namedChannel(reader, name as string | number);
  const topic = positive.find(({ operator }) => operator === "topic")?.operand;
  if (topic === undefined) return indexed(realm, realm.byRecipient, channel.recipient_id);
  return indexed(realm, realm.byTopic, realm.threads.get(topicKey(channel.id, foldTopic(topic as string))));
}
