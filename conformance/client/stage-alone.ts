import type { Session } from "./session.ts";
import type { Steering, Target } from "./target.ts";
import { Untestable } from "./verdict.ts";

type Holds = (session: Session) => Promise<void>;

const queues = new WeakMap<Target, Map<string, Promise<unknown>>>();

/** Lets properties that change one and the same thing of a shared server, such as alice's profile, run after each other. */
export const alone =
  (what: string, holds: Holds): Holds =>
  (session) => {
    const { target } = session;
    const waiting = queues.get(target) ?? new Map<string, Promise<unknown>>();
    queues.set(target, waiting);
    const turn = (waiting.get(what) ?? Promise.resolve()).then(() => holds(session));
    waiting.set(
      what,
      turn.catch(() => undefined),
    );
    return turn;
  };

/** Steering for what the whole realm would notice. @throws Untestable: the realm is shared with other runs, or cannot be steered */
export function ownRealm(session: Session): Steering {
  if (session.target.kind === "live") throw new Untestable("it takes a change that other runs on the server would notice");
  return session.steering;
}
