import { Untestable } from "../expect.ts";
import type { Session } from "./session.ts";
import type { Steering } from "./target.ts";

type Holds<G> = (session: Session, given: G) => Promise<void>;

/** The last run that changes or watches a thing of a server, by the server's address and the thing. */
const last = new Map<string, Promise<unknown>>();

/**
 * Lets runs that change or watch one and the same thing of a shared server, such as alice's profile, go one after the other.
 * On the embedded simulator each run has a world of its own.
 */
export const inTurn =
  <G>(what: string, holds: Holds<G>): Holds<G> =>
  (session, given) => {
    if (session.target.kind === "embedded") return holds(session, given);
    const key = `${session.target.url} ${what}`;
    const turn = (last.get(key) ?? Promise.resolve()).then(() => holds(session, given));
    last.set(
      key,
      turn.catch(() => undefined),
    );
    return turn;
  };

/** Returns what steers the target, for what the whole realm would notice. @throws Untestable: others share the realm, or it cannot be steered */
export function ownRealm(session: Session): Steering {
  const { steering, target } = session;
  if (target.kind === "live" && !steering.alone) throw new Untestable("it takes a change that other runs on the server would notice");
  return steering;
}
