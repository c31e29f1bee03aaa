import type { RulingChoices, RulingName } from "../../sim/index.ts";
import type { Target } from "../client/target.ts";
import type { HtmlMode } from "../compare/html.ts";
import type { Oracle } from "../model/oracle.ts";
import type { PowerTable } from "../power/index.ts";
import type { PropertyResult, Report, ScenarioResult } from "../results/report.ts";
import type { Deviation } from "../run/baseline.ts";

export interface CheckOptions {
  readonly target: Target;
  readonly seed: number;
  /** Generated scenarios, default 100. */
  readonly runs?: number;
  /** Runs of each property that draws, beside its examples; default 2 on the embedded simulator and 1 on a live server; 8 and 3 where there are no examples. */
  readonly tries?: number;
  /** Steps of a scenario at most, default 30. */
  readonly steps?: number;
  /** Scenarios that several actors send at the same time; default 5 on a live server, none on the embedded simulator, where nothing waits. */
  readonly concurrent?: number;
  /** Patterns on addresses; `*` stands for any characters. */
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  readonly shard?: { readonly index: number; readonly count: number };
  /** Ends after so many causes that are not accepted. */
  readonly causes?: number;
  /** Ends at the first difference. */
  readonly bail?: boolean;
  /** Known deviations, which count for neither `causes` nor `bail`. */
  readonly known?: readonly Deviation[];
  /** Rulings that the target may decide as running servers do, though the specification states the point. */
  readonly accepts?: readonly RulingName[];
  /** Choices on silent points count too: on all, or on those named. */
  readonly strict?: boolean | readonly RulingName[];
  readonly shrink?: boolean;
  /** Choices on silent points that the target is held to; the others are learnt from what it does. */
  readonly rulings?: Partial<RulingChoices>;
  /** The way in which scenarios compare HTML with that of the model, default structural. */
  readonly html?: HtmlMode;
  /** The model that scenarios are drawn on, where they are to be those of another target; default the target's own. */
  readonly drawnOn?: Oracle;
  /** Results of scenarios hold their steps as sentences. */
  readonly show?: boolean;
  /** The number of properties under way at once, default 8 on a live server, else 1. Steering concerns a whole server: with a control API it is always 1. */
  readonly concurrency?: number;
  /** The table of power, where the time is short: what notices the most mutants for its time comes first. */
  readonly power?: PowerTable;
  /** With a table of power: what may be begun, in the milliseconds that the table says, which choose the same on any machine. */
  readonly work?: number;
  /** Returns the milliseconds of a budget of time that are left, where it is not one of work: fewer values are drawn where it would not last. */
  readonly timeLeft?: () => number;
  /** Whether there is time left; asked before each property and scenario, and between the runs of a property. */
  readonly hasTime?: () => boolean;
  /** Awaited after each property and scenario: lets the process do what else it has to, such as hear a signal. */
  readonly rests?: () => Promise<void>;
  /** Takes what gives the report so far, and what notes an error that nobody waits for, before anything is run. */
  readonly onStart?: (soFar: () => Report, stray: (problem: unknown) => void) => void;
  readonly onResult?: (result: PropertyResult | ScenarioResult, done: number, expected: number) => void;
}
