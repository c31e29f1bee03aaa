import fc from "fast-check";
import type { Session } from "../../client/session.ts";
import type { Reply } from "../../client/target.ts";
import { topicFor } from "../../client/topics.ts";
import { typingEventsBy } from "../../client/typing.ts";
import { property } from "../../declare/property.ts";
import { people, twoPeople } from "../../draw/people.ts";
import { bobToAlice, conversation, ops, opsOf, places, requireWord, toPeople, typingChannel } from "./conversation.ts";

const anOp = fc.constantFrom(...ops);
const pair = twoPeople(...people);

/** Returns whether a target ignores what is malformed; it may refuse it instead. */
function ignores(session: Session, reply: Reply, what: string): boolean {
  const isIgnored = reply.body.result === "success";
  session.chooses("ignoredMalformed", isIgnored ? "ignored" : "observed");
  if (!isIgnored) session.expect.declined(reply, what);
  return isIgnored;
}

/** Where the type makes `to` ignored it may be malformed: what is told is the same. */
export const recipients = property({
  serial: "typing",
  clause: "typing.post/ignored-malformed",
  given: { pair, op: anOp, type: fc.constantFrom("stream", "channel"), to: fc.constantFrom("x", "9.5", "{}", '["a"]', "[", "") },
  examples: [{ pair: bobToAlice, op: "start", type: "stream", to: "x" }],
  async holds(session, { pair, op, type, to }) {
    requireWord(session, type);
    const { typist, stream_id, queue } = await typingChannel(session, pair);
    const topic = await topicFor(typist, { kind: "plain" });
    const what = `typing in a channel with to=${to}`;
    const isIgnored = ignores(session, await typist.send("POST /typing", { op, type, stream_id, topic, to }), what);
    const announced = places(await typingEventsBy(queue, typist));
    session.expect.same(announced, isIgnored ? [[op, stream_id, topic]] : [], `the events of ${what}`);
  },
});

/** Where the type makes stream_id ignored it may be malformed: what is told is the same. */
export const channel = property({
  serial: "typing",
  clause: "typing.post/ignored-malformed",
  given: { pair, op: anOp, type: fc.constantFrom("direct", undefined), stream_id: fc.constantFrom("x", "1.5", "[]", "{", "") },
  examples: [undefined, "direct"].map((type) => ({ pair: bobToAlice, op: "start", type, stream_id: "x" })),
  async holds(session, { pair, op, type, stream_id }) {
    const { typist, listener, queue } = await conversation(session, pair);
    const what = `typing to people with stream_id=${stream_id}`;
    const fields = { ...toPeople(op, [listener]), type, stream_id };
    const isIgnored = ignores(session, await typist.send("POST /typing", fields), what);
    session.expect.same(opsOf(await typingEventsBy(queue, typist)), isIgnored ? [op] : [], `the events of ${what}`);
  },
});
