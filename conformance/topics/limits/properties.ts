import fc from "fast-check";
import { boundOf, register } from "../../client/registration.ts";
import { property } from "../../declare/property.ts";
import { anActor } from "../../draw/people.ts";
import { folderLimits, messageLimits, typingPeriods as periods } from "../../text/limits.ts";

/** Returns a property: a registration tells everybody some bounds, which are positive integers. */
const tells = (clause: string | readonly string[], names: readonly string[]) =>
  property({
    clause,
    given: { who: anActor(), name: fc.constantFrom(...names) },
    examples: names.map((name) => ({ who: "alice", name }) as const),
    async holds(session, { who, name }, expect) {
      const bound = await expect.accepted(boundOf(session.actor(who), name, register));
      expect.holds(bound > 0, `${name} is ${bound}`);
    },
  });

/** The bounds that clients need are told, those of folders, and the intervals of typing notifications. */
export const told = tells("told", messageLimits);
export const foldersTold = tells("folders-told", folderLimits);
export const typingPeriods = tells(["typing-periods", "typing.post/periods-told"], periods);

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
    if (new Set(limited).size > 1) session.needsObserved("all endpoints are limited alike");
    expect.same(new Set(limited).size, 1, "the number of ways in which headers tell of a limit");
    session.chooses("rateLimits", limited[0] ? "on" : "off");
  },
});
