import type { Mutant } from "../../mutants/kit/mutant.ts";
import { refusals } from "./mutants.refusals.ts";
import { values } from "./mutants.values.ts";

/** Faults of PATCH /users/me/profile_data. */
export const mutants: readonly Mutant[] = [...values, ...refusals];
