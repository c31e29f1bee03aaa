import fc from "fast-check";
import type { Actor } from "../../client/actor.ts";
import { unknownId } from "../../client/people.ts";
import type { Session } from "../../client/session.ts";
import { anId, type IdShape, idOf } from "../../draw/ids.ts";
import { type PersonName, somePeople } from "../../draw/people.ts";

/** The id that stands for all that nothing has. */
export const unknown: IdShape = { kind: "unknown", id: unknownId };

/** An id that nothing has, as a number. */
export const aStranger: fc.Arbitrary<IdShape> = anId("unknown", "zero", "negative");

/** An id that nothing has, as it may stand in a path: no route takes a sign. */
export const aStrangerInPath: fc.Arbitrary<IdShape> = anId("unknown", "zero");

/** Returns an id that nothing has as it is sent. */
export const strangeId = (shape: IdShape): number => Number(idOf(shape, { existing: [] }));

/** An id that nothing has, or that something had that is gone. */
export const absent: fc.Arbitrary<IdShape> = anId("unknown", "zero", "deleted");

/** The id of something that is gone. */
export const gone: IdShape = { kind: "deleted", at: 0 };

/** People with a stranger among them. */
interface MixedPeople {
  readonly people: readonly PersonName[];
  readonly stranger: IdShape;
  /** How many of the people stand before the stranger. */
  readonly before: number;
}

/** Up to two of some people and a stranger, in any order. The plainest is the stranger alone. */
export const mixedPeople = (...from: readonly PersonName[]): fc.Arbitrary<MixedPeople> =>
  fc.record({ people: somePeople({ from, min: 0, max: 2 }), stranger: aStranger, before: fc.nat(2) });

/** The unknown id after so many of some people, and before the others. */
export const strangerAfter = (before: number, ...people: readonly PersonName[]): MixedPeople => ({ people, stranger: unknown, before });

/** Returns a list with something put among its items, so many of them before it. */
export const among = <T>(items: readonly T[], before: number, item: T): T[] => [...items.slice(0, before), item, ...items.slice(before)];

export const actorsOf = (session: Session, names: readonly string[]): Actor[] => names.map((name) => session.actor(name));

/** Returns the ids of people and of the stranger among them. */
export const idsAmong = (session: Session, { people, stranger, before }: MixedPeople): unknown[] =>
  among<unknown>(
    actorsOf(session, people).map(({ user_id }) => user_id),
    before,
    strangeId(stranger),
  );
