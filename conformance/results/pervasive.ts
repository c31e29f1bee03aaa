import { opAt } from "../catalogue/route.ts";
import type { Signature } from "../causes/signature.ts";
import { endpoints } from "../text/index.ts";
import { isMonitor, isOwnCheck } from "./exchanges.ts";
import { type Gathered, keyOnRoutes } from "./gathered.ts";

/** On so many routes at least a code that comes by mistake, or a field that is missing, is one mistake. */
const fewestRoutes = 4;

/** Codes that say no more than that a request is bad, and come for many reasons. */
const isOfManyReasons = (code: string): boolean => /^(BAD_REQUEST|BAD_NARROW|REQUEST_VARIABLE_MISSING|INTERNAL_.*)$/.test(code);

/** Returns the code at the beginning of a refusal, of those that have one meaning. */
function meaningIn(refusal: string | undefined): string | undefined {
  const [code] = /^[A-Z][A-Z_]+(?=\W|$)/.exec(refusal ?? "") ?? [];
  return code === undefined || isOfManyReasons(code) ? undefined : code;
}

/** Returns the key of a code that comes by mistake on many routes, where requests should succeed and in the place of other codes. */
export function refusedOnMany(all: readonly Gathered[]): (one: Gathered) => string | undefined {
  const keyOf = ({ signature: { path, expected, refusal, code } }: Gathered) =>
    meaningIn(code ?? (path === "result" && expected === "success" ? refusal : undefined));
  return keyOnRoutes(all, keyOf, fewestRoutes);
}

/** Key of a refusal that does not come on one route, whatever its message says: its code has one meaning there. */
export function takenOfCode({ signature: { at, path, expected, refusal } }: Gathered): string | undefined {
  const code = path === "result" && expected === "error" ? meaningIn(refusal) : undefined;
  return code && `${at}\n${code}`;
}

/** Whether an answer lacks a field that it always has. */
export const isReturnMissing = ({ signature: { at, path, actual } }: Gathered): boolean =>
  actual === "nothing" && Object.hasOwn(endpoints.get(opAt(at) ?? "")?.returns ?? {}, path);

/** Returns the key of a field that an answer always has and that is missing, where those of many routes are. */
export const withoutReturns = (all: readonly Gathered[]): ((one: Gathered) => string | undefined) =>
  keyOnRoutes(all, (one) => (isReturnMissing(one) ? "returns" : undefined), fewestRoutes);

/** Key of fields of one answer that are wrong in one way and in the same results, of which there are two or more. */
export function shownAlike({ signature: { at, path, expected, actual, clause, ruling }, shows }: Gathered): string | undefined {
  const addresses = [...new Set(shows.map(({ address }) => address))].sort();
  const isField = clause === undefined && ruling === undefined && path !== "result" && expected !== actual;
  return isField && addresses.length > 1 ? [at, expected, actual, ...addresses].join("\n") : undefined;
}

/** So many times as many results show what hides a point that is decided otherwise. */
const timesMore = 5;
/** So many results show what is wrong in nearly every answer, and so few may be what comes of it. */
const nearlyAll = 100;
const few = 5;

/** Whether what is wrong everywhere is in the envelope, without which no answer is read rightly. A list that answers lack hides nothing. */
const isOfEnvelope = ({ at, path, clause }: Signature): boolean =>
  at.startsWith("Every ") &&
  (clause === undefined ? path !== "ignored_parameters_unsupported" : /^conventions\/\w+-envelope$/.test(clause));

/**
 * Returns the cause that hides another one until it is mended. A point that is decided otherwise is hidden by what is wrong in far more results of its
 * route or everywhere, what monitors alone see by what is wrong everywhere, and what few scenarios and monitors alone show by what is wrong in
 * nearly every answer, where that is one mistake.
 */
export function hiding(all: readonly Gathered[]): (one: Gathered) => Gathered | undefined {
  const [most, ...others] = all.filter(({ shows }) => shows.length >= nearlyAll);
  const whole = others.length === 0 ? most : undefined;
  return (one) => {
    const { at, ruling } = one.signature;
    const { length } = one.shows;
    const byMonitors = length > 0 && one.shows.every(isMonitor);
    const isFar = ({ signature, shows }: Gathered): boolean =>
      signature.ruling === undefined &&
      shows.some(isOwnCheck) &&
      shows.length >= timesMore * length &&
      (isOfEnvelope(signature) || (ruling !== undefined && at.endsWith(` > ${signature.at}`)));
    const isSmall = one !== whole && length > 0 && length <= few && !one.shows.some(isOwnCheck);
    return (ruling !== undefined || byMonitors ? all.find(isFar) : undefined) ?? (isSmall ? whole : undefined);
  };
}
