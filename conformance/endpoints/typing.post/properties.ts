import fc from "fast-check";
import { typingEventsBy } from "../../client/messages.ts";
import { property } from "../../declare/property.ts";
import { people, twoPeople } from "../../draw/people.ts";
import { textOf } from "../../draw/texts.ts";
import { anOp, bobToAlice, conversation, ops, opsOf, toPeople, typingChannel } from "./conversation.ts";

const pair = twoPeople(...people);

/** Values that are refused as op: another word, or nothing. */
const noOp = fc.option(
  fc.oneof(
    { withCrossShrink: true },
    fc.constantFrom("begin", "", "START", "started", "sto", "1", "null", '"start"', "true"),
    textOf({ max: 10 }).filter((word) => !["start", "stop"].includes(word.toLowerCase())),
  ),
  { nil: undefined },
);

/** op is one of two words, and required; a refused request is told to nobody. */
export const op = property({
  serial: "typing",
  clause: ["op-required", "op-values", "refused-untold"],
  given: { pair, wrong: noOp },
  examples: [undefined, "begin", "", "START"].map((wrong) => ({ pair: bobToAlice, wrong })),
  async holds(session, { pair, wrong }, expect) {
    const { typist, listener, queue } = await conversation(session, pair);
    const to = [listener.user_id];
    expect.declined(await typist.send("POST /typing", { op: wrong, to }), `typing with op ${JSON.stringify(wrong)}`, "op");
    expect.same(await typingEventsBy(queue, typist), [], "what the refused request told");
    for (const op of ops) expect.succeeded(await typist.send("POST /typing", { op, to }), `op ${op}`);
    expect.same(opsOf(await typingEventsBy(queue, typist)), ops, "what the accepted requests told");
  },
});

/** The type private is refused, where the same request without a type is accepted. */
export const privateType = property({
  serial: "typing",
  clause: ["type-private-refused", "refused-untold"],
  given: { pair, op: anOp },
  examples: [{ pair: bobToAlice, op: "start" }],
  async holds(session, { pair, op }, expect) {
    const { typist, listener, queue } = await conversation(session, pair);
    const fields = toPeople(op, [listener]);
    expect.declined(await typist.send("POST /typing", { ...fields, type: "private" }), "type private", "type");
    expect.succeeded(await typist.send("POST /typing", fields), "typing without a type");
    expect.same((await typingEventsBy(queue, typist)).length, 1, "the number of events of both requests");
  },
});

/** A parameter that the type makes ignored may be malformed: what is told is the same. A target may refuse it instead. */
export const malformed = property({
  serial: "typing",
  clause: "ignored-malformed",
  given: { pair, op: anOp, ignored: fc.constantFrom("to", "stream_id"), value: fc.constantFrom("x", "9.5", "{}", '["a"]', "[", "") },
  examples: (["to", "stream_id"] as const).map((ignored) => ({ pair: bobToAlice, op: "start", ignored, value: "x" }) as const),
  async holds(session, { pair, op, ignored, value }, expect) {
    const talk = ignored === "to" ? await typingChannel(session, pair) : await conversation(session, pair);
    const { typist, listener, queue } = talk;
    const place = "stream_id" in talk ? { type: "stream", stream_id: talk.stream_id, topic: session.fresh() } : toPeople(op, [listener]);
    const what = `typing with the ignored ${ignored}=${value}`;
    const reply = await typist.send("POST /typing", { op, ...place, [ignored]: value });
    const isIgnored = expect.isAccepted(reply, what);
    session.chooses("ignoredMalformed", isIgnored ? "ignored" : "observed");
    expect.same(opsOf(await typingEventsBy(queue, typist)), isIgnored ? [op] : [], `the ops of the events of ${what}`);
  },
});
