import fc from "fast-check";
import type { Actor } from "../../client/actor.ts";
import { startThread, type Thread } from "../../client/messages.ts";
import type { Session } from "../../client/session.ts";
import type { Reply } from "../../client/target.ts";

/** How many messages a topic has, and which of them is the anchor. */
interface WindowPlace {
  readonly messages: number;
  readonly anchor: number;
}

export const someWindow: fc.Arbitrary<WindowPlace> = fc
  .integer({ min: 1, max: 3 })
  .chain((messages) => fc.record({ messages: fc.constant(messages), anchor: fc.nat(messages - 1) }));

/** The one message of a topic. */
export const aloneInTopic: WindowPlace = { messages: 1, anchor: 0 };

/** A topic and the place of the anchor in it. */
interface AnchoredTopic {
  readonly thread: Thread;
  readonly anchor: number;
}

/** Starts a topic of so many messages of alice's. @throws Unprepared: one is refused */
export const startTopic = async (session: Session, { messages, anchor }: WindowPlace): Promise<AnchoredTopic> => ({
  thread: await startThread(
    session,
    Array.from({ length: messages }, (_, i) => `message ${i}`),
  ),
  anchor,
});

interface Counts {
  readonly num_before: number;
  readonly num_after: number;
}

const fetchWindow = (actor: Actor, { thread: { narrow, ids }, anchor }: AnchoredTopic, counts: Counts): Promise<Reply> =>
  actor.send("GET /messages", { narrow, anchor: ids[anchor], ...counts });

const described = ({ num_before, num_after }: Counts): string => `a fetch of ${num_before} and ${num_after}`;

/** Requires that a request for so many messages around the anchor shows all that are within them. */
export async function requireWindow(actor: Actor, topic: AnchoredTopic, counts: Counts): Promise<void> {
  const { expect } = actor;
  const what = described(counts);
  const { messages } = expect.succeeded(await fetchWindow(actor, topic, counts), what);
  const ids = expect.objects(messages, `the messages of ${what}`).map(({ id }) => id);
  const [from, to] = [Math.max(0, topic.anchor - counts.num_before), topic.anchor + counts.num_after + 1];
  expect.same(ids, topic.thread.ids.slice(from, to), `the messages of a topic by ${what}`);
}

/** Requires that a request for so many messages is refused. */
export async function requireWindowRefused(actor: Actor, topic: AnchoredTopic, counts: Counts): Promise<void> {
  actor.expect.refused(await fetchWindow(actor, topic, counts), "BAD_REQUEST", {}, described(counts));
}
