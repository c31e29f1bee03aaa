import fc from "fast-check";
import { basic } from "../../client/people.ts";
import type { Session } from "../../client/session.ts";
import type { Reply } from "../../client/target.ts";
import type { Call, Ready } from "../../declare/call.ts";
import { besides, succeed } from "../../derive/clauses.ts";
import {
  anUnsupported,
  aSlip,
  eachLeftOut,
  junk,
  junkOfOthers,
  misspelled,
  misspellings,
  type Slip,
  withSlip,
} from "../../derive/slips.ts";
import { keyText } from "../../draw/texts.ts";
import { type Body, Untestable } from "../../expect.ts";
import { calls, forEachCall } from "../each-call.ts";

/** A way to make a call so that it is refused: by nobody, with a wrong key, or without something that it needs. */
type Refusal = { readonly by: "nobody" } | { readonly key: string } | Slip;

const needsParameters = ({ required }: Call): boolean => required.length > 0;
const isClosed = ({ isOpen }: Call): boolean => !isOpen;

const byNobody: Refusal = { by: "nobody" };

/** Each way in which a call is refused, in its plainest form. */
const eachRefusal = (call: Call): readonly Refusal[] => [
  ...eachLeftOut(call),
  ...(isClosed(call) ? [byNobody, { key: "0".repeat(32) }] : []),
];

const aRefusal = (call: Call): fc.Arbitrary<Refusal> =>
  fc.oneof(
    { withCrossShrink: true },
    ...(needsParameters(call) ? [aSlip(call)] : []),
    ...(isClosed(call) ? [fc.constant(byNobody), keyText.map((key) => ({ key }))] : []),
  );

/** Sends a call so that it is refused, with more fields beside its own. */
function sendRefused({ nobody }: Session, { actor, route, fields }: Ready, way: Refusal, more: Body): Promise<Reply> {
  if ("by" in way) return nobody.send(route, { ...fields, ...more });
  if ("key" in way) return actor.send(route, { ...fields, ...more }, basic(actor.email, way.key));
  return actor.send(route, { ...withSlip(fields, way), ...more });
}

/** Returns a way in words that follow the name of a call. */
const sayWay = (way: Refusal): string => ("name" in way ? `without ${way.name}` : "key" in way ? "with a wrong key" : "by nobody");

/** Methods of requests that carry the fields of a form or of a query and are answered with a body. */
const methods = ["PUT", "PATCH", "DELETE", "POST", "GET"] as const;

/** Methods that running servers have at specified paths beside the specified ones. */
const unspecified: Readonly<Record<string, readonly string[]>> = {
  "/channel_folders/{channel_folder_id}": ["GET", "DELETE"],
  "/channel_folders/create": ["PATCH", "GET", "DELETE"],
  "/events": ["GET"],
  "/messages/{message_id}": ["PATCH"],
  "/navigation_views": ["GET"],
  "/realm/domains": ["GET"],
  "/realm/linkifiers": ["PATCH", "POST"],
  "/user_groups/{user_group_id}/members": ["GET"],
  "/user_groups/create": ["PATCH", "GET", "DELETE"],
  "/users/me/profile_data": ["DELETE", "GET"],
};

const pathOf = ({ route }: { readonly route: string }): string => route.replace(/.* /s, "");

/** A method that the path of a call does not have, neither here nor on running servers. PUT is the plainest: no path has it. */
function aWrongMethod(call: Call): fc.Arbitrary<string> {
  const path = pathOf(call);
  const own = calls.filter((each) => pathOf(each) === path).map(({ route }) => route.replace(/ .*/s, ""));
  const taken = [...own, ...(unspecified[path] ?? [])];
  return fc.constantFrom(...methods.filter((method) => !taken.includes(method)));
}

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
  clause: ["prefix", "success-envelope", "success-returns", "versioning/prefix"],
  given: someBeside,
  examples: () => [{ names: [] }],
  async holds(session, call, ready, { names = [] }) {
    const returned = session.expect.against("conventions/success-returns");
    const { msg } = await succeed(session, call, ready, beside(session, call, names), {}, () => returned);
    session.expect.same(msg, "", `the msg of a success of ${call.route}`, "conventions/success-envelope");
  },
});

/** Returns the names of the documented parameters that a call may have. */
const ownNames = (call: Call): readonly string[] => [...call.required, ...besideNames(call)];

/** Returns names as they are misspelled, each with a text. */
const slipsOf = (names: readonly string[], how: Slip["how"]): Body => Object.fromEntries(names.map((name) => [misspelled(name, how), "1"]));

/** Returns the names of documented parameters as they are misspelled. */
const misspelledOnes = (call: Call): fc.Arbitrary<Body> =>
  fc
    .record({ names: fc.subarray([...ownNames(call)]), how: fc.constantFrom(...misspellings.slice(1)) })
    .map(({ names, how }) => slipsOf(names, how));

/** Requires that an answer lists the parameters that were ignored, each once: of many the message names those that are missing. */
function requireListed({ expect }: Session, listed: unknown, ignored: Body, route: string): void {
  const names = expect.list(listed, `what ${route} ignored`);
  const unlisted = Object.keys(ignored).filter((name) => !names.includes(name));
  expect.same(unlisted, [], `what ${route} ignored and does not list`);
  expect.sameSet(names, Object.keys(ignored), `what ${route} ignored`);
}

/** Unsupported parameters are listed, each once, and no others, those that are too new for the server too, and on running servers those in the query. */
export const unsupportedListed = forEachCall({
  clause: ["ignored-listed", "versioning/ignored"],
  of: ({ isBare }) => !isBare,
  given: (call) => ({ unsupported: anUnsupported(call), slips: misspelledOnes(call), isInQuery: fc.boolean() }),
  examples: (call) => [
    { unsupported: junk, slips: slipsOf(ownNames(call), "in capitals"), isInQuery: false },
    { unsupported: junkOfOthers(call), slips: {}, isInQuery: true },
  ],
  async holds(session, call, ready, { unsupported, slips, isInQuery }) {
    const { known, tooNew } = besides(call, session);
    // A server may have more than its level says.
    const ignored = { ...(session.isHeldToObserved && tooNew), ...slips, ...unsupported };
    // No sentence says where else than in its form a request may carry parameters.
    const inQuery = isInQuery && session.isHeldToObserved;
    const body = await succeed(session, call, ready, { ...known, ...(!inQuery && ignored) }, inQuery ? { query: ignored } : {});
    requireListed(session, body.ignored_parameters_unsupported, ignored, call.route);
  },
});

/** Whether GET /messages lists nothing of what it does not know: nor do other requests that read, then, whatever they look at. */
async function listsNoneOfReads(session: Session): Promise<boolean> {
  const [name] = session.active;
  if (name === undefined || session.target.missing?.has("GET /messages")) return false;
  const { body } = await session.actor(name).send("GET /messages", { anchor: "newest", num_before: 0, num_after: 0, ...junk });
  return body.result === "success" && body.ignored_parameters_unsupported === undefined;
}

/** Endpoints without parameters list what was sent, or, as servers were seen to do, do not look. */
export const unsupportedByBare = forEachCall({
  clause: "ignored-without-parameters",
  of: ({ isBare }) => isBare === true,
  given: (call) => ({ unsupported: anUnsupported(call) }),
  examples: (call) => [junk, junkOfOthers(call)].map((unsupported) => ({ unsupported })),
  async holds(session, call, ready, { unsupported }) {
    const { ignored_parameters_unsupported: listed } = await succeed(session, call, ready, unsupported);
    if (listed === undefined && (await listsNoneOfReads(session))) throw new Untestable("no request that reads lists what it ignores");
    session.chooses("ignoredWithoutParameters", listed === undefined ? "observed" : "listed");
    if (listed !== undefined) requireListed(session, listed, unsupported, call.route);
  },
});

/** Parameters that running servers read, as texts that change nothing of what comes of a call. */
const undocumented = ({ route }: Call): Body => (route === "POST /messages" ? { client: "x", forged: "no", time: "1" } : { client: "x" });

/**
 * Whether servers that read `client` look for it before they read the fields of a call, which stand in a form of another method than POST.
 * There it is listed either way.
 */
const isReadLate = ({ route }: Call): boolean => /^(PATCH|DELETE) /.test(route);

/** Parameters that no table has are listed as any other, or read, as servers were seen to do. */
export const undocumentedListed = forEachCall<{ readonly client: string }>({
  clause: "conventions/undocumented-parameters",
  of: ({ isBare }) => !isBare,
  given: () => ({ client: fc.constantFrom("x", "website", "ZulipMobile") }),
  examples: () => [{ client: "x" }],
  async holds(session, call, ready, { client }) {
    const sent = { ...undocumented(call), client };
    const { ignored_parameters_unsupported: listed = [] } = await succeed(session, call, ready, { ...sent, ...junk });
    const isListed = (name: string) => Array.isArray(listed) && listed.includes(name);
    // Whether one is read shows in a list of those that are not.
    if (!Object.keys(junk).every(isListed)) throw new Untestable("the target does not list the parameters that no table has");
    const areListed = Object.keys(sent).every(isListed);
    if (!(areListed && isReadLate(call))) session.chooses("undocumentedParameters", areListed ? "unsupported" : "observed");
  },
});

/** A call with documented parameters only, in use or not, has no list of ignored ones. */
export const supportedNotListed = forEachCall<{ readonly names?: readonly string[] }>({
  clause: ["ignored-absent", "versioning/level-implies"],
  given: someBeside,
  examples: (call) => [{ names: besideNames(call) }],
  async holds(session, call, ready, { names = [] }) {
    const body = await succeed(session, call, ready, beside(session, call, names));
    const listed = body.ignored_parameters_unsupported;
    // That nothing was ignored an empty list says as well.
    const isEmpty = !session.isHeldToObserved && Array.isArray(listed) && listed.length === 0;
    if (!isEmpty) session.expect.same(listed, undefined, `ignored_parameters_unsupported of ${call.route}`);
  },
});

/** A refusal lists no ignored parameters; the same call made well succeeds. */
export const refusalsListNothing = forEachCall<{ readonly way: Refusal; readonly unsupported: Body }>({
  clause: "ignored-successes-only",
  of: (call) => needsParameters(call) || isClosed(call),
  given: (call) => ({ way: aRefusal(call), unsupported: anUnsupported(call) }),
  examples: (call) => eachRefusal(call).map((way) => ({ way, unsupported: junk })),
  async holds(session, call, ready, { way, unsupported }) {
    const { expect } = session;
    const [reply, what] = [await sendRefused(session, ready, way, unsupported), `${call.route} ${sayWay(way)}`];
    // That it is refused others look at.
    if (reply.body.result === "success") throw new Untestable(`${what} is not refused`);
    const body = expect.declined(reply, what);
    expect.same(body.ignored_parameters_unsupported, undefined, `ignored_parameters_unsupported of a refusal of ${call.route}`);
    await succeed(session, call, ready, unsupported);
  },
});

/** A method that a path does not have is no success; whether in the envelope of errors is noted. The path's own method succeeds. */
export const wrongMethod = forEachCall({
  clause: "error-wrong-method",
  given: (call) => ({ method: aWrongMethod(call) }),
  examples: () => [{ method: "PUT" }],
  async holds(session, call, ready, { method }) {
    const { expect } = session;
    const route = ready.route.replace(/^\w+/, method);
    const { status, body } = await ready.actor.send(route, ready.fields);
    if (body.result === "success") session.needsObserved("a path has no method beside those of the specification");
    const isOfStatus = status >= 400 && (status <= 499 || status === 501);
    // The statuses of refusals are not stated: the envelope may tell them alone.
    const isRefusal = (isOfStatus && body.result !== "success") || (!session.isHeldToObserved && body.result === "error" && status < 500);
    expect.holds(isRefusal, `${route} answers ${status} ${JSON.stringify(body)}, not a refusal`);
    const isEnveloped = body.result === "error" && typeof body.msg === "string" && typeof body.code === "string";
    // What is no endpoint of its own, the conventions for endpoints need not hold for.
    if (session.isHeldToObserved) session.chooses("wrongMethod", isEnveloped ? "enveloped" : "observed");
    await succeed(session, call, ready);
  },
});
