import type { Mutant } from "../../mutants/kit/mutant.ts";
import { forms } from "./mutants.form.ts";
import { byIds } from "./mutants.ids.ts";
import { window } from "./mutants.windows.ts";

export const mutants: readonly Mutant[] = [...forms, ...byIds, ...window];
