import type { Mutant } from "../../mutants/kit/mutant.ts";
import { requests } from "./mutants.requests.ts";
import { told } from "./mutants.told.ts";

/** Faults of POST /typing. */
export const mutants: readonly Mutant[] = [...requests, ...told];
