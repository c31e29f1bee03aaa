import type fc from "fast-check";
import type { Actor } from "../client/actor.ts";
import type { Session } from "../client/session.ts";
import type { CallBeside, Ready } from "../declare/call.ts";
import type { AsExample } from "../draw/combinators.ts";

/** Returns the forms of a call, and what prepares it in each. @param examples the plainest first, which a call has where no form is given */
export const shaped = <S>(
  drawn: fc.Arbitrary<S>,
  examples: readonly [AsExample<S>, ...AsExample<S>[]],
  prepare: (session: Session, by: Actor | undefined, shape: AsExample<S>) => Promise<Ready>,
): Pick<CallBeside, "shapes" | "prepare"> => ({
  shapes: { drawn, examples },
  prepare: (session, by, shape: AsExample<S> = examples[0]) => prepare(session, by, shape),
});
