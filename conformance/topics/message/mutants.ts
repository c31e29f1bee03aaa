import type { Mutant } from "../../mutants/kit/mutant.ts";
import { edits } from "./mutants.edits.ts";
import { fields } from "./mutants.fields.ts";
import { flags } from "./mutants.flags.ts";
import { reactions } from "./mutants.reactions.ts";

export const mutants: readonly Mutant[] = [...edits, ...fields, ...flags, ...reactions];
