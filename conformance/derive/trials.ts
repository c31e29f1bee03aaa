import fc from "fast-check";
import { bot, deactivatedAccount, unknownId } from "../client/people.ts";
import { ifTold } from "../client/registration.ts";
import type { Session } from "../client/session.ts";
import type { Reply } from "../client/target.ts";
import type { EndpointCall, Ready, Told } from "../declare/call.ts";
import type { Property } from "../declare/property.ts";
import { anId, type IdShape, idOf, nothingsKinds } from "../draw/ids.ts";
import { anActor, type PersonName } from "../draw/people.ts";
import { integerListSpellings, integerSpellings } from "../draw/spellings.ts";
import { textOf } from "../draw/texts.ts";
import { at, type Body, Untestable } from "../expect.ts";
import { codes } from "../text/errors.ts";
import type { Callers, EndpointText, ParameterText, Stated } from "../text/index.ts";
import { beyondBound, bound } from "./bounds.ts";
import { type Fact, idOfClause, promise, refusedToNobody, refuses, succeed, successOf, type Tried } from "./promise.ts";
import { misspelled, misspellings, type Slip, withSlip } from "./slips.ts";

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
        const look = (reply: Reply) =>
          stated.code === undefined ? session.expect.missing(reply, name, what) : session.expect.refused(reply, stated.code, {}, what);
        await refuses(session, call, ready, { fields, what, look });
      },
    },
  );

/** Requires a refusal, with a code where one is stated. */
const refusedWith = ({ expect }: Session, reply: Reply, code: string | undefined, what: string) =>
  code === undefined ? expect.declined(reply, what) : expect.refused(reply, code, {}, what);

/** Requires that a call with another value of a parameter is refused and does nothing, and that the call as it is succeeds. */
const refusesValue = (
  session: Session,
  { call, name }: Pick<Tried<Stated>, "call" | "name">,
  ready: Ready,
  value: unknown,
  look: (reply: Reply, what: string) => void,
): Promise<Body> =>
  refuses(session, call, ready, {
    fields: { ...ready.fields, [name]: value },
    what: `${call.route} with the ${name} ${JSON.stringify(value)}`,
    look,
  });

/** The empty text is refused, and where it is stated, one of white space. */
const nonEmpty = ({ call, name, stated }: Fact<"nonEmpty">): Property =>
  promise<{ readonly empty: string }>(
    { call, stated },
    {
      given: () => ({ empty: fc.constantFrom("", ...(stated.blank ? [" ", "   ", "\t", "\n", " \r\n "] : [])) }),
      examples: () => ["", ...(stated.blank ? ["   "] : [])].map((empty) => ({ empty })),
      async holds(session, _, ready, { empty }) {
        await refusesValue(session, { call, name }, ready, empty, (reply, what) => refusedWith(session, reply, stated.code, what));
      },
    },
  );

const noValues: Readonly<Record<"string" | "integer", fc.Arbitrary<unknown>>> = {
  string: textOf({ max: 12 }),
  integer: fc.oneof({ withCrossShrink: true }, fc.integer({ min: -1000, max: 1000 }), fc.constantFrom("one", "1.5", "", "[1]", "true")),
};

/** Any other value is refused. */
function values({ call, name, type, stated }: Fact<"values">): Property {
  const { accepted, orIntegers, code } = stated;
  const isOther = (value: unknown): boolean =>
    !accepted.some((each) => String(each) === String(value).trim().toLowerCase()) && !(orIntegers && /\p{N}/u.test(String(value)));
  return promise<{ readonly value: unknown }>(
    { call, stated },
    {
      given: () => ({ value: noValues[type === "integer" ? "integer" : "string"].filter(isOther) }),
      examples: () => (type === "integer" ? [{ value: Math.max(...accepted.map(Number)) + 1 }, { value: -1 }] : [{ value: "other" }]),
      async holds(session, _, ready, { value }) {
        await refusesValue(session, { call, name }, ready, value, (reply, what) => refusedWith(session, reply, code, what));
      },
    },
  );
}

/** Texts that no server can read as a value of a type, the examples first. In place of `#` stands the first item of the list that would be right. */
const noValuesOf: Readonly<
  Record<"integer" | "array" | `array of ${"integer" | "object"}`, readonly [readonly string[], fc.Arbitrary<string>]>
> = {
  integer: [
    ["seven", "-1", "7.5"],
    fc.oneof(
      integerSpellings().wrong.map(({ text }) => text),
      fc.integer({ min: -2_147_483_648, max: -1 }).map(String),
    ),
  ],
  array: [["one", "1"], fc.constantFrom("true", "[", "{", "{}", '"sender"', '{"operator":"sender","operand":"x"}')],
  "array of object": [["one", "{}", "[3]", '["one"]'], fc.constantFrom("true", "[", "[null]", "[[]]", '[{"id": 1, "value": "x"}, 3]')],
  "array of integer": [
    ["one", "[9.5]", '["nine"]', "#"],
    fc.oneof(
      integerListSpellings().wrong.map(({ text }) => text),
      fc.constantFrom("#", '{"0": #}', "[#", "#]", "(#)", "#, #", "[[#]]", "[#.5]"),
    ),
  ],
};

/** What is no value of the type is refused. */
function malformed({ call, name, type, stated }: Fact<"malformed">): Property {
  const list = stated.items ? (`array of ${stated.items}` as const) : "array";
  const [texts, drawn] = noValuesOf[type === "integer" ? type : list];
  return promise<{ readonly text: string }>(
    { call, stated },
    {
      given: () => ({ text: fc.oneof({ withCrossShrink: true }, fc.constantFrom(...texts), drawn) }),
      examples: () => texts.map((text) => ({ text })),
      async holds(session, _, ready, { text }) {
        const [first] = [ready.fields[name]].flat();
        const value = text.replaceAll("#", JSON.stringify(first));
        await refusesValue(session, { call, name }, ready, value, (reply, what) => session.expect.declined(reply, what, name));
      },
    },
  );
}

/** Ids in forms that servers give to what has texts for ids, and any other text. */
const anUnknownText: fc.Arbitrary<IdShape | string> = fc.oneof(
  { withCrossShrink: true },
  fc.constantFrom("0:1", "no such id", "1", "-1", "null", "00000000-0000-0000-0000-000000000000", "1791000000:999999999"),
  textOf({ max: 60 }),
);

/** The id of nothing is refused, in a list too: alone and beside those of the call. */
const unknown = ({ call, name, type, stated }: Fact<"unknown">): Property =>
  promise<{ readonly nothing: IdShape | string; readonly beside: "none" | "before" | "behind" }>(
    { call, stated },
    {
      given: () => ({
        nothing: type === "string" ? anUnknownText : type === "array" ? anId("unknown", "zero", "negative") : anId(...nothingsKinds),
        beside: type === "array" ? fc.constantFrom("none", "before", "behind") : fc.constant("none"),
      }),
      examples: () =>
        type === "string"
          ? ["no such id", "0:1"].map((nothing) => ({ nothing, beside: "none" }))
          : [
              { nothing: { kind: "unknown", id: unknownId }, beside: "none" },
              { nothing: { kind: "zero" }, beside: "behind" },
            ],
      async holds(session, _, ready, { nothing, beside }) {
        const known = ready.fields[name];
        // A list of texts is one of addresses.
        const address = () => `${session.fresh("nobody").replaceAll(" ", "-")}@nowhere.invalid`;
        const isOfTexts = Array.isArray(known) && typeof known[0] === "string";
        const id = isOfTexts ? address() : typeof nothing === "string" ? nothing : idOf(nothing, { existing: [] });
        const list = beside === "none" || !Array.isArray(known) ? [id] : beside === "before" ? [id, ...known] : [...known, id];
        const { code = codes.badRequest, tells } = stated;
        await refusesValue(session, { call, name }, ready, type === "array" ? list : id, (reply, what) =>
          session.expect.refused(reply, code, tells === undefined ? {} : { [tells]: id }, what),
        );
      },
    },
  );

/** The id of a deactivated account is refused, alone and beside those of the call. */
const active = ({ call, name, stated }: Fact<"active">): Property =>
  promise<{ readonly isAlone: boolean }>(
    { call, stated },
    {
      given: () => ({ isAlone: fc.boolean() }),
      examples: () => [{ isAlone: false }, { isAlone: true }],
      async holds(session, _, ready, { isAlone }) {
        const [gone, known] = [await deactivatedAccount(ready.actor), ready.fields[name]];
        const ids = isAlone || !Array.isArray(known) ? [] : known;
        await refusesValue(session, { call, name }, ready, [...ids, gone], (reply, what) => session.expect.declined(reply, what));
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
        const look = (reply: Reply) => session.expect.refused(reply, codes.badRequest, {}, route);
        await refuses(session, call, ready, { route, what: route, look });
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
  promise<{ readonly who: PersonName; readonly by?: never; readonly shape?: never }>(
    { call, stated },
    {
      clause: stated.code ? [idOfClause(call, stated.code)] : [],
      given: () => ({ who: anActor(...others[stated.callers]) }),
      // Each of the others, each who may, and each kind of call.
      examples: ({ by: all = [] }) => [
        ...others[stated.callers].map((who) => ({ who })),
        ...all.slice(1).map((by) => ({ who: "alice" as const, by: by as never })),
        ...eachShape(call)
          .slice(1)
          .map((shape) => ({ who: "alice" as const, shape })),
      ],
      async holds(session, _, ready, { who }) {
        const by = session.actor(who);
        if (roles[stated.callers].includes(by.role)) throw new Untestable(`${who} is an ${by.role}`);
        const look = (reply: Reply, what: string) => refusedWith(session, reply, stated.code?.is, what);
        await refuses(session, call, ready, { by, what: `${call.route} by ${who}`, look });
      },
    },
  );

/** A member of those who see what a call does, where others than the caller do. */
const oneOf = <K extends string>({ seenBy }: EndpointCall, name: K) =>
  ({ ...(seenBy && { [name]: anActor(...seenBy) }) }) as { readonly [N in K]: fc.Arbitrary<PersonName | undefined> };

/** The examples of what a call is like; one that says nothing where all calls are alike. */
const eachShape = ({ shapes }: EndpointCall): readonly never[] => (shapes?.examples ?? [undefined]) as never[];

/** What was sent is kept, and what is returned has its type, for whoever sees it. */
const keeps = (call: EndpointCall, stated: NonNullable<EndpointText["does"]>, returned: readonly string[]): Property =>
  promise<{ readonly viewer: PersonName | undefined; readonly shape?: never }>(
    { call, stated },
    {
      clause: returned,
      given: () => oneOf(call, "viewer"),
      examples: () => eachShape(call).map((shape) => ({ viewer: call.seenBy?.[0], shape })),
      async holds(session, _, ready, { viewer: name, shape }) {
        const viewer = name === undefined ? ready.actor : session.actor(name);
        const before = stated.changes && call.kept ? await ifTold(call.kept(viewer, ready, {})) : {};
        const sent = stated.adds ? [ready, await call.prepare(session, ready.actor, shape)] : [ready];
        const answers: Body[] = [];
        for (const each of sent) answers.push(await succeed(session, call, each));
        for (const [i, each] of sent.entries()) {
          const kept = await call.kept?.(viewer, each, answers[i] ?? {});
          for (const [field, value] of Object.entries({ ...before, ...each.fields }))
            if (kept && Object.hasOwn(kept, field)) session.expect.same(kept[field], value, `the ${field} that is kept`);
        }
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

/** A success is the envelope alone. */
const envelopeAlone = (call: EndpointCall, stated: Stated): Property =>
  promise(
    { call, stated },
    {
      examples: () => eachShape(call).map((shape) => ({ shape })),
      async holds(session, _, ready) {
        const { actor, route, fields } = ready;
        const reply = await actor.send(route, fields);
        await successOf(session, call, ready, reply);
        session.expect.bare(reply, call.route);
        refusedToNobody(session, call, await session.nobody.send(route, fields));
      },
    },
  );

/** Returns a call in those of its shapes that a test picks. */
function shaped(call: EndpointCall, isPicked: (shape: unknown) => boolean): EndpointCall {
  const { shapes } = call;
  if (!shapes) return call;
  const [first, ...others] = shapes.examples.filter(isPicked);
  if (first === undefined) throw new Error(`no example of ${call.route} is as a table wants it`);
  return { ...call, shapes: { drawn: shapes.drawn.filter(isPicked), examples: [first, ...others] } };
}

/** Returns a call beside which a parameter counts, in all its shapes. */
const counting = (call: EndpointCall, { where }: Pick<ParameterText, "where">): EndpointCall =>
  where ? shaped(call, (shape) => Object.entries(where).every(([name, values]) => values.includes(at(shape, name)))) : call;

/** Returns a call as bots make it. */
const byBots = (call: EndpointCall): EndpointCall => ({
  ...call,
  by: [],
  prepare: (session, _, shape) => call.prepare(session, bot(session), shape),
});

const ofParameter = { required, nonEmpty, bound, values, malformed, unknown, active } as const;

/** Returns the trials of what a table states of an endpoint, by the words of their clauses. */
export function trialsOf(text: EndpointText, call: EndpointCall): Record<string, Property> {
  const { parameters, returns, does, allowed: callers, bots, noTrace, unknownInPath: path } = text;
  const granted: Record<string, Property> = {};
  const returned = Object.values(returns).flatMap(({ stated, when, since = 0 }) =>
    stated && !when && since <= text.since ? [stated] : [],
  );
  const granting = does ?? returned[0];
  const ids = returned.filter((stated) => stated !== granting).map((stated) => idOfClause(call, stated));
  if (granting) granted[granting.clause] = keeps(call, granting, ids);
  for (const [name, { stated, when, since = 0, type }] of Object.entries(returns))
    if (stated && !when && since > text.since)
      granted[stated.clause] = keeps({ ...call, returns: { ...call.returns, [name]: type } }, { since, ...stated }, []);
  if (text.envelope) granted[text.envelope.clause] = envelopeAlone(call, text.envelope);
  if (does && call.told) granted[`${does.clause}-told`] = tells(call, does, call.told);
  const isChange = does?.changes ? { changes: does.changes } : {};
  for (const [name, { kept }] of Object.entries(parameters))
    if (kept)
      granted[kept.clause] = keeps(
        shaped(call, (shape) => at(shape, name) !== undefined),
        { ...kept, ...isChange },
        [],
      );
  if (bots) granted[bots.clause] = keeps(byBots(call), { ...bots, ...isChange }, []);
  for (const [name, { bound: limited, type, ...of }] of Object.entries(parameters))
    if (limited?.beyond) {
      const tried = { call: counting(call, of), name, type };
      granted[limited.clause] = bound({ ...tried, stated: limited });
      granted[limited.beyond.clause] = beyondBound({ ...tried, stated: limited.beyond, limit: limited.limit });
    }
  const refused: Record<string, Property> = {};
  for (const [name, parameter] of Object.entries(parameters))
    for (const [fact, trial] of Object.entries(ofParameter)) {
      const stated = parameter[fact as keyof typeof ofParameter];
      if (stated && !("beyond" in stated))
        refused[stated.clause in refused ? `${stated.clause}-${name}` : stated.clause] = (trial as (tried: Tried<Stated>) => Property)({
          call: counting(call, "where" in stated ? stated : parameter),
          name,
          type: parameter.type,
          stated,
        });
    }
  if (callers) refused[callers.clause] = allowed(call, callers);
  if (path) refused[path.clause in refused ? `${path.clause}-in-path` : path.clause] = unknownInPath({ call, stated: path });
  const untraced = noTrace ? [idOfClause(call, noTrace)] : [];
  const traceless = ({ clauses, ...property }: Property): Property => ({ ...property, clauses: [...clauses, ...untraced] });
  return { ...granted, ...Object.fromEntries(Object.entries(refused).map(([words, property]) => [words, traceless(property)])) };
}
