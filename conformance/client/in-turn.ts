import type { Property } from "../declare/property.ts";

/** The last run of a kind on a server, by the server's address and the kind. */
const last = new Map<string, Promise<void>>();

/** A property that does not overlap with others of its kind where runs share one server: they would take each other's events for their own. */
export const inTurn = (kind: string, { holds, ...rest }: Property): Property => ({
  ...rest,
  holds: (session, given) => {
    if (session.target.kind === "embedded") return holds(session, given);
    const key = `${session.target.url} ${kind}`;
    const run = (last.get(key) ?? Promise.resolve()).then(() => holds(session, given));
    last.set(
      key,
      run.catch(() => {}),
    );
    return run;
  },
});
