import { idOf } from "../../causes/signature.ts";
import { check } from "../../check/check.ts";
import { type Cause, exampleOf } from "../../results/causes.ts";
import type { Report } from "../../results/report.ts";
import { type ServerMistake, targetWith } from "./faults.ts";

/** The effort of a check. */
interface Effort {
  readonly seed: number;
  readonly tries: number;
  readonly runs: number;
  /** Addresses; without any, all. */
  readonly only?: readonly string[];
}

/** The findings of a check of a server with some faults. */
export interface CheckFindings {
  /** The causes that something shows. */
  readonly causes: readonly Cause[];
  /** Those whose example does not show them. */
  readonly unshown: readonly Cause[];
  /** Those whose first clause, and those of whose three clauses one, is broken by a fault. */
  readonly first: readonly Cause[];
  readonly among: readonly Cause[];
}

/** Whether the example of a cause shows it. */
function isShown({ properties, scenarios }: Report, { id, alike = [], shows }: Cause): boolean {
  const result = [...properties, ...scenarios].find(({ address }) => address === shows[0]);
  return result !== undefined && exampleOf(result, { id, alike }).causes?.some((one) => [id, ...alike].includes(idOf(one))) === true;
}

/** Checks a server with some faults at once. */
export async function told(faults: readonly ServerMistake[], effort: Effort): Promise<CheckFindings> {
  const report = await check({ target: await targetWith(faults), shrink: false, ...effort });
  const causes = report.causes.filter(({ shows }) => shows.length > 0);
  const broken = new Set(faults.flatMap(({ breaks }) => breaks));
  return {
    causes,
    unshown: causes.filter((cause) => !isShown(report, cause)),
    first: causes.filter(({ clauses: [id = ""] }) => broken.has(id)),
    among: causes.filter(({ clauses }) => clauses.some((id) => broken.has(id))),
  };
}
