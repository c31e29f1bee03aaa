import type { Mutant } from "../mutants/kit/mutant.ts";
import { ofAnswers } from "./mutants.answers.ts";
import { ofMessages } from "./mutants.messages.ts";

/** Faults by the monitors that are to notice them. */
export const mutantsByMonitor: readonly (readonly [monitor: string, mutant: Mutant])[] = [ofMessages, ofAnswers].flatMap((all) =>
  Object.entries(all).flatMap(([monitor, mutants]) => mutants.map((mutant) => [monitor, mutant] as const)),
);

/** Faults that monitors notice. */
export const mutants: readonly Mutant[] = mutantsByMonitor.map(([, mutant]) => mutant);
