import { CannotTest } from "../client/thrown.ts";
import { Differs, Untestable } from "../expect.ts";
import type { ChosenRulings, Oracle } from "../model/oracle.ts";
import type { Failure, Verdict } from "../results/report.ts";
import { PluginFault, SuiteCrash } from "./property-run.ts";

/** An outcome of a part of the suite that was not run to its end. */
interface Unfinished {
  readonly verdict: Verdict;
  readonly reason: string;
  readonly isCrash?: true;
}

const words = (thrown: unknown): string => (thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown));

/** Returns what is known of an error of the suite's own code, or of a plugin's. */
function crashWords(thrown: unknown): string {
  if (thrown instanceof PluginFault) return thrown.message;
  return `the suite itself failed: ${words(thrown instanceof SuiteCrash ? thrown.cause : thrown)}`;
}

/** Returns what comes of a part that ended with an error: nothing is known of the target where it is one of the suite's own code. @throws CannotTest */
export function unfinished(thrown: unknown): Unfinished {
  if (thrown instanceof CannotTest) throw thrown;
  if (thrown instanceof Differs) return { verdict: "differs", reason: thrown.message };
  if (thrown instanceof Untestable) return { verdict: "untestable", reason: thrown.message };
  return { verdict: "untestable", reason: crashWords(thrown), isCrash: true };
}

/** The parts of one run that ended with an error. Nothing that goes wrong in one of them ends the run, unless the target is gone. */
export class Guard {
  readonly failures: Failure[] = [];
  /** Whether the target cannot be asked any more. */
  isGone = false;

  /** Notes an error that ended a part, or that came of a promise that nobody waited for. */
  note(part: string, thrown: unknown): void {
    this.isGone ||= thrown instanceof CannotTest;
    const reason = thrown instanceof CannotTest || thrown instanceof Untestable ? thrown.message : crashWords(thrown);
    if (!this.failures.some((known) => known.part === part && known.reason === reason)) this.failures.push({ part, reason });
  }

  /** Does a part that asks nothing. Returns undefined where it ended with an error, which is noted. */
  try<T>(part: string, work: () => T): T | undefined {
    try {
      return work();
    } catch (thrown) {
      this.note(part, thrown);
      return undefined;
    }
  }

  /** Runs a part. Returns undefined where it ended with an error, which is noted. */
  async run<T>(part: string, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (thrown) {
      this.note(part, thrown);
      return undefined;
    }
  }
}

/** Returns an oracle that decides some silent points as it is told, and explains no difference by another choice on them. */
export function settledOn(oracle: Oracle, held: ChosenRulings): Oracle {
  const isHeld = (choices: ChosenRulings): boolean => Object.keys(choices).some((name) => Object.hasOwn(held, name));
  return {
    ...oracle,
    fresh: (choices) => oracle.fresh({ ...choices, ...held }),
    others: (choices) => oracle.others({ ...choices, ...held }).filter((other) => !isHeld(other)),
  };
}
