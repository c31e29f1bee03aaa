import { bot } from "../client/people.ts";
import type { EndpointCall } from "../declare/call.ts";
import type { Property } from "../declare/property.ts";
import { administrators } from "../draw/people.ts";
import { at } from "../expect.ts";
import type { EndpointText, ParameterText, Stated } from "../text/index.ts";
import { beyondBound, bound } from "./bounds.ts";
import { envelopeAlone, keeps, nothing, tells } from "./granted.ts";
import { idOfClause, type Tried, untraced } from "./promise.ts";
import { active, allowed, malformed, nonEmpty, required, unknown, unknownInPath, values } from "./refused.ts";

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
  if (callers?.before) refused[callers.before.clause] = allowed({ ...call, by: administrators }, callers.before, callers.since);
  if (path) refused[path.clause in refused ? `${path.clause}-in-path` : path.clause] = unknownInPath({ call, stated: path });
  const traces = [...(noTrace ? [idOfClause(call, noTrace)] : []), ...(call.trace ? [untraced] : [])];
  const traceless = ({ clauses, ...property }: Property): Property => ({ ...property, clauses: [...new Set([...clauses, ...traces])] });
  return { ...granted, ...Object.fromEntries(Object.entries(refused).map(([words, property]) => [words, traceless(property)])) };
}
