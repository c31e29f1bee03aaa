import fc from "fast-check";
import { atProportion, type Drawn, proportion } from "./combinators.ts";
import { Deferred, type DrawnMessage, deferred, type Named, type Pick, type SymbolicState, type Thing } from "./symbols.ts";
import type { TargetFacts } from "./target-facts.ts";

/** An id as a property draws it; `idOf` turns it into what is sent once the ids of things are known. */
export type IdShape =
  /** The id of something that is there and may be seen, of something that is gone, of something that may not be seen. */
  | { readonly kind: "existing" | "deleted" | "hidden"; readonly at: number }
  /** A positive id that nothing has. */
  | { readonly kind: "unknown"; readonly id: number }
  | { readonly kind: "zero" }
  | { readonly kind: "negative"; readonly id: number }
  /** An id beyond what servers keep in 31 or 53 bits, as text where no number is exact. */
  | { readonly kind: "huge"; readonly text: string }
  /** A text that is no integer. */
  | { readonly kind: "no integer"; readonly text: string };

type IdKind = IdShape["kind"];

/** The kinds of ids that mean nothing, whatever is on the server: every server must refuse them where an id is required. */
export const nothingsKinds = ["unknown", "zero", "negative", "huge", "no integer"] as const satisfies readonly IdKind[];

const one = (kind: "existing" | "deleted" | "hidden"): fc.Arbitrary<IdShape> => fc.record({ kind: fc.constant(kind), at: proportion });

/** Ids beyond what servers keep in 31, 53 or 63 bits, which no server gives, of 10 to 31 digits. */
export const hugeIds = [
  "2147483648",
  "1234567890123456",
  "9007199254740992",
  "9223372036854775808",
  "12345678901234567890",
  `1${"0".repeat(30)}`,
] as const;

const shapes: Readonly<Record<IdKind, fc.Arbitrary<IdShape>>> = {
  existing: one("existing"),
  deleted: one("deleted"),
  hidden: one("hidden"),
  unknown: fc.record({ kind: fc.constant("unknown"), id: fc.integer({ min: 2_000_000_000, max: 2_147_483_647 }) }),
  zero: fc.constant({ kind: "zero" }),
  negative: fc.record({ kind: fc.constant("negative"), id: fc.constantFrom(-1, -2, -1000, -2_147_483_648) }),
  huge: fc.record({ kind: fc.constant("huge"), text: fc.constantFrom(...hugeIds) }),
  "no integer": fc.record({
    kind: fc.constant("no integer"),
    text: fc.constantFrom("seven", "", "7.5", "[7]", "{}", "true", "false", "null", "NaN", "-", "7 8"),
  }),
};

/** An id of these kinds. The plainest is the first kind's. */
export const anId = (...kinds: readonly IdKind[]): fc.Arbitrary<IdShape> =>
  fc.oneof({ withCrossShrink: true }, ...kinds.map((kind) => shapes[kind]));

/** A list of ids: of messages that somebody may see, of deleted and hidden ones, and of none. Some stand in it twice. */
export const someIds = (minLength = 0): fc.Arbitrary<IdShape[]> =>
  fc.array(anId("existing", "deleted", "hidden", "unknown"), { minLength, maxLength: 8 });

/** The ids that a run knows. */
export interface KnownIds {
  readonly existing: readonly number[];
  readonly deleted?: readonly number[];
  readonly hidden?: readonly number[];
}

/** Returns an id as it is sent: a number, or text where a number could not say it. Undefined where the run knows none of the kind. */
export function idOf(shape: IdShape, known: KnownIds): number | string | undefined {
  if (shape.kind === "zero") return 0;
  if (shape.kind === "unknown" || shape.kind === "negative") return shape.id;
  if (shape.kind === "huge" || shape.kind === "no integer") return shape.text;
  return atProportion(shape.at, known[shape.kind] ?? []);
}

/** Ids of nothing, so many that a server which reads the beginning of a list alone sees no other; a query with them is shorter than 2 KB. */
export const manyUnknown = (first: number): readonly IdShape[] =>
  Array.from({ length: 120 }, (_, i) => ({ kind: "unknown", id: first + i }));

/** Ids of what is there and may be seen, at these places among it. */
export const existing = (...places: readonly number[]): IdShape[] => places.map((at) => ({ kind: "existing", at }));

export const named = (ref: Named, names: readonly string[]): Drawn =>
  names.length === 0 ? fc.constant({ ref, of: "nobody" }) : fc.constantFrom(...names).map((of) => ({ ref, of }));

const most = [true, true, true, true, true, true, true, false];

/** Returns one of several members of the cast, mostly of those who meet in this scenario. */
function met(names: readonly string[], { company }: SymbolicState, one: Pick): string | undefined {
  const there = names.filter((name) => company.includes(name));
  return one(there.length > 0 && one(most) ? there : names);
}

/** One of the cast who is let in and whom a test picks. */
const someoneWho = (test: (name: string) => boolean): Drawn => deferred((state, one) => met(state.facts.active.filter(test), state, one));

/** The name of a member of the cast who is let in. */
export const somebody: Drawn = someoneWho(() => true);

/** One of these members of the cast, as far as they are let in; of nobody there is nothing. */
export const oneOf = (names: readonly string[]): Drawn => someoneWho((name) => names.includes(name));

/** One of the cast who is let in and none of these. */
export const noneOf = (names: readonly string[]): Drawn => someoneWho((name) => !names.includes(name));

/** Somebody who is let in, by their id or by their address. */
export const person = (ref: "user" | "email"): Drawn => deferred((state, one) => ({ ref, of: met(state.facts.active, state, one) }));

/** Several people who are let in, by their ids or by their addresses, seldom one of them twice. */
export const several = (ref: "user" | "email", least: number, highest: number): Drawn =>
  fc.integer({ min: least, max: highest }).map(
    (count) =>
      new Deferred((state, one) => {
        const names = Array.from({ length: count }, () => met(state.facts.active, state, one));
        return (one(most) ? [...new Set(names)] : names).map((of) => ({ ref, of }));
      }),
  );

/** Members of the cast who are not let in any more. */
export const formerMembers = ({ cast, active }: TargetFacts): readonly string[] => cast.filter((name) => !active.includes(name));

/** A channel that the actor reads, general more often than any other. */
export const channelOfActor = (ref: "channel" | "channel name"): Drawn =>
  deferred((state, one) => {
    const readable = state.channelsOf(state.actor, "readable");
    const of = one(readable.includes("general") ? [...readable, "general", "general", "general", "general"] : readable);
    return of && { ref, of };
  });

/** A channel that the actor may not read. */
export const closedChannel = (ref: "channel" | "channel name"): Drawn =>
  deferred((state, one) => {
    const readable = state.channelsOf(state.actor, "readable");
    const of = one(state.facts.channels.filter((name) => !readable.includes(name)));
    return of && { ref, of };
  });

export const freshName = (...words: readonly string[]): Drawn => fc.constantFrom(...words).map((of) => ({ ref: "fresh", of }));

export const systemGroup = (...names: readonly string[]): Drawn =>
  named("system group", names.length > 0 ? names.map((name) => `role:${name}`) : ["role:everyone", "role:members", "role:administrators"]);

/**
 * One of several things. A step that reads is mostly about one that was changed since it was read, one that changes about one that was read,
 * so that the same is read before and after; others are mostly about what was made last.
 */
export function recent<T extends Thing>(all: readonly T[], { isReading, about }: SymbolicState, one: Pick): T | undefined {
  const due = all.filter(({ isStale }) => isStale === isReading);
  const chosen = one(due.length > 0 && one(most) ? due : one([true, true, false]) ? all.slice(-3) : all);
  if (chosen) about.add(chosen);
  return chosen;
}

/** Returns a message that is there and passes a test, as `recent` does. */
export function recentMessage(state: SymbolicState, one: Pick, test: (message: DrawnMessage) => boolean = () => true) {
  const there = state.messages.filter((message) => !message.isGone && test(message));
  return recent(there, state, one);
}

/** A reference to a thing that passes a test, mostly of those made last. */
export const madeThing = <T extends Thing>(
  list: (state: SymbolicState) => readonly T[],
  test: (thing: T, state: SymbolicState) => boolean,
): Drawn =>
  deferred((state, one) => {
    const passing = list(state).filter((each) => test(each, state));
    const thing = recent(passing, state, one);
    return thing && state.ref(thing);
  });

/** A reference to a message that passes a test, mostly of those sent last. */
export const message = (test: (message: DrawnMessage, state: SymbolicState) => boolean): Drawn =>
  madeThing(({ messages }) => messages, test);

export const readable: Drawn = message(({ isGone, readers }, { actor }) => !isGone && readers.has(actor));

export const received: Drawn = message((each, { actor }) => !each.isGone && each.received.has(actor));

export const hidden: Drawn = message(({ isGone, readers }, { actor }) => !isGone && !readers.has(actor));

export const deleted: Drawn = message(({ isGone }) => isGone);

/** A message that is there, whoever can read it. */
export const anyMessage: Drawn = message(({ isGone }) => !isGone);

/** Somebody who has or had something to do with a message that is there, and passes a test. */
export const somebodyWith = (names: (message: DrawnMessage) => Iterable<string>): Drawn =>
  deferred((state, one) => {
    const about = recentMessage(state, one);
    return about && met([...names(about)], state, one);
  });

export const aReader: Drawn = somebodyWith(({ readers }) => readers);

export const aReceiver: Drawn = somebodyWith((each) => each.received);

/** A queue of the actor's that is still there. */
export const ownQueue: Drawn = madeThing(
  ({ queues }) => queues,
  ({ by, isGone }, { actor }) => !isGone && by === actor,
);

/** Somebody whose queue is still there. */
export const ownerOfQueue: Drawn = deferred(({ queues }, one) => one(queues.filter(({ isGone }) => !isGone))?.by);

/** A queue of somebody else that is still there. */
export const anotherQueue: Drawn = madeThing(
  ({ queues }) => queues,
  ({ by, isGone }, { actor }) => !isGone && by !== actor,
);

/** The fields of an earlier step of a kind that succeeded, and who did it. */
export const again = (op: string): Drawn =>
  deferred((state, one) => {
    const done = one(state.done.filter((each) => each.op === op));
    return done && { as: done.as, ...state.again(done) };
  });
