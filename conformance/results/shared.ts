import { routed } from "../catalogue/route.ts";
import { idOf, type Signature } from "../causes/signature.ts";
import type { Seen } from "../client/seen.ts";
import { causesOf } from "./causes.ts";
import type { PropertyResult, ScenarioResult } from "./report.ts";

type Result = PropertyResult | ScenarioResult;

/** Whether an exchange has the code by which a cause is known, at its request. */
const hasCode = ({ at, code }: Signature, { method, path, body }: Seen): boolean =>
  code !== undefined && body.code === code && routed(method, path).route === at;

/** Whether an exchange is one of the request whose answer differs; a record may be in any. */
const isOf = ({ at }: Signature, { method, path }: Seen): boolean => !at.includes(" /") || routed(method, path).route === at;

/** The causes that a field of an answer shows, with the clauses that they break, those first which the most results show. */
function shownByFields(results: readonly Result[]): readonly { readonly signature: Signature; readonly clauses: readonly string[] }[] {
  const signatures = new Map(results.flatMap(({ causes = [] }) => causes.map((signature) => [idOf(signature), signature] as const)));
  return causesOf(results).flatMap(({ id, clauses }) => {
    const signature = signatures.get(id);
    return signature && signature.clause === undefined ? [{ signature, clauses }] : [];
  });
}

/**
 * Returns results in which what only a clause explains, such as a difference between two answers, has the cause that a field shows in
 * other results: that of a wrong code which stands in what was said here, or else one that breaks the same clause at a request that was made here, too.
 */
export function withSharedCauses<R extends Result>(results: readonly R[], others: readonly Result[]): readonly R[] {
  const known = shownByFields([...results, ...others]);
  if (known.length === 0) return results;
  const shared = (signature: Signature, seen: readonly Seen[]): Signature => {
    const { clause } = signature;
    if (clause === undefined) return signature;
    const cause =
      known.find((one) => seen.some((said) => hasCode(one.signature, said))) ??
      known.find((one) => one.clauses.includes(clause) && seen.some((said) => isOf(one.signature, said)));
    return cause?.signature ?? signature;
  };
  return results.map((result) => {
    const seen = "seen" in result ? result.seen : undefined;
    return result.causes ? { ...result, causes: result.causes.map((signature) => shared(signature, seen ?? [])) } : result;
  });
}
