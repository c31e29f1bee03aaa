import type { Step } from "../play/scenario.ts";
import type { Covering } from "./allowed.ts";
import set from "./set.json" with { type: "json" };

/** A step as it is stored: who, what, with which fields; and `history` where only a model of the whole history foretells it. */
type StoredStep = readonly [as: string, op: string, fields: Step["fields"], mark?: string];

/** The covering set as it is stored. */
export interface StoredSet {
  readonly format: "touchstone-cover";
  readonly version: 1;
  readonly scenarios: readonly (readonly StoredStep[])[];
}

/** Returns the scenarios of a stored set. */
export const scenariosIn = ({ scenarios }: StoredSet): Covering[] =>
  scenarios.map((stored) => ({
    format: "touchstone-scenario",
    version: 1,
    steps: stored.map(([as, op, fields]) => ({ as, op, fields })),
    historical: new Set(stored.flatMap(([, , , mark], i) => (mark === "history" ? [i] : []))),
  }));

/** A set as the text of a file: a line for each step. */
export function textOf(scenarios: readonly Covering[]): string {
  const lines = scenarios.map(({ steps, historical }) =>
    steps
      .map(({ as, op, fields }, i) => `    ${JSON.stringify(historical.has(i) ? [as, op, fields, "history"] : [as, op, fields])}`)
      .join(",\n"),
  );
  return `{\n"format": "touchstone-cover",\n"version": 1,\n"scenarios": [\n  [\n${lines.join("\n  ],\n  [\n")}\n  ]\n]\n}\n`;
}

/** The covering set, in the order in which it is played. */
export const coveringSet = scenariosIn(set as unknown as StoredSet);
