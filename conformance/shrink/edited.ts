import { type Scenario, type Step, scenarioOf } from "../play/scenario.ts";

/** One change that makes a scenario simpler: a field of a step left out, or with a simpler value. */
export interface Edit {
  readonly at: number;
  readonly names: readonly string[];
  /** The value of the one field; undefined where the fields are left out. */
  readonly value?: unknown;
}

/** Returns a scenario after some edits. */
export function edited({ steps: all }: Scenario, edits: readonly Edit[]): Scenario {
  const fieldsOf = ({ fields }: Step, at: number): Step["fields"] => {
    const changed: Record<string, unknown> = { ...fields };
    for (const { names, value } of edits.filter((edit) => edit.at === at))
      for (const name of names) {
        if (value === undefined) delete changed[name];
        else if (Object.hasOwn(changed, name)) changed[name] = value;
      }
    return changed;
  };
  return scenarioOf(all.map((step, at) => ({ ...step, fields: fieldsOf(step, at) })));
}

/** Every field left out for itself, and each two of a step, since some require each other; of the last step first. */
export function omissions({ steps: all }: Scenario): { readonly single: readonly Edit[]; readonly paired: readonly Edit[] } {
  const stepsBackwards = [...all.entries()].reverse();
  const single = stepsBackwards.flatMap(([at, { fields }]) => Object.keys(fields).map((name): Edit => ({ at, names: [name] })));
  const paired = stepsBackwards.flatMap(([at, { fields }]) => {
    const names = Object.keys(fields);
    return names.flatMap((one, i) => names.slice(i + 1).map((other): Edit => ({ at, names: [one, other] })));
  });
  return { single, paired };
}
