import type { Mutant } from "../../mutants/kit/mutant.ts";
import { edits } from "./mutants.edits.ts";
import { fields } from "./mutants.fields.ts";
import { flags } from "./mutants.flags.ts";
import { reactions } from "./mutants.reactions.ts";
import { reads } from "./mutants.reads.ts";
import { recipients } from "./mutants.recipients.ts";
import { values } from "./mutants.values.ts";

/** Faults in messages as they are shown. */
export const mutants: readonly Mutant[] = [...edits, ...fields, ...flags, ...reactions, ...reads, ...recipients, ...values];
