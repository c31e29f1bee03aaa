import fc from "fast-check";
import { boundOf, register } from "../../client/registration.ts";
import type { Session } from "../../client/session.ts";
import { property } from "../../declare/property.ts";
import { activePeople, anActor, type PersonName } from "../../draw/people.ts";
import { folderLimits, messageLimits, typingPeriods as periods } from "../../text/limits.ts";

/** A bound as a registration names it, and who registers. */
interface BoundName {
  readonly who: PersonName;
  readonly name: string;
}

/** Requires that a registration tells a bound, a positive integer. */
async function requireBound(session: Session, { who, name }: BoundName): Promise<void> {
  const { expect } = session;
  const bound = await expect.accepted(boundOf(session.actor(who), name, register));
  expect.holds(bound > 0, `${name} is ${bound}`);
}

/** Returns who asks for which of some bounds, each once as an example. */
const oneOfBounds = (...names: readonly string[]) => ({
  given: { who: anActor<PersonName>(...activePeople), name: fc.constantFrom(...names) },
  examples: names.map((name): BoundName => ({ who: "alice", name })),
});

/** The bounds that clients need are told to everybody at registration. */
export const told = property({
  clause: "told",
  ...oneOfBounds(...messageLimits),
  holds: requireBound,
});

/** The bounds of folders are told to everybody at registration. */
export const foldersTold = property({
  clause: "folders-told",
  ...oneOfBounds(...folderLimits),
  holds: requireBound,
});

/** The intervals of typing notifications are told to everybody at registration. */
export const typingPeriods = property({
  clause: ["typing-periods", "typing.post/periods-told"],
  ...oneOfBounds(...periods),
  holds: requireBound,
});

/** Requests that change nothing, each with something that its answer has. */
const reads = { "GET /realm/linkifiers": "linkifiers", "GET /realm/presence": "presences" } as const;

/** Whether calls are limited in number shows in the headers of each answer; without them, a few calls in a row all succeed. */
export const rates = property({
  clause: "rates",
  given: {
    who: anActor("alice", "bob", "cara", "dana", "owen"),
    calls: fc.array(fc.constantFrom("GET /realm/linkifiers", "GET /realm/presence"), { minLength: 2, maxLength: 5 }),
  },
  examples: [{ who: "alice", calls: ["GET /realm/linkifiers", "GET /realm/linkifiers", "GET /realm/linkifiers"] }],
  async holds(session, { who, calls }, expect) {
    const limited: boolean[] = [];
    for (const [i, route] of calls.entries()) {
      const what = `call ${i + 1} in a row, ${route},`;
      const reply = await session.actor(who).send(route);
      expect.typed(expect.succeeded(reply, what)[reads[route as keyof typeof reads]], "array or object", `the answer to ${what}`);
      limited.push(reply.headers["x-ratelimit-limit"] !== undefined);
    }
    expect.same(new Set(limited).size, 1, "the number of ways in which headers tell of a limit");
    session.chooses("rateLimits", limited[0] ? "on" : "off");
  },
});
