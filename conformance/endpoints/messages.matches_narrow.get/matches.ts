import type { Actor } from "../../client/actor.ts";
import { fetchMatches, type Term } from "../../client/messages.ts";
import { Untestable } from "../../expect.ts";

interface Match {
  readonly match_content: string;
  readonly match_subject: string;
}

/** Returns what is told of each message that matches a narrow. @param keyClause the clause that is broken where a key is no id */
export async function matchesOf(
  actor: Actor,
  msg_ids: readonly number[],
  narrow: readonly unknown[],
  keyClause?: string,
): Promise<ReadonlyMap<number, Match>> {
  const { expect } = actor;
  const matches = new Map<number, Match>();
  for (const [key, value] of Object.entries(await expect.accepted(fetchMatches(actor, msg_ids, narrow)))) {
    expect.holds(/^[1-9]\d*$/.test(key), `the key ${key} of messages is no id`, keyClause);
    const match = expect.object(value, `the match of the message ${key}`);
    const match_content = expect.text(match.match_content, "match_content");
    matches.set(Number(key), { match_content, match_subject: expect.text(match.match_subject, "match_subject") });
  }
  return new Map([...matches].sort(([a], [b]) => a - b));
}

/** Returns the ids of the messages that match, the lowest first. @param keyClause as in `matchesOf` */
export const idsOfMatches = async (
  actor: Actor,
  msg_ids: readonly number[],
  narrow: readonly unknown[],
  keyClause?: string,
): Promise<readonly number[]> => [...(await matchesOf(actor, msg_ids, narrow, keyClause)).keys()];

/**
 * Returns which messages a search matches. Asks a few times, as servers need a moment to find what was just sent.
 * @param awaited a message that the search has to match, sent after all others
 * @throws Untestable: the search never matches it
 */
export async function matchesOfSearch(
  actor: Actor,
  msg_ids: readonly number[],
  narrow: readonly Term[],
  awaited: number,
): Promise<ReadonlyMap<number, Match>> {
  for (let again = 0; again < 20; again++) {
    const matches = await matchesOf(actor, msg_ids, narrow);
    if (matches.has(awaited)) return matches;
  }
  throw new Untestable("the target does not find what was just sent");
}

const mark = /<span class="highlight">(.*?)<\/span>/gs;

/** Returns HTML without its highlights. */
export const unmarked = (html: string): string => html.replace(mark, "$1");

/** Returns the highlighted words. */
export const marked = (html: string): string[] => [...html.matchAll(mark)].flatMap(([, text = ""]) => text.toLowerCase().split(/\s+/));
