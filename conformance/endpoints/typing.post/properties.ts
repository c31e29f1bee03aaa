import fc from "fast-check";
import { unknownId } from "../../client/people.ts";
import { register } from "../../client/registration.ts";
import { requireTypists, typingEventsBy, typingToldBy } from "../../client/typing.ts";
import { property } from "../../declare/property.ts";
import { anId, type IdShape, idOf } from "../../draw/ids.ts";
import { anActor, people, twoPeople } from "../../draw/people.ts";
import { textOf } from "../../draw/texts.ts";
import { bobToAlice, conversation, ops, opsOf, toPeople } from "./conversation.ts";
import { noList, noOp, noType } from "./refused-values.ts";

const anOp = fc.constantFrom(...ops);
const pair = twoPeople(...people);

/** op is one of two words, and required; a refused request is told to nobody. */
export const op = property({
  serial: "typing",
  clause: ["typing.post/op-required", "typing.post/op-values", "typing.post/refused-untold"],
  given: { pair, wrong: noOp },
  examples: [undefined, "begin", "", "START"].map((wrong) => ({ pair: bobToAlice, wrong })),
  async holds(session, { pair, wrong }) {
    const { expect } = session;
    const { typist, listener, queue } = await conversation(session, pair);
    const to = [listener.user_id];
    expect.declined(await typist.send("POST /typing", { op: wrong, to }), `typing with op ${JSON.stringify(wrong)}`, "op");
    expect.same(await typingEventsBy(queue, typist), [], "what the refused request told");
    for (const op of ops) expect.succeeded(await typist.send("POST /typing", { op, to }), `op ${op}`);
    expect.same(opsOf(await typingEventsBy(queue, typist)), ops, "what the accepted requests told");
  },
});

/** The answer to a request that is told to somebody holds nothing beyond the envelope. */
export const envelope = property({
  serial: "typing",
  clause: "typing.post/envelope",
  given: { pair, op: anOp },
  examples: [{ pair: bobToAlice, op: "start" }],
  async holds(session, { pair, op }) {
    const { expect } = session;
    const { typist, listener, queue } = await conversation(session, pair);
    expect.bare(await typist.send("POST /typing", toPeople(op, [listener])));
    expect.same((await typingEventsBy(queue, typist)).length, 1, "the number of events");
  },
});

/** Types other than the three are refused, where the same request without a type is accepted. */
export const unknownType = property({
  serial: "typing",
  clause: "typing.post/type-values",
  given: { who: anActor(...people), op: anOp, type: noType },
  examples: ["group", "Direct"].map((type) => ({ who: "bob", op: "start", type })),
  async holds(session, { who, op, type }) {
    const { expect } = session;
    const actor = session.actor(who);
    await requireTypists(actor);
    const fields = toPeople(op, [actor]);
    expect.declined(await actor.send("POST /typing", { ...fields, type }), `type ${type}`, "type");
    expect.succeeded(await actor.send("POST /typing", fields), "typing without a type");
  },
});

/** The type private is refused, where the same request without a type is accepted. */
export const privateType = property({
  serial: "typing",
  clause: ["typing.post/type-private-refused", "typing.post/type-values"],
  given: { pair, op: anOp, type: fc.constantFrom("direct", undefined) },
  examples: [undefined, "direct"].map((type) => ({ pair: bobToAlice, op: "start", type })),
  async holds(session, { pair, op, type }) {
    const { expect } = session;
    const { typist, listener, queue } = await conversation(session, pair);
    const fields = toPeople(op, [listener]);
    expect.declined(await typist.send("POST /typing", { ...fields, type: "private" }), "type private", "type");
    expect.same(await typingEventsBy(queue, typist), [], "what the refused request told");
    expect.succeeded(await typist.send("POST /typing", { ...fields, type }), `typing with the type ${type ?? "left out"}`);
    expect.same((await typingEventsBy(queue, typist)).length, 1, "the number of events of the accepted request");
  },
});

/** Without a type the notification goes to people, just as with `direct`. */
export const defaultType = property({
  serial: "typing",
  clause: ["typing.post/type-default", "typing.post/type-values", "events/typing-people"],
  given: { pair, op: anOp },
  examples: [{ pair: bobToAlice, op: "start" }],
  async holds(session, { pair, op }) {
    const { expect } = session;
    const { typist, listener, queue } = await conversation(session, pair);
    for (const type of [{}, { type: "direct" }])
      expect.succeeded(await typist.send("POST /typing", { ...toPeople(op, [listener]), ...type }));
    const [plain, direct, ...more] = await typingToldBy(queue, typist);
    expect.same(direct, plain, "the event with type direct, beside that without a type");
    expect.same(plain?.op, op, "the op of the event");
    expect.same(more, [], "further events");
  },
});

const unknown = { kind: "unknown", id: unknownId } as IdShape;
/** What an id in `to` is that nobody has. */
const aStranger = anId("unknown", "zero", "negative");

/** An id that nobody has is refused, alone or beside another; nobody is told, where the same request without it is. */
export const strangers = property({
  serial: "typing",
  clause: ["typing.post/to-unknown", "typing.post/refused-untold"],
  given: { pair, op: anOp, id: aStranger, beside: fc.constantFrom("alone", "first", "last") },
  examples: ["alone", "last"].map((beside) => ({ pair: bobToAlice, op: "start", id: unknown, beside })),
  async holds(session, { pair, op, id: shape, beside }) {
    const { expect } = session;
    const { typist, listener, queue } = await conversation(session, pair);
    const [id, known] = [idOf(shape, { existing: [] }), listener.user_id];
    const to = beside === "alone" ? [id] : beside === "first" ? [id, known] : [known, id];
    expect.refused(await typist.send("POST /typing", { op, to }), "BAD_REQUEST", {}, "an unknown recipient");
    expect.same(await typingEventsBy(queue, typist), [], "what the refused request told");
    expect.succeeded(await typist.send("POST /typing", { op, to: [known] }), "a known recipient");
    expect.same((await typingEventsBy(queue, typist)).length, 1, "the number of events of the accepted request");
  },
});

/** To people a list of ids is needed; a refused request is told to nobody, the same request with a list is. */
export const recipients = property({
  serial: "typing",
  clause: ["typing.post/to-required", "typing.post/to-list", "typing.post/refused-untold"],
  given: { pair, op: anOp, wrong: noList },
  examples: [undefined, "#", "address"].map((wrong) => ({ pair: bobToAlice, op: "start", wrong })),
  async holds(session, { pair, op, wrong }) {
    const { expect } = session;
    const { typist, listener, queue } = await conversation(session, pair);
    const to = wrong === "address" ? listener.email : wrong?.replaceAll("#", String(listener.user_id));
    expect.declined(await typist.send("POST /typing", { op, to }), `typing with to=${to ?? ""}`, "to");
    expect.same(await typingEventsBy(queue, typist), [], "what the refused request told");
    expect.succeeded(await typist.send("POST /typing", toPeople(op, [listener])), "a list of one id");
    expect.same((await typingEventsBy(queue, typist)).length, 1, "the number of events of the accepted request");
  },
});

/** stream_id and topic mean nothing to people, even where they make no sense. */
export const channelFieldsIgnored = property({
  serial: "typing",
  clause: "typing.post/stream-id-ignored-for-people",
  given: { pair, op: anOp, id: aStranger, type: fc.constantFrom("direct", undefined), topic: textOf({ max: 80 }) },
  examples: [undefined, "direct"].map((type) => ({
    pair: bobToAlice,
    op: "start",
    id: unknown,
    type,
    topic: "a topic that means nothing",
  })),
  async holds(session, { pair, op, id, type, topic }) {
    const { expect } = session;
    const { typist, listener, queue } = await conversation(session, pair);
    for (const fields of [{}, { stream_id: idOf(id, { existing: [] }), topic }])
      expect.succeeded(
        await typist.send("POST /typing", { ...toPeople(op, [listener]), type, ...fields }),
        "typing to people with a channel",
      );
    const [plain, ...others] = await typingToldBy(queue, typist);
    expect.same(others, [expect.present(plain, "the event without stream_id and topic")], "the events with stream_id and topic");
  },
});

/** The registration says the three periods. */
export const periods = property({
  serial: "typing",
  clause: "typing.post/periods-told",
  given: { who: anActor(), period: fc.constantFrom("started_expiry", "started_wait", "stopped_wait") },
  examples: ["started_expiry", "started_wait", "stopped_wait"].map((period) => ({ who: "bob", period })),
  async holds(session, { who, period }) {
    const { expect } = session;
    const field = `server_typing_${period}_period_milliseconds`;
    const millis = expect.integer(session.told(await register(session.actor(who), ["realm"]), field), `${field} in a registration`);
    expect.holds(millis > 0, `${field} is ${millis}, no number of milliseconds`);
  },
});
