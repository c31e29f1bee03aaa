import fc from "fast-check";
import { itemAt } from "../client/present.ts";
import type { Cast } from "../client/session.ts";

/** The name of a member of the cast. */
export type PersonName = keyof Cast<unknown>;

/** All active accounts of the cast: three members, an administrator, an owner, a guest and a bot. */
export const activePeople = ["alice", "bob", "cara", "dana", "owen", "gus", "robo"] as const satisfies readonly PersonName[];

/** The plain members of the cast, whom most targets give. */
export const members = ["alice", "bob", "cara"] as const satisfies readonly PersonName[];

/** Administrators, of whom one is an owner. */
export const administrators = ["dana", "owen"] as const satisfies readonly PersonName[];

/** Those with the role of a member or one that permits more: no guest and no bot. */
export const fullMembers = [...members, ...administrators] as const satisfies readonly PersonName[];

/** All active accounts but the bot. */
export const people = [...fullMembers, "gus"] as const satisfies readonly PersonName[];

/** Draws the actor: one of these, or of all active accounts where none is named. The first is the plainest. */
export const anActor = <N extends PersonName = (typeof activePeople)[number]>(...names: readonly N[]): fc.Arbitrary<N> =>
  fc.constantFrom(...((names.length === 0 ? activePeople : names) as readonly N[]));

/** Draws who asks what anybody may: nobody who is logged in (null), or one of the active accounts. */
export const anybody: fc.Arbitrary<PersonName | null> = fc.constantFrom(null, ...activePeople);

interface PeopleOptions<N extends PersonName = PersonName> {
  /** Default: all active accounts. */
  readonly from?: readonly N[];
  /** Default 1. */
  readonly min?: number;
  /** Default: everybody. */
  readonly max?: number;
}

/** A set of people in any order, nobody twice. */
export function somePeople<N extends PersonName = (typeof activePeople)[number]>({
  from = activePeople as readonly PersonName[] as readonly N[],
  min = 1,
  max = from.length,
}: PeopleOptions<N> = {}): fc.Arbitrary<N[]> {
  return fc.uniqueArray(fc.constantFrom(...from), { minLength: min, maxLength: max });
}

/** Two different people of these, or of all active accounts. */
export const twoPeople = <N extends PersonName = (typeof activePeople)[number]>(...names: readonly N[]): fc.Arbitrary<readonly [N, N]> =>
  somePeople({ from: (names.length === 0 ? activePeople : names) as readonly N[], min: 2, max: 2 }).map((both) => [
    itemAt(both, 0),
    itemAt(both, 1),
  ]);

/** The recipients named in a direct message, and the people of the conversation. */
export interface Recipients<N extends PersonName = PersonName> {
  readonly sender: N;
  /** As the parameter `to` lists them: in any order, some of them twice, at times with the sender. */
  readonly to: readonly N[];
}

/** A sender with recipients, of whom some are named twice, and to whom the sender belongs at times. The sender alone is one case. */
export function recipients<N extends PersonName = (typeof activePeople)[number]>(
  options: PeopleOptions<N> = {},
): fc.Arbitrary<Recipients<N>> {
  const { from = activePeople as readonly PersonName[] as readonly N[], max = 3 } = options;
  // The plainest recipient is not the plainest sender.
  const others = somePeople({ ...options, from: [...from.slice(1), ...from.slice(0, 1)], max: Math.min(max, from.length) });
  const repeated = fc.oneof(
    { weight: 2, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.array(fc.nat(9), { minLength: 1, maxLength: 2 }) },
  );
  return fc.tuple(anActor(...from), others, repeated).map(([sender, named, again]) => ({
    sender,
    to: [...named, ...again.map((i) => named[i % named.length]).filter((name) => name !== undefined)],
  }));
}

/** Returns everybody in a conversation, the sender first, nobody twice. */
export const participantsOf = <N extends PersonName>({ sender, to }: Recipients<N>): N[] => [...new Set([sender, ...to])];
