import fc from "fast-check";
import type { Drawn } from "./combinators.ts";
import type { Course, Message, Thing } from "./course.ts";
import type { Ground } from "./ground.ts";
import { Later, later, type Pick } from "./later.ts";
import type { Named } from "./symbols.ts";

export const named = (ref: Named, names: readonly string[]): Drawn =>
  names.length === 0 ? fc.constant({ ref, of: "nobody" }) : fc.constantFrom(...names).map((of) => ({ ref, of }));

const most = [true, true, true, true, true, true, true, false];

/** Returns one of several members of the cast, mostly of those who meet in this scenario. */
function met(names: readonly string[], { company }: Course, one: Pick): string | undefined {
  const there = names.filter((name) => company.includes(name));
  return one(there.length > 0 && one(most) ? there : names);
}

/** The name of a member of the cast who is let in. */
export const somebody: Drawn = later((course, one) => met(course.ground.active, course, one));

/** One of these members of the cast, as far as they are let in; of nobody there is nothing. */
export const oneOf = (names: readonly string[]): Drawn =>
  later((course, one) =>
    met(
      course.ground.active.filter((name) => names.includes(name)),
      course,
      one,
    ),
  );

/** One of the cast who is let in and none of these. */
export const noneOf = (names: readonly string[]): Drawn =>
  later((course, one) =>
    met(
      course.ground.active.filter((name) => !names.includes(name)),
      course,
      one,
    ),
  );

/** Somebody who is let in, by their id or by their address. */
export const person = (ref: "user" | "email"): Drawn => later((course, one) => ({ ref, of: met(course.ground.active, course, one) }));

/** Several people who are let in, by their ids or by their addresses, seldom one of them twice. */
export const several = (ref: "user" | "email", least: number, highest: number): Drawn =>
  fc.integer({ min: least, max: highest }).map(
    (count) =>
      new Later((course, one) => {
        const names = Array.from({ length: count }, () => met(course.ground.active, course, one));
        return (one(most) ? [...new Set(names)] : names).map((of) => ({ ref, of }));
      }),
  );

/** Members of the cast who are not let in any more. */
export const formerMembers = ({ cast, active }: Ground): readonly string[] => cast.filter((name) => !active.includes(name));

/** A channel that the actor reads, general more often than any other. */
export const channelOfActor = (ref: "channel" | "channel name"): Drawn =>
  later((course, one) => {
    const readable = course.channelsOf(course.actor, "readable");
    const of = one(readable.includes("general") ? [...readable, "general", "general", "general", "general"] : readable);
    return of === undefined ? undefined : { ref, of };
  });

/** A channel that the actor may not read. */
export const closedChannel = (ref: "channel" | "channel name"): Drawn =>
  later((course, one) => {
    const readable = course.channelsOf(course.actor, "readable");
    const of = one(course.ground.channels.filter((name) => !readable.includes(name)));
    return of === undefined ? undefined : { ref, of };
  });

export const freshName = (...words: readonly string[]): Drawn => fc.constantFrom(...words).map((of) => ({ ref: "fresh", of }));

export const systemGroup = (...names: readonly string[]): Drawn =>
  named("system group", names.length > 0 ? names.map((name) => `role:${name}`) : ["role:everyone", "role:members", "role:administrators"]);

/** One of several things, mostly of those made last. */
export const recent = <T>(all: readonly T[], one: Pick): T | undefined => one(one([true, true, false]) ? all.slice(-3) : all);

/** A reference to a thing that passes a test, mostly of those made last. */
export const madeThing = <T extends Thing>(list: (course: Course) => readonly T[], test: (thing: T, course: Course) => boolean): Drawn =>
  later((course, one) => {
    const thing = recent(
      list(course).filter((each) => test(each, course)),
      one,
    );
    return thing && course.ref(thing);
  });

const messages = (course: Course): readonly Message[] => course.messages;

/** A reference to a message that passes a test, mostly of those sent last. */
export const message = (test: (message: Message, course: Course) => boolean): Drawn => madeThing(messages, test);

export const readable: Drawn = message(({ isGone, readers }, { actor }) => !isGone && readers.has(actor));

export const received: Drawn = message((each, { actor }) => !each.isGone && each.received.has(actor));

export const hidden: Drawn = message(({ isGone, readers }, { actor }) => !isGone && !readers.has(actor));

export const deleted: Drawn = message(({ isGone }) => isGone);

/** A message that is there, whoever can read it. */
export const anyMessage: Drawn = message(({ isGone }) => !isGone);

/** Somebody who has or had something to do with a message that is there, and passes a test. */
export const somebodyWith = (names: (message: Message) => Iterable<string>): Drawn =>
  later((course, one) => {
    const about = recent(
      course.messages.filter((each) => !each.isGone),
      one,
    );
    return about && met([...names(about)], course, one);
  });

export const aReader: Drawn = somebodyWith(({ readers }) => readers);

export const aReceiver: Drawn = somebodyWith((each) => each.received);

/** A queue of the actor's that is still there. */
export const ownQueue: Drawn = madeThing(
  ({ queues }) => queues,
  ({ by, isGone }, { actor }) => !isGone && by === actor,
);

/** Somebody whose queue is still there. */
export const ownerOfQueue: Drawn = later(({ queues }, one) => one(queues.filter(({ isGone }) => !isGone))?.by);

/** A queue of somebody else that is still there. */
export const anotherQueue: Drawn = madeThing(
  ({ queues }) => queues,
  ({ by, isGone }, { actor }) => !isGone && by !== actor,
);

/** The fields of an earlier step of a kind that succeeded, and who did it. */
export const again = (op: string): Drawn =>
  later((course, one) => {
    const done = one(course.done.filter((each) => each.op === op));
    return done && { as: done.as, ...course.again(done) };
  });
