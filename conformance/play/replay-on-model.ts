import type { RulingName } from "../../sim/index.ts";
import { declaredStep } from "../catalogue/catalogue.ts";
import type { Outgoing } from "../client/target.ts";
import type { Op } from "../declare/step.ts";
import type { Expected } from "./ask-model.ts";
import { requestOf } from "./scenario.ts";
import { type RunSettings, Sides } from "./sides.ts";
import { compared, type LostRequest, type Turn } from "./turn.ts";

/** An act of the model before a turn, because the target did it late. */
class Late {
  readonly #byTurn = new Map<number, (() => void)[]>();

  add(turn: number, act: () => void): void {
    this.#byTurn.set(turn, [...(this.#byTurn.get(turn) ?? []), act]);
  }
  before(turn: number): void {
    for (const act of this.#byTurn.get(turn) ?? []) act();
  }
}

function lose(run: Sides, op: Op, asked: Outgoing, { fate, makes, now }: LostRequest, late: Late): void {
  const carriedOut = run.lose(op, makes);
  if (fate === "done") carriedOut(run.ask(op, asked));
  else if (fate !== "never") late.add(fate, () => carriedOut(run.ask(op, asked)));
  if (now !== undefined) run.reach(now);
}

/** The first turn at which recorded answers and the model differ, by its index, and what the model answers there. */
export interface Mismatch {
  readonly at: number;
  readonly expected: Expected;
  /** The rulings that the model asked for until then: other choices for any other change nothing. */
  readonly rulings: ReadonlySet<RulingName>;
}

/** The model after recorded answers of the target, or where they differ. */
export function replayOnModel(turns: readonly Turn[], settings: RunSettings): Sides | Mismatch {
  const { sides: run, rulings } = Sides.noting(settings);
  const late = new Late();
  for (const [i, { step, actual, sending, millis = 0, lost, differences }] of turns.entries()) {
    late.before(i);
    if (sending) run.sending(sending);
    run.took(millis);
    const op = declaredStep(step.op);
    const asked = requestOf(op, step, run.ours);
    if (lost) {
      lose(run, op, asked, lost, late);
      continue;
    }
    const expected = run.ask(op, asked);
    if (compared(op, step, expected, actual, { ...run.lens, since: undefined }).length > 0 && differences === undefined)
      return { at: i, expected, rulings };
    run.note(op, step, expected, actual);
  }
  return run;
}

/** The model after recorded answers of the target; undefined where they differ. */
export function modelAfter(turns: readonly Turn[], settings: RunSettings): Sides | undefined {
  const end = replayOnModel(turns, settings);
  return end instanceof Sides ? end : undefined;
}
