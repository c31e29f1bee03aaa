import type { Mutant } from "../../mutants/kit/mutant.ts";
import { addressing } from "./mutants.addressing.ts";
import { echoing } from "./mutants.echo.ts";
import { refusals } from "./mutants.refusals.ts";
import { sending } from "./mutants.sending.ts";
import { texts } from "./mutants.text.ts";
import { wildcards } from "./mutants.wildcards.ts";

export const mutants: readonly Mutant[] = [...addressing, ...echoing, ...refusals, ...sending, ...texts, ...wildcards];
