import fc from "fast-check";
import { levels } from "../../client/levels.ts";
import { sharedChannel, typingEventsBy, typingToldBy } from "../../client/typing.ts";
import { property } from "../../declare/property.ts";
import { people, twoPeople } from "../../draw/people.ts";
import { bobToAlice, conversation, ops, places, requireWord, toPeople } from "./conversation.ts";

const anOp = fc.constantFrom(...ops);
const pair = twoPeople(...people);

/** Each word for a type is told in its place: direct to the person who is named, stream and channel in the channel. */
export const words = property({
  serial: "typing",
  clause: ["typing.post/type-values", "typing.post/start-told"],
  given: { pair, op: anOp, type: fc.constantFrom("direct", "stream", "channel") },
  examples: ["direct", "stream", "channel"].map((type) => ({ pair: bobToAlice, op: "start", type })),
  async holds(session, { pair, op, type }) {
    const { expect } = session;
    requireWord(session, type);
    const { typist, listener, queue } = await conversation(session, pair);
    const [stream_id, topic] = type === "direct" ? [] : [await sharedChannel(typist, listener), session.fresh()];
    const place = type === "direct" ? { to: [listener.user_id] } : { stream_id, topic };
    expect.succeeded(await typist.send("POST /typing", { op, type, ...place }), `typing of type ${type}`);
    expect.same(
      places(await typingEventsBy(queue, typist)),
      [[op, stream_id, topic]],
      `op, channel and topic of the event of type ${type}`,
    );
  },
});

/** Before it was refused the type private did what direct does. */
export const privateBefore = property({
  serial: "typing",
  clause: "typing.post/type-private-before",
  until: levels.directTyping,
  given: { pair, op: anOp },
  examples: ops.map((op) => ({ pair: bobToAlice, op })),
  async holds(session, { pair, op }) {
    const { expect } = session;
    const { typist, listener, queue } = await conversation(session, pair);
    const fields = toPeople(op, [listener]);
    for (const type of ["direct", "private"])
      expect.succeeded(await typist.send("POST /typing", { ...fields, type }), `typing of type ${type}`);
    const [direct, former, ...more] = await typingToldBy(queue, typist);
    expect.same(former, expect.present(direct, "the event with type direct"), "the event with type private, beside that with type direct");
    expect.same([direct?.op, more], [op, []], "the op of the event, and further events");
  },
});
