import { fnv1a, type RulingName, rulings } from "../../sim/index.ts";
import { clauseOf as declaredClause, properties } from "../catalogue/catalogue.ts";
import { type Again, again, mended } from "../causes/mended.ts";
import { clauseOf, differenceIn, mendedIn } from "../causes/of-run.ts";
import { clausesOfRuling } from "../causes/rulings.ts";
import { idOf, type Signature } from "../causes/signature.ts";
import { type TraceEntry, traced } from "../causes/tracing.ts";
import { isEqual } from "../client/json.ts";
import { Session } from "../client/session.ts";
import { instead, isHeldToObserved, type Target } from "../client/target.ts";
import { SilentRoute } from "../client/thrown.ts";
import type { Property } from "../declare/property.ts";
import type { Oracle } from "../model/oracle.ts";
import { plainest } from "../observed.ts";
import { decidedTwice, firstHalf } from "../results/choices.ts";
import type { PropertyResult, Verdict } from "../results/report.ts";
import { drawAndRun, drawnValues } from "./draw-and-run.ts";
import { whyUntestable } from "./needs.ts";
import { type PropertyOptions, type PropertyRunOutcome, runOnce } from "./property-run.ts";
import { LostRun, LostRuns, untilComplete } from "./unanswered.ts";

export { defaultTries } from "./draw-and-run.ts";
export { PluginFault, SuiteCrash } from "./property-run.ts";

/** The most times that a target is asked again for a plainer counterexample. */
const mostReplays = { embedded: 400, live: 30 } as const;

/** The number of times that a server is asked whether a difference shows again. */
const mostAgain = 2;

/** So many examples at most are run behind the first that differs. */
const mostBehind = 12;

/** Returns the feature level from which all clauses of a property hold. */
export const sinceOf = (property: Property): number => Math.max(0, ...property.clauses.map((id) => declaredClause(id)?.since ?? 0));

/** The outcome of a run, with its exchanges. */
interface Recording extends PropertyRunOutcome {
  readonly record: readonly TraceEntry[];
  /** The values that were tried, and the letters in the names that it made up, with those of the run before them; undefined where nothing was run. */
  readonly tried?: { readonly given: object; readonly letters: string; readonly namespace: string } | undefined;
}

/** The outcome of a run, with the clauses that it is about, that of the failing check first. */
type Caused = Omit<PropertyRunOutcome, "clause"> & Pick<PropertyResult, "clauses" | "before">;

/** Returns the code of a refusal and the word behind it: what is refused. */
const refusedIn = ({ refusal = "" }: Signature): string => refusal.split(" ", 2).join(" ");

/**
 * Whether two differences, which examples of one property show by turns, are of one field, of one kind in fields beside each other within an object,
 * of refusals of one thing for several reasons, or against clauses of the property that no difference tells apart.
 * @param own the clauses of the property
 */
function isSibling(one: Signature, other: Signature, own: readonly string[]): boolean {
  if (idOf(one) === idOf(other)) return true;
  const isOwn = ({ clause }: Signature): boolean => clause !== undefined && own.includes(clause);
  if (isOwn(one) && isOwn(other)) return one.at === other.at;
  if (one.at !== other.at || one.expected !== other.expected || one.actual !== other.actual) return false;
  if (one.path === other.path) return one.clause === other.clause && one.refusal !== undefined && refusedIn(one) === refusedIn(other);
  const [parent, beside] = [one, other].map(({ path }) => path.slice(0, path.lastIndexOf(".")));
  return parent === beside && one.path.includes(".") && other.path.includes(".");
}

/** Returns the clause of a point that is decided in two ways: where the text states the point, that of the half which does otherwise. @param own the clauses of the property that saw the second half */
function clauseOfTorn(name: RulingName, reason: string, own: readonly string[]): string | undefined {
  const { choice, address } = firstHalf(reason) ?? {};
  const isOtherWrong = rulings[name].kind !== "silent" && choice !== rulings[name].choices[0];
  const theirs = isOtherWrong ? (properties.get(address ?? "")?.clauses ?? []) : [];
  const ids = clausesOfRuling(name);
  return [...theirs, ...own].find((id) => ids.includes(id));
}

/** A few letters for the names that a property makes up: fewer on a live server, whose bounds may be narrow and whose names have letters of the run besides. */
const nameOf = (address: string, { kind }: Target): string => {
  const letters = fnv1a(address).toString(36);
  return kind === "live" ? letters.slice(-5) : letters;
};

/** The runs of one property on one target, each with values of its own. */
class Runs {
  readonly address: string;
  /** The outcome of the first run that differed; then that of the plainest one. */
  failure: (Recording & { readonly given: object }) | undefined;
  /** An error of the suite, or a target that is out of reach: it ends all runs. */
  broken: unknown;
  /** Whether the server does not answer a request at all: it is asked no more, since each time costs the whole patience. */
  isStuck = false;
  /** The number of runs before the first difference. */
  count = 0;
  readonly #property: Property;
  readonly #target: Target;
  readonly #options: PropertyOptions;
  readonly #verdicts = new Set<Verdict>();
  #untestable: Recording | undefined;
  #names = 0;
  #replays = 0;
  /** The number of runs that differed, each from a fresh start. */
  #differing = 0;
  #letters = "";
  #namespace = "";
  readonly whyUntried = new Set<string>();
  /** The first value that differed. */
  #first: object | undefined;
  /** The exchanges of the last run. */
  #record: readonly TraceEntry[] = [];

  constructor(address: string, property: Property, target: Target, options: PropertyOptions) {
    this.address = address;
    this.#property = property;
    this.#target = target;
    this.#options = options;
  }

  /** Runs the property, again where an answer is lost. @throws SuiteCrash: its code failed; CannotTest: the target is out of reach */
  async once(drawn: object): Promise<PropertyRunOutcome> {
    const given = isHeldToObserved(this.#target) ? drawn : plainest(this.address, drawn);
    let lost: Pick<PropertyRunOutcome, "seen"> = {};
    const run = async (): Promise<PropertyRunOutcome | LostRun> => {
      const own = traced(this.#target, (record) => (this.#record = record)).isolated("properties", this.address);
      this.#namespace = own.namespace;
      this.#letters = `${nameOf(this.address, this.#target)}${(this.#names++).toString(36)}`;
      const session = new Session(own, this.#letters, this.address);
      const { choices } = this.#options;
      const came = await runOnce(this.address, this.#property, session, given, this.#options, choices).finally(() => own.close());
      if (came instanceof LostRun && !(came.noAnswer instanceof SilentRoute)) lost = { seen: session.seenUntilLost(came.noAnswer) };
      return came;
    };
    const came = await untilComplete(this.#target, run, () => this.#options.hasTime?.() !== false);
    if (!(came instanceof LostRuns)) return came;
    this.isStuck ||= came.isStuck;
    const { reason, cause } = came;
    return { ...(came.isStuck ? { verdict: "differs", ...lost } : { verdict: "untestable" }), reason, ...(cause && { causes: [cause] }) };
  }

  #tried(given: object): Recording["tried"] {
    const names = { letters: this.#letters, namespace: this.#namespace };
    return { given: isHeldToObserved(this.#target) ? given : plainest(this.address, given), ...names };
  }

  /** Returns an outcome with its cause, where something differs in what the property is about or in what prepares it. */
  async caused({ record, tried, isUnprepared, clause, ...rest }: Recording): Promise<Caused> {
    const torn = decidedTwice(rest.reason ?? "") as RulingName | undefined;
    const decided = torn && clauseOfTorn(torn, rest.reason ?? "", this.#property.clauses);
    const first = clause ?? decided;
    const clauses = first === undefined ? this.#property.clauses : [first, ...this.#property.clauses.filter((id) => id !== first)];
    const came = { ...rest, clauses };
    if (this.isStuck || !(came.verdict === "differs" || isUnprepared)) return came;
    const run = { reason: came.reason ?? "", clauses, record, isExact: clause !== undefined && !this.#property.clauses.includes(clause) };
    const oracle = await this.#options.oracle?.();
    if (came.causes !== undefined) {
      const behind = oracle && (await this.#mended(run, tried, oracle));
      return behind ? { ...came, before: [behind] } : came;
    }
    // A point that is decided in two ways is no field of an answer.
    const found = torn !== undefined ? undefined : oracle && ((await this.#mended(run, tried, oracle)) ?? this.#likeliest(run, oracle));
    // What the model refuses and a server takes, or the other way round, the text need not state: where nothing differs, it says nothing.
    const shown = found?.path === "result" && isUnprepared && !isHeldToObserved(this.#target) ? undefined : found;
    const cause = shown ?? (came.verdict === "differs" ? clauseOf(run) : undefined);
    return cause ? { ...came, causes: [cause] } : came;
  }

  #likeliest(run: Parameters<typeof differenceIn>[0], oracle: Oracle): ReturnType<typeof differenceIn> {
    return differenceIn(run, oracle, this.#innocent(oracle), { namespace: this.#target.namespace });
  }

  #innocent(oracle: Oracle): ReadonlySet<string> {
    return this.#options.innocent?.ids(oracle) ?? new Set();
  }

  /** Returns the difference without which a run does not fail. A live server is not asked for that: its answers are given once more. */
  async #mended(run: Parameters<typeof mendedIn>[0], tried: Recording["tried"], oracle: Oracle): ReturnType<typeof mendedIn> {
    if (!tried) return undefined;
    const options = { namespace: this.#target.namespace };
    const rerun = async (places: ReadonlySet<string>): Promise<string | undefined> => {
      const { target, isBeyond } =
        this.#target.kind === "embedded" ? { target: this.#target.isolated(), isBeyond: () => false } : this.#again(run.record, tried);
      return this.#failsOn(mended(target, { oracle, options, places }), isBeyond, tried);
    };
    return mendedIn(run, oracle, rerun, this.#innocent(oracle), options);
  }

  /** Returns a target that answers as in a run before, under the names which that run had. */
  #again(record: readonly TraceEntry[], { namespace }: NonNullable<Recording["tried"]>): Again {
    const { target, ...beyond } = again(this.#target, record);
    const own: Target = instead(target, { namespace, isolated: () => own });
    return { target: own, ...beyond };
  }

  /** Runs the property once more. Returns what fails; undefined where it holds, or goes beyond what the target has answers for. */
  async #failsOn(
    target: Target,
    isBeyond: () => boolean,
    { given, letters }: NonNullable<Recording["tried"]>,
  ): Promise<string | undefined> {
    const session = new Session(target, letters, this.address);
    const came = await runOnce(this.address, this.#property, session, given, this.#options);
    if (isBeyond()) return undefined;
    if (came instanceof LostRun) return "";
    return came.verdict === "differs" || came.verdict === "untestable" ? (came.reason ?? "") : undefined;
  }

  /** Tells of a run that differs. */
  tell({ reason = "", record, tried }: Recording): void {
    if (!tried) return;
    const rerun = (answers: readonly TraceEntry[]): Promise<string | undefined> => {
      const { target, isBeyond, wentOn } = this.#again(answers, tried);
      return this.#failsOn(target, () => isBeyond() || wentOn(), tried);
    };
    this.#options.onFailure?.({ reason, record, rerun });
  }

  /** Whether there is no reason to go on: the suite failed, the time is up, or the plainest value is plain enough. */
  get #isOver(): boolean {
    if (this.broken !== undefined) return true;
    if (this.failure) return this.isStuck || this.#replays++ >= mostReplays[this.#target.kind];
    return this.count > 0 && this.#options.hasTime?.() === false;
  }

  /** Runs the property on one value. Returns whether it may hold, as fast-check asks: a run that is left out holds. */
  readonly mayHold = async (given: object): Promise<boolean> => {
    if (this.#isOver) return true;
    try {
      const outcome = await this.once(given);
      if (!this.failure) this.count++;
      if (outcome.verdict === "differs") {
        this.#target.forget?.();
        this.#first ??= given;
        this.failure = { ...outcome, given, record: this.#record, tried: this.#tried(given) };
        this.#differing++;
      }
      if (!this.failure) this.#note(outcome, given);
      return outcome.verdict !== "differs";
    } catch (thrown) {
      this.broken = thrown;
      return true;
    }
  };

  /**
   * Runs the property on the value that differed, then on others: what a server took once by mistake it may refuse the second time, since it has
   * it already. Returns what came instead where no difference shows again; in process nothing comes of chance.
   */
  async insteadOf(given: object): Promise<string | undefined> {
    if (this.#target.kind === "embedded" || this.isStuck || this.#differing > 1) return undefined;
    const others: string[] = [];
    for (const value of [
      ...Array.from({ length: mostAgain }, () => given),
      ...drawnValues(this.#property, this.address, this.#options.seed),
    ]) {
      const { verdict, reason } = await this.once(value);
      if (verdict === "differs") return undefined;
      others.push(reason === undefined ? "it agreed" : reason);
    }
    return [...new Set(others)].join("; ");
  }

  /** Returns the examples behind the first that differed: of those before it all agreed, and a drawn value comes after all of them. */
  #examplesBehind(): readonly object[] {
    const { examples, given } = this.#property;
    const at = given ? examples.findIndex((example) => isEqual(example, this.#first)) : -1;
    return at === -1 ? [] : examples.slice(at + 1, at + 1 + mostBehind);
  }

  /** Returns what differs otherwise on the examples behind the first that differed, each cause once; on a live server what differs twice. */
  async others({ reason, causes = [] }: Caused): Promise<PropertyResult[]> {
    const [known, reasons] = [[...causes], new Set([reason])];
    const found: PropertyResult[] = [];
    for (const given of this.#examplesBehind()) {
      if (this.isStuck || this.#options.hasTime?.() === false) break;
      const outcome = await this.once(given);
      if (outcome.verdict !== "differs" || reasons.has(outcome.reason)) continue;
      reasons.add(outcome.reason);
      const came = await this.caused({ ...outcome, record: this.#record, tried: this.#tried(given) });
      const isKnown = (came.causes ?? []).every((signature) => known.some((one) => isSibling(one, signature, this.#property.clauses)));
      if (isKnown || (this.#target.kind === "live" && (await this.once(given)).verdict !== "differs")) continue;
      known.push(...(came.causes ?? []));
      found.push({ address: this.address, ...came, given });
    }
    return found;
  }

  #note(outcome: PropertyRunOutcome, given: object): void {
    if (outcome.verdict === "agrees" && !this.#verdicts.has("agrees"))
      this.#options.innocent?.note(this.#record, { namespace: this.#target.namespace });
    this.#verdicts.add(outcome.verdict);
    if (outcome.verdict !== "untestable") return;
    this.whyUntried.add(outcome.reason ?? "");
    this.#untestable ??= { ...outcome, record: this.#record, tried: this.#tried(given) };
  }

  /** Whether no run so far could be tried. */
  get isUntried(): boolean {
    return this.broken === undefined && !this.failure && !this.#verdicts.has("agrees") && !this.#verdicts.has("silent");
  }

  /** The verdict where no run differs: a run that could not be tried takes nothing from those that could. */
  get verdict(): Recording {
    if (this.#verdicts.has("silent")) return { verdict: "silent", record: [] };
    if (this.#verdicts.has("agrees")) return { verdict: "agrees", record: [] };
    return this.#untestable ?? { verdict: "untestable", reason: "there was no time for a run", record: [] };
  }
}

/** Runs a property on its examples and on drawn values, until one differs; that is then made plainer. */
export async function runProperty(address: string, property: Property, target: Target, options: PropertyOptions): Promise<PropertyResult> {
  const result = { address, clauses: property.clauses };
  const since = sinceOf(property);
  if (since > target.level) return { ...result, verdict: "untestable", reason: `the target is of level ${target.level}, before ${since}` };
  const waits = whyUntestable(address, target);
  if (waits !== undefined) return { ...result, verdict: "untestable", reason: waits };
  const runs = new Runs(address, property, target, options);
  const path = await drawAndRun(property, runs, target, options);
  if (runs.broken !== undefined) throw runs.broken;
  const { failure, count } = runs;
  if (!failure) return { ...result, ...(await runs.caused(runs.verdict)), runs: count };
  const drawn = property.given && { given: failure.given, ...(path !== undefined && { path }) };
  const { given, record, tried, ...outcome } = failure;
  const again = await runs.insteadOf(given);
  if (again === undefined) {
    runs.tell(failure);
    const came = await runs.caused({ ...outcome, record, tried });
    const others = options.path === undefined ? await runs.others(came) : [];
    return { ...result, ...came, ...drawn, runs: count, ...(others.length > 0 && { others }) };
  }
  const { reason, seen } = outcome;
  return { ...result, verdict: "unsteady", ...(reason !== undefined && { reason }), ...(seen && { seen }), ...drawn, runs: count, again };
}
