import { steps } from "../catalogue/catalogue.ts";
import { itemAt } from "../client/present.ts";
import { atOf, indexAt, isProportional, type Made, madeOf, replaced, symbolsIn } from "../draw/symbols.ts";
import type { Turn } from "../play/play.ts";
import { type Scenario, type Step, scenarioOf } from "../play/scenario.ts";

/** The indices of the steps that made each kind of thing, as the model saw it. */
function makersIn(turns: readonly Turn[]): Record<Made, number[]> {
  const makers: Record<Made, number[]> = { message: [], group: [], folder: [], queue: [], device: [] };
  for (const [i, { step, expected }] of turns.entries()) {
    const makes = steps.get(step.op)?.makes;
    if (makes && expected.body.result === "success") makers[makes.kind].push(i);
  }
  return makers;
}

/** The steps that made what each step refers to. */
export function needs(turns: readonly Turn[]): readonly ReadonlySet<number>[] {
  const makers = makersIn(turns);
  return turns.map(({ step }, i) => {
    const needed = symbolsIn(step.fields)
      .filter(isProportional)
      .flatMap(({ ref, at }) => {
        const before = makers[madeOf(ref)].filter((maker) => maker < i);
        const index = indexAt(at, before.length);
        return index === undefined ? [] : [itemAt(before, index)];
      });
    return new Set(needed);
  });
}

/** The steps kept and all that they refer to. */
export function closed(kept: ReadonlySet<number>, needed: readonly ReadonlySet<number>[]): number[] {
  const all = new Set(kept);
  for (let i = needed.length - 1; i >= 0; i--) if (all.has(i)) for (const maker of itemAt(needed, i)) all.add(maker);
  return [...all].sort((a, b) => a - b);
}

/** A scenario of some of the steps. References mean what they meant before. */
export function reduced(turns: readonly Turn[], kept: readonly number[]): Scenario {
  const makers = makersIn(turns);
  const left = new Set(kept);
  const pointed = (step: Step, i: number): Step => ({
    ...step,
    fields: replaced(step.fields, (symbol) => {
      if (!isProportional(symbol)) return symbol;
      const before = makers[madeOf(symbol.ref)].filter((maker) => maker < i);
      const index = indexAt(symbol.at, before.length);
      if (index === undefined) return symbol;
      const remaining = before.filter((maker) => left.has(maker));
      return { ...symbol, at: atOf(remaining.indexOf(itemAt(before, index)), remaining.length) };
    }) as Step["fields"],
  });
  return scenarioOf(kept.map((i) => pointed(itemAt(turns, i).step, i)));
}
