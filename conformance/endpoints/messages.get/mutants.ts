import type { Mutant } from "../../mutants/kit/mutant.ts";
import { anchors } from "./mutants.anchors.ts";
import { forms } from "./mutants.form.ts";
import { byIds } from "./mutants.ids.ts";
import { refusals } from "./mutants.refusals.ts";
import { windows } from "./mutants.windows.ts";

export const mutants: readonly Mutant[] = [...anchors, ...forms, ...byIds, ...refusals, ...windows];
