import { type Signature, unansweredAt } from "../causes/signature.ts";
import { itemAt, jsonText } from "../client/json.ts";
import type { Target } from "../client/target.ts";
import { SilentRoute } from "../client/thrown.ts";
import { type NoAnswer, Untestable } from "../expect.ts";

/** A run that ended where an answer was lost: it proves nothing. */
export class LostRun {
  readonly noAnswer: NoAnswer;
  /** The place among the run's requests of the one that got no answer. */
  readonly place: string;

  constructor(noAnswer: NoAnswer, place: string) {
    this.noAnswer = noAnswer;
    this.place = place;
  }
}

/** Runs in which answers were lost, and nothing but those. */
export class LostRuns {
  /** Whether the server is at fault: every run ended at the same request, while it answered others. */
  readonly isStuck: boolean;
  readonly reason: string;
  /** The difference that a request gets no answer; undefined where that may come of chance. */
  readonly cause: Signature | undefined;

  constructor(runs: readonly LostRun[], isStuck: boolean) {
    const { noAnswer } = itemAt(runs, -1);
    const { message } = noAnswer;
    const isSilent = noAnswer instanceof SilentRoute;
    const isOne = runs.length === 1 || isSilent;
    const lost = isOne ? message : `an answer was lost in each of ${runs.length} runs, in the last one: ${message}`;
    this.isStuck = isStuck;
    this.reason = isStuck ? neverAnswers(noAnswer, runs.length) : lost;
    this.cause = isStuck || isSilent ? unansweredAt(noAnswer) : undefined;
  }
}

/** Says that a server answers one request in none of some runs, or with a failure in each, and others. */
export function neverAnswers(noAnswer: NoAnswer, runs: number): string {
  const { failure, message, route } = noAnswer;
  if (failure) return `${route} answers ${failure.status} ${jsonText(failure.body)} in each of ${runs} runs, while others were answered`;
  return `${message}${noAnswer instanceof SilentRoute ? "" : ` in any of ${runs} runs`}, while others were answered`;
}

/** The most times that something is run until no answer is lost. */
export const mostRuns = 3;
/** The number of times that the same request has to be without an answer. By chance it is in three runs now and then. */
export const certainRuns = 5;

/**
 * Asks a server for its settings, so many times. Numbers that differ from run to run also keep what is lost at regular intervals from being
 * lost at the same place.
 * @returns whether it answered
 */
export async function isAnswering(target: Target, times: number): Promise<boolean> {
  try {
    for (let i = 0; i < times; i++) await target.send({ as: null, method: "GET", path: "/server_settings", fields: {} });
    return true;
  } catch (thrown) {
    if (thrown instanceof Untestable) return false;
    throw thrown;
  }
}

/**
 * Runs something from its beginning until no answer is lost, a few times at most.
 * @param hasTime whether there is time for another run
 */
export async function untilComplete<T>(target: Target, run: () => Promise<T | LostRun>, hasTime: () => boolean): Promise<T | LostRuns> {
  const lost: LostRun[] = [];
  let isStuck = true;
  for (;;) {
    const came = await run();
    if (!(came instanceof LostRun)) return came;
    const { noAnswer } = came;
    if (noAnswer instanceof SilentRoute) {
      // What was not asked at all shows nothing by itself: it waits for what shows that its route never answers.
      const isShown = lost.some((one) => one.noAnswer.route === noAnswer.route);
      return new LostRuns([...lost, came], isShown && (await isAnswering(target, lost.length)));
    }
    lost.push(came);
    isStuck &&= came.place === lost[0]?.place && (await isAnswering(target, lost.length));
    if (lost.length >= (isStuck ? certainRuns : mostRuns)) return new LostRuns(lost, isStuck);
    if (!hasTime()) return new LostRuns(lost, false);
  }
}
