import { type RulingName, rulings } from "../../sim/index.ts";
import {
  anything,
  listOf,
  maybe,
  nameAmong,
  object,
  oneOf,
  type Place,
  placeOf,
  record,
  type Shape,
  shape,
  text,
  truth,
  whole,
  wrong,
} from "../../sim/reader/index.ts";
import { deviationsShape } from "../run/baseline.ts";
import { aFunction, checkTarget } from "../targets/target-values.ts";
import type { CheckOptions } from "./check-options.ts";
import { isAddress } from "./choosing.ts";

/** Returns a seed that nobody chose. */
export const anySeed = (): number => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) >>> 1;

const patterns = listOf(text(), 'a list of patterns on addresses, such as ["messages.get/*"]');
const rulingNames = listOf(nameAmong("a ruling", Object.keys(rulings), 20), "a list of rulings");
const choicesOfRulings = shape<unknown>({}, (value, at) => {
  for (const [name, choice] of Object.entries(object(value, at, "an object with a choice for each ruling"))) {
    const ruling = nameAmong("a ruling", Object.keys(rulings), 20)(name, at) as RulingName;
    nameAmong("a choice", rulings[ruling].choices)(choice, at.at(name));
  }
  return value;
});
const aCount = whole(0);
const aShard = shape<unknown>({}, (value, at) => {
  const { index, count } = object(value, at, "an object with index, from 1 on, and count");
  return whole(1, whole(1)(count, at.at("count")))(index, at.at("index"));
});

const shapes = {
  target: anything,
  seed: whole(Number.MIN_SAFE_INTEGER),
  runs: aCount,
  tries: aCount,
  steps: whole(1),
  concurrent: aCount,
  only: patterns,
  skip: patterns,
  shard: aShard,
  causes: whole(1),
  bail: truth,
  known: deviationsShape,
  accepts: rulingNames,
  strict: shape<unknown>({}, (value, at) => (Array.isArray(value) ? rulingNames(value, at) : truth(value, at))),
  shrink: truth,
  rulings: choicesOfRulings,
  html: oneOf("exact", "structural"),
  drawnOn: anything,
  show: truth,
  concurrency: whole(1),
  power: anything,
  work: aCount,
  timeLeft: aFunction,
  hasTime: aFunction,
  rests: aFunction,
  onStart: aFunction,
  onResult: aFunction,
} satisfies Readonly<Record<keyof CheckOptions, Shape<unknown>>>;

const optionsOf = (names: readonly (keyof CheckOptions)[]): Shape<unknown> =>
  record(Object.fromEntries(names.map((name) => [name, maybe<unknown>(shapes[name])])));

const ofCheck = optionsOf(Object.keys(shapes) as (keyof CheckOptions)[]);
const ofSuite = optionsOf(["seed", "only", "skip", "tries", "runs", "steps", "accepts", "strict"]);

const place: Place = placeOf((line) => new TypeError(line)).at("options");

/** Refuses what are no options of a run. @throws TypeError: names the option and what is accepted */
export function checkOptions(given: Pick<CheckOptions, "target" | "only">): void {
  checkTarget(given);
  ofCheck(given, place);
  const { only = [] } = given;
  if (only.length > 0 && !only.some(isAddress))
    wrong(place.at("only"), only, "patterns on addresses, such as messages.get/*; list() has the addresses");
}

/** Refuses what are no options of a suite of tests. @throws TypeError: names the option and what is accepted */
export function checkSuiteOptions(given: object): void {
  ofSuite(given, place);
}

/** Refuses a choice of tests that leaves none. @throws TypeError */
export function checkChosen(count: number, only: readonly string[], skip: readonly string[]): void {
  if (count > 0) return;
  const [name, value] = only.length > 0 ? ["only", only] : ["skip", skip];
  wrong(place.at(name ?? ""), value, "patterns that leave a test, such as messages.get/*; list() has the addresses");
}
