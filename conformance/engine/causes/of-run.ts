import type { Oracle } from "../oracle.ts";
import { againstModel, type ModelOptions } from "../trace/against-model.ts";
import { routed } from "../trace/route.ts";
import type { TraceEntry } from "../trace/tracing.ts";
import { type Signature, signaturesOf } from "./signature.ts";

/** A run of a property that differs, or that could not prepare what it is about. */
interface FailedRun {
  /** What the check said that failed. */
  readonly reason: string;
  /** The clauses that the property proves. */
  readonly clauses: readonly string[];
  readonly record: readonly TraceEntry[];
}

const lastRequest = (record: readonly TraceEntry[]): string => {
  const last = record.findLast((recorded) => recorded.kind === "request");
  return last ? routed(last.request.method, last.request.path).route : "";
};

/** The name of a field, without its path. */
const nameOf = ({ path }: Signature): string => path.split(".").at(-1)?.replaceAll("[]", "") ?? "";

/** Clauses that hold of every request: one mistake breaks them everywhere. */
const ofAll = /^(conventions|authentication|errors)\//;

/**
 * Returns how likely it is that a difference made a check fail: the check names its field or code, or it is a refusal of the last request, or
 * a success in place of one. Undefined where it has nothing to do with it.
 */
function likelihood(signature: Signature, route: string, { reason }: FailedRun, last: string): number | undefined {
  const names = [nameOf(signature), signature.code ?? ""].filter((name) => name.length > 2);
  const isNamed = names.some((name) => new RegExp(`(^|\\W)${name}(\\W|$)`).test(reason));
  const isRefusal = signature.path === "result" && route === last;
  if (!isNamed && !isRefusal) return undefined;
  return (isNamed ? 4 : 0) + (route === last ? 2 : 0);
}

/**
 * Returns the difference in an answer that made a run of a property fail: its exchanges are played on the model. Undefined where the model
 * says the same as the target, or what it says otherwise is not what the check looked at.
 */
export function differenceIn(run: FailedRun, oracle: Oracle, options: ModelOptions = {}): Signature | undefined {
  const last = lastRequest(run.record);
  const ranked = againstModel(run.record, oracle, options)
    .flatMap(({ routed: { route }, differences, expected }) =>
      signaturesOf(route, differences, expected).flatMap((signature) => {
        const rank = likelihood(signature, route, run, last);
        return rank === undefined ? [] : [{ signature, rank }];
      }),
    )
    .sort((a, b) => b.rank - a.rank);
  return ranked[0]?.signature;
}

/** Returns the cause of a run that differs in no single answer, but between some: the clause stands for the difference. */
export function clauseOf({ clauses: [clause = ""], record }: FailedRun): Signature {
  return { at: ofAll.test(clause) ? "Every request" : lastRequest(record), path: "", expected: "", actual: "", clause };
}
