import type { Mutant } from "../../mutants/kit/mutant.ts";
import { addressing, refusals, wildcards } from "./mutants.addressing.ts";
import { echoing, sending, texts } from "./mutants.sending.ts";

export const mutants: readonly Mutant[] = [...addressing, ...echoing, ...refusals, ...sending, ...texts, ...wildcards];
