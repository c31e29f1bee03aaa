import { type Ruling, type RulingName, rulings } from "../../sim/index.ts";
import { clauses, declaredProperty, properties } from "../catalogue/catalogue.ts";
import { routed } from "../catalogue/route.ts";
import { isNamedIn } from "../causes/signature.ts";
import { objectsIn } from "../client/json.ts";
import type { Seen } from "../client/seen.ts";
import { Session } from "../client/session.ts";
import type { Target } from "../client/target.ts";
import type { Call } from "../declare/call.ts";
import type { Clause } from "../declare/clause.ts";
import * as endpointFolders from "../endpoints/index.ts";
import { observedBy } from "../observed.ts";
import { drawnValues } from "../run/draw-and-run.ts";
import { runOnce } from "../run/property-run.ts";
import { LostRun } from "../run/unanswered.ts";
import { type EndpointText, endpoints, type ParameterText } from "../text/index.ts";
import { endpointNamed, likeness } from "./choosing.ts";
import { clauseMap, type MappedClause, type MappedRuling } from "./list.ts";

/** Opens a target in the state in which runs start. @param level its feature level, default the newest */
export type OpenExample = (level?: number) => Target;

/** A clause with its proofs, what breaks it, and what of it is open or otherwise on running servers. */
export interface ExplainedClause extends Omit<MappedClause, "silent"> {
  readonly kind: "clause";
  /** The ruling that decides it for the simulator, where the text leaves it open or running servers do otherwise. */
  readonly ruling: MappedRuling | undefined;
  /** Reasons why proofs are only seen on running servers, by the addresses of the properties. */
  readonly observed: Readonly<Record<string, string>>;
  /** An exchange of a run of a property that proves it. */
  readonly example: (Seen & { readonly property: string }) | undefined;
  /** The property that checks it, and the feature level that this needs; undefined where no client can test it. */
  readonly check: { readonly only: string; readonly level: number | undefined } | undefined;
}

export interface ExplainedRuling {
  readonly kind: "ruling";
  readonly ruling: MappedRuling;
  /** The choice of running servers. */
  readonly running: string;
  readonly clauses: readonly Clause[];
}

/** A parameter of which only the name and the feature level are known has no type. */
type ExplainedParameter = Partial<ParameterText> & { readonly name: string };

export interface ExplainedEndpoint extends Pick<EndpointText, "route" | "section" | "since" | "returns" | "envelope"> {
  readonly kind: "endpoint";
  /** The callers that may call it, in sentences. */
  readonly callers: readonly string[];
  /** Why a correct server may refuse it. */
  readonly mayRefuse: string | undefined;
  readonly parameters: readonly ExplainedParameter[];
  readonly clauses: readonly Clause[];
  /** A plain valid call. */
  readonly example: Seen | undefined;
}

export type Explained = ExplainedClause | ExplainedRuling | ExplainedEndpoint;

const calls: ReadonlyMap<string, Call> = new Map(Object.values(endpointFolders).map(({ name, call }) => [name, call]));

const isRuling = (name: string): name is RulingName => Object.hasOwn(rulings, name);

const mapped = (name: RulingName): MappedRuling => ({ name, ...rulings[name] });

/** Returns the stem of the endpoint that a clause is about; undefined where it is about no single one. */
function stemOf({ id, section }: Clause): string | undefined {
  const folder = id.replace(/\/.*/s, "");
  return calls.has(folder) ? folder : [...calls.values()].find(({ route }) => section === `Endpoints > ${route}`)?.stem;
}

/** Returns the parameter that a clause is named after: of those whose names its id begins with, the longest. */
function parameterOf({ id }: Clause, stem: string): string | undefined {
  const words = id.replace(/^.*\//s, "").replaceAll("-", "_");
  const names = Object.keys(endpoints.get(stem)?.parameters ?? {}).filter((name) => words === name || words.startsWith(`${name}_`));
  return names.sort((a, b) => b.length - a.length)[0];
}

/** Returns what the exchange that shows a clause is: on its endpoint or with its event, refused, and with its parameter, as the clause says. */
function shownBy(clause: Clause): readonly ((exchange: Seen) => boolean)[] {
  const stem = stemOf(clause);
  const parameter = stem === undefined ? undefined : parameterOf(clause, stem);
  const { id, statement } = clause;
  // Whom else it does not let do that is what such a clause says; a code is that of a refusal.
  const isRefusal = id.startsWith("errors/") || /\brefus(ed|al)\b|^Only\b|\b[A-Z]{2,}_[A-Z_]+\b/.test(statement);
  const isOfCredentials = id.startsWith("authentication/");
  const isOfEvent = id.startsWith("events/");
  const isWithout = /\b(without|absent|left out|need not)\b/.test(statement);
  const isThere = (op: string | undefined): boolean => op !== undefined && (stem === undefined ? endpoints.has(op) : op === stem);
  const tells = ({ body }: Seen): boolean => objectsIn(body.events).some(({ type }) => isNamedIn(statement, String(type)));
  return [
    (exchange) => (isOfEvent ? tells(exchange) : isThere(routed(exchange.method, exchange.path).op)),
    ({ status }) => isOfCredentials || status !== 401,
    ({ body }) => (body.result === "error") === isRefusal,
    ({ fields }) => parameter === undefined || Object.hasOwn(fields, parameter) !== isWithout,
  ];
}

/** Returns the exchange that shows a clause best: the last of those that fit. */
export function showing(clause: Clause, seen: readonly Seen[]): Seen | undefined {
  const narrowed = (left: readonly Seen[], is: (exchange: Seen) => boolean): readonly Seen[] => {
    const fitting = left.filter(is);
    return fitting.length > 0 ? fitting : left;
  };
  return shownBy(clause).reduce(narrowed, seen).at(-1);
}

const exampleSeed = 1;

/** Whether an exchange is all that one which shows a clause is. */
const fitsAll = (seen: Seen, clause: Clause): boolean => shownBy(clause).every((fits) => fits(seen));

/** Runs a property on its values until one shows the clause. Returns that exchange, or the best of the first value that can be tried. */
async function exampleIn(address: string, clause: Clause, open: OpenExample): Promise<Seen | undefined> {
  const property = declaredProperty(address);
  const target = open(property.until === undefined ? undefined : property.until - 1);
  const values = property.given ? drawnValues(property, address, exampleSeed) : [{}];
  let first: Seen | undefined;
  for (const value of values) {
    const session = new Session(target.isolated(), "", address);
    const came = await runOnce(address, property, session, value, {});
    if (came instanceof LostRun || came.verdict === "untestable") continue;
    const shown = showing(clause, session.seen);
    if (shown && fitsAll(shown, clause)) return shown;
    first ??= shown;
  }
  return first;
}

/** Returns an example of a clause: of the properties that prove the fewest others beside it the first that shows it, or that can be tried. */
async function exampleOf(clause: MappedClause, open: OpenExample): Promise<ExplainedClause["example"]> {
  const proofs = clause.properties.filter((address) => properties.has(address));
  let first: ExplainedClause["example"];
  for (const property of proofs.toSorted((a, b) => declaredProperty(a).clauses.length - declaredProperty(b).clauses.length)) {
    const seen = await exampleIn(property, clause, open);
    if (seen && fitsAll(seen, clause)) return { property, ...seen };
    if (seen) first ??= { property, ...seen };
  }
  return first;
}

async function explainedClause(id: string, open: OpenExample): Promise<ExplainedClause | undefined> {
  const found = (await clauseMap()).flatMap((section) => section.clauses).find((clause) => clause.id === id);
  if (!found) return undefined;
  const { silent, ...clause } = found;
  const example = await exampleOf(found, open);
  const only = example?.property ?? clause.properties[0];
  const until = only === undefined ? undefined : properties.get(only)?.until;
  return {
    kind: "clause",
    ...clause,
    ruling: silent && mapped(silent),
    observed: Object.fromEntries(clause.properties.flatMap((address) => [[address, observedBy(address)]].filter(([, what]) => what))),
    example,
    check: only === undefined ? undefined : { only, level: until === undefined ? undefined : until - 1 },
  };
}

function explainedRuling(name: RulingName): ExplainedRuling {
  const ruling: Ruling = rulings[name];
  const running = ruling.kind === "contradicted" ? "observed" : (ruling.running ?? ruling.choices[0]);
  return { kind: "ruling", ruling: mapped(name), running, clauses: clauses.filter(({ silent }) => silent === name) };
}

function callersOf({ allowed, bots }: EndpointText, { isOpen }: Call): string[] {
  const first = isOpen ? "Anybody, also without credentials." : "Every account, where no clause says otherwise.";
  const later = bots?.since === undefined ? "" : ` (since level ${bots.since})`;
  return [allowed?.says ?? first, ...(bots ? [`${bots.says}${later}`] : [])];
}

/** The parameters of the table, then those that stand in none. */
function parametersOf({ parameters }: EndpointText, { beside = {} }: Call): ExplainedParameter[] {
  const others = Object.entries(beside).filter(([name]) => !Object.hasOwn(parameters, name));
  return [
    ...Object.entries(parameters).map(([name, text]) => ({ name, ...text })),
    ...others.map(([name, { since }]) => ({ name, since })),
  ];
}

async function exampleCall(call: Call, open: OpenExample): Promise<Seen | undefined> {
  const session = new Session(open().isolated(), "");
  const { actor, route, fields } = await call.prepare(session);
  await actor.send(route, fields);
  return session.seen.at(-1);
}

/** @param text method and path: as the specification writes it, or with values */
async function explainedEndpoint(text: string, open: OpenExample): Promise<ExplainedEndpoint | undefined> {
  const op = endpointNamed(text) ?? "";
  const [stated, call] = [endpoints.get(op), calls.get(op)];
  if (!(stated && call)) return undefined;
  const { route, section, since, returns, envelope } = stated;
  return {
    kind: "endpoint",
    ...{ route, section, since },
    callers: callersOf(stated, call),
    mayRefuse: typeof call.mayRefuse === "string" ? call.mayRefuse : undefined,
    parameters: parametersOf(stated, call),
    returns,
    ...(envelope && { envelope }),
    clauses: clauses
      .filter((clause) => stemOf(clause) === op)
      .toSorted((a, b) => Number(b.section === section) - Number(a.section === section)),
    example: await exampleCall(call, open),
  };
}

/** Explains the id of a clause, the name of a ruling, or a method and path; undefined where it is none of these. */
export async function explain(name: string, open: OpenExample): Promise<Explained | undefined> {
  if (isRuling(name)) return explainedRuling(name);
  return name.includes(" ") ? explainedEndpoint(name, open) : explainedClause(name, open);
}

const mostNear = 4;
const leastLikeness = 0.5;

const explainable = (): readonly string[] => [
  ...clauses.map(({ id }) => id),
  ...Object.keys(rulings),
  ...[...calls.values()].map(({ route }) => route),
];

/** Returns the few names that are most like another, the nearest first; none where none is like it. @param names by default those that can be explained */
export function nearNames(name: string, names = explainable()): readonly string[] {
  return [...new Set(names)]
    .map((each) => [each, likeness(name, each)] as const)
    .filter(([, like]) => like >= leastLikeness)
    .sort(([, a], [, b]) => b - a)
    .slice(0, mostNear)
    .map(([each]) => each);
}
