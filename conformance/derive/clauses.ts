import type fc from "fast-check";
import type { Actor, Extra } from "../client/actor.ts";
import { ifTold } from "../client/registration.ts";
import type { Session } from "../client/session.ts";
import type { Reply } from "../client/target.ts";
import type { Call, Ready } from "../declare/call.ts";
import { type Clause, clausesOf, type Statements } from "../declare/clause.ts";
import { type Property, property } from "../declare/property.ts";
import type { AsExample } from "../draw/combinators.ts";
import { anActor, type PersonName } from "../draw/people.ts";
import { type Body, type Checks, Differs, fieldsOf, isEqual, jsonText, Untestable } from "../expect.ts";
import { type EndpointText, endpoints, type ParameterText, type RecordText, type Stated } from "../text/index.ts";

/** Facts that are stated of a parameter. */
const facts = ["required", "nonEmpty", "bound", "values", "malformed", "unknown", "active", "kept"] as const;

/** Returns the clauses of what a table states of an endpoint. */
export function endpointClauses({ stem, section, since: level, ...text }: EndpointText): Clause[] {
  const returned = Object.values(text.returns).map(({ stated, since = 0 }) => stated && { since, ...stated });
  const all: readonly (Stated | undefined)[] = [
    text.does,
    text.nothing,
    ...Object.values(text.parameters).flatMap((parameter) => facts.map((fact) => parameter[fact])),
    ...Object.values(text.parameters).map(({ bound }) => bound?.beyond),
    ...returned,
    text.envelope,
    text.allowed,
    text.allowed?.code,
    text.allowed?.before,
    text.bots,
    text.noTrace,
    text.unknownInPath,
  ];
  // A sentence about several parameters stands with each of them.
  const stated = new Map(all.flatMap((one) => (one ? [[one.clause, one] as const] : [])));
  return [...stated.values()].flatMap(({ clause, says, since = 0, silent, section: other = section }) =>
    clausesOf(other, stem, { [clause]: { says, since, ...(silent && { silent }) } }, level),
  );
}

/** Returns the clauses that state one field each, by the words of their ids. @param isWanted whether a field of a name is asked for */
export const recordClauses = ({ fields }: RecordText, isWanted: (name: string) => boolean = () => true): Statements =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([field, { clause, says, since }]) =>
      says === undefined || !isWanted(field) ? [] : [[clause, { says, since }]],
    ),
  );

/** The caller, where several may call, and the form of the call, where calls differ. */
interface Called {
  readonly by?: PersonName;
  readonly shape?: never;
}

export interface Promised<G extends object> {
  readonly clause: string | readonly string[];
  /** The feature level that brought what is promised, where it is later than the call's. */
  readonly since?: number;
  /** The feature level from which it is promised no longer. */
  readonly until?: number;
  /** The calls that the promise is about, default all. */
  readonly of?: (call: Call) => boolean;
  /** Returns what is drawn for a call beside who makes it (`by`) and what it is like (`shape`). */
  readonly given?: (call: Call) => { readonly [K in keyof G]: fc.Arbitrary<G[K]> };
  /** Returns what is tried first, by the first of those who may make the call. */
  readonly examples?: (call: Call) => readonly G[];
  /** Returns who makes the call, default who is drawn. @throws Untestable: the cast has nobody who may */
  readonly caller?: (session: Session, given: G & { readonly by?: PersonName | undefined }) => Actor | undefined;
  /** @param ready the call as its caller makes it, prepared once for the run */
  readonly holds: (session: Session, call: Call, ready: Ready, given: G) => Promise<void>;
}

/** Returns the property that a promise is for one endpoint. */
export function promiseOf<G extends object>(promised: Promised<G>, call: Call): Property {
  const { clause, given, examples, caller, holds } = promised;
  const since = Math.max(call.since, promised.since ?? 0);
  const { by: all = [], shapes } = call;
  const plain = { by: all[0], shape: shapes?.examples[0] };
  const drawn = { ...given?.(call), ...(all.length > 1 && { by: anActor(...all) }), ...(shapes && { shape: shapes.drawn }) } as {
    [K in keyof (G & Called)]: fc.Arbitrary<(G & Called)[K]>;
  };
  const isDrawn = ([name]: readonly [string, unknown]): boolean => Object.hasOwn(drawn, name);
  const plainest = (examples?.(call) ?? []).map(
    (example) => Object.fromEntries(Object.entries({ ...plain, ...example }).filter(isDrawn)) as AsExample<G & Called>,
  );
  return property<G & Called>({
    clause,
    ...(promised.until !== undefined && { until: promised.until }),
    ...(call.serial !== undefined && { serial: call.serial }),
    ...(Object.keys(drawn).length === 0 ? { once: "one account may call it, and in one way" } : { given: drawn, examples: plainest }),
    async holds(session, values) {
      const { level } = session.target;
      if (level < since) throw new Untestable(`the target is of level ${level}, before ${since}`);
      const by = caller ? caller(session, values) : values.by && session.actor(values.by);
      await holds(session, call, await call.prepare(session, by, values.shape), values);
    },
  });
}

/** A parameter of an endpoint, with the sentence of it that is tried. */
export interface TriedParameter<S extends Stated> {
  readonly call: Call;
  readonly name: string;
  readonly type: ParameterText["type"];
  readonly stated: S;
}

/** A parameter with a sentence of one kind. */
export type Fact<K extends keyof ParameterText> = TriedParameter<NonNullable<ParameterText[K]> & Stated>;

export const idOfClause = ({ stem }: Pick<Call, "stem">, { clause }: Stated): string => `${stem}/${clause}`;

/** Makes the property of a sentence: its clause is the first. */
export const promise = <G extends object>(
  { call, stated }: Pick<TriedParameter<Stated>, "call" | "stated">,
  { clause = [], ...promised }: Omit<Promised<G>, "clause"> & { readonly clause?: readonly string[] },
): Property =>
  promiseOf<G>(
    {
      ...promised,
      clause: [idOfClause(call, stated), ...clause, ...(stated.also ?? [])],
      ...(stated.since !== undefined && { since: stated.since }),
    },
    call,
  );

/** Returns whether an answer is that of an endpoint: an unknown route, or one without such a method, is none. */
export const isEndpoint = ({ status }: Reply): boolean => status !== 404 && status !== 405;

/** Returns the body of a call that succeeds. @throws Untestable: a correct server may refuse it, and this one does */
export async function successOf({ expect, target }: Session, { route, mayRefuse }: Call, { actor }: Ready, reply: Reply): Promise<Body> {
  const { result, msg } = reply.body;
  // What a live server does not have is not asked for: its 404 is about what a request names.
  if (result === "error" && (target.kind === "live" || isEndpoint(reply))) {
    const why = typeof mayRefuse === "function" ? await mayRefuse(actor) : mayRefuse;
    if (why !== undefined) throw new Untestable(`${route} is refused (${String(msg)}): ${why}`);
  }
  return expect.succeeded(reply, route);
}

/** Requires the refusal of a call without credentials, which is beside what a property is about. */
export function refusedToNobody({ expect }: Session, { route }: Pick<Call, "route">, reply: Reply): void {
  const { status, body } = reply;
  expect.holds(
    body.result !== "success",
    `${route} by nobody answers ${status} ${jsonText(body)}, not a refusal`,
    "authentication/required",
  );
  expect.declined(reply, `${route} by nobody`);
}

/** Routes that live servers were seen to refuse to nobody, by their casts. */
const closedToNobody = new WeakMap<object, Set<string>>();

/** Requires that a prepared call is refused without credentials; of a live server once for a route, since other properties try each way. */
export async function requireClosed(session: Session, { route }: Pick<Call, "route">, { route: path, fields }: Ready): Promise<void> {
  const { cast, kind } = session.target;
  const closed = closedToNobody.get(cast) ?? new Set();
  if (kind === "live" && closed.has(route)) return;
  refusedToNobody(session, { route }, await session.nobody.send(path, fields));
  if (kind === "live") closedToNobody.set(cast, closed.add(route));
}

/** Returns the clause that states what a call returns under a name, or else that of all returns. */
function returnClause(call: Call, name: string): string {
  const stated = endpoints.get(call.stem)?.returns[name]?.stated;
  return stated ? idOfClause(call, stated) : "conventions/success-returns";
}

/**
 * Sends a prepared call, with more fields beside its own, and requires its success with what the endpoint returns. Returns the body.
 * Where that is the envelope alone, the same call by nobody has to be refused: servers that agree to everything prove nothing.
 * @param returned gives the checks of a value that the answer returns, by its name
 */
export async function succeed(
  session: Session,
  call: Call,
  ready: Ready,
  more: Body = {},
  extra: Extra = {},
  returned: (name: string) => Checks = (name) => session.expect.against(returnClause(call, name)),
): Promise<Body> {
  const { actor, route, fields } = ready;
  const body = await successOf(session, call, ready, await actor.send(route, { ...more, ...fields }, extra));
  for (const [name, types] of Object.entries(call.returns))
    returned(name).typed(body[name], types, `${name} in the answer of ${call.route}`);
  if (fieldsOf(body).length > 0) return body;
  if (call.isOpen) throw new Untestable(`nothing to look at: ${call.route} answers the envelope alone`);
  await requireClosed(session, call, ready);
  return body;
}

/** A call with a fault that has to be refused. What is not given is as in the call that was prepared. */
interface Wrong {
  readonly by?: Actor;
  readonly route?: string;
  readonly fields?: Body;
  /** Credentials, where they are not the caller's. */
  readonly extra?: Extra;
  /** The thing, in words. */
  readonly what: string;
  /** Requires the right refusal. What it returns is awaited. */
  readonly look: (reply: Reply, what: string) => unknown;
}

/** Returns what a call changes; undefined where the server does not tell it. */
export const traceOf = async ({ trace }: Call, ready: Ready): Promise<unknown> => trace && ifTold(trace(ready));

/** Returns words for what is read back of a parameter: what is kept of it, or what it removed. @param where in words, where one is needed */
export function readBack(name: string, where?: string): string {
  const isRemoval = name.startsWith("delete");
  const place = where === undefined ? "" : ` ${isRemoval ? "in" : "of"} ${where}`;
  return `${isRemoval ? `what ${name} removed` : `the ${name} that is kept`}${place}`;
}

export const untraced = "conventions/refusals-leave-no-trace";

/** Requires that a call with a fault is refused and does nothing. Returns what can be read of what the call changes. */
export async function refusesAlone({ expect }: Session, call: Call, ready: Ready, wrong: Wrong): Promise<unknown> {
  const { by = ready.actor, route = ready.route, fields = ready.fields, what, look, extra } = wrong;
  const before = await traceOf(call, ready);
  await look(await by.send(route, fields, extra), what);
  const after = before === undefined ? undefined : await traceOf(call, ready);
  if (after !== undefined) expect.same(after, before, `what can be read after the refusal of ${what}`, untraced);
  return before;
}

/** Routes of live servers, by their casts, of which was seen that the call without a fault does something: once is enough. */
const seenTraced = new WeakMap<object, Set<string>>();

/** Does as `refusesAlone`, and requires that the call without the fault succeeds and does something. Returns the body of that success. */
export async function refuses(session: Session, call: Call, ready: Ready, wrong: Wrong): Promise<Body> {
  const before = await refusesAlone(session, call, ready, wrong).catch(async (thrown: unknown) => {
    // Who may not send the call at all is refused for that.
    if (thrown instanceof Differs && session.whyRefusable(thrown.otherRefusal) !== undefined) await succeed(session, call, ready);
    throw thrown;
  });
  const body = await succeed(session, call, ready);
  const { cast, kind } = session.target;
  const traced = seenTraced.get(cast) ?? new Set();
  if (before === undefined || (kind === "live" && traced.has(call.stem))) return body;
  // What is broken then is not what the faulty call was to show.
  const { clause } = endpoints.get(call.stem)?.does ?? {};
  const isTraced = !isEqual(await traceOf(call, ready), before);
  session.expect.holds(isTraced, `${ready.route} is answered with success and changes nothing`, clause && `${call.stem}/${clause}`);
  if (kind === "live") seenTraced.set(cast, traced.add(call.stem));
  return body;
}

/** Prepares a call, and sends it with more fields beside its own. */
export async function sendWith(session: Session, call: Call, more: Body = {}): Promise<Reply> {
  const { actor, route, fields } = await call.prepare(session);
  return actor.send(route, { ...fields, ...more });
}

/** Documented parameters that a call may carry beside its fields, and those that are too new for the target. */
export function besides(
  { beside = {} }: Call,
  { level, isHeldToObserved }: Pick<Session, "level" | "isHeldToObserved">,
): { readonly known: Body; readonly tooNew: Body } {
  const given = Object.entries(beside).filter(([, { isOpen }]) => isHeldToObserved || !isOpen);
  const those = (test: (since: number) => boolean): Body =>
    Object.fromEntries(given.flatMap(([name, { value, since }]) => (test(since) ? [[name, value]] : [])));
  return { known: those((since) => since <= level), tooNew: those((since) => since > level) };
}

/** The examples of what a call is like; one that says nothing where all calls are alike. */
export const eachShape = ({ shapes }: Call): readonly never[] => (shapes?.examples ?? [undefined]) as never[];
