import { listed, listOf, maybe, nameAmong, object, oneOf, Place, record, shape, textLike, whole, wrong } from "../../sim/reader/index.ts";
import { isSymbolic, symbolsIn } from "../draw/symbols.ts";
import { declaredStep, steps } from "../engine/catalogue.ts";
import type { ConcurrentScenario } from "../engine/concurrent/scenario.ts";
import type { SavedRun } from "../engine/counterexample.ts";
import type { Scenario, Step } from "../engine/scenario.ts";
import { limitNames } from "../text/limits.ts";
import { holding } from "./holding.ts";

/** A scenario file is wrong at one place. The message names the place, what stands there and what is accepted. */
export class ScenarioFileError extends Error {
  override name = "ScenarioFileError";
}

const scenarioFile = new Place({ name: "scenario", error: (path, problem) => new ScenarioFileError(`${path}: ${problem}`) });

const counted = ["message", "group", "folder", "queue", "device", "event", "start"];
const named = [
  "user",
  "email",
  "login",
  "full name",
  "password",
  "device",
  "channel",
  "channel name",
  "system group",
  "profile field",
  "display name",
  "fresh",
];

function checkSymbols(value: unknown, at: Place): void {
  for (const symbol of symbolsIn(value) as readonly Readonly<Record<string, unknown>>[]) {
    const { ref, at: share, of, plus, filler } = symbol;
    const fits =
      (counted.includes(String(ref)) && typeof share === "number" && share >= 0 && share <= 1) ||
      (named.includes(String(ref)) && typeof of === "string") ||
      (ref === "text" && Array.isArray(of)) ||
      (ref === "long" &&
        limitNames.some((name) => name === of) &&
        Number.isInteger(plus) &&
        Math.abs(Number(plus)) <= 1000 &&
        (filler === undefined || typeof filler === "string"));
    if (!fits) wrong(at, symbol, 'a reference such as {"ref":"message","at":0.5} or {"ref":"user","of":"bob"}');
  }
}

const pathNames = (op: string): string[] =>
  [...declaredStep(op).route.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name).filter((name) => name !== "provider");

const stepKeys = record({
  as: textLike(/./s, "the name of a cast member, or nobody"),
  op: nameAmong("a step", [...steps.keys()], steps.size),
  fields: shape<Step["fields"]>({ type: "object" }, (value, at) =>
    isSymbolic(value) ? wrong(at, value, "an object of fields") : object(value, at, "an object of fields"),
  ),
});

const step = shape<Step>({ type: "object" }, (value, at) => {
  const read = stepKeys(value, at);
  const fields = at.at("fields");
  for (const [name, given] of Object.entries(read.fields)) checkSymbols(given, fields.at(name));
  for (const name of pathNames(read.op))
    if (read.fields[name] === undefined) wrong(fields.at(name), undefined, "a value, for it is part of the path");
  return read;
});

const anySteps = listOf(step, "a list of steps");
/** Reads the steps of a scenario. */
export const readSteps = listOf(step, "a list of at least one step", 1);

/** The steps of an actor. What a control API does is no such step: no two of them go on at the same time. */
const actor = shape<readonly Step[]>({ type: "array" }, (value, at) => {
  const own = readSteps(value, at);
  const steered = own.findIndex(({ op }) => steps.get(op)?.action);
  if (steered !== -1) wrong(at.at(steered).at("op"), own[steered]?.op, "a request: actors send no actions");
  return own;
});

const scenario = record({ format: oneOf("touchstone-scenario"), version: oneOf(1), steps: readSteps });

const concurrent = record({
  format: oneOf("touchstone-concurrent"),
  version: oneOf(1),
  beginning: anySteps,
  actors: listOf(actor, "a list of steps for each actor", 1),
  ending: anySteps,
});

/** A saved counterexample of a property: its seed draws the same again. */
export interface SavedProperty extends SavedRun {
  readonly format: "touchstone-property";
  readonly version: 1;
}

const savedProperty = holding<SavedProperty>({
  property: textLike(/./s, "the address of a property"),
  seed: whole(),
  path: maybe(textLike(/^\d+(:\d+)*$/, "a path such as 3:1")),
});

const formats = ["touchstone-scenario", "touchstone-concurrent", "touchstone-property"] as const;

const header = holding<{ readonly format: (typeof formats)[number]; readonly version: 1 }>({
  format: (value, at) =>
    formats.find((each) => each === value) ??
    wrong(
      at,
      value,
      `${listed(
        formats.map((each) => `"${each}"`),
        "or",
      )}, as check --save <folder> writes them`,
    ),
  version: oneOf(1),
});

/**
 * Reads the parsed content of a file with a counterexample.
 * @throws ScenarioFileError: it is wrong at the place named
 */
export function readCounterexample(content: unknown): Scenario | ConcurrentScenario | SavedProperty {
  const file = new Place({ ...scenarioFile.source, name: "counterexample" });
  const { format } = header(content, file);
  if (format === "touchstone-property") return savedProperty(content, file);
  return format === "touchstone-concurrent" ? concurrent(content, scenarioFile) : scenario(content, scenarioFile);
}
