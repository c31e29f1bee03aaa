import type fc from "fast-check";
import type { Actor } from "../../client/actor.ts";
import { type StagedHistory, stageHistory } from "../../client/history.ts";
import { idsOf, type Message, messagesIn, type Term } from "../../client/messages.ts";
import type { Session } from "../../client/session.ts";
import { aHistory, type History, type HistoryOptions, sends } from "../../draw/histories.ts";
import { aNarrow, levelOfNarrow, type TermShape, termsOf } from "../../draw/narrow-terms.ts";
import { anActor, type PersonName } from "../../draw/people.ts";
import type { WindowShape } from "../../draw/windows.ts";
import { type Body, Differs, Untestable } from "../../expect.ts";

/** A history of topics, somebody who reads its topic a, and terms that pick some of the topic. */
export interface Reading {
  readonly history: History;
  readonly who: PersonName;
  readonly terms: readonly TermShape[];
}

/** Somebody active who may read the topics of a history. */
export const aReader: fc.Arbitrary<PersonName> = anActor();

/** A history of two topics and direct messages, mostly longer than a page. */
export const topics = (options: HistoryOptions = {}): fc.Arbitrary<History> =>
  aHistory({
    messages: [1, 8],
    topics: ["a", "a", "b"] as readonly ("a" | "b")[],
    acts: ["edit", "delete", "move", "reaction"],
    ...options,
  });

/** Up to one term beside those of the topic. */
export const someTerms: fc.Arbitrary<readonly TermShape[]> = aNarrow({ operators: ["sender", "has", "id"], terms: [0, 1] });

/** Five messages of alice's to one topic, with one to another among them. */
export const interrupted: History = [
  ...sends("alice", "a", "one", "two"),
  ...sends("alice", "b", "not of this topic"),
  ...sends("alice", "a", "three", "four", "five"),
];

/** A topic of somebody who reads it, and all that it holds. */
export interface Topic {
  readonly staged: StagedHistory;
  readonly actor: Actor;
  readonly narrow: readonly Term[];
  /** The ids of the matching messages, fetched page by page. */
  readonly ids: readonly number[];
  readonly messages: readonly Message[];
}

const mostPages = 60;

/**
 * Returns all messages of a narrow by small pages, the oldest first, up to a page without any.
 * @throws Differs: a page is refused, or does not lie behind the page before
 */
export async function everyMatch(actor: Actor, narrow: readonly Term[], step = 3): Promise<readonly Message[]> {
  const all: Message[] = [];
  for (let page = 0; page < mostPages; page++) {
    const from = all.at(-1)?.id;
    const place = from === undefined ? { anchor: 0 } : { anchor: from, include_anchor: false };
    const part = messagesIn(await actor.send("GET /messages", { ...place, num_before: 0, num_after: step, narrow }), actor.expect);
    const [first] = part;
    if (!first) return all;
    actor.expect.holds(first.id > (from ?? -1), `the page after ${from} begins with ${first.id}`);
    all.push(...part);
  }
  throw new Differs(`a narrow to one topic holds more than ${all.length} messages`);
}

/** Plays a history, and fetches all of its topic a that the terms pick. */
export async function readTopic(session: Session, { history, who, terms }: Reading): Promise<Topic> {
  if (session.level < levelOfNarrow(terms)) throw new Untestable("the target is older than the narrow");
  const staged = await stageHistory(session, history);
  const actor = session.actor(who);
  const narrow = [...staged.narrowTo("a"), ...termsOf(terms, staged.narrowGround)];
  const messages = await everyMatch(actor, narrow);
  if (terms.length === 0)
    actor.expect.same(
      idsOf(messages),
      staged.inTopic("a").map(({ id }) => id),
      "what the topic holds, page by page",
    );
  return { staged, actor, narrow, messages, ids: idsOf(messages) };
}

/** Fetches a window. @throws Differs: the request is refused */
export const fetchWindow = async (actor: Actor, fields: Body): Promise<readonly Message[]> =>
  messagesIn(await actor.send("GET /messages", fields), actor.expect);

/** Returns an anchor as an id: of the ends, one beyond everything. */
export function numberOf(anchor: string | number): number {
  if (anchor === "newest") return Number.POSITIVE_INFINITY;
  return anchor === "oldest" ? -1 : Number(anchor);
}

type Counts = Pick<WindowShape, "num_before" | "num_after" | "include_anchor">;

/** Returns the ids that a window has, by the text. */
export const idsWithin = (ids: readonly number[], anchor: number, { num_before, num_after, include_anchor = true }: Counts): number[] => [
  ...(num_before === 0 ? [] : ids.filter((id) => id < anchor).slice(-num_before)),
  ...ids.filter((id) => include_anchor && id === anchor),
  ...ids.filter((id) => id > anchor).slice(0, num_after),
];

/** Returns whether the anchor is excluded in the middle of the window, which servers may refuse. */
export const isInside = ({ num_before, num_after, include_anchor }: Counts): boolean =>
  include_anchor === false && num_before > 0 && num_after > 0;

/** Returns the id of the message at a proportion of a list. @throws Untestable: the list is empty */
export function idAt(ids: readonly number[], at: number): number {
  const id = ids[Math.floor(at * ids.length)];
  if (id === undefined) throw new Untestable("the history left no message in the topic");
  return id;
}
