import fc from "fast-check";
import type { Actor, EventQueue, ServerEvent } from "../../client/actor.ts";
import { listenForTyping, requireTypists, sharedChannel } from "../../client/messages.ts";
import type { Session } from "../../client/session.ts";
import type { PersonName } from "../../draw/people.ts";
import type { Body } from "../../expect.ts";

export const anOp = fc.constantFrom("start", "stop");

export const ops = ["start", "stop"] as const;

/** A typist and one other person. */
type Pair = readonly [typist: PersonName, other: PersonName];

export const bobToAlice = ["bob", "alice"] as const satisfies Pair;

/** Somebody who types to one other person, and a queue of that person's. */
interface Conversation {
  readonly typist: Actor;
  readonly listener: Actor;
  readonly queue: EventQueue;
}

/** Returns the two of a pair, with a queue of the other's. @throws Untestable: their settings keep them from typing or hearing of it */
export async function conversation(session: Session, [typing, other]: readonly [string, string]): Promise<Conversation> {
  const [typist, listener] = [session.actor(typing), session.actor(other)];
  await requireTypists(listener, typist);
  return { typist, listener, queue: await listenForTyping(listener) };
}

/** A channel in which somebody can type, and a queue of another of its subscribers. */
interface TypingChannel extends Conversation {
  readonly stream_id: number;
}

/** Returns a channel in which the first of a pair can type, with a queue of the other's. */
export async function typingChannel(session: Session, pair: readonly [string, string]): Promise<TypingChannel> {
  const { typist, listener, queue } = await conversation(session, pair);
  return { typist, listener, queue, stream_id: await sharedChannel(typist, listener) };
}

/** Returns op, channel and topic of events. */
export const places = (events: readonly ServerEvent[]): unknown[] => events.map(({ op, stream_id, topic }) => [op, stream_id, topic]);

/** Returns the ops of events. */
export const opsOf = (events: readonly ServerEvent[]): unknown[] => events.map(({ op }) => op);

/** The fields of typing to people. */
export const toPeople = (op: string, people: readonly Actor[]): Body => ({ op, to: people.map(({ user_id }) => user_id) });
