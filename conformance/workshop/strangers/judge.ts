import { check } from "../../check/check.ts";
import type { Report } from "../../results/report.ts";
import { type Mistake, mistakesOf, withStranger } from "./stranger.ts";

/** The outcome of a check of a server. */
interface Judged {
  readonly report: Report;
  /** Addresses of results that differ although no mistake that the server has breaks a clause of theirs, with the reason. */
  readonly accusations: readonly string[];
  /** The mistakes that the server has and by which a difference was named. */
  readonly named: readonly Mistake[];
  /** Those that nothing named. */
  readonly missed: readonly Mistake[];
}

/** The effort of a check. */
export interface Effort {
  readonly seed: number;
  readonly tries: number;
  readonly runs: number;
}

/** Checks a server, some of its mistakes switched on. */
export async function judged(name: string, switched: readonly string[], effort: Effort): Promise<Judged> {
  const report = await withStranger(name, switched, (target) => check({ target, shrink: false, ...effort }));
  const there = mistakesOf(name).filter((mistake) => mistake.always || switched.includes(mistake.name ?? ""));
  const differing = [...report.properties, ...report.scenarios].filter(({ verdict }) => verdict === "differs");
  const broken = new Set(there.flatMap(({ clauses }) => clauses));
  const shown = new Set(differing.flatMap(({ clauses }) => clauses));
  const isNamed = ({ clauses }: Mistake): boolean => clauses.some((id) => shown.has(id));
  return {
    report,
    accusations: differing
      .filter(({ clauses }) => !clauses.some((id) => broken.has(id)))
      .map(({ address, reason }) => `${address}: ${String(reason).slice(0, 300)}`),
    named: there.filter(isNamed),
    missed: there.filter((mistake) => !isNamed(mistake)),
  };
}
