import fc from "fast-check";
import { fnv1a } from "../../sim/index.ts";
import type { Target } from "../client/target.ts";
import type { Property } from "../declare/property.ts";
import type { PropertyOptions } from "./property-run.ts";

/** The runs of a property, so far. */
interface Tried {
  readonly address: string;
  /** Runs the property on one value. Returns whether it may hold. */
  readonly mayHold: (given: object) => Promise<boolean>;
  /** The difference that failed. */
  readonly failure: object | undefined;
  /** Whether no run so far could be tried. */
  readonly isUntried: boolean;
  /** The reasons for which runs could not be tried. */
  readonly whyUntried: ReadonlySet<string>;
}

/** So many values are drawn on a target of a kind for a property: beside examples, and where it has none. */
const triesOn = { embedded: { beside: 2, alone: 8 }, live: { beside: 1, alone: 3 } } as const;

/**
 * So many are drawn beside examples on the embedded simulator. Of 6,400 broken places in its code that anything notices drawn values alone noticed
 * 3; two do so as often as eight, for a quarter of the time.
 */
export const embeddedTries = triesOn.embedded.beside;

/** Returns how many values are drawn for a property. */
export const defaultTries = ({ kind }: Target, { examples }: Property): number => triesOn[kind][examples.length > 0 ? "beside" : "alone"];

/** So many more values are drawn for a live server where none could be tried. */
const mostDrawn = 40;

/** So many of these where all that were tried so far wait for the same. */
const mostWaiting = 8;

/** So many other values are tried where one differs and does not differ again. */
const mostOthers = 3;

/** Returns a few values of a property, beside those that a run draws. */
export const drawnValues = ({ given, examples }: Property, address: string, seed: number): readonly object[] =>
  given
    ? [...examples.slice(0, mostOthers), ...fc.sample(given, { seed: (seed ^ fnv1a(`${address} again`)) | 0, numRuns: mostOthers })]
    : [];

/** Returns the place of the counterexample among what the seed draws; undefined where nothing was drawn. */
export async function drawAndRun(
  property: Property,
  runs: Tried,
  target: Target,
  options: Pick<PropertyOptions, "seed" | "tries" | "shrink" | "path">,
): Promise<string | undefined> {
  const { given, examples } = property;
  if (!given) {
    await runs.mayHold({});
    return undefined;
  }
  const { tries = defaultTries(target, property), shrink = true, path } = options;
  // Properties that draw alike are not to draw the same.
  const seed = (options.seed ^ fnv1a(runs.address)) | 0;
  const numRuns = examples.length + tries;
  const tuples = examples.map((example): [object] => [example]);
  // A value that is drawn again shows nothing more: another one is, unless there are few, such as roles.
  const settings = {
    ...{ seed, examples: tuples, endOnFailure: !shrink || path !== undefined },
    ...{ skipEqualValues: true, maxSkipsPerRun: 1 },
  };
  let tried = 0;
  const counted = (value: object): Promise<boolean> => {
    tried++;
    return runs.mayHold(value);
  };
  const details = await fc.check(fc.asyncProperty(given, counted), { ...settings, numRuns, ...(path !== undefined && { path }) });
  if (!runs.isUntried || target.kind === "embedded" || tries === 0 || path !== undefined) return details.counterexamplePath ?? undefined;
  // Of the accounts that values name, some are missing: of many values one may do without these.
  let drawn = 0;
  const isEnough = (): boolean =>
    (!runs.isUntried && runs.failure === undefined) || (drawn > tried + mostWaiting && runs.whyUntried.size === 1);
  const isNew = async (value: object): Promise<boolean> => drawn++ < tried || isEnough() || runs.mayHold(value);
  const more = await fc.check(fc.asyncProperty(given, isNew), { ...settings, numRuns: numRuns + mostDrawn });
  return more.counterexamplePath ?? undefined;
}
