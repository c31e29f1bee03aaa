import fc from "fast-check";
import type { Session } from "../../client/session.ts";
import type { Call, Ready } from "../../declare/call.ts";
import { besides, succeed } from "../../derive/promise.ts";
import { anUnsupported, aSlip, eachLeftOut, junk, misspelled, misspellings, type Slip, withSlip } from "../../derive/slips.ts";
import { type Body, isEqual, Untestable } from "../../expect.ts";
import { forEachCall } from "../each-call.ts";
import { aWrongMethod } from "./methods.ts";
import { aRefusal, eachRefusal, isClosed, needsParameters, type Refusal, sayWay, sendRefused } from "./refusals.ts";

/** Returns what a call may carry beside its fields on the target, of the names given. */
function beside(session: Session, call: Call, names: readonly string[]): Body {
  const { known } = besides(call, session);
  return Object.fromEntries(names.filter((name) => Object.hasOwn(known, name)).map((name) => [name, known[name]]));
}

const besideNames = (call: Call): readonly string[] => Object.keys(call.beside ?? {});

/** Some of the documented parameters that a call may carry beside its fields; nothing is drawn where there are none. */
const someBeside = (call: Call) => {
  const names = besideNames(call);
  return (names.length === 0 ? {} : { names: fc.subarray([...names]) }) as { names: fc.Arbitrary<readonly string[]> };
};

/** Every endpoint answers below the prefix with a success in the envelope, and its return values in it, whoever may call. */
export const success = forEachCall<{ readonly names?: readonly string[] }>({
  clause: ["conventions/prefix", "conventions/success-envelope", "conventions/success-returns", "versioning/prefix"],
  given: someBeside,
  examples: () => [{ names: [] }],
  holds: async (session, call, ready, { names = [] }) => void (await succeed(session, call, ready, beside(session, call, names))),
});

/** Requires the refusal of a call without a required parameter, whatever stands beside it, and the success of the call with it. */
async function needs(session: Session, call: Call, ready: Ready, slip: Slip): Promise<void> {
  const { actor, route, fields } = ready;
  const what = `${call.route} with ${slip.name} ${slip.how === "left out" ? slip.how : `as ${misspelled(slip.name, slip.how)}`}`;
  session.expect.missing(await actor.send(route, withSlip(fields, slip)), slip.name, what);
  await succeed(session, call, ready);
}

/** What a form leaves out or misspells is refused in the envelope of errors, and the same form with it succeeds. */
export const missingField = forEachCall({
  clause: ["conventions/form-fields", "conventions/error-envelope", "errors/body"],
  of: (call) => needsParameters(call) && !call.route.startsWith("GET "),
  given: (call) => ({ slip: aSlip(call) }),
  examples: (call) => eachLeftOut(call).map((slip) => ({ slip })),
  holds: (session, call, ready, { slip }) => needs(session, call, ready, slip),
});

/** What a query leaves out or misspells is refused in the envelope of errors, and the same query with it succeeds. */
export const missingInQuery = forEachCall({
  clause: ["conventions/get-query", "conventions/error-envelope", "errors/body"],
  of: (call) => needsParameters(call) && call.route.startsWith("GET "),
  given: (call) => ({ slip: aSlip(call) }),
  examples: (call) => eachLeftOut(call).map((slip) => ({ slip })),
  holds: (session, call, ready, { slip }) => needs(session, call, ready, slip),
});

/** Returns the names of documented parameters as they are misspelled, each with a text. */
const misspelledOnes = (call: Call): fc.Arbitrary<Body> =>
  fc
    .record({ names: fc.subarray([...call.required, ...besideNames(call)]), how: fc.constantFrom(...misspellings.slice(1)) })
    .map(({ names, how }) => Object.fromEntries(names.map((name) => [misspelled(name, how), "1"])));

/** Unsupported parameters are listed, each once, and no others, among them those that are too new for the server. */
export const unsupportedListed = forEachCall({
  clause: ["conventions/ignored-listed", "versioning/ignored"],
  of: ({ isBare }) => !isBare,
  given: (call) => ({ unsupported: anUnsupported, slips: misspelledOnes(call) }),
  examples: () => [{ unsupported: junk, slips: {} }],
  async holds(session, call, ready, { unsupported, slips }) {
    const { known, tooNew } = besides(call, session);
    // A server may have more than its level says.
    const ignored = { ...(session.isHeldToObserved && tooNew), ...slips, ...unsupported };
    const body = await succeed(session, call, ready, { ...known, ...ignored });
    session.expect.sameSet(body.ignored_parameters_unsupported, Object.keys(ignored), `what ${call.route} ignored`);
  },
});

/** Endpoints without parameters list what was sent, or, as servers were seen to do, do not look. */
export const unsupportedByBare = forEachCall({
  clause: "conventions/ignored-without-parameters",
  of: ({ isBare }) => isBare === true,
  given: () => ({ unsupported: anUnsupported }),
  examples: () => [{ unsupported: junk }],
  async holds(session, call, ready, { unsupported }) {
    const { ignored_parameters_unsupported: listed } = await succeed(session, call, ready, unsupported);
    session.chooses("ignoredWithoutParameters", listed === undefined ? "observed" : "listed");
    if (listed !== undefined) session.expect.sameSet(listed, Object.keys(unsupported), `what ${call.route} ignored`);
  },
});

/** A call with documented parameters only, in use or not, has no list of ignored ones. */
export const supportedNotListed = forEachCall<{ readonly names?: readonly string[] }>({
  clause: "conventions/ignored-absent",
  given: someBeside,
  examples: (call) => [{ names: besideNames(call) }],
  async holds(session, call, ready, { names = [] }) {
    const body = await succeed(session, call, ready, beside(session, call, names));
    session.expect.same(body.ignored_parameters_unsupported, undefined, `ignored_parameters_unsupported of ${call.route}`);
  },
});

/** A refusal lists no ignored parameters; the same call made well succeeds. */
export const refusalsListNothing = forEachCall<{ readonly way: Refusal; readonly unsupported: Body }>({
  clause: "conventions/ignored-successes-only",
  of: (call) => needsParameters(call) || isClosed(call),
  given: (call) => ({ way: aRefusal(call), unsupported: anUnsupported }),
  examples: (call) => eachRefusal(call).map((way) => ({ way, unsupported: junk })),
  async holds(session, call, ready, { way, unsupported }) {
    const { expect } = session;
    const body = expect.declined(await sendRefused(session, ready, way, unsupported), `${call.route} ${sayWay(way)}`);
    expect.same(body.ignored_parameters_unsupported, undefined, `ignored_parameters_unsupported of a refusal of ${call.route}`);
    await succeed(session, call, ready, unsupported);
  },
});

/** A method that a path does not have is no success; whether in the envelope of errors is noted. The path's own method succeeds. */
export const wrongMethod = forEachCall({
  clause: "conventions/error-wrong-method",
  given: (call) => ({ method: aWrongMethod(call) }),
  examples: () => [{ method: "PUT" }],
  async holds(session, call, ready, { method }) {
    const { expect } = session;
    const route = ready.route.replace(/^\w+/, method);
    const { status, body } = await ready.actor.send(route, ready.fields);
    const isRefusal = status >= 400 && (status <= 499 || status === 501) && body.result !== "success";
    expect.holds(isRefusal, `${route} answers ${status} ${JSON.stringify(body)}, not a refusal`);
    const isEnveloped = body.result === "error" && typeof body.msg === "string" && typeof body.code === "string";
    // What is no endpoint of its own, the conventions for endpoints need not hold for.
    if (session.isHeldToObserved) session.chooses("wrongMethod", isEnveloped ? "enveloped" : "observed");
    await succeed(session, call, ready);
  },
});

/** A request that is refused changes nothing that can be read; the same request made well does, or takes effect. */
export const refusalsLeaveNoTrace = forEachCall<{ readonly way: Refusal }>({
  clause: "conventions/refusals-leave-no-trace",
  of: ({ trace }) => trace !== undefined,
  given: (call) => ({ way: aRefusal(call) }),
  examples: (call) => eachRefusal(call).map((way) => ({ way })),
  async holds(session, call, ready, { way }) {
    const { expect } = session;
    const { trace } = call;
    if (!trace) throw new Untestable(`what ${call.route} changes cannot be read`);
    const before = await trace(ready);
    const reply = await sendRefused(session, ready, way);
    if (way.kind === "without") expect.missing(reply, way.name, `${call.route} without ${way.name}`);
    else expect.declined(reply, `${call.route} ${way.kind}`);
    expect.same(await trace(ready), before, `what can be read after a refusal of ${ready.route}`);
    await succeed(session, call, ready);
    expect.holds(!isEqual(await trace(ready), before), `${ready.route} succeeds and leaves no trace`);
  },
});
