import fc from "fast-check";
import type { Actor } from "../../client/actor.ts";
import { fetchAround, messagesIn, shownMessage } from "../../client/messages.ts";
import { anActor, type PersonName } from "../../draw/people.ts";
import type { Body } from "../../expect.ts";
import { aReader } from "./window.ts";

/** Somebody who writes to the channel general. */
export const aWriter = anActor("alice", "bob", "cara", "dana", "gus", "robo");

/** What the sender of a message chose, and who reads it. */
export interface Avatar {
  readonly source: "G" | "U";
  /** Who sees the sender's address: 1 for everybody, 2 for members, 3 for administrators, 4 for nobody. */
  readonly visibility: 1 | 2 | 3 | 4;
  readonly reader: "bob" | "gus" | "dana" | "owen";
}

/**
 * Returns the types of avatar_url for a client that computes addresses. It may be null for whom the sender's address is shown, and
 * is where it is shown to everybody.
 */
export function typesFor({ source, visibility, reader }: Avatar): string {
  if (source === "U" || visibility === 4) return "string";
  if (visibility === 1) return "null";
  const mayBeNull = visibility === 2 ? reader !== "gus" : reader === "dana" || reader === "owen";
  return mayBeNull ? "string or null" : "string";
}

/** Ways of fetching one message. */
const waysToFetch = ["window", "ids", "single"] as const;

type Way = (typeof waysToFetch)[number];

/** Returns the topic that a way of fetching a message shows: a window, a list of ids, the message alone. */
export async function subjectOf(actor: Actor, id: number, way: Way, form: Body): Promise<unknown> {
  const { expect } = actor;
  const fetch = {
    window: () => expect.accepted(fetchAround(actor, id, form)),
    ids: async () => messagesIn(await actor.send("GET /messages", { message_ids: [id], ...form }), expect),
    single: async () => [await shownMessage(actor, id, form)],
  }[way];
  return expect.first(await fetch(), `the message ${id}`).subject;
}

/** A message and how somebody asks for it. */
export interface Shown {
  readonly by: PersonName;
  readonly who: PersonName;
  readonly way: Way;
  /** What the client says of empty topics; undefined where it says nothing. */
  readonly allows: boolean | undefined;
}

export const shownAs = { by: aWriter, who: aReader, way: fc.constantFrom(...waysToFetch), allows: fc.constantFrom(undefined, true, false) };

export const formOf = ({ allows }: Shown): Body => (allows === undefined ? {} : { allow_empty_topic_name: allows });

export const everyForm = waysToFetch.flatMap((way) =>
  [undefined, true, false].map((allows) => ({ by: "alice", who: "alice", way, allows }) as const),
);
