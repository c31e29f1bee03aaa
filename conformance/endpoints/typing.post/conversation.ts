import { listenForTyping, requireTypists, sharedChannel, typingToldBy } from "../../client/messages.ts";
import type { Session } from "../../client/session.ts";
import type { Reply } from "../../client/target.ts";
import type { Body } from "../../expect.ts";

export const ops = ["start", "stop"] as const;
type Op = (typeof ops)[number];
const opposite = { start: "stop", stop: "start" } as const;

/** Returns a pair, a queue of the other one's, and how the first of them types at a place. @throws Untestable: their settings keep them from typing */
export async function conversation(session: Session, pair: readonly [string, string], where: "people" | "channel" = "people") {
  const [typist, listener] = session.actors(pair);
  await requireTypists(listener, typist);
  const queue = await listenForTyping(listener);
  const inChannel = async () => ({ type: "stream", stream_id: await sharedChannel(typist, listener), topic: session.fresh() });
  const place: Body = where === "people" ? { to: [listener.user_id] } : await inChannel();
  const send = (fields: Body): Promise<Reply> => typist.send("POST /typing", { ...place, ...fields });
  return {
    typist,
    listener,
    queue,
    place,
    /** Sends a notification that is news: the opposite goes before it, since a start that is sent again has a clause of its own. @param topic not that of the place */
    async notify(op: Op, { topic = place.topic, ...fields }: Body = {}): Promise<Reply> {
      await send({ op: opposite[op], topic });
      return send({ op, topic, ...fields });
    },
    /** Returns the events of an op that the listener got until now, without their ids. */
    told: async (op: Op, from = queue): Promise<Body[]> => (await typingToldBy(from, typist)).filter((event) => event.op === op),
  };
}

/** Returns the ops of events without a stop that comes first. */
export const opsSinceStart = (events: readonly Body[]): unknown[] =>
  (events[0]?.op === "stop" ? events.slice(1) : events).map(({ op }) => op);

/** The clauses that are broken where somebody is not told of an op. */
export const toldOf = { start: "typing.post/start-told", stop: "typing.post/stop-told" } as const;

/** Returns the clause that ops go against of which fewer are told than sent. */
export function brokenBy(came: readonly unknown[], sent: readonly unknown[]): string | undefined {
  if (!came.includes("start")) return toldOf.start;
  const count = (all: readonly unknown[], op: string): number => all.filter((each) => each === op).length;
  const fewer = ops.find((op) => count(came, op) < count(sent, op));
  return fewer && { start: "typing.post/start-resent", stop: toldOf.stop }[fewer];
}
