import fc from "fast-check";
import type { Drawn } from "./combinators.ts";
import { Deferred, deferred, type Pick } from "./deferred.ts";
import type { DrawnMessage, SymbolicState, Thing } from "./symbolic-state.ts";
import type { Named } from "./symbols.ts";
import type { TargetFacts } from "./target-facts.ts";

export const named = (ref: Named, names: readonly string[]): Drawn =>
  names.length === 0 ? fc.constant({ ref, of: "nobody" }) : fc.constantFrom(...names).map((of) => ({ ref, of }));

const most = [true, true, true, true, true, true, true, false];

/** Returns one of several members of the cast, mostly of those who meet in this scenario. */
function met(names: readonly string[], { company }: SymbolicState, one: Pick): string | undefined {
  const there = names.filter((name) => company.includes(name));
  return one(there.length > 0 && one(most) ? there : names);
}

/** The name of a member of the cast who is let in. */
export const somebody: Drawn = deferred((state, one) => met(state.facts.active, state, one));

/** One of these members of the cast, as far as they are let in; of nobody there is nothing. */
export const oneOf = (names: readonly string[]): Drawn =>
  deferred((state, one) =>
    met(
      state.facts.active.filter((name) => names.includes(name)),
      state,
      one,
    ),
  );

/** One of the cast who is let in and none of these. */
export const noneOf = (names: readonly string[]): Drawn =>
  deferred((state, one) =>
    met(
      state.facts.active.filter((name) => !names.includes(name)),
      state,
      one,
    ),
  );

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
    return of === undefined ? undefined : { ref, of };
  });

/** A channel that the actor may not read. */
export const closedChannel = (ref: "channel" | "channel name"): Drawn =>
  deferred((state, one) => {
    const readable = state.channelsOf(state.actor, "readable");
    const of = one(state.facts.channels.filter((name) => !readable.includes(name)));
    return of === undefined ? undefined : { ref, of };
  });

export const freshName = (...words: readonly string[]): Drawn => fc.constantFrom(...words).map((of) => ({ ref: "fresh", of }));

export const systemGroup = (...names: readonly string[]): Drawn =>
  named("system group", names.length > 0 ? names.map((name) => `role:${name}`) : ["role:everyone", "role:members", "role:administrators"]);

/** One of several things, mostly of those made last. */
export const recent = <T>(all: readonly T[], one: Pick): T | undefined => one(one([true, true, false]) ? all.slice(-3) : all);

/** A reference to a thing that passes a test, mostly of those made last. */
export const madeThing = <T extends Thing>(
  list: (state: SymbolicState) => readonly T[],
  test: (thing: T, state: SymbolicState) => boolean,
): Drawn =>
  deferred((state, one) => {
    const thing = recent(
      list(state).filter((each) => test(each, state)),
      one,
    );
    return thing && state.ref(thing);
  });

const messages = (state: SymbolicState): readonly DrawnMessage[] => state.messages;

/** A reference to a message that passes a test, mostly of those sent last. */
export const message = (test: (message: DrawnMessage, state: SymbolicState) => boolean): Drawn => madeThing(messages, test);

export const readable: Drawn = message(({ isGone, readers }, { actor }) => !isGone && readers.has(actor));

export const received: Drawn = message((each, { actor }) => !each.isGone && each.received.has(actor));

export const hidden: Drawn = message(({ isGone, readers }, { actor }) => !isGone && !readers.has(actor));

export const deleted: Drawn = message(({ isGone }) => isGone);

/** A message that is there, whoever can read it. */
export const anyMessage: Drawn = message(({ isGone }) => !isGone);

/** Somebody who has or had something to do with a message that is there, and passes a test. */
export const somebodyWith = (names: (message: DrawnMessage) => Iterable<string>): Drawn =>
  deferred((state, one) => {
    const about = recent(
      state.messages.filter((each) => !each.isGone),
      one,
    );
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
