import type fc from "fast-check";
import type { Actor } from "../../client/actor.ts";
import { type StagedHistory, stagedIds, stageHistory } from "../../client/history.ts";
import { fetchMessages, idsOf, type Message, messagesIn, sendToChannel, type Term, topicNarrow } from "../../client/messages.ts";
import type { Session } from "../../client/session.ts";
import type { Reply } from "../../client/target.ts";
import { atProportion, type ValueOf } from "../../draw/combinators.ts";
import { aHistory, type History, type HistoryOptions, sends } from "../../draw/histories.ts";
import { aNarrow, levelOfNarrow, type TermShape, termsOf } from "../../draw/narrow-terms.ts";
import { anActor, type PersonName } from "../../draw/people.ts";
import { type Body, type Checks, Differs, NoAnswer, prepared, Untestable } from "../../expect.ts";

/** Somebody active who may read the topics of a history. */
export const aReader: fc.Arbitrary<PersonName> = anActor();

/** A history of two topics and direct messages, mostly longer than a page; its reader; up to one term beside those of the topic. */
export const reading = (options: HistoryOptions = {}) => ({
  history: aHistory({
    messages: [1, 8],
    topics: ["a", "a", "b"] as readonly ("a" | "b")[],
    acts: ["edit", "delete", "move", "reaction"],
    ...options,
  }),
  who: aReader,
  terms: aNarrow({ operators: ["sender", "has", "id"], terms: [0, 1] }) as fc.Arbitrary<readonly TermShape[]>,
});

export type Reading = ValueOf<ReturnType<typeof reading>>;

/** Some messages to topic a, which alice reads. */
export const readByAlice = (history: History): Reading => ({ history, who: "alice", terms: [] });

/** Five messages of alice's to one topic, with one to another among them. */
export const interrupted: History = [
  ...sends("alice", "a", "one", "two"),
  ...sends("alice", "b", "not of this topic"),
  ...sends("alice", "a", "three", "four", "five"),
];

/** Messages of which a narrow finds all, and somebody who reads them. */
export interface Topic {
  readonly actor: Actor;
  readonly narrow: readonly Term[];
  /** The ids of the matching messages, fetched page by page. */
  readonly ids: readonly number[];
  readonly messages: readonly Message[];
}

const mostPages = 60;

/**
 * Returns all messages of a narrow by small pages, the oldest first, up to a page without any.
 * @throws Differs: a page is refused, or does not lie behind the page before; Untestable: nothing narrows them, and they are too many
 */
async function everyMatch(actor: Actor, narrow: readonly Term[]): Promise<readonly Message[]> {
  const all: Message[] = [];
  for (let page = 0; page < mostPages; page++) {
    const from = all.at(-1)?.id;
    const place = from === undefined ? { anchor: 0 } : { anchor: from, include_anchor: false };
    const part = await fetchWindow(actor, { ...place, num_before: 0, num_after: 3, narrow });
    const [first] = part;
    if (!first) return all;
    const clause = first.id === from ? "messages.get/include-anchor" : undefined;
    actor.expect.holds(first.id > (from ?? -1), `the page with anchor=${from} and include_anchor=false begins with ${first.id}`, clause);
    all.push(...part);
  }
  const tooMany = `a narrow to ${narrow.length === 0 ? "nothing" : "one topic"} holds more than ${all.length} messages`;
  throw narrow.length === 0 ? new Untestable(tooMany) : new Differs(tooMany);
}

/** Fetches all messages of a narrow, page by page. */
export async function wholeTopic(actor: Actor, narrow: readonly Term[]): Promise<Topic> {
  const messages = await everyMatch(actor, narrow);
  return { actor, narrow, messages, ids: idsOf(messages) };
}

/** Sends what a history sends to topic a, and nothing else of it. Returns the terms of that topic. @throws Unprepared: it is refused */
async function sentAlone(session: Session, history: History): Promise<readonly Term[]> {
  const [topic, channel] = [session.fresh("a"), session.channels.general];
  for (const act of history) {
    if (act.act !== "send" || !("topic" in act.to) || act.to.topic !== "a") continue;
    await sendToChannel(session.actor(act.by), channel, topic, act.content);
  }
  const [first] = await fetchMessages(session.as.alice, [{ operator: "topic", operand: topic }]);
  const name = prepared.text(first?.display_recipient, "the name of the channel");
  return topicNarrow(session.as.alice, name, topic);
}

/** Plays a history. Undefined where a server that need not have what that takes, such as a registration that tells the subscribers, has it not. */
const played = (session: Session, history: History): Promise<StagedHistory | undefined> =>
  stageHistory(session, history).catch((thrown) => {
    if (session.isHeldToObserved || !(thrown instanceof Untestable) || thrown instanceof NoAnswer) throw thrown;
    return undefined;
  });

/** Plays a history, or sends its messages alone; fetches what of topic a the terms pick, or all there is where nothing can be sent. */
export async function readTopic(session: Session, { history, who, terms }: Reading): Promise<Topic> {
  const actor = session.actor(who);
  if (session.target.missing?.has("POST /messages")) return wholeTopic(actor, []);
  if (session.level < levelOfNarrow(terms)) throw new Untestable("the target is older than the narrow");
  const staged = await played(session, history);
  if (!staged) return wholeTopic(actor, await sentAlone(session, history));
  const topic = await wholeTopic(actor, [...staged.narrowTo("a"), ...termsOf(terms, staged.narrowGround)]);
  if (terms.length === 0) actor.expect.same(topic.ids, stagedIds(staged.inTopic("a")), "what the topic holds, page by page");
  return topic;
}

/**
 * An answer as it is compared with another to the same question. An anchor that no message of it has may be any number, such as that of the newest
 * message of all, which others may have sent meanwhile.
 */
export const comparedWindow = (body: Body, { isHeldToObserved }: Pick<Session, "isHeldToObserved">): Body => {
  const { anchor: _, ...others } = body;
  return isHeldToObserved || body.found_anchor === true ? body : others;
};

/** Returns the messages of a window: by ascending id, each once. @throws Differs: they are not, or the request is refused */
export function windowIn(reply: Reply, expect: Checks): readonly Message[] {
  const messages = messagesIn(reply, expect);
  const ids = idsOf(messages);
  const sorted = [...new Set(ids)].sort((a, b) => a - b);
  expect.same(ids, sorted, "the ids of a window", "messages.get/messages-sorted");
  return messages;
}

/** Fetches a window. @throws Differs: likewise */
export const fetchWindow = async (actor: Actor, fields: Body, expect: Checks = actor.expect): Promise<readonly Message[]> =>
  windowIn(await actor.send("GET /messages", fields), expect);

/** Returns the ids of a window of so many messages before its anchor and after it, by the text. */
export const idsWithin = (ids: readonly number[], anchor: number, before: number, after: number, isIncluded = true): number[] => [
  ...(before === 0 ? [] : ids.filter((id) => id < anchor).slice(-before)),
  ...ids.filter((id) => isIncluded && id === anchor),
  ...ids.filter((id) => id > anchor).slice(0, after),
];

/** Returns the id of the message at a proportion of a list. @throws Untestable: the list is empty */
export function idAt(ids: readonly number[], at: number): number {
  const id = atProportion(at, ids);
  if (id === undefined) throw new Untestable("the history left no message in the topic");
  return id;
}
