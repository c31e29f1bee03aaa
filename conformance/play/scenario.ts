import type { Outgoing, Target } from "../client/target.ts";
import type { Op } from "../declare/step.ts";
import { nobody } from "../draw/symbols.ts";
import type { Side } from "../model/named-ids.ts";
import { codes } from "../text/limits.ts";

/** One step of a scenario: who does what. References to what earlier steps made are symbolic; see steps/. */
export interface Step {
  readonly as: string;
  /** Stem of the file in steps/, such as `messages.post`. */
  readonly op: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** A scenario is data: generated, shrunk, saved, replayed. */
export interface Scenario {
  readonly format: "touchstone-scenario";
  readonly version: 1;
  readonly steps: readonly Step[];
}

/** Returns the scenario of a list of steps. */
export const scenarioOf = (steps: readonly Step[]): Scenario => ({ format: "touchstone-scenario", version: 1, steps });
/** Steps that several actors send at the same time. It is data: generated, shrunk, saved, replayed. */
export interface ConcurrentScenario {
  readonly format: "touchstone-concurrent";
  readonly version: 1;
  /** Steps before, one after the other. */
  readonly beginning: readonly Step[];
  /**
   * A list of steps for each actor. A step is sent when the one before it in its list is answered; the lists are sent at the same time.
   * References mean what the beginning made.
   */
  readonly actors: readonly (readonly Step[])[];
  /** Steps after all of that, one after the other. References count what the beginning made, then the first actor, then the second … */
  readonly ending: readonly Step[];
}

/** The request of a step in the words of one side. A poll of a scenario never waits. */
export function requestOf(op: Op, step: Step, side: Side): Outgoing {
  const [method = "", pattern = ""] = op.route.split(" ");
  const fields = side.spell(step.fields) as Record<string, unknown>;
  let path = pattern;
  if (pattern.includes("{")) {
    path = pattern.replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = name === "provider" ? side.namedIds.provider : fields[name];
      delete fields[name];
      return encodeURIComponent(String(value).toWellFormed());
    });
  }
  if (step.op === "events.get") fields.dont_block = true;
  return { as: step.as === nobody ? null : step.as, method, path, fields };
}

/** A request that stands for an action of a control API, as that takes it. */
export const actionOf = ({ as, fields }: Outgoing): Readonly<Record<string, unknown>> => ({ ...fields, ...(as && { as }) });

/** Returns what comes of an action, with the ids of what it made. */
export const done = (ids: Readonly<Record<string, unknown>> = {}) => ({ status: 200, body: { ...ids, result: "success", msg: "" } });
export const refusedAction = { status: 400, body: { result: "error", code: codes.badRequest, msg: "the action was refused" } };

/** The number of suffixes made, by the namespace of the target: each target that is opened has one of its own. */
const counts = new Map<string, number>();

/**
 * Returns what is added to the names of one play of a scenario on a target. No other play there gets it, whether of the covering set, drawn,
 * concurrent or replayed; names of properties have no hyphen before the namespace.
 */
export function freshSuffix({ namespace }: Pick<Target, "namespace">): string {
  const count = counts.get(namespace) ?? 0;
  counts.set(namespace, count + 1);
  return `-${namespace}-${count.toString(36)}`;
}
