import fc from "fast-check";
import type { Actor } from "../../client/actor.ts";
import type { StagedHistory } from "../../client/history.ts";
import { channelOperator, fetchSince, type Message, messagesIn } from "../../client/messages.ts";
import { unknownId } from "../../client/people.ts";
import { itemAt } from "../../client/present.ts";
import { anId, type IdShape, idOf } from "../../draw/ids.ts";
import type { PersonName } from "../../draw/people.ts";
import type { Body } from "../../expect.ts";

/** Returns messages by ascending id. */
export const ascending = (messages: readonly Message[]): readonly Message[] => [...messages].sort((a, b) => a.id - b.id);

/** Fetches messages by their ids; in which order they are listed is not looked at. @throws Differs: the request is refused */
export const fetchByIds = async (actor: Actor, message_ids: readonly number[], more: Body = {}): Promise<readonly Message[]> =>
  ascending(messagesIn(await actor.send("GET /messages", { message_ids, ...more }), actor.expect));

/** A list of ids: of messages that somebody may see, of deleted and hidden ones, and of none. Some stand in it twice. */
export const someIds = (minLength = 1) => fc.array(anId("existing", "deleted", "hidden", "unknown"), { minLength, maxLength: 8 });

/** Returns the ids of shapes for somebody; a shape of which the history has none is left out. */
export const idsFor = (staged: StagedHistory, who: PersonName, shapes: readonly IdShape[]): number[] =>
  shapes.map((shape) => idOf(shape, staged.knownIds(who))).filter((id) => typeof id === "number");

/** Returns what windows show of a history to somebody: in the channel, and of what they received. */
export async function inWindows(actor: Actor, { channel, messages }: StagedHistory): Promise<readonly Message[]> {
  const first = itemAt(messages, 0).id;
  const inChannel = await fetchSince(actor, first, [{ operator: channelOperator(actor), operand: channel.id }]);
  const received = await fetchSince(actor, first, []);
  return [...new Map([...inChannel, ...received].map((message) => [message.id, message])).values()].sort((a, b) => a.id - b.id);
}

/** Ids of messages that may be seen, at these places among them. */
export const existing = (...places: readonly number[]): IdShape[] => places.map((at) => ({ kind: "existing", at }));

/** An id that no message has. */
export const unknown: IdShape = { kind: "unknown", id: unknownId };

/** Parameters of a range, each at times left out. */
export const aRange = (parts: Readonly<Record<string, readonly unknown[]>>): fc.Arbitrary<Body> =>
  fc
    .record(Object.fromEntries(Object.entries(parts).map(([name, values]) => [name, fc.constantFrom(undefined, ...values)])))
    .map((drawn) => Object.fromEntries(Object.entries(drawn).filter(([, value]) => value !== undefined)));

/** Returns whether a range asks for something. */
export const asks = ({ anchor, num_before, num_after, use_first_unread_anchor }: Body): boolean =>
  anchor !== undefined || Number(num_before ?? 0) + Number(num_after ?? 0) > 0 || use_first_unread_anchor === true;

export const ranges = aRange({
  anchor: ["newest", "oldest", "first_unread", 1, unknownId],
  num_before: [0, 1, 10],
  num_after: [0, 1, 10],
  include_anchor: [true, false],
  use_first_unread_anchor: [true, false],
});
