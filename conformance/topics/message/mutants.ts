import type { Mutant } from "../../mutants/kit/mutant.ts";
import { edits, flags, reactions } from "./mutants.edits.ts";
import { fields, values } from "./mutants.fields.ts";
import { reads, recipients } from "./mutants.reads.ts";

/** Faults in messages as they are shown. */
export const mutants: readonly Mutant[] = [...edits, ...fields, ...flags, ...reactions, ...reads, ...recipients, ...values];
