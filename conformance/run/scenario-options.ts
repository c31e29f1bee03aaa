import type { RulingChoices, RulingName } from "../../sim/index.ts";
import type { HtmlMode } from "../compare/html.ts";
import type { Oracle } from "../model/oracle.ts";
import type { Choices } from "../results/choices.ts";

/** Options of playing the scenarios of a run. */
export interface PlayOptions {
  readonly shrink: boolean;
  /** Whether choices on silent points count as differences. */
  readonly strict: boolean;
  readonly shard: { readonly index: number; readonly count: number };
  /** Whether the scenario of an address is to be run, default all. */
  readonly wants?: (address: string) => boolean;
  /** Asked before each scenario; false ends the run. */
  readonly goesOn: () => boolean;
  /** Awaited after each scenario: lets the process do what else it has to. */
  readonly rests?: (() => Promise<void>) | undefined;
  /** Gets the choices that the target was seen to make where the specification is silent. */
  readonly choices?: Choices;
  /** Choices that the target is held to: no difference is explained by another one. */
  readonly rulings?: Partial<RulingChoices>;
  /** The way in which HTML is compared, default structural. */
  readonly html?: HtmlMode;
  /** The number of scenarios under way at once, default 1. */
  readonly concurrency?: number;
  /** Whether results hold their steps as sentences, default no. */
  readonly show?: boolean;
  /** Rulings that the target may decide as running servers do, though the specification states the point. */
  readonly accepts?: readonly RulingName[];
  /** Returns the model beside the target, or why there is none; without it, it is made of what the target says of itself at the beginning. */
  readonly oracle?: () => Promise<Oracle | string>;
  /** The model that scenarios are drawn on, where it is not that of the target. */
  readonly drawnOn?: Oracle;
  /** Ids of the causes that are known: what shows nothing else is not made shorter. It gets those that are found. */
  readonly causes?: Set<string>;
}

/** Options of drawing and playing the generated scenarios of a run. */
export interface ScenarioOptions extends PlayOptions {
  readonly seed: number;
  /** The number of scenarios. */
  readonly runs: number;
  /** The most steps. */
  readonly steps: number;
}
