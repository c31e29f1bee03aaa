import { isSymbolic, symbolsIn } from "../draw/symbols.ts";
import { steps } from "../engine/catalogue.ts";
import type { ConcurrentScenario } from "../engine/concurrent/scenario.ts";
import type { Scenario, Step } from "../engine/scenario.ts";

/** What is wrong with a scenario file: the place, what stands there and what is accepted. */
export class ScenarioFileError extends Error {
  override name = "ScenarioFileError";
}

const wrong = (path: string, value: unknown, expected: string): never => {
  const text = JSON.stringify(value) ?? "nothing";
  throw new ScenarioFileError(`${path}: got ${text.length > 60 ? `${text.slice(0, 60)}…` : text}, expected ${expected}`);
};

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

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
const limits = ["max_message_length", "max_topic_length", "max_channel_folder_name_length", "max_channel_folder_description_length"];

function checkSymbols(value: unknown, path: string): void {
  for (const symbol of symbolsIn(value) as readonly Readonly<Record<string, unknown>>[]) {
    const { ref, at, of, plus, filler } = symbol;
    const fits =
      (counted.includes(String(ref)) && typeof at === "number" && at >= 0 && at <= 1) ||
      (named.includes(String(ref)) && typeof of === "string") ||
      (ref === "text" && Array.isArray(of)) ||
      (ref === "long" &&
        limits.includes(String(of)) &&
        Number.isInteger(plus) &&
        Math.abs(Number(plus)) <= 1000 &&
        (filler === undefined || typeof filler === "string"));
    if (!fits) wrong(path, symbol, 'a reference such as {"ref":"message","at":0.5} or {"ref":"user","of":"bob"}');
  }
}

const pathNames = (op: string): string[] =>
  [...steps.get(op)!.route.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!).filter((name) => name !== "provider");

function stepOf(value: unknown, path: string): Step {
  if (!isRecord(value)) return wrong(path, value, "a step: as, op and fields");
  const { as, op, fields } = value;
  if (typeof as !== "string" || as === "") return wrong(`${path}.as`, as, "the name of a cast member, or nobody");
  if (typeof op !== "string" || !steps.has(op)) return wrong(`${path}.op`, op, `one of ${[...steps.keys()].join(", ")}`);
  if (!isRecord(fields) || isSymbolic(fields)) return wrong(`${path}.fields`, fields, "an object of fields");
  for (const [name, given] of Object.entries(fields)) checkSymbols(given, `${path}.fields.${name}`);
  for (const name of pathNames(op))
    if (fields[name] === undefined) wrong(`${path}.fields.${name}`, undefined, "a value, for it is part of the path");
  const more = Object.keys(value).find((name) => !["as", "op", "fields"].includes(name));
  if (more !== undefined) wrong(`${path}.${more}`, value[more], "nothing: a step has as, op and fields");
  return { as, op, fields };
}

/**
 * Reads the parsed content of a scenario file.
 * @throws ScenarioFileError: it is wrong at the place named
 */
export function readScenario(content: unknown): Scenario {
  if (!isRecord(content)) return wrong("scenario", content, "an object");
  const { format, version, steps: listed } = content;
  if (format !== "touchstone-scenario") wrong("format", format, '"touchstone-scenario"');
  if (version !== 1) wrong("version", version, "1");
  if (!Array.isArray(listed) || listed.length === 0) return wrong("steps", listed, "a list of steps");
  return { format: "touchstone-scenario", version: 1, steps: listed.map((step, i) => stepOf(step, `steps[${i}]`)) };
}

const stepsOf = (value: unknown, path: string): Step[] =>
  Array.isArray(value) ? value.map((step, i) => stepOf(step, `${path}[${i}]`)) : wrong(path, value, "a list of steps");

/** The steps of an actor. What a control API does is no such step: no two of them go on at the same time. */
function actorOf(value: unknown, path: string): Step[] {
  const own = stepsOf(value, path);
  const steered = own.findIndex(({ op }) => steps.get(op)!.action);
  if (steered !== -1) wrong(`${path}[${steered}].op`, own[steered]!.op, "a request: actors send no actions");
  return own.length === 0 ? wrong(path, value, "a list of at least one step") : own;
}

/**
 * Reads the parsed content of a file with a concurrent scenario.
 * @throws ScenarioFileError: it is wrong at the place named
 */
export function readConcurrent(content: unknown): ConcurrentScenario {
  if (!isRecord(content)) return wrong("scenario", content, "an object");
  const { format, version, beginning, actors, ending } = content;
  if (format !== "touchstone-concurrent") wrong("format", format, '"touchstone-concurrent"');
  if (version !== 1) wrong("version", version, "1");
  if (!Array.isArray(actors) || actors.length === 0) return wrong("actors", actors, "a list of steps for each actor");
  return {
    format: "touchstone-concurrent",
    version: 1,
    beginning: stepsOf(beginning, "beginning"),
    actors: actors.map((list, i) => actorOf(list, `actors[${i}]`)),
    ending: stepsOf(ending, "ending"),
  };
}

/** A scenario as the text of a file. */
export const scenarioText = (scenario: Scenario): string => `${JSON.stringify(scenario, undefined, 2)}\n`;
