import fc from "fast-check";
import type { Call, Ready } from "../../declare/call.ts";
import { type Property, property } from "../../declare/property.ts";
import { besides, successOf } from "../../derive/promise.ts";
import { isEqual, Unprepared } from "../../expect.ts";
import { callTo } from "../each-call.ts";
import { anUnsupported } from "./unsupported.ts";

/** Returns what a call changes; undefined where the server does not tell it. */
async function traceOf({ trace }: Call, ready: Ready): Promise<unknown> {
  try {
    return await trace?.(ready);
  } catch (thrown) {
    if (thrown instanceof Unprepared) return undefined;
    throw thrown;
  }
}

/** An endpoint that came with a level does what it is for, and knows all its parameters and no others. */
export const introduced = (route: string, ...clauses: readonly string[]): Property =>
  property({
    clause: [...clauses, "versioning/level-implies"],
    given: { unsupported: fc.uniqueArray(anUnsupported, { maxLength: 3 }) },
    examples: [{ unsupported: [] }, { unsupported: ["touchstone_has_no_such_parameter"] }],
    async holds(session, { unsupported: names }) {
      const { expect } = session;
      const call = callTo(route);
      const ready = await call.prepare(session);
      const before = await traceOf(call, ready);
      const { known } = besides(call, session);
      const more = Object.fromEntries(names.map((name) => [name, 1]));
      const body = successOf(session, call, await ready.actor.send(ready.route, { ...ready.fields, ...known, ...more }));
      expect.sameSet(body.ignored_parameters_unsupported ?? [], names, `what ${route} ignored`);
      for (const [name, type] of Object.entries(call.returns)) expect.typed(body[name], type, `${name} in the answer to ${route}`);
      if (call.trace) expect.holds(!isEqual(await call.trace(ready), before), `${route} succeeds and changes nothing`);
    },
  });
