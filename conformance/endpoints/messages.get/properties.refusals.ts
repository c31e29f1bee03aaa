import fc from "fast-check";
import { idsOf, messagesIn, sendToSelf } from "../../client/messages.ts";
import { property } from "../../declare/property.ts";
import { proportion } from "../../draw/combinators.ts";
import { sends } from "../../draw/histories.ts";
import { anAnchor, anchorAmong, countsOfSum } from "../../draw/windows.ts";
import { type Body, Untestable } from "../../expect.ts";
import { codes, mostMessages } from "../../text/limits.ts";
import { aReader, comparedWindow, fetchWindow, idAt, idsWithin, interrupted, readByAlice, reading, readTopic, windowIn } from "./window.ts";

/** The bound and one beyond it, all on one side and on both. */
const bounds = [
  [0, mostMessages],
  [mostMessages, 0],
  [mostMessages / 2, mostMessages / 2],
].flatMap(([num_before = 0, num_after = 0]) => {
  const fits = { num_before, num_after };
  const further = num_before === 0 ? { num_before: 100_000, num_after: 100_000 } : { ...fits, num_before: num_before + 1 };
  return [{ ...fits, num_after: num_after + 1 }, further].map((exceeds) => ({ fits, exceeds }));
});

/** Five thousand messages may be asked for, one more not, whichever side they are on; a thousand are recommended. */
export const limit = property({
  clause: [
    "limit-5000",
    "limit-5000-fits",
    "limits/messages-per-request",
    "limits/messages-per-request-exceeded",
    "limits/recommended-per-request",
  ],
  given: {
    who: aReader,
    anchor: anAnchor("newest", "oldest", "first_unread", "beyond all"),
    fits: fc.constantFrom(mostMessages, 1000).chain(countsOfSum),
    exceeds: fc.oneof(fc.constant(mostMessages + 1), fc.integer({ min: mostMessages + 1, max: 200_000 })).chain(countsOfSum),
  },
  examples: bounds.map((sums) => ({ who: "alice", anchor: { kind: "newest" }, ...sums }) as const),
  async holds(session, { who, anchor, fits, exceeds }, expect) {
    const actor = session.actor(who);
    // Whether the anchor is one of those that are counted no sentence says.
    const alone = session.isHeldToObserved ? {} : { include_anchor: false };
    const place = { anchor: anchorAmong(anchor, []), narrow: [{ operator: "sender", operand: actor.email }], ...alone };
    const isMost = fits.num_before + fits.num_after === mostMessages;
    const fitting = expect.against(isMost ? "messages.get/limit-5000-fits" : "limits/recommended-per-request");
    const listed = await fetchWindow(actor, { ...place, ...fits }, fitting);
    expect.holds(listed.length <= mostMessages + 1, `a window of ${mostMessages} lists ${listed.length} messages`);
    const { num_before, num_after } = exceeds;
    const reply = await actor.send("GET /messages", { ...place, ...exceeds });
    expect.refused(reply, codes.badRequest, {}, `GET /messages for ${num_before} and ${num_after} messages`);
  },
});

/** Five thousand ids may be asked for, one more not, where a URL of that length arrives at all. */
export const limitOfIds = property({
  clause: ["limit-5000", "limit-5000-fits", "message-ids", "limits/message-ids-exceeded"],
  once: "a request of 5,000 ids is long, and which ids they are changes nothing",
  async holds({ as: { alice }, expect }) {
    const narrow = [{ operator: "sender", operand: alice.email }];
    // One of its own: what others send may be deleted meanwhile.
    const known = [await sendToSelf(alice, "one of many")];
    const others = Array.from({ length: mostMessages + 1 }, (_, i) => i + 1).filter((id) => !known.includes(id));
    const asked = [...known, ...others].slice(0, mostMessages);
    const ask = (message_ids: readonly number[]) => alice.send("GET /messages", { message_ids, narrow });
    const fits = await ask(asked);
    if (!("result" in fits.body)) throw new Untestable(`the target takes no query of that length: ${fits.status}`);
    const listed = idsOf(messagesIn(fits, expect.against("messages.get/limit-5000-fits")));
    const [missing, further] = [known.filter((id) => !listed.includes(id)), listed.filter((id) => !asked.includes(id))];
    const just = expect.against("messages.get/message-ids");
    just.same(missing, [], "what of the ids is not listed");
    just.same(further, [], "what is listed beside the ids");
    expect.refused(await ask([...known, ...others].slice(0, mostMessages + 1)), codes.badRequest, {}, "GET /messages with 5001 ids");
  },
});

const countNames = ["num_before", "num_after"] as const;

/** A count that is left out is refused, or is nothing. */
export const counts = property({
  clause: "counts-required",
  given: { ...reading(), at: proportion, count: fc.integer({ min: 1, max: 5 }), without: fc.constantFrom(...countNames) },
  examples: countNames.map((without) => ({ ...readByAlice(sends("alice", "a", "one", "two", "three")), at: 0.5, count: 1, without })),
  async holds(session, { at, count, without, ...given }, expect) {
    const { actor, ids, narrow } = await readTopic(session, given);
    const anchor = idAt(ids, at);
    const all: Body = { anchor, narrow, num_before: count, num_after: count };
    expect.same(idsOf(await fetchWindow(actor, all)), idsWithin(ids, anchor, count, count), "the messages with both counts");
    const reply = await actor.send("GET /messages", { ...all, [without]: undefined });
    const isAccepted = expect.isAccepted(reply, `GET /messages without ${without}`, without);
    session.chooses("countsWithAnchor", isAccepted ? "observed" : "required");
    const left = idsWithin(ids, anchor, without === "num_before" ? 0 : count, without === "num_after" ? 0 : count);
    if (isAccepted) expect.same(idsOf(windowIn(reply, expect)), left, `the messages without ${without}`);
  },
});

/** Counts of nothing, so that an accepted request lists little. */
const nothing = { num_before: 0, num_after: 0 };

/** The old spelling of first_unread beside an anchor is refused, or goes before the anchor. */
export const firstUnreadWithAnchor = property({
  clause: "use-first-unread-with-anchor",
  given: { ...reading({ messages: [1, 6], topics: ["a"], direct: false, acts: ["flag"] }), at: proportion },
  examples: [
    { ...readByAlice(sends("bob", "a", "one", "two", "three")), at: 0.9 },
    { ...readByAlice(interrupted), who: "bob", at: 0.9 },
  ],
  async holds(session, { at, ...given }, expect) {
    const { actor, ids, narrow } = await readTopic(session, given);
    const anchor = idAt(ids, at);
    const ask = (fields: Body) => actor.send("GET /messages", { ...nothing, narrow, ...fields });
    const old = expect.succeeded(await ask({ use_first_unread_anchor: true }), "GET /messages with use_first_unread_anchor");
    expect.same(idsOf(windowIn(await ask({ anchor }), expect)), [anchor], "the messages at the anchor alone");
    const reply = await ask({ anchor, use_first_unread_anchor: true });
    const isAccepted = expect.isAccepted(reply, "GET /messages with use_first_unread_anchor and an anchor");
    session.chooses("firstUnreadWithAnchor", isAccepted ? "observed" : "refused");
    if (isAccepted)
      expect.same(
        comparedWindow(reply.body, session),
        comparedWindow(old, session),
        "the answer to use_first_unread_anchor beside an anchor",
      );
  },
});
