import fc from "fast-check";
import { sendToChannel, startThread, type Thread } from "../../client/messages.ts";
import { unknownId } from "../../client/people.ts";
import type { Session } from "../../client/session.ts";

/** A window to ask for. */
export interface Window {
  /** Where the anchor is: at a message of the topic, just before or after it, at one of another topic, where no message is, or at an end. */
  readonly at: "message" | "before" | "after" | "elsewhere" | "nowhere" | "newest" | "oldest";
  readonly which: number;
  readonly before: number;
  readonly after: number;
  readonly include: boolean | undefined;
}

export const windows = fc.array(
  fc.record<Window>({
    at: fc.constantFrom("message", "message", "message", "before", "after", "elsewhere", "nowhere", "newest", "oldest"),
    which: fc.nat(4),
    before: fc.nat(6),
    after: fc.nat(6),
    include: fc.constantFrom(undefined, true, false),
  }),
  { minLength: 16, maxLength: 16 },
);

const example = (at: Window["at"], before: number, after: number, include?: boolean): Window => ({ at, which: 2, before, after, include });

/** Windows that are asked for in every run: around each kind of anchor, filled and running out, with and without the anchor. */
export const examples: readonly Window[] = [
  example("message", 1, 1),
  example("message", 6, 6, true),
  example("message", 0, 0),
  example("message", 2, 0, false),
  example("message", 0, 2, false),
  example("before", 1, 1),
  example("after", 1, 1),
  example("elsewhere", 1, 1),
  example("nowhere", 2, 2),
  example("newest", 2, 0),
  example("newest", 6, 1),
  example("oldest", 0, 2),
  example("oldest", 1, 6),
];

/** A topic of messages, with one of another topic among them. */
export interface InterruptedThread extends Thread {
  /** A message between those of the topic. */
  readonly elsewhere: number;
}

/** Starts a topic of five messages, with one of another topic among them. */
export async function startInterruptedThread(session: Session): Promise<InterruptedThread> {
  const start = await startThread(session, ["one", "two"]);
  const { alice } = session.as;
  const elsewhere = await sendToChannel(alice, start.channel, session.fresh("elsewhere"), "not of this topic");
  const ids = [...start.ids];
  for (const content of ["three", "four", "five"]) ids.push(await sendToChannel(alice, start.channel, start.topic, content));
  return { ...start, ids, elsewhere };
}

/** Returns the anchor as a number: of the ends, one beyond everything. */
export function anchorOf({ at, which }: Window, { ids, elsewhere }: InterruptedThread): number {
  const id = ids[which]!;
  const newest = Number.POSITIVE_INFINITY;
  const places = { message: id, before: id - 1, after: id + 1, elsewhere, nowhere: unknownId, newest, oldest: -1 };
  return places[at];
}

/** Returns the ids that a window has, by the text. */
export const idsWithin = (ids: readonly number[], anchor: number, { before, after, include = true }: Window): number[] => [
  ...(before === 0 ? [] : ids.filter((id) => id < anchor).slice(-before)),
  ...ids.filter((id) => include && id === anchor),
  ...ids.filter((id) => id > anchor).slice(0, after),
];

/** Returns whether the anchor is excluded in the middle of the window, which servers may refuse. */
export const isInside = ({ before, after, include }: Window): boolean => include === false && before > 0 && after > 0;
