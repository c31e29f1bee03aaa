import { type RulingName, rulings } from "../../sim/index.ts";
import type { Innocent } from "../causes/mended.ts";
import { judgedByText } from "../causes/rulings.ts";
import type { Session } from "../client/session.ts";
import { CannotTest } from "../client/thrown.ts";
import type { Property } from "../declare/property.ts";
import { Differs, NoAnswer, Unprepared, Untestable } from "../expect.ts";
import type { Oracle } from "../model/oracle.ts";
import { ChoicesSeen } from "../results/choices.ts";
import type { PropertyResult } from "../results/report.ts";
import type { FailedRun } from "./failing-check.ts";
import { LostRun } from "./unanswered.ts";

/** Options of running a property. */
export interface PropertyOptions extends Judging {
  readonly seed: number;
  /** The number of values that are drawn beside the examples, default 2 on the embedded simulator and 1 on a live server; 8 and 3 where there are no examples. */
  readonly tries?: number;
  /** Returns the model beside the target, on which the cause of a difference is looked for; undefined where there is none. */
  readonly oracle?: () => Promise<Oracle | undefined>;
  /** Receives what the target says otherwise than the model in runs of this property that agree. */
  readonly innocent?: Innocent;
  /** The choices of the target that were seen so far. */
  readonly choices?: ChoicesSeen;
  /** Whether a value that shows a difference is made plainer, default true. */
  readonly shrink?: boolean;
  /** The place of a counterexample among the values that the seed draws: only that is run again. */
  readonly path?: string;
  /** Receives the run that differs. */
  readonly onFailure?: (run: FailedRun) => void;
  /** Whether there is time left; asked before each run but the first. */
  readonly hasTime?: () => boolean;
}

/** An error in the suite's own code: nothing is known of the target. */
export class SuiteCrash extends Error {
  override name = "SuiteCrash";
  /** The address of the property that failed. */
  readonly address: string;

  constructor(address: string, cause: unknown) {
    const what = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
    super(`the suite itself failed in ${address}: ${what}`, { cause });
    this.address = address;
  }
}

/** An error in the code of a plugin: nothing is known of the target. The message names its file. */
export class PluginFault extends Error {
  override name = "PluginFault";
}

/** Options of judging a run. */
export interface Judging {
  /** Whether choices on silent points other than the default count as differences: on all, or on those named. */
  readonly strict?: boolean | readonly RulingName[];
  /** Rulings that the target may decide as running servers do, though the specification states the point. */
  readonly accepts?: readonly RulingName[];
}

/** Whether a choice on a silent point counts as a difference. */
export const isStrict = ({ strict = false }: Judging, name: RulingName): boolean =>
  typeof strict === "boolean" ? strict : strict.includes(name);

/** The outcome of one run. */
export type PropertyRunOutcome = Pick<PropertyResult, "verdict" | "reason" | "seen" | "causes"> & {
  /** Whether a request that only prepares was refused. */
  readonly isUnprepared?: boolean;
  /** The clause that the check which failed is about, where it is another than those that the property proves. */
  readonly clause?: string;
};

const profileOf = ({ chosen }: Session): Record<string, string> => Object.fromEntries(chosen.map(({ ruling, choice }) => [ruling, choice]));

/** Says how a target decides a silent point otherwise than it is held to. */
const strictReason = (name: RulingName, choice = ""): string =>
  `${name} is ${choice}, which the specification leaves open and a strict run does not: expected ${rulings[name].choices[0]}`;

/** Returns what a run proved that ended without an exception: nothing, where it asked nothing or looked at nothing. */
function outcomeOf(session: Session, judging: Judging): PropertyRunOutcome {
  if (session.exchanged === 0) return { verdict: "untestable", reason: "nothing was asked" };
  const profile = profileOf(session);
  const names = Object.keys(profile) as RulingName[];
  const words = Object.fromEntries(session.chosen.map(({ ruling, words: seen }) => [ruling, seen]));
  const stated = judgedByText(profile, judging.accepts, words);
  if (stated)
    return { verdict: "differs", reason: stated.reason, seen: session.seenUntilChosen(stated.causes[0]?.ruling), causes: stated.causes };
  const isOther = (name: RulingName): boolean => rulings[name].choices[0] !== profile[name];
  const unlike = names.filter((name) => isOther(name) && rulings[name].kind === "silent" && isStrict(judging, name));
  if (unlike.length > 0)
    return { verdict: "differs", reason: unlike.map((name) => strictReason(name, profile[name])).join("; "), seen: session.seen };
  if (names.some((name) => isOther(name) || rulings[name].kind === "silent")) return { verdict: "silent" };
  if (names.length === 0 && session.expect.count === 0) return { verdict: "untestable", reason: "nothing was checked" };
  return { verdict: "agrees" };
}

async function outcome(
  address: string,
  property: Property,
  session: Session,
  given: object,
  judging: Judging,
): Promise<PropertyRunOutcome | LostRun> {
  try {
    await property.holds(session, given as never);
    return outcomeOf(session, judging);
  } catch (thrown) {
    const refusable = thrown instanceof Differs ? session.whyRefusable(thrown.refusal) : undefined;
    if (refusable !== undefined) return { verdict: "untestable", reason: `only seen on running servers: ${refusable}` };
    if (thrown instanceof Differs) {
      const { message: reason, clause } = thrown;
      return { verdict: "differs", reason, seen: session.seenUntil(thrown), ...(clause !== undefined && { clause }) };
    }
    if (thrown instanceof NoAnswer) return new LostRun(thrown, `${thrown.route} ${session.requests}`);
    if (thrown instanceof Untestable) return { verdict: "untestable", reason: thrown.message, isUnprepared: thrown instanceof Unprepared };
    throw thrown instanceof CannotTest || thrown instanceof PluginFault ? thrown : new SuiteCrash(address, thrown);
  }
}

/**
 * Runs a property once, in a session of its own.
 * @param choices those of the target that other runs have seen
 * @throws SuiteCrash, PluginFault: its code failed; CannotTest: the target is out of reach
 */
export async function runOnce(
  address: string,
  property: Property,
  session: Session,
  given: object,
  judging: Judging,
  choices = new ChoicesSeen(),
): Promise<PropertyRunOutcome | LostRun> {
  const came = await outcome(address, property, session, given, judging);
  if (came instanceof LostRun) return came;
  // What was chosen before a run could go no further counts too.
  const contradicted = choices.contradicted(session.chosen, address);
  return contradicted && came.verdict !== "differs" ? { verdict: "differs", ...contradicted } : came;
}
