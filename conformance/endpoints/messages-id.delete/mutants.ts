import type { Mutant } from "../../mutants/kit/mutant.ts";
import { effects } from "./mutants.effects.ts";
import { permissions } from "./mutants.permissions.ts";

/** Faults of DELETE /messages/{message_id}. */
export const mutants: readonly Mutant[] = [...effects, ...permissions];
