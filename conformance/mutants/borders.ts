import type { WireRequest } from "../../sim/protocol/wire.ts";
import { isObject } from "../client/json.ts";
import type { EndpointText, ParameterText, Stated } from "../text/index.ts";
import { codes } from "../text/limits.ts";
import type { InterceptedRequest } from "./kit/intercepted.ts";
import { type Mutant, type NamedMutant, onRoute } from "./kit/mutant.ts";

/** Returns what a request that crosses a border counts as where the border is not held; undefined for one that does not cross it. */
type Counted = (request: InterceptedRequest) => WireRequest | undefined;

/** Refusal that a sentence of a table states. */
interface Border {
  /** A word for names, and what crosses it. */
  readonly word: string;
  readonly what: string;
  /** The code that is stated for it. */
  readonly code?: string | undefined;
  /** Whether a request is refused for crossing it, or what it counts as. */
  readonly crossed: { readonly is: (request: InterceptedRequest) => boolean } | { readonly as: Counted };
}

const untraced = "conventions/refusals-leave-no-trace";

/** Whether an id is one that nothing has: the ids of the simulator are small, its addresses those of the cast. */
const isNothing = (id: unknown, { served }: InterceptedRequest): boolean =>
  typeof id === "number" ? id <= 0 || id > 1e9 : !Object.values(served.cast).some(({ email }) => email === id);

/** A border that wrong values cross. @param others returns what a value may count as, undefined where it is right */
const wrongly = (
  name: string,
  others: (text: string, request: InterceptedRequest) => readonly unknown[] | undefined,
): { readonly as: Counted } => ({
  as: (request) => {
    const text = request.field(name);
    const values = text === undefined ? undefined : others(text, request);
    if (!values || request.wouldSucceed()) return undefined;
    return values.map((value) => request.with({ [name]: value })).find((other) => request.wouldSucceed(other));
  },
});

/** A border that wrong ids in a list cross: the list counts as the others; without others as empty, as left out, or as the caller alone. */
const listing = (name: string, isWrong: (id: unknown, request: InterceptedRequest) => boolean) =>
  wrongly(name, (_, request) => {
    const ids = request.list(name);
    const left = ids.filter((id) => !isWrong(id, request));
    if (left.length === ids.length) return undefined;
    return left.length > 0 || !request.caller ? [left] : [[], undefined, [request.member(request.caller).user_id]];
  });

type Facts = { readonly [K in keyof ParameterText]-?: NonNullable<ParameterText[K]> };

/** The borders of a parameter, by the facts that make them. */
const borders: { readonly [K in keyof ParameterText]?: (name: string, fact: Facts[K], of: ParameterText) => Border } = {
  required: (name, { code }, { where = {} }) => ({
    word: "missing",
    what: `a request without ${name}`,
    code,
    crossed: {
      is: (request) => {
        const isHere = Object.entries(where).every(([other, values]) => values.includes(request.field(other)));
        if (!isHere || request.field(name) !== undefined) return false;
        const said = request.wouldSay().body;
        return said.var_name === name || (said.var_name === undefined && said.code === codes.badRequest);
      },
    },
  }),
  nonEmpty: (name, { code, blank }) => ({
    word: "empty",
    what: `an empty ${name}`,
    code,
    crossed: wrongly(name, (text) => ((blank ? text.trim() : text) === "" ? ["something"] : undefined)),
  }),
  bound: (name, { limit }) => ({
    word: "too-long",
    what: `a ${name} beyond the bound`,
    crossed: wrongly(name, (text, request) => {
      const most = request.bound(limit);
      return [...text].length > most ? [[...text].slice(0, most).join("")] : undefined;
    }),
  }),
  values: (name, { code, accepted, orIntegers }) => ({
    word: "other-value",
    what: `another ${name} than the values stated`,
    code,
    crossed: wrongly(name, (text) =>
      accepted.some((each) => String(each) === text) || (orIntegers && /^-?\d+$/.test(text)) ? undefined : accepted,
    ),
  }),
  malformed: (name, { items, form }, { type }) => ({
    word: "malformed",
    what: `what cannot be read as ${name}`,
    crossed: wrongly(name, (text, request) => {
      if (form === "date") return ["2026-01-01"];
      const isList = (list: unknown): boolean =>
        Array.isArray(list) && (!items || list.every((each) => (items === "integer" ? Number.isInteger(each) : isObject(each))));
      const isRight = type === "integer" ? /^\d+$/.test(text) : isList(request.json(name));
      const numbers = (/\d+/.exec(text) ?? []).map(Number);
      return isRight ? undefined : type === "integer" ? [1, ...numbers] : [[], numbers];
    }),
  }),
  unknown: (name, { code = codes.badRequest }, { type }) => ({
    word: "unknown",
    what: `an id of nothing as ${name}`,
    code,
    crossed:
      type === "array"
        ? listing(name, isNothing)
        : {
            is: (request) =>
              request.field(name) !== undefined &&
              (type === "string" || isNothing(request.json(name), request)) &&
              request.wouldSay().body.code === code,
          },
  }),
  active: (name) => ({
    word: "deactivated",
    what: `a deactivated account in ${name}`,
    crossed: listing(name, (id, { served }) => id === served.cast.zoe?.user_id),
  }),
};

/** A mutant of an endpoint: a word for its name, the clauses that it breaks, what the endpoint does, and its fault. */
type Draft = readonly [word: string, breaks: readonly string[], does: string, fault: (named: NamedMutant) => Mutant];

/** Returns the clause of a sentence, and those of its others that are picked, default those of other sections that say the same. */
function clausesOf({ stem }: EndpointText, { clause, also = [] }: Stated, isPicked?: (id: string) => boolean): string[] {
  const isElsewhere = (id: string): boolean => !id.startsWith(`${stem}/`) && id !== untraced;
  return [`${stem}/${clause}`, ...also.filter(isPicked ?? isElsewhere)];
}

const isOfExcess = (id: string): boolean => id.endsWith("-exceeded");

/** Servers that accept what is to be refused, refuse it with another code, or refuse it and do what it counts as. */
function* unheld(text: EndpointText, name: string, { word, what, code, crossed }: Border, stated: Stated): Generator<Draft> {
  const breaks = clausesOf(text, stated, word === "too-long" ? isOfExcess : undefined);
  const isCrossed = "is" in crossed ? crossed.is : (request: InterceptedRequest) => crossed.as(request) !== undefined;
  const accepting: Draft[3] = (named) => ("as" in crossed ? named.takes(crossed.as) : named.accepts(isCrossed));
  yield [`${name}-${word === "missing" ? "not-required" : `${word}-accepted`}`, breaks, `accepts ${what}`, accepting];
  const recoding: Draft[3] = (named) => named.refusesWith(code, (_, request) => isCrossed(request) && { code: "NOT_THIS_WAY" });
  if (code !== undefined) yield [`${name}-${word}-other-code`, breaks, `refuses ${what} with a code of its own`, recoding];
  const trace = text.noTrace ?? (stated.also?.includes(untraced) ? stated : undefined);
  if (!trace || !("as" in crossed)) return;
  const doing: Draft[3] = (named) => named.doesInstead(crossed.as);
  yield [`${name}-${word}-done`, [...clausesOf(text, trace), untraced], `refuses ${what} and does the rest`, doing];
}

function* ofParameter(text: EndpointText, name: string, parameter: ParameterText): Generator<Draft> {
  for (const [fact, borderOf] of Object.entries(borders)) {
    const stated = parameter[fact as keyof Facts] as Facts["required"] | undefined;
    if (stated && !("beyond" in stated))
      yield* unheld(text, name, (borderOf as NonNullable<typeof borders.required>)(name, stated, parameter), stated);
  }
  const { bound, unknown, kept } = parameter;
  if (bound) {
    const isLongest = (request: InterceptedRequest): boolean => [...(request.field(name) ?? "")].length === request.bound(bound.limit);
    const breaks = clausesOf(text, bound, (id) => !isOfExcess(id));
    yield [`${name}-at-bound-refused`, breaks, `refuses a ${name} of just the greatest length`, (named) => named.refuses(isLongest)];
  }
  const tells = unknown?.tells;
  if (unknown && tells !== undefined) {
    const silent: Draft[3] = (named) => named.refusesWith(unknown.code, { [tells]: undefined });
    yield [`${name}-unknown-untold`, clausesOf(text, unknown), `does not tell which ${name} is of nothing`, silent];
  }
  if (kept) yield [`${name}-not-kept`, clausesOf(text, kept, () => true), `ignores ${name}`, (named) => named.ignores(name)];
}

/** Change of a value of a type into one of another: a word for names, what it is called, and the change. */
function retyped(type: string): readonly [string, string, (value: unknown) => unknown] {
  if (type === "array") return ["object", "an object", (value) => ({ ...(value as object) })];
  if (type === "object" || type === "string") return ["list", "a list", (value) => [value].flat()];
  return ["text", "a text", String];
}

/** Servers whose successes lack a return value, or have it in another type. */
function* returned(text: EndpointText, name: string): Generator<Draft> {
  const { type = "", when, stated } = text.returns[name] ?? {};
  if (!stated) return;
  const breaks = clausesOf(text, stated);
  const changed =
    (change: (value: unknown) => unknown): Draft[3] =>
    (named) =>
      named.answers((body) => body[name] !== undefined && { [name]: change(body[name]) });
  const [word, called, change] = retyped(type);
  if (!when) yield [`${name}-untold`, breaks, `does not answer ${name}`, (named) => named.lacks(name)];
  yield [`${name}-null`, breaks, `answers null as ${name}`, changed(() => null)];
  yield [`${name}-as-${word}`, breaks, `answers ${called} as ${name}`, changed(change)];
}

/** Servers that serve those who may not call, or refuse those who may. */
function* permitted(text: EndpointText, { callers, code, ...stated }: NonNullable<EndpointText["allowed"]>): Generator<Draft> {
  const breaks = clausesOf(text, stated);
  yield ["by-anyone", breaks, "is open to everybody", (named) => named.servesAs("owen")];
  const doing: Draft[3] = (named) => named.doesInstead((request) => request.by("owen"));
  yield ["refused-but-done", [...breaks, untraced], "refuses those who may not call it, and does what they ask", doing];
  const isAdministrator = ({ caller }: InterceptedRequest): boolean => caller === "dana";
  const granting = breaks.filter((id) => !id.startsWith("errors/"));
  const refused =
    (isRefused: (request: InterceptedRequest) => boolean): Draft[3] =>
    (named) =>
      named.refuses(isRefused, code?.is);
  if (callers === "owners")
    yield ["by-administrators", breaks, "is open to administrators", (named) => named.servesAs("owen", isAdministrator)];
  else {
    yield ["refused-to-administrators", granting, "refuses administrators who are no owners", refused(isAdministrator)];
    yield ["refused-to-owners", granting, "refuses owners", refused(({ caller }) => caller === "owen")];
  }
  if (!code) return;
  const coding = [...clausesOf(text, code), ...breaks.filter((id) => id.startsWith("errors/"))];
  yield ["other-code", coding, "refuses those who may not call it with another code", (named) => named.recodes(code.is, codes.badRequest)];
}

function* drafts(text: EndpointText): Generator<Draft> {
  const { stem, route, parameters, returns, does, envelope, allowed, bots, unknownInPath } = text;
  for (const [name, parameter] of Object.entries(parameters)) yield* ofParameter(text, name, parameter);
  for (const name of Object.keys(returns)) yield* returned(text, name);
  const isOwn = (id: string): boolean => id.startsWith(`${stem}/`);
  if (does && !route.startsWith("GET "))
    yield ["not-done", clausesOf(text, does, isOwn), "accepts and does nothing", (named) => named.swallows()];
  const longer: Draft[3] = (named) => named.answers({ id: 1 });
  if (envelope) yield ["more-than-the-envelope", clausesOf(text, envelope), "answers more than the envelope", longer];
  if (allowed) yield* permitted(text, allowed);
  if (bots) yield ["refused-to-bots", clausesOf(text, bots), "refuses bots", (named) => named.refuses(({ caller }) => caller === "robo")];
  if (!unknownInPath) return;
  const code = codes.badRequest;
  const is = (request: InterceptedRequest): boolean => isNothing(request.pathId, request) && request.wouldSay().body.code === code;
  yield* unheld(text, "path", { word: "unknown", what: "an id of nothing in the path", code, crossed: { is } }, unknownInPath);
}

/** Returns the mutants of what a table states of an endpoint: for each border servers that do not hold it. */
export function borderMutants(text: EndpointText): readonly Mutant[] {
  const making = onRoute(text.route.replace(/\{\w+\}/, "{id}"));
  return [...drafts(text)].map(([word, breaks, does, fault]) =>
    fault(making(`${text.stem}-${word.replaceAll("_", "-")}`, breaks).says(`${text.route} ${does}.`)),
  );
}
