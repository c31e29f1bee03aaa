import type { Mutant } from "../../mutants/kit/mutant.ts";
import { envelopeMutants } from "./mutants.envelope.ts";
import { ignoredMutants } from "./mutants.ignored.ts";
import { parameterMutants } from "./mutants.parameters.ts";
import { refusedMutants } from "./mutants.refused.ts";
import { spellingMutants } from "./mutants.spellings.ts";
import { topicMutants } from "./mutants.topics.ts";
import { traceMutants } from "./mutants.traces.ts";

/** Faults of what holds of every endpoint. */
export const mutants: readonly Mutant[] = [
  ...envelopeMutants,
  ...ignoredMutants,
  ...parameterMutants,
  ...topicMutants,
  ...traceMutants,
  ...spellingMutants,
  ...refusedMutants,
];
