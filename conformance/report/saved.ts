import { listed, listOf, maybe, oneOf, Place, record, shape, textLike, whole, wrong } from "../../sim/reader/index.ts";
import { steps } from "../catalogue/catalogue.ts";
import { readAnySteps, readSteps } from "../play/read-steps.ts";
import type { ConcurrentScenario, Scenario, Step } from "../play/scenario.ts";
import type { SavedRun } from "../run/counterexample.ts";
import { holding } from "./read-report.ts";

/** A scenario file is wrong at one place. The message names the place, what stands there and what is accepted. */
export class ScenarioFileError extends Error {
  override name = "ScenarioFileError";
}

const scenarioFile = new Place({ name: "scenario", error: (path, problem) => new ScenarioFileError(`${path}: ${problem}`) });

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
  beginning: readAnySteps,
  actors: listOf(actor, "a list of steps for each actor", 1),
  ending: readAnySteps,
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
