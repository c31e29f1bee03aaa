import fc from "fast-check";
import type { Actor } from "../../client/actor.ts";
import { fetchAround, fetchMessage, idsOf, messagesIn } from "../../client/messages.ts";
import { unknownId } from "../../client/people.ts";
import { aNarrow, type NarrowGround, type NarrowOperator, type OperandShape, type TermShape, termsOf } from "../../draw/narrow-terms.ts";
import { type AnchorShape, anAnchor, anchorFields } from "../../draw/windows.ts";
import type { Body } from "../../expect.ts";

/** How somebody looks for a message. */
export interface Look {
  readonly narrow: readonly TermShape[];
  readonly anchor: AnchorShape;
  /** The number of messages on each side. */
  readonly around: number;
}

/** A narrow with a window around any anchor. */
export const aLook: fc.Arbitrary<Look> = fc.record({
  narrow: aNarrow({ terms: [0, 2] }),
  anchor: anAnchor("newest", "message", "first_unread", "oldest", "between"),
  around: fc.constantFrom(20, 0, 5),
});

/** A look at the newest messages of one term. */
export const lookBy = (operator: NarrowOperator, operand: OperandShape): Look => ({
  narrow: [{ operator, operand, negated: false }],
  anchor: { kind: "newest" },
  around: 20,
});

/** A look without a narrow from each side, and by what messages of any kind have. */
export const looks: readonly Look[] = [
  { narrow: [], anchor: { kind: "newest" }, around: 20 },
  { narrow: [], anchor: { kind: "message", at: 0 }, around: 0 },
  { narrow: [], anchor: { kind: "first_unread" }, around: 5 },
  lookBy("sender", { of: "person", at: 0, as: "email" }),
  lookBy("search", { of: "word", word: "soup" }),
  lookBy("id", { of: "message", at: 0, as: "text" }),
];

/** Returns the fields of a window among messages of these ids. */
const windowOf = ({ anchor, around }: Look, ids: readonly number[]): Body => {
  const messages = ids.map((id) => ({ id }));
  return { ...anchorFields(anchor, messages), num_before: around, num_after: around };
};

/** Returns the ids of the messages that come by each way to ask for some. A request that is refused brings none. */
async function idsByAllWays(actor: Actor, ids: readonly number[], look: Look, ground: NarrowGround): Promise<number[]> {
  const { expect } = actor;
  const narrow = termsOf(look.narrow, ground);
  const got: number[] = [];
  for (const way of [windowOf(look, ids), { message_ids: ids }]) {
    const reply = await actor.send("GET /messages", { ...way, narrow });
    if (reply.body.result === "error") expect.declined(reply, "GET /messages");
    else got.push(...idsOf(await expect.accepted(Promise.resolve(reply).then((each) => messagesIn(each)))));
  }
  const reply = await actor.send("GET /messages/matches_narrow", { msg_ids: ids, narrow });
  if (reply.body.result === "error") expect.declined(reply, "GET /messages/matches_narrow");
  else got.push(...Object.keys(expect.object(expect.succeeded(reply).messages, "the messages that match")).map(Number));
  return got;
}

const codeOf = async (actor: Actor, id: number): Promise<readonly unknown[]> => {
  const { status, body } = await actor.send(`GET /messages/${id}`);
  return [status, body.code, String(body.msg).replaceAll(String(id), "{id}")];
};

/** Requires that somebody gets messages in no way, and that asking for one is refused as for one that does not exist. */
export async function requireUnseen(actor: Actor, ids: readonly number[], look: Look, ground: NarrowGround): Promise<void> {
  const { expect } = actor;
  for (const id of ids) {
    expect.refused(await actor.send(`GET /messages/${id}`), "BAD_REQUEST", {}, `GET /messages/{message_id} by ${actor.name}`);
    const missing = await codeOf(actor, unknownId);
    expect.same(await codeOf(actor, id), missing, "status, code and msg for a message that is not theirs to see");
  }
  const got = await idsByAllWays(actor, ids, look, ground);
  expect.same(
    ids.filter((id) => got.includes(id)),
    [],
    `what ${actor.name} gets that is not theirs to see`,
  );
}

/** Requires that somebody gets messages by their ids, each alone and all at once. */
export async function requireSeen(actor: Actor, ids: readonly number[]): Promise<void> {
  const { expect } = actor;
  for (const id of ids) {
    expect.succeeded(await actor.send(`GET /messages/${id}`), `GET /messages/{message_id} by ${actor.name}`);
    expect.same((await expect.accepted(fetchMessage(actor, id))).id, id, "the id of the message");
    expect.same(idsOf(await expect.accepted(fetchAround(actor, id))), [id], `what ${actor.name} gets by the id`);
  }
}
