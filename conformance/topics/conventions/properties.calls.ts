import type { Reply } from "../../client/target.ts";
import type { Call } from "../../declare/call.ts";
import { Differs } from "../../expect.ts";
import { besides, forEachCall, sendWith, successOf, without } from "../each-call.ts";

const junk = { touchstone_second: "2", touchstone_first: "[1]" };

/** Every endpoint answers below the prefix with a success in the envelope, and its return values in it. */
export const success = forEachCall({
  clause: ["conventions/prefix", "conventions/success-envelope", "conventions/success-returns", "versioning/prefix"],
  async holds(session, call) {
    const { expect } = session;
    const body = successOf(session, call, await sendWith(session, call));
    for (const [name, types] of Object.entries(call.returns)) expect.typed(body[name], types, `${name} in the answer of ${call.route}`);
  },
});

function missing(reply: Reply, name: string, call: Call): void {
  const what = `${call.route} without ${name}`;
  if (reply.body.code === "REQUEST_VARIABLE_MISSING") expect.refused(reply, "REQUEST_VARIABLE_MISSING", { var_name: name }, what);
  else expect.refused(reply, "BAD_REQUEST", {}, what);
}

const needsParameters = ({ required }: Call): boolean => required.length > 0;

async function needsEach(session: Parameters<Call["prepare"]>[0], call: Call): Promise<void> {
  const ready = await call.prepare(session);
  for (const name of call.required) missing(await ready.actor.send(ready.route, without(ready, name)), name, call);
  successOf(session, call, await ready.actor.send(ready.route, ready.fields));
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
    const { expect } = session;
    const { known, tooNew } = besides(call, session.target.level);
    const body = successOf(session, call, await sendWith(session, call, { ...known, ...tooNew, ...junk }));
    const listed = body.ignored_parameters_unsupported;
    expect.typed(listed, "array", `ignored_parameters_unsupported of ${call.route}`);
    expect.same([...(listed as string[])].sort(), Object.keys({ ...tooNew, ...junk }).sort(), `what ${call.route} ignored`);
  },
});

/** Endpoints without parameters list what was sent, or, as servers were seen to do, do not look. */
export const unsupportedByBare = forEachCall({
  clause: "conventions/ignored-without-parameters",
  of: ({ isBare }) => isBare === true,
  async holds(session, call) {
    const { expect } = session;
    const { ignored_parameters_unsupported: listed } = successOf(session, call, await sendWith(session, call, junk));
    session.chooses("ignoredWithoutParameters", listed === undefined ? "observed" : "listed");
    if (listed === undefined) return;
    expect.typed(listed, "array", `ignored_parameters_unsupported of ${call.route}`);
    expect.same([...(listed as string[])].sort(), Object.keys(junk).sort(), `what ${call.route} ignored`);
  },
});

/** A call with documented parameters only, in use or not, has no list of ignored ones. */
export const supportedNotListed = forEachCall({
  clause: "conventions/ignored-absent",
  async holds(session, call) {
    const { expect } = session;
    const body = successOf(session, call, await sendWith(session, call, besides(call, session.target.level).known));
    expect.same(body.ignored_parameters_unsupported, undefined, `ignored_parameters_unsupported of ${call.route}`);
  },
});

/** A refusal lists no ignored parameters. */
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
    const body = expect.declined(reply, `${call.route} that is wrong`);
    expect.same(body.ignored_parameters_unsupported, undefined, `ignored_parameters_unsupported of a refusal of ${call.route}`);
  },
});

/** A method that a path does not have is no success; whether in the envelope of errors is noted. */
export const wrongMethod = forEachCall({
  clause: "conventions/error-wrong-method",
  async holds(session, call) {
    const { actor, route, fields } = await call.prepare(session);
    const { status, body } = await actor.send(route.replace(/^\w+/, "PUT"), fields);
    if (status < 400 || status > 499 || body.result === "success")
      throw new Differs(`${route.replace(/^\w+/, "PUT")} answers ${status} ${JSON.stringify(body)}, not a refusal`);
    const isEnveloped = body.result === "error" && typeof body.msg === "string" && typeof body.code === "string";
    session.chooses("wrongMethod", isEnveloped ? "enveloped" : "observed");
  },
});

/** A request that is refused changes nothing that can be read; the same request made well does, or takes effect. */
export const refusalsLeaveNoTrace = forEachCall({
  clause: "conventions/refusals-leave-no-trace",
  of: ({ trace }) => trace !== undefined,
  async holds(session, call) {
    const { expect } = session;
    const ready = await call.prepare(session);
    const { actor, route, fields } = ready;
    const before = await call.trace!(ready);
    const wrongKey = { kind: "basic", email: actor.email, api_key: "0".repeat(32) } as const;
    expect.declined(await session.nobody.send(route, fields), `${route} by nobody`);
    expect.declined(await actor.send(route, fields, { credentials: wrongKey }), `${route} with a wrong key`);
    for (const name of call.required) missing(await actor.send(route, without(ready, name)), name, call);
    expect.same(await call.trace!(ready), before, `what can be read after refusals of ${route}`);
    successOf(session, call, await actor.send(route, fields));
    const after = await call.trace!(ready);
    expect.holds(JSON.stringify(after) !== JSON.stringify(before), `${route} succeeds and leaves no trace`);
  },
});
