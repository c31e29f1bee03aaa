import { contradicted, fnv1a, rulings } from "../../sim/index.ts";
import { declaredStep, properties } from "../catalogue/catalogue.ts";
import { Beside, type Disagreement } from "../causes/against-model.ts";
import { idOf, signaturesOf } from "../causes/signature.ts";
import { type TraceEntry, traced } from "../causes/tracing.ts";
import { at } from "../client/json.ts";
import type { Outgoing, Reply, Target, Upload } from "../client/target.ts";
import type { HtmlMode } from "../compare/html.ts";
import { type ComparedAnswer, type Kind, MatchedIds } from "../compare/matched-ids.ts";
import type { Difference } from "../compare/values.ts";
import { Untestable } from "../expect.ts";
import { type ChosenRulings, type Oracle, oracleFor } from "../model/oracle.ts";
import { play, upTo } from "../play/play.ts";
import { actionOf, type Scenario } from "../play/scenario.ts";
import { tell } from "../play/tell.ts";
import type { Turn } from "../play/turn.ts";
import { type Candidate, type FailedRun, type FoundDifference, holdsWith, isNamedBy, placesMeant } from "./failing-check.ts";
import { settledOn } from "./guard.ts";
import { runProperty } from "./properties.ts";
import { namedIn, recordsApart } from "./records-apart.ts";

/** An act on a target, with a sentence about it, and the file that it uploads. */
export type DescribedAct = TraceEntry & { readonly told: string; readonly file?: Upload };

/** A run on a target, up to the first answer that is not the model's. */
export interface Counterexample {
  readonly acts: readonly DescribedAct[];
  /** The model's answer to the last request; undefined where it was not asked for it. */
  readonly expected: ComparedAnswer | undefined;
  /** Differences in the answer to the last request; empty where the target answers as the model does. */
  readonly differences: readonly FoundDifference[];
  /** Set where the target differs in how several answers go together, which none of them shows alone. */
  readonly differsBetween?: boolean;
  /** Part of every name that the run made up. */
  readonly mark: string;
  /** Returns what the target calls something of the model; undefined where that is not known. */
  readonly there: (kind: Kind, model: string | number) => string | number | undefined;
  /** Whether the model holds all that the target holds. */
  readonly known: boolean;
}

const said = ({ as, method, path }: Outgoing): string => `${as ?? "nobody"}: ${method} ${path}`;

const sentence = (act: TraceEntry): string => {
  if (act.kind === "request") return said(act.request);
  return act.kind === "advance" ? `the clock goes on by ${act.milliseconds} ms` : `the organization does: ${JSON.stringify(act.action)}`;
};

function actOf({ step, sent, actual, counts }: Turn): DescribedAct {
  const told = tell(step, counts);
  if (!declaredStep(step.op).action) return { kind: "request", request: sent, reply: actual, told };
  if (sent.fields.action === "advance") return { kind: "advance", milliseconds: Number(sent.fields.ms), told };
  return { kind: "action", action: actionOf(sent), answer: actual.body, sent: [], told };
}

/** The ids that both sides gave to what they made. */
function madeTwins(oracle: Oracle, turns: readonly Turn[]): MatchedIds {
  const twins = new MatchedIds(oracle.twins);
  for (const { step, expected, actual } of turns) {
    const { makes } = declaredStep(step.op);
    const [ours, theirs] = makes ? [expected.body[makes.field], actual.body[makes.field]] : [];
    if (makes && ours !== undefined && theirs !== undefined) twins.bind(makes.kind, ours as number, theirs as number);
  }
  return twins;
}

/** The points that the specification states, each decided as it says. */
const asStated: ChosenRulings = Object.fromEntries(contradicted.map((name) => [name, rulings[name].choices[0]]));

/**
 * Plays a scenario on a target. What differs only at points that the specification states, and that running servers decide otherwise, or because of
 * them, differs there.
 * @param mark six letters or digits that become part of every name that it makes up
 */
export async function scenarioRun(target: Target, scenario: Scenario, mark: string, html?: HtmlMode): Promise<Counterexample> {
  const oracle = await oracleFor(target);
  const playedBy = (one: Oracle) => play(target, scenario, { oracle: one, suffix: `-${mark}`, choices: {}, ...(html && { html }) }, true);
  const learnt = await playedBy(oracle);
  const [differing] = learnt.found.keys();
  const isOtherwise = contradicted.some((name) => Object.hasOwn(learnt.settings.choices, name));
  const stated = isOtherwise ? await playedBy(settledOn(oracle, asStated)) : learnt;
  // What differs only since an earlier answer was not as stated is no difference of its own.
  const played = differing === undefined || !stated.found.has(differing) ? stated : learnt;
  const [first] = played.found.keys();
  const { turns, differences } = first === undefined ? played : upTo(played, first);
  const twins = madeTwins(oracle, turns);
  return {
    acts: turns.map(actOf),
    ...{ expected: turns.at(-1)?.expected, differences, mark, known: oracle.known },
    there: (kind, model) => twins.there(kind, model),
  };
}

/** Returns an act with a sentence about it; one that was done over the server's own endpoints as the requests for it. */
function describedActs(act: TraceEntry): DescribedAct[] {
  if (act.kind !== "action" || act.sent.some(({ by }) => by === "control API")) return [{ ...act, told: sentence(act) }];
  return act.sent.map(({ request, reply, file }) => ({
    kind: "request",
    request,
    reply,
    told: `to prepare, ${said(request)}`,
    ...(file !== undefined && { file }),
  }));
}

/** The part of a run at which a program looks. */
type Shown = Pick<Counterexample, "expected" | "differences" | "there" | "known"> & { readonly request: Outgoing };

/** Returns the answer of which the failing check of a run speaks, in the words of the target itself. */
async function shownByCheck(run: FailedRun, first: readonly Candidate[]): Promise<Shown | undefined> {
  const found = await placesMeant(run, first);
  return found && { request: found.request, expected: found.reply, differences: found.differences, there: (_, id) => id, known: true };
}

/** Returns the record of a list of an answer in which a path lies; undefined where it lies in none. */
function recordIn(body: Reply["body"] | undefined, path: string): unknown {
  const [, list = "", index] = /^(\w+)\[(\d+)\]/.exec(path) ?? [];
  return at(at(body, list), Number(index));
}

/**
 * Returns the answer that differs from the model's and is the cause of a result; where the model knows all that the target holds, or else the last one.
 * That a request is to be refused, or taken, is what the check found only where it holds with the model's answer.
 */
async function shownByModel(run: FailedRun, oracle: Oracle, namespace: string, causes: ReadonlySet<string>): Promise<Shown | undefined> {
  const beside = new Beside(oracle, { namespace });
  const found = run.record.flatMap((entry) => beside.step(entry) ?? []);
  const isNamed = namedIn(run.record);
  const ofCause = ({ routed, differences, expected, reply }: Disagreement): readonly Difference[] => {
    const isOfCause = (some: readonly Difference[]): boolean =>
      signaturesOf(routed.route, some, expected, reply).some((signature) => causes.has(idOf(signature)));
    if (!isOfCause(differences)) return [];
    if (oracle.known) return differences;
    // What else differs there may be the server's own affair.
    const own = differences.filter((one) => isOfCause([one]));
    const named = own.filter(({ path }) => isNamed(recordIn(reply?.body, path)));
    return [named, own].find(({ length }) => length > 0) ?? differences;
  };
  const [caused] = found.map((one) => ({ ...one, differences: ofCause(one) })).filter(({ differences }) => differences.length > 0);
  const shown = caused ?? (oracle.known ? found.at(-1) : undefined);
  if (!shown) return undefined;
  const { request, expected, differences } = shown;
  const isOtherResult = differences.some(({ path }) => path === "result");
  if (isOtherResult && !(await holdsWith(run, request, expected))) return undefined;
  return { request, expected, differences, there: (kind, model) => beside.there(kind, model), known: oracle.known };
}

/** Returns the answer that makes a run fail. A model that knows all that the target holds says it best: an earlier answer may have led the check astray. */
async function shownIn(
  run: FailedRun,
  oracle: Oracle | undefined,
  namespace: string,
  causes: ReadonlySet<string>,
): Promise<Shown | undefined> {
  const byModel = async () => oracle && shownByModel(run, oracle, namespace, causes);
  if (oracle?.known) return (await byModel()) ?? shownByCheck(run, []);
  const byCheck = await shownByCheck(run, oracle ? recordsApart(run.record, oracle, namespace) : []);
  // A check that holds two answers against each other, and names no field, may speak of the right one.
  const isUnsure = byCheck && !isNamedBy(run.reason, byCheck.differences);
  return (isUnsure && oracle && isAsModel(run, byCheck.request, oracle, namespace) && (await byModel())) || byCheck || byModel();
}

/** Whether the answer to a request of a run is the model's. */
function isAsModel({ record }: FailedRun, request: Outgoing, oracle: Oracle, namespace: string): boolean {
  const beside = new Beside(oracle, { namespace });
  return record.some((entry) => beside.step(entry) === undefined && entry.kind === "request" && entry.request === request);
}

/** A saved counterexample of a property: its seed draws the same again. */
export interface SavedRun {
  readonly property: string;
  readonly seed: number;
  /** The place of the counterexample among what the seed draws. */
  readonly path?: string;
}

/** Runs a property on a target. Where it agrees there, or no single answer shows what differs, there are no differences. */
export async function propertyRun(target: Target, { property: address, seed, path }: SavedRun): Promise<Counterexample> {
  const property = properties.get(address);
  if (!property) throw new RangeError(`there is no property ${address}`);
  const oracle = await oracleFor(target).catch((thrown: unknown): undefined => {
    if (!(thrown instanceof Untestable)) throw thrown;
  });
  const runs: (readonly TraceEntry[])[] = [];
  const noted = traced(target, (record) => void runs.push(record));
  let failed: FailedRun | undefined;
  const result = await runProperty(address, property, noted, {
    ...{ seed, onFailure: (run: FailedRun) => void (failed = run) },
    ...(oracle && { oracle: async () => oracle }),
    ...(path !== undefined && { path }),
  });
  // On a live server each run has a number of its own between its namespace and the letters of the property.
  const mark = target.namespace === "" ? fnv1a(address).toString(36) : target.namespace;
  const causes = new Set((result.causes ?? []).map(idOf));
  const { record = runs[0] ?? [] } = failed ?? {};
  const shown = failed && (await shownIn(failed, oracle, target.namespace, causes));
  const at = record.findIndex((act) => act.kind === "request" && act.request === shown?.request);
  if (shown && at !== -1) return { acts: record.slice(0, at + 1).flatMap(describedActs), mark, ...shown };
  // The saved counterexample is the first that is run.
  const acts = (runs[0] ?? []).flatMap(describedActs);
  const there = (kind: Kind, model: string | number) => oracle?.twins.there(kind, model);
  const nothing = { expected: undefined, differences: [], differsBetween: result.verdict === "differs" };
  return { acts, ...nothing, mark, there, known: oracle?.known ?? false };
}
