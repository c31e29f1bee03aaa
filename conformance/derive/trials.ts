import fc from "fast-check";
import { bot } from "../client/people.ts";
import { boundOf, ifTold } from "../client/registration.ts";
import type { Session } from "../client/session.ts";
import type { Reply } from "../client/target.ts";
import type { Call, CallEvent, Ready } from "../declare/call.ts";
import type { Property } from "../declare/property.ts";
import { administrators, anActor, type PersonName } from "../draw/people.ts";
import { codePoints, falsyTexts, filledTo, letterKinds, textOf } from "../draw/texts.ts";
import { at, type Body, type Checks, isEqual, Untestable } from "../expect.ts";
import type { EndpointText, ParameterText, ReturnText, Stated } from "../text/index.ts";
import { codes, type Limit } from "../text/limits.ts";
import {
  eachShape,
  type Fact,
  idOfClause,
  promise,
  promiseOf,
  readBack,
  refuses,
  requireClosed,
  succeed,
  successOf,
  type TriedParameter,
  traceOf,
  untraced,
} from "./clauses.ts";
import { active, allowed, malformed, nonEmpty, required, unknown, unknownInPath, values } from "./refused.ts";
import { withSlip } from "./slips.ts";

/** Returns what fills a text up to a bound. Thousands of emoji in a message take some servers longer to render than they allow themselves. */
const fillers = (limit: Limit) =>
  limit === "max_message_length"
    ? { drawn: textOf({ max: 12, kinds: letterKinds }), examples: ["x", "é中𐐀"] }
    : { drawn: textOf({ max: 8 }), examples: ["x", "🌱é"] };

/** Returns a call with a text of so many characters, the first of which nothing on the server has. */
const withFilled = (session: Session, ready: Ready, name: string, filler: string, length: number): Ready => ({
  ...ready,
  fields: { ...ready.fields, [name]: filledTo(length, session.fresh("f"), filler) },
});

/** Sends a call that has to be accepted. Returns the body of its success. */
const accepted = async ({ expect }: Session, { actor, route, fields }: Ready, what: string): Promise<Body> =>
  expect.succeeded(await actor.send(route, fields), what);

/** Requires that a text as long as its bound was kept whole. */
async function requireWhole({ expect }: Session, call: Call, ready: Ready, name: string, answer: Body): Promise<void> {
  const kept = await call.kept?.(ready.actor, ready, answer);
  if (kept) expect.holds(kept[name] === ready.fields[name], `the ${name} as long as its bound is not kept as it was sent`);
}

const aLength = fc.oneof({ withCrossShrink: true }, fc.constant(1), fc.integer({ min: 2, max: 300 }));

/** A text as long as the bound is kept whole; a longer one is refused, be it by one code point, unless that is left open. */
function bound({ call, name, stated }: Fact<"bound">): Property {
  const { drawn, examples } = fillers(stated.limit);
  return promise<{ readonly filler: string; readonly beyond: number }>(
    { call, stated },
    {
      given: () => ({ filler: drawn, beyond: stated.beyond ? fc.constant(0) : aLength }),
      examples: () => examples.map((filler) => ({ filler, beyond: stated.beyond ? 0 : 1 })),
      async holds(session, _, ready, { filler, beyond }) {
        const limit = await boundOf(ready.actor, stated.limit);
        const filled = (length: number): Ready => withFilled(session, ready, name, filler, length);
        const [mended, { fields }] = [filled(limit), filled(limit + beyond)];
        const look = (reply: Reply, what: string) => session.expect.refused(reply, codes.badRequest, {}, what);
        const what = `a ${name} of ${limit + beyond} characters`;
        if (beyond === 0) await succeed(session, call, ready);
        const body = await (beyond === 0 ? accepted(session, mended, what) : refuses(session, call, mended, { fields, what, look }));
        await requireWhole(session, call, mended, name, body);
      },
    },
  );
}

/** Of a text longer than its bound no more than that is kept, or it is refused where one as long as the bound is accepted. */
const beyondBound = ({
  call,
  name,
  stated,
  limit,
}: TriedParameter<NonNullable<Fact<"bound">["stated"]["beyond"]>> & { readonly limit: Limit }): Property =>
  promise<{ readonly filler: string; readonly beyond: number }>(
    { call, stated },
    {
      clause: call.trace ? [untraced] : [],
      given: () => ({ filler: fillers(limit).drawn, beyond: aLength }),
      examples: () => fillers(limit).examples.map((filler) => ({ filler, beyond: 1 })),
      async holds(session, _, ready, { filler, beyond }) {
        const { expect } = session;
        const most = await boundOf(ready.actor, limit);
        const longer = withFilled(session, ready, name, filler, most + beyond);
        const what = `a ${name} of ${most + beyond} characters`;
        const before = await traceOf(call, longer);
        const reply = await longer.actor.send(longer.route, longer.fields);
        const isRefused = reply.body.result === "error";
        // Which of the two it is shows where nothing tells what is kept, too.
        session.chooses(stated.silent, isRefused ? "refuse" : "truncate");
        if (isRefused) {
          expect.refused(reply, codes.badRequest, {}, what);
          if (before !== undefined)
            expect.same(await traceOf(call, longer), before, `what can be read after the refusal of ${what}`, untraced);
        } else {
          const kept = await call.kept?.(longer.actor, longer, expect.succeeded(reply, what));
          const length = codePoints(expect.text(kept?.[name], `what is kept of ${what}`));
          expect.holds(length <= most, `of ${what} ${length} are kept, where the bound is ${most}`);
        }
        await accepted(session, withFilled(session, ready, name, filler, most), `a ${name} of ${most} characters`);
      },
    },
  );

/** A member of those who see what a call does, where others than the caller do. */
const oneOf = <K extends string>({ seenBy }: Call, name: K) =>
  ({ ...(seenBy && { [name]: anActor(...seenBy) }) }) as { readonly [N in K]: fc.Arbitrary<PersonName | undefined> };

/** Requires that what is returned has its form, and the items that are stated. */
function requireForm(expect: Checks, { actor, fields }: Ready, { form, items }: ReturnText, value: unknown, what: string): void {
  // No sentence says that it is not relative to the address of the server.
  const isRelative = !actor.session.isHeldToObserved && /^\/\S/.test(String(value));
  if (form === "URL") expect.holds(isRelative || URL.canParse(String(value)), `${what} is ${JSON.stringify(value)}, no URL`);
  if (!items) return;
  const list = expect.list(value, what);
  expect.same(list.length, items.length, `the number of items in ${what}`);
  for (const [i, item] of items.entries())
    if (item in fields) expect.same(list[i], fields[item], `the item ${i} of ${what}`);
    else expect.typed(list[i], item, `the item ${i} of ${what}`);
}

/** Requires that what somebody did for themselves is nobody else's, who may do the same. */
async function requirePersonal(session: Session, call: Call, ready: Ready): Promise<void> {
  const name = ready.actor.name === "bob" ? "alice" : "bob";
  const own = await traceOf(call, ready);
  if (own === undefined || !Object.hasOwn(session.target.cast, name)) return;
  const other = { ...ready, actor: session.actor(name) };
  session.expect.holds(!isEqual(await traceOf(call, other), own), `${call.route} by ${ready.actor.name} shows for ${other.actor.name}`);
  await succeed(session, call, other);
}

/** Requires that a call which sends what was there before brings that back, and the call itself what it brought, as often as they are sent. */
async function requireBack({ expect }: Session, call: Call, { actor, route, fields }: Ready, before: Body): Promise<void> {
  const former = Object.fromEntries(Object.entries(before).filter(([name]) => Object.hasOwn(fields, name)));
  const after = { ...before, ...fields };
  for (const [sent, there] of [[former, before] as const, [fields, after] as const, [former, before] as const]) {
    const answer = expect.succeeded(await actor.send(route, sent), `${call.route} that goes back and forth`);
    expect.same(
      await call.kept?.(actor, { actor, route, fields: sent }, answer),
      there,
      `what is there after ${call.route} back and forth`,
    );
  }
}

/** Returns the clause among some that has the name of a parameter or field, where the first is not about it, too. */
function clauseNamed(name: string, [first = "", ...others]: readonly string[]): string | undefined {
  const [words, wordsOf] = [name.replaceAll("_", "-"), (id: string) => id.slice(id.indexOf("/") + 1).replaceAll("_", "-")];
  return wordsOf(first).startsWith(words) ? undefined : others.find((id) => wordsOf(id) === words);
}

/** Checks that the sent value is kept, and what is returned has its type, for whoever sees it. @param returned clauses of return values beside it */
const keeps = (
  call: Call,
  stated: NonNullable<EndpointText["does"]>,
  returned: readonly string[] = [],
  returns: EndpointText["returns"] = {},
): Property => {
  const proven = [idOfClause(call, stated), ...(stated.also ?? [])];
  return promise<{ readonly viewer: PersonName | undefined; readonly shape?: never }>(
    { call, stated },
    {
      clause: returned,
      given: () => oneOf(call, "viewer"),
      examples: () => eachShape(call).map((shape) => ({ viewer: call.seenBy?.[0], shape })),
      async holds(session, _, ready, { viewer: name, shape }) {
        const viewer = name === undefined ? ready.actor : session.actor(name);
        const before = stated.changes && call.kept ? await ifTold(call.kept(viewer, ready, {})) : stated.initially;
        const sent = stated.adds ? [ready, await call.prepare(session, ready.actor, shape)] : [ready];
        const { expect } = session;
        const returnChecks = (name: string): Checks => {
          const clause = returns[name]?.stated && idOfClause(call, returns[name].stated);
          return clause !== undefined && returned.includes(clause) ? expect.against(clause) : expect;
        };
        const answers: Body[] = [];
        for (const each of sent) answers.push(await succeed(session, call, each, {}, {}, returnChecks));
        for (const [i, each] of sent.entries()) {
          for (const [name, text] of Object.entries(returns))
            requireForm(returnChecks(name), each, text, answers[i]?.[name], `${name} of ${call.route}`);
          const kept = await call.kept?.(viewer, each, answers[i] ?? {});
          for (const [field, value] of Object.entries({ ...before, ...each.fields }))
            if (kept && Object.hasOwn(kept, field)) expect.same(kept[field], value, readBack(field), clauseNamed(field, proven));
        }
        if (stated.changes && before && call.route.startsWith("PATCH ")) await requireBack(session, call, ready, before);
        if (stated.isPersonal) await requirePersonal(session, call, ready);
      },
    },
  );
};

/** Those who see it hear of it. */
const tells = (call: Call, stated: Stated, { types, what, isIt }: CallEvent): Property =>
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

/** A request that asks for nothing, without parameters or with empty lists, is accepted, unless that is left open, and changes nothing. */
const nothing = (call: Call, stated: Stated, parameters: EndpointText["parameters"]): Property => {
  const lists = Object.keys(parameters).filter((name) => parameters[name]?.type === "array");
  return promise<{ readonly names: readonly string[] }>(
    { call, stated },
    {
      given: () => ({ names: fc.subarray(lists) }),
      examples: () => [{ names: [] }],
      async holds(session, _, ready, { names }) {
        const { expect } = session;
        const what = `${call.route} that asks for nothing`;
        const before = await traceOf(call, ready);
        const reply = await ready.actor.send(ready.route, Object.fromEntries(names.map((name) => [name, []])));
        const isAccepted = expect.isAccepted(reply, what);
        if (!isAccepted && names.length > 0) session.needsObserved("empty lists");
        if (stated.silent) session.chooses(stated.silent, isAccepted ? "accepted" : "observed");
        else expect.bare(reply, what);
        if (before !== undefined) expect.same(await traceOf(call, ready), before, `what can be read after ${what}`);
      },
    },
  );
};

/** A success is the envelope alone. */
const envelopeAlone = (call: Call, stated: Stated): Property =>
  promise(
    { call, stated },
    {
      examples: () => eachShape(call).map((shape) => ({ shape })),
      async holds(session, _, ready) {
        const { actor, route, fields } = ready;
        const reply = await actor.send(route, fields);
        await successOf(session, call, ready, reply);
        session.expect.bare(reply, call.route);
        await requireClosed(session, call, ready);
      },
    },
  );

/** Returns a call in those of its shapes that a test picks. */
function shaped(call: Call, isPicked: (shape: unknown) => boolean): Call {
  const { shapes } = call;
  if (!shapes) return call;
  const [first, ...others] = shapes.examples.filter(isPicked);
  if (first === undefined) throw new Error(`no example of ${call.route} is as a table wants it`);
  return { ...call, shapes: { drawn: shapes.drawn.filter(isPicked), examples: [first, ...others] } };
}

/** Returns a call beside which a parameter counts, in all its shapes. */
const counting = (call: Call, { where }: Pick<ParameterText, "where">): Call =>
  where ? shaped(call, (shape) => Object.entries(where).every(([name, values]) => values.includes(at(shape, name)))) : call;

/** Parameters that take any text of the caller's own, each with whether many things may have the same. */
export const freeTexts: Readonly<Record<string, boolean>> = { content: true, topic: true, description: true, name: false, fragment: false };

/** A text that reads like nothing is taken as it is sent, where another one is taken. */
const takesFalsy = (call: Call, name: string): Property =>
  promiseOf<{ readonly text: string; readonly shape?: never }>(
    {
      clause: "conventions/form-fields",
      given: () => ({ text: fc.constantFrom(...falsyTexts) }),
      examples: () => eachShape(call).flatMap((shape, i) => falsyTexts.slice(0, i === 0 ? 3 : 1).map((text) => ({ text, shape }))),
      async holds(session, _, ready, { text, shape }) {
        if (!freeTexts[name] && session.target.kind === "live")
          throw new Untestable(`a ${name} such as "null" may be on the server already: it is tried on the simulator alone`);
        const other = { ...ready, fields: { ...ready.fields, [name]: text } };
        const reply = await ready.actor.send(other.route, other.fields);
        // Where it is refused, so may be any other.
        if (reply.body.result === "error") await succeed(session, call, await call.prepare(session, ready.actor, shape));
        const answer = session.expect.succeeded(reply, `the ${name} "${text}"`);
        const kept = await call.kept?.(ready.actor, other, answer);
        if (kept && Object.hasOwn(kept, name)) return session.expect.same(kept[name], text, readBack(name));
        const without = await ready.actor.send(other.route, withSlip(ready.fields, { name, how: "left out" }));
        if (without.body.result !== "error") throw new Untestable(`nothing shows that ${call.route} looks at ${name}`);
      },
    },
    call,
  );

/** Returns a call as bots make it. */
const byBots = (call: Call): Call => ({
  ...call,
  by: [],
  prepare: (session, _, shape) => call.prepare(session, bot(session), shape),
});

const ofParameter = { required, nonEmpty, bound, values, malformed, unknown, active } as const;

/** Returns the trials of what a table states of an endpoint, by the words of their clauses. */
export function trialsOf(text: EndpointText, call: Call): Record<string, Property> {
  const { parameters, returns, does, nothing: idle, allowed: callers, bots, noTrace, unknownInPath: path } = text;
  const granted: Record<string, Property> = {};
  const returned = Object.values(returns).flatMap(({ stated, when, since = 0 }) =>
    stated && !when && since <= text.since ? [stated] : [],
  );
  const granting = does ?? returned[0];
  const ids = returned.filter((stated) => stated !== granting).map((stated) => idOfClause(call, stated));
  if (granting) granted[granting.clause] = keeps(call, granting, ids, returns);
  if (idle) granted[idle.clause] = nothing(call, idle, parameters);
  for (const [name, { stated, when, since = 0, type }] of Object.entries(returns))
    if (stated && !when && since > text.since)
      granted[stated.clause] = keeps({ ...call, returns: { ...call.returns, [name]: type } }, { since, ...stated });
  if (text.envelope) granted[text.envelope.clause] = envelopeAlone(call, text.envelope);
  if (does && call.told) granted[`${does.clause}-told`] = tells(call, does, call.told);
  const isChange = does?.changes ? { changes: does.changes } : {};
  for (const [name, { kept }] of Object.entries(parameters))
    if (kept)
      granted[kept.clause] = keeps(
        shaped(call, (shape) => at(shape, name) !== undefined),
        { ...kept, ...isChange },
      );
  if (bots) granted[bots.clause] = keeps(byBots(call), { ...bots, ...isChange });
  for (const [name, { bound: limited, type, ...of }] of Object.entries(parameters))
    if (limited?.beyond) {
      const tried = { call: counting(call, of), name, type };
      granted[limited.clause] = bound({ ...tried, stated: limited });
      granted[limited.beyond.clause] = beyondBound({ ...tried, stated: limited.beyond, limit: limited.limit });
    }
  for (const [name, parameter] of Object.entries(parameters))
    if (Object.hasOwn(freeTexts, name)) granted[`${name}-as-sent`] = takesFalsy(counting(call, parameter), name);
  const refused: Record<string, Property> = {};
  for (const [name, parameter] of Object.entries(parameters))
    for (const [fact, trial] of Object.entries(ofParameter)) {
      const stated = parameter[fact as keyof typeof ofParameter];
      if (stated && !("beyond" in stated))
        refused[stated.clause in refused ? `${stated.clause}-${name}` : stated.clause] = (
          trial as (tried: TriedParameter<Stated>) => Property
        )({
          call: counting(call, "where" in stated ? stated : parameter),
          name,
          type: parameter.type,
          stated,
        });
    }
  if (callers) refused[callers.clause] = allowed(call, callers);
  if (callers?.before) refused[callers.before.clause] = allowed({ ...call, by: administrators }, callers.before, callers.since);
  if (path) refused[path.clause in refused ? `${path.clause}-in-path` : path.clause] = unknownInPath({ call, stated: path });
  const traces = [...(noTrace ? [idOfClause(call, noTrace)] : []), ...(call.trace ? [untraced] : [])];
  const traceless = ({ clauses, ...property }: Property): Property => ({ ...property, clauses: [...new Set([...clauses, ...traces])] });
  return { ...granted, ...Object.fromEntries(Object.entries(refused).map(([words, property]) => [words, traceless(property)])) };
}
