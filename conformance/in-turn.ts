import type { Property } from "./property.ts";
import type { Target } from "./target.ts";

const last = new WeakMap<Target, Map<string, Promise<void>>>();

/** A property that does not overlap with others of its kind where runs share one server: they would take each other's events for their own. */
export const inTurn = (kind: string, { holds, ...rest }: Property): Property => ({
  ...rest,
  holds: (session, given) => {
    const kinds = last.get(session.target) ?? new Map<string, Promise<void>>();
    last.set(session.target, kinds);
    const run = (kinds.get(kind) ?? Promise.resolve()).then(() => holds(session, given));
    kinds.set(
      kind,
      run.catch(() => {}),
    );
    return run;
  },
});
