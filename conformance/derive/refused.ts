import type { Actor } from "../client/actor.ts";
import { ifTold } from "../client/registration.ts";
import type { Session } from "../client/session.ts";
import type { Reply } from "../client/target.ts";
import type { Call, Ready } from "../declare/call.ts";
import { type Body, isEqual } from "../expect.ts";
import { succeed } from "./promise.ts";

/** A call with a fault that has to be refused. What is not given is as in the call that was prepared. */
interface Wrong {
  readonly by?: Actor;
  readonly route?: string;
  readonly fields?: Body;
  /** What it is, in words. */
  readonly what: string;
  /** Requires the right refusal. */
  readonly look: (reply: Reply, what: string) => void;
}

/** Returns what a call changes; undefined where the server does not tell it. */
const traceOf = async ({ trace }: Call, ready: Ready): Promise<unknown> => trace && ifTold(trace(ready));

const untraced = "conventions/refusals-leave-no-trace";

/**
 * Requires that a call with a fault is refused and does nothing, and that the call without it succeeds and does something, where that can
 * be read. Returns the body of that success.
 */
export async function refuses(session: Session, call: Call, ready: Ready, wrong: Wrong): Promise<Body> {
  const { expect } = session;
  const { by = ready.actor, route = ready.route, fields = ready.fields, what, look } = wrong;
  const before = await traceOf(call, ready);
  look(await by.send(route, fields), what);
  const after = before === undefined ? undefined : await traceOf(call, ready);
  if (after !== undefined) expect.same(after, before, `what can be read after the refusal of ${what}`, untraced);
  const body = await succeed(session, call, ready);
  if (before === undefined) return body;
  expect.holds(!isEqual(await traceOf(call, ready), before), `${ready.route} succeeds and leaves no trace`);
  return body;
}
