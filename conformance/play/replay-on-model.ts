import type { RulingName } from "../../sim/index.ts";
import { declaredStep } from "../catalogue/catalogue.ts";
import type { Expected } from "./ask-model.ts";
import { requestOf } from "./scenario.ts";
import { type RunSettings, Sides } from "./sides.ts";
import { compared, type Turn } from "./turn.ts";

/** The first turn at which recorded answers and the model differ, by its index, and what the model answers there. */
export interface Mismatch {
  readonly at: number;
  readonly expected: Expected;
  /** The rulings that the model asked for until then: other choices for any other change nothing. */
  readonly rulings: ReadonlySet<RulingName>;
}

/** The model after recorded answers of the target, or where they differ. */
export function replayOnModel(turns: readonly Turn[], settings: RunSettings): Sides | Mismatch {
  const simulator = settings.oracle.fresh(settings.choices);
  const rulings = simulator.noteRulings();
  const run = new Sides(settings, simulator);
  /** Requests that got no answer and that the target carried out before a later turn, whose index it is. */
  const late: { readonly before: number; readonly carryOut: () => void }[] = [];
  for (const [i, { step, actual, sending, millis = 0, lost, differences }] of turns.entries()) {
    for (const { before, carryOut } of late) if (before === i) carryOut();
    if (sending) run.sending(sending);
    run.took(millis);
    const op = declaredStep(step.op);
    const asked = requestOf(op, step, run.ours);
    if (lost) {
      const { fate, makes, now } = lost;
      const note = run.lose(op, makes);
      const carryOut = () => note(run.ask(op, asked));
      if (fate === "done") carryOut();
      else if (fate !== "never") late.push({ before: fate, carryOut });
      if (now !== undefined) run.reach(now);
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
