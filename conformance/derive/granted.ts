import fc from "fast-check";
import { ifTold } from "../client/registration.ts";
import type { Session } from "../client/session.ts";
import type { EndpointCall, Ready, Told } from "../declare/call.ts";
import type { Property } from "../declare/property.ts";
import { anActor, type PersonName } from "../draw/people.ts";
import { type Body, isEqual } from "../expect.ts";
import type { EndpointText, ReturnText, Stated } from "../text/index.ts";
import { eachShape, promise, refusedToNobody, succeed, successOf, traceOf } from "./promise.ts";

/** A member of those who see what a call does, where others than the caller do. */
const oneOf = <K extends string>({ seenBy }: EndpointCall, name: K) =>
  ({ ...(seenBy && { [name]: anActor(...seenBy) }) }) as { readonly [N in K]: fc.Arbitrary<PersonName | undefined> };

/** Requires that what is returned has its form, and the items that are stated. */
function requireForm({ expect }: Session, { fields }: Ready, { form, items }: ReturnText, value: unknown, what: string): void {
  if (form === "URL") expect.holds(URL.canParse(String(value)), `${what} is ${JSON.stringify(value)}, no URL`);
  if (!items) return;
  const list = expect.list(value, what);
  expect.same(list.length, items.length, `the number of items in ${what}`);
  for (const [i, item] of items.entries())
    if (item in fields) expect.same(list[i], fields[item], `the item ${i} of ${what}`);
    else expect.typed(list[i], item, `the item ${i} of ${what}`);
}

/** Requires that what somebody did for themselves is nobody else's, who may do the same. */
async function requirePersonal(session: Session, call: EndpointCall, ready: Ready): Promise<void> {
  const name = ready.actor.name === "bob" ? "alice" : "bob";
  const own = await traceOf(call, ready);
  if (own === undefined || !Object.hasOwn(session.target.cast, name)) return;
  const other = { ...ready, actor: session.actor(name) };
  session.expect.holds(!isEqual(await traceOf(call, other), own), `${call.route} by ${ready.actor.name} shows for ${other.actor.name}`);
  await succeed(session, call, other);
}

/** Checks that the sent value is kept, and what is returned has its type, for whoever sees it. @param returned clauses of return values beside it */
export const keeps = (
  call: EndpointCall,
  stated: NonNullable<EndpointText["does"]>,
  returned: readonly string[] = [],
  returns: EndpointText["returns"] = {},
): Property =>
  promise<{ readonly viewer: PersonName | undefined; readonly shape?: never }>(
    { call, stated },
    {
      clause: returned,
      given: () => oneOf(call, "viewer"),
      examples: () => eachShape(call).map((shape) => ({ viewer: call.seenBy?.[0], shape })),
      async holds(session, _, ready, { viewer: name, shape }) {
        const viewer = name === undefined ? ready.actor : session.actor(name);
        const before = stated.changes && call.kept ? await ifTold(call.kept(viewer, ready, {})) : stated.initially;
        const sent = stated.adds ? [ready, await call.prepare(session, ready.actor, shape)] : [ready];
        const answers: Body[] = [];
        for (const each of sent) answers.push(await succeed(session, call, each));
        for (const [i, each] of sent.entries()) {
          for (const [name, text] of Object.entries(returns))
            requireForm(session, each, text, answers[i]?.[name], `${name} of ${call.route}`);
          const kept = await call.kept?.(viewer, each, answers[i] ?? {});
          for (const [field, value] of Object.entries({ ...before, ...each.fields }))
            if (kept && Object.hasOwn(kept, field)) session.expect.same(kept[field], value, `the ${field} that is kept`);
        }
        if (stated.isPersonal) await requirePersonal(session, call, ready);
      },
    },
  );

/** Those who see it hear of it. */
export const tells = (call: EndpointCall, stated: Stated, { types, what, isIt }: Told): Property =>
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
export const nothing = (call: EndpointCall, stated: Stated, parameters: EndpointText["parameters"]): Property => {
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
        if (stated.silent) session.chooses(stated.silent, isAccepted ? "accepted" : "observed");
        else expect.bare(reply, what);
        if (before !== undefined) expect.same(await traceOf(call, ready), before, `what can be read after ${what}`);
      },
    },
  );
};

/** A success is the envelope alone. */
export const envelopeAlone = (call: EndpointCall, stated: Stated): Property =>
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
