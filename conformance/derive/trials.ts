import fc from "fast-check";
import { unknownId } from "../client/people.ts";
import { boundOf } from "../client/registration.ts";
import type { EndpointCall, Told } from "../declare/call.ts";
import type { Property } from "../declare/property.ts";
import { anId, type IdShape, idOf, nothingsKinds } from "../draw/ids.ts";
import { nameOf } from "../draw/names.ts";
import { anActor, type PersonName } from "../draw/people.ts";
import { textOf } from "../draw/texts.ts";
import { Untestable } from "../expect.ts";
import type { Callers, EndpointText, ParameterText, Stated } from "../text/index.ts";
import { type Promised, promiseOf, succeed } from "./promise.ts";
import { refuses } from "./refused.ts";
import { misspelled, misspellings, type Slip, withSlip } from "./slips.ts";

/** A parameter of an endpoint, with the sentence of it that is tried. */
interface Tried<S extends Stated> {
  readonly call: EndpointCall;
  readonly name: string;
  readonly type: ParameterText["type"];
  readonly stated: S;
}

type Fact<K extends keyof ParameterText> = Tried<NonNullable<ParameterText[K]> & Stated>;

const idOfClause = ({ stem }: EndpointCall, { clause }: Stated): string => `${stem}/${clause}`;

/** What is promised of a sentence: its clause is the first. */
const promise = <G extends object>(
  { call, stated }: Pick<Tried<Stated>, "call" | "stated">,
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

/** Without the parameter, or with its name misspelled, the call is refused. */
const required = ({ call, name, stated }: Fact<"required">): Property =>
  promise<Pick<Slip, "how">>(
    { call, stated },
    {
      clause: [`conventions/${call.route.startsWith("GET ") ? "get-query" : "form-fields"}`, "conventions/error-envelope", "errors/body"],
      given: () => ({ how: fc.constantFrom(...misspellings) }),
      examples: () => [{ how: "left out" }],
      async holds(session, _, ready, { how }) {
        const what = `${call.route} with ${name} ${how === "left out" ? how : `as ${misspelled(name, how)}`}`;
        const fields = withSlip(ready.fields, { name, how });
        await refuses(session, call, ready, { fields, what, look: (reply) => session.expect.missing(reply, name, what) });
      },
    },
  );

/** The empty text is refused. */
const nonEmpty = ({ call, name, stated }: Fact<"nonEmpty">): Property =>
  promise(
    { call, stated },
    {
      async holds(session, _, ready) {
        const [what, fields] = [`${call.route} with an empty ${name}`, { ...ready.fields, [name]: "" }];
        await refuses(session, call, ready, { fields, what, look: (reply) => session.expect.declined(reply, what) });
      },
    },
  );

/** A text as long as the bound is kept whole; a longer one is refused, be it by one code point. */
const bound = ({ call, name, stated }: Fact<"bound">): Property =>
  promise<{ readonly filler: string; readonly beyond: number }>(
    { call, stated },
    {
      given: () => ({ filler: textOf({ max: 8 }), beyond: fc.integer({ min: 1, max: 40 }) }),
      examples: () => ["x", "🌱é"].map((filler) => ({ filler, beyond: 1 })),
      async holds(session, _, ready, { filler, beyond }) {
        const { expect } = session;
        const [limit, fresh] = [await boundOf(ready.actor, stated.limit), session.fresh("f")];
        const ofLength = (length: number) => nameOf({ tail: filler, variant: "as it is", fill: "limit" }, fresh, length);
        const [fields, what] = [{ ...ready.fields, [name]: ofLength(limit + beyond) }, `a ${name} of ${limit + beyond} characters`];
        const mended = { ...ready, fields: { ...ready.fields, [name]: ofLength(limit) } };
        const body = await refuses(session, call, mended, {
          fields,
          what,
          look: (reply) => expect.refused(reply, "BAD_REQUEST", {}, what),
        });
        const kept = await call.kept?.(ready.actor, mended, body);
        if (kept) expect.same(kept[name], mended.fields[name], `the ${name} as long as ${stated.limit}`);
      },
    },
  );

const noValues: Readonly<Record<"string" | "integer", fc.Arbitrary<unknown>>> = {
  string: textOf({ max: 12 }),
  integer: fc.oneof({ withCrossShrink: true }, fc.integer({ min: -1000, max: 1000 }), fc.constantFrom("one", "1.5", "", "[1]", "true")),
};

/** Any other value is refused. */
function values({ call, name, type, stated }: Fact<"values">): Property {
  const { accepted } = stated;
  const isOther = (value: unknown): boolean => !accepted.some((each) => String(each) === String(value).trim().toLowerCase());
  return promise<{ readonly value: unknown }>(
    { call, stated },
    {
      given: () => ({ value: noValues[type === "integer" ? "integer" : "string"].filter(isOther) }),
      examples: () => (type === "integer" ? [{ value: Math.max(...accepted.map(Number)) + 1 }, { value: -1 }] : [{ value: "other" }]),
      async holds(session, _, ready, { value }) {
        const what = `${call.route} with the ${name} ${JSON.stringify(value)}`;
        await refuses(session, call, ready, {
          fields: { ...ready.fields, [name]: value },
          what,
          look: (reply) => session.expect.declined(reply, what),
        });
      },
    },
  );
}

/** The id of nothing is refused, alone or in a list. */
const unknown = ({ call, name, type, stated }: Fact<"unknown">): Property =>
  promise<{ readonly nothing: IdShape }>(
    { call, stated },
    {
      given: () => ({ nothing: anId(...nothingsKinds) }),
      examples: () => [{ nothing: { kind: "unknown", id: unknownId } }, { nothing: { kind: "zero" } }],
      async holds(session, _, ready, { nothing }) {
        const id = idOf(nothing, { existing: [] });
        const value = type === "array" ? [id] : id;
        const what = `${call.route} with the ${name} ${JSON.stringify(value)}`;
        await refuses(session, call, ready, {
          fields: { ...ready.fields, [name]: value },
          what,
          look: (reply) => session.expect.refused(reply, "BAD_REQUEST", {}, what),
        });
      },
    },
  );

/** The id of nothing in the path is refused. */
const unknownInPath = ({ call, stated }: Pick<Tried<Stated>, "call" | "stated">): Property =>
  promise<{ readonly nothing: IdShape }>(
    { call, stated },
    {
      given: () => ({ nothing: anId("unknown", "zero") }),
      examples: () => [{ nothing: { kind: "unknown", id: unknownId } }],
      async holds(session, _, ready, { nothing }) {
        const route = ready.route.replace(/\/\d+/, `/${idOf(nothing, { existing: [] })}`);
        await refuses(session, call, ready, {
          route,
          what: route,
          look: (reply) => session.expect.refused(reply, "BAD_REQUEST", {}, route),
        });
      },
    },
  );

const others: Readonly<Record<Callers, readonly PersonName[]>> = {
  administrators: ["alice", "bob", "cara", "robo", "gus"],
  owners: ["alice", "bob", "cara", "robo", "gus", "dana"],
};

const roles: Readonly<Record<Callers, readonly string[]>> = { administrators: ["administrator", "owner"], owners: ["owner"] };

/** Those of lesser roles are refused what those who may are granted. */
const allowed = (call: EndpointCall, stated: NonNullable<EndpointText["allowed"]>): Property =>
  promise<{ readonly who: PersonName }>(
    { call, stated },
    {
      clause: stated.code ? [idOfClause(call, stated.code)] : [],
      given: () => ({ who: anActor(...others[stated.callers]) }),
      examples: () => others[stated.callers].map((who) => ({ who })),
      async holds(session, _, ready, { who }) {
        const { expect } = session;
        const by = session.actor(who);
        if (roles[stated.callers].includes(by.role)) throw new Untestable(`${who} is an ${by.role}`);
        const what = `${call.route} by ${who}`;
        const code = stated.code?.is;
        await refuses(session, call, ready, {
          by,
          what,
          look: (reply) => (code === undefined ? expect.declined(reply, what) : expect.refused(reply, code, {}, what)),
        });
      },
    },
  );

/** A member of those who see what a call does, where others than the caller do. */
const oneOf = <K extends string>({ seenBy }: EndpointCall, name: K) =>
  ({ ...(seenBy && { [name]: anActor(...seenBy) }) }) as { readonly [N in K]: fc.Arbitrary<PersonName | undefined> };

/** What was sent is kept, and what is returned has its type, for whoever sees it. */
const keeps = (call: EndpointCall, stated: NonNullable<EndpointText["does"]>, returned: readonly string[]): Property =>
  promise<{ readonly viewer: PersonName | undefined }>(
    { call, stated },
    {
      clause: returned,
      given: () => oneOf(call, "viewer"),
      examples: ({ shapes }) => (shapes?.examples ?? [undefined]).map((shape) => ({ viewer: call.seenBy?.[0], shape })),
      async holds(session, _, ready, { viewer: name }) {
        const viewer = name === undefined ? ready.actor : session.actor(name);
        const before = stated.changes ? await call.kept?.(viewer, ready, {}) : {};
        const body = await succeed(session, call, ready);
        const kept = await call.kept?.(viewer, ready, body);
        for (const [field, value] of Object.entries({ ...before, ...ready.fields }))
          if (kept && Object.hasOwn(kept, field)) session.expect.same(kept[field], value, `the ${field} that is kept`);
      },
    },
  );

/** Those who see it hear of it. */
const tells = (call: EndpointCall, stated: Stated, { types, what, isIt }: Told): Property =>
  promise<{ readonly hearer: PersonName | undefined }>(
    { call, stated },
    {
      given: () => oneOf(call, "hearer"),
      examples: () => [{ hearer: call.seenBy?.[0] }],
      async holds(session, _, ready, { hearer }) {
        const queue = await (hearer === undefined ? ready.actor : session.actor(hearer)).queue({ event_types: types });
        const body = await succeed(session, call, ready);
        await queue.until(what, (event) => isIt(event, ready, body));
      },
    },
  );

const ofParameter = { required, nonEmpty, bound, values, unknown } as const;

/** Returns the trials of what a table states of an endpoint, by the words of their clauses. */
export function trialsOf(text: EndpointText, call: EndpointCall): Record<string, Property> {
  const { parameters, returns, does, allowed: callers, noTrace, unknownInPath: path } = text;
  const granted: Record<string, Property> = {};
  const returned = Object.values(returns).flatMap(({ stated }) => (stated ? [idOfClause(call, stated)] : []));
  if (does) granted[does.clause] = keeps(call, does, returned);
  if (does && call.told) granted[`${does.clause}-told`] = tells(call, does, call.told);
  const refused: Record<string, Property> = {};
  for (const [name, parameter] of Object.entries(parameters))
    for (const [fact, trial] of Object.entries(ofParameter)) {
      const stated = parameter[fact as keyof typeof ofParameter];
      if (stated) refused[stated.clause] = (trial as (tried: Tried<Stated>) => Property)({ call, name, type: parameter.type, stated });
    }
  if (callers) refused[callers.clause] = allowed(call, callers);
  if (path) refused[path.clause] = unknownInPath({ call, stated: path });
  const untraced = noTrace ? [idOfClause(call, noTrace)] : [];
  const traceless = ({ clauses, ...property }: Property): Property => ({ ...property, clauses: [...clauses, ...untraced] });
  return { ...granted, ...Object.fromEntries(Object.entries(refused).map(([words, property]) => [words, traceless(property)])) };
}
