import { routed } from "../catalogue/route.ts";
import { isCrash } from "../causes/signature.ts";
import { endpoints } from "../text/index.ts";
import { askedIn, shownIn } from "./exchanges.ts";
import type { Gathered } from "./gathered.ts";
import type { PropertyResult, ScenarioResult } from "./report.ts";

type Result = PropertyResult | ScenarioResult;

/** Returns the operator of a term of a narrow, which may be a pair: those of channels have an older name, too. */
function operatorOf(term: unknown): string {
  const operator = Array.isArray(term) ? term[0] : (term as { operator?: unknown } | null)?.operator;
  return String(operator).replace(/^stream/, "channel");
}

/** Returns the one operator by which the last request of each of some results narrows; undefined where there is none, or more than one. */
function operatorIn(results: readonly Result[]): string | undefined {
  const narrows = results.map((result) => {
    const narrow = askedIn(result).at(-1)?.fields.narrow;
    return new Set(Array.isArray(narrow) ? narrow.map(operatorOf) : []);
  });
  const common = [...(narrows[0] ?? [])].filter((operator) => narrows.every((one) => one.has(operator)));
  return common.length === 1 ? common[0] : undefined;
}

/** Returns the one required parameter that all requests leave out which show a cause; undefined where there is none, or more than one. */
function leftOutIn({ signature, shows }: Gathered): string | undefined {
  const requests = shows.flatMap((result) => shownIn(signature, result)?.shown ?? []);
  const [{ method, path } = { method: "", path: "" }] = requests;
  const parameters = Object.entries(endpoints.get(routed(method, path).op ?? "")?.parameters ?? {});
  const missing = parameters.filter(([name, { required }]) => required && requests.every(({ fields }) => fields[name] === undefined));
  return missing.length === 1 ? missing[0]?.[0] : undefined;
}

/** Whether a refusal is one of a narrow. */
const isOfNarrow = ({ signature: { refusal = "" } }: Gathered): boolean => /narrow|operand/i.test(refusal);

/** So many different refusals at least come by mistake, or do not come, where it is not one operator, or one condition, that is read wrong. */
export const fewestRefusals = 3;

/** Whether a refusal does not come, or another in its place. */
const isRefusalMissing = ({ signature: { refusal, expected, code } }: Gathered): boolean =>
  refusal !== undefined && (expected === "error" || code !== undefined);

/**
 * Returns the key of a refusal that does not come, or comes by mistake in what all routes read alike: another may come in its place, since the server
 * goes on to what else is wrong. So it does where a parameter is left out, and a refusal for that is among those that do not come.
 */
export function missingRefusals(all: readonly Gathered[]): (one: Gathered) => string | undefined {
  const unneeded = new Set(all.filter(isRefusalMissing).map(({ signature: { at, refusal } }) => `${at} ${refusal}`));
  const ofNarrows = all.filter(isOfNarrow);
  const isOfMany = ([true, false] as const).map((isMissing) => {
    const same = ofNarrows.filter((one) => isRefusalMissing(one) === isMissing);
    const keyOf = (one: Gathered) => (isMissing ? operatorIn(one.shows) : one.signature.refusal);
    return new Set(same.flatMap((one) => keyOf(one) ?? [])).size >= fewestRefusals;
  });
  return (one) => {
    const { signature, shows } = one;
    const { at, code, refusal } = signature;
    if (refusal === undefined) return undefined;
    if (isCrash(code) || refusal.startsWith("INTERNAL_")) return `${at}\ncrash`;
    const isMissing = isRefusalMissing(one);
    if (!isOfNarrow(one)) {
      const leftOut = isMissing ? leftOutIn(one) : undefined;
      const isOfThat = leftOut !== undefined && unneeded.has(`${at} REQUEST_VARIABLE_MISSING ${leftOut}`);
      return !isMissing ? undefined : isOfThat ? `${at}\nwithout ${leftOut}` : `${at}\n${refusal}`;
    }
    // Every route reads narrows by the same code, and each operator by its own: where many are refused by mistake, what all have in common is read wrong.
    const operator = operatorIn(shows);
    if (isOfMany[isMissing ? 0 : 1]) return `narrow ${isMissing}`;
    return operator === undefined ? `narrow ${isMissing}\n${refusal}` : `narrow ${isMissing} ${operator}`;
  };
}

/** The words with which checks and monitors say that a refusal lacks a field. */
const lack = /^the field (\w+) of the refusal of .* is nothing, not |^the refusal with [A-Z_]+ has the (\w+) nothing/s;

/** Key of a field that the refusals with one code lack: each request that is refused so shows it, and some clauses say it. */
export function lackedIn({ signature: { clause }, shows }: Gathered): string | undefined {
  if (clause === undefined) return undefined;
  const lacked = shows.map((result) => {
    const [, field, same = field] = lack.exec(result.reason ?? "") ?? [];
    return same && `${String(askedIn(result).at(-1)?.body.code)}\n${same}`;
  });
  return new Set(lacked).size === 1 ? lacked[0] : undefined;
}

/** Key of a code that comes in the place of others on one route. */
export const codeOf = ({ signature: { at, code }, alike: same }: Gathered): string | undefined =>
  code === undefined || same ? undefined : `${at}\n${code}`;
