import type { Session } from "../../client/session.ts";
import type { Call } from "../../declare/call.ts";
import { isEqual, Untestable } from "../../expect.ts";
import { besides, forEachCall, succeed, without } from "../each-call.ts";

const junk = { touchstone_second: "2", touchstone_first: "[1]" };

/** Every endpoint answers below the prefix with a success in the envelope, and its return values in it. */
export const success = forEachCall({
  clause: ["conventions/prefix", "conventions/success-envelope", "conventions/success-returns", "versioning/prefix"],
  holds: async (session, call) => void (await succeed(session, call, await call.prepare(session))),
});

const needsParameters = ({ required }: Call): boolean => required.length > 0;

/** Requires the refusal of a call without each of its required parameters, and the success of the call with them. */
async function needsEach(session: Session, call: Call): Promise<void> {
  const ready = await call.prepare(session);
  for (const name of call.required)
    session.expect.missing(await ready.actor.send(ready.route, without(ready, name)), name, `${call.route} without ${name}`);
  await succeed(session, call, ready);
}

/** What a form leaves out is refused in the envelope of errors, and the same form with it succeeds. */
export const missingField = forEachCall({
  clause: ["conventions/form-fields", "conventions/error-envelope", "errors/body"],
  of: (call) => needsParameters(call) && !call.route.startsWith("GET "),
  holds: needsEach,
});

/** What a query leaves out is refused in the envelope of errors, and the same query with it succeeds. */
export const missingInQuery = forEachCall({
  clause: ["conventions/get-query", "conventions/error-envelope", "errors/body"],
  of: (call) => needsParameters(call) && call.route.startsWith("GET "),
  holds: needsEach,
});

/** Unsupported parameters are listed, each once, and no others, among them those that are too new for the server. */
export const unsupportedListed = forEachCall({
  clause: ["conventions/ignored-listed", "versioning/ignored"],
  of: ({ isBare }) => !isBare,
  async holds(session, call) {
    const { known, tooNew } = besides(call, session.level);
    const body = await succeed(session, call, await call.prepare(session), { ...known, ...tooNew, ...junk });
    session.expect.sameSet(body.ignored_parameters_unsupported, Object.keys({ ...tooNew, ...junk }), `what ${call.route} ignored`);
  },
});

/** Endpoints without parameters list what was sent, or, as servers were seen to do, do not look. */
export const unsupportedByBare = forEachCall({
  clause: "conventions/ignored-without-parameters",
  of: ({ isBare }) => isBare === true,
  async holds(session, call) {
    const { ignored_parameters_unsupported: listed } = await succeed(session, call, await call.prepare(session), junk);
    session.chooses("ignoredWithoutParameters", listed === undefined ? "observed" : "listed");
    if (listed !== undefined) session.expect.sameSet(listed, Object.keys(junk), `what ${call.route} ignored`);
  },
});

/** A call with documented parameters only, in use or not, has no list of ignored ones. */
export const supportedNotListed = forEachCall({
  clause: "conventions/ignored-absent",
  async holds(session, call) {
    const body = await succeed(session, call, await call.prepare(session), besides(call, session.level).known);
    session.expect.same(body.ignored_parameters_unsupported, undefined, `ignored_parameters_unsupported of ${call.route}`);
  },
});

/** A refusal lists no ignored parameters; the same call made well succeeds. */
export const refusalsListNothing = forEachCall({
  clause: "conventions/ignored-successes-only",
  of: (call) => needsParameters(call) || !call.isOpen,
  async holds(session, call) {
    const { expect } = session;
    const ready = await call.prepare(session);
    const [first] = call.required;
    const reply =
      first === undefined
        ? await session.nobody.send(ready.route, { ...ready.fields, ...junk })
        : await ready.actor.send(ready.route, { ...without(ready, first), ...junk });
    const body = expect.declined(reply, first === undefined ? `${call.route} by nobody` : `${call.route} without ${first}`);
    expect.same(body.ignored_parameters_unsupported, undefined, `ignored_parameters_unsupported of a refusal of ${call.route}`);
    await succeed(session, call, ready, junk);
  },
});

/** A method that a path does not have is no success; whether in the envelope of errors is noted. The path's own method succeeds. */
export const wrongMethod = forEachCall({
  clause: "conventions/error-wrong-method",
  async holds(session, call) {
    const { expect } = session;
    const ready = await call.prepare(session);
    const route = ready.route.replace(/^\w+/, "PUT");
    const { status, body } = await ready.actor.send(route, ready.fields);
    const isRefusal = status >= 400 && status <= 499 && body.result !== "success";
    expect.holds(isRefusal, `${route} answers ${status} ${JSON.stringify(body)}, not a refusal`);
    const isEnveloped = body.result === "error" && typeof body.msg === "string" && typeof body.code === "string";
    session.chooses("wrongMethod", isEnveloped ? "enveloped" : "observed");
    await succeed(session, call, ready);
  },
});

/** A request that is refused changes nothing that can be read; the same request made well does, or takes effect. */
export const refusalsLeaveNoTrace = forEachCall({
  clause: "conventions/refusals-leave-no-trace",
  of: ({ trace }) => trace !== undefined,
  async holds(session, call) {
    const { expect } = session;
    const { trace } = call;
    if (!trace) throw new Untestable(`what ${call.route} changes cannot be read`);
    const ready = await call.prepare(session);
    const { actor, route, fields } = ready;
    const before = await trace(ready);
    const credentials = { kind: "basic", email: actor.email, api_key: "0".repeat(32) } as const;
    expect.declined(await session.nobody.send(route, fields), `${route} by nobody`);
    expect.declined(await actor.send(route, fields, { credentials }), `${route} with a wrong key`);
    for (const name of call.required) expect.missing(await actor.send(route, without(ready, name)), name, `${call.route} without ${name}`);
    expect.same(await trace(ready), before, `what can be read after refusals of ${route}`);
    await succeed(session, call, ready);
    expect.holds(!isEqual(await trace(ready), before), `${route} succeeds and leaves no trace`);
  },
});
