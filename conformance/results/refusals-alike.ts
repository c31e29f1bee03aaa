import { clauseOf } from "../catalogue/catalogue.ts";
import { opAt, routed, stemOf } from "../catalogue/route.ts";
import { idOf, isCrash, isOfMessageList, refusalIn, type Signature } from "../causes/signature.ts";
import { parsed } from "../client/json.ts";
import type { Seen } from "../client/seen.ts";
import { endpoints } from "../text/index.ts";
import { askedIn, isMonitor, isOwnCheck, isScenario, refusedBefore, shownIn } from "./exchanges.ts";
import { besideHosts, type Gathered, groups, isShownWithin, keyOnRoutes } from "./gathered.ts";
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
    const terms = typeof narrow === "string" ? parsed(narrow) : narrow;
    return new Set(Array.isArray(terms) ? terms.map(operatorOf) : []);
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
    if (operator !== undefined) return `narrow ${isMissing} ${operator}`;
    // A term that is none has no operator, whatever is wrong with it.
    return isMissing ? "narrow of no terms" : `narrow ${isMissing}\n${refusal}`;
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

/** Returns the results of properties that show a cause: those of all, where none does. */
function ownIn({ shows }: Gathered): readonly Result[] {
  const own = shows.filter((result) => !isScenario(result));
  return own.length > 0 ? own : shows;
}

/** Operators that say where a message is: most reads narrow by them to what they are about. */
const ofPlaces = ["channel", "topic", "dm", "id", "near", "with"];

/** Returns the operator by which all properties narrow that find other messages; undefined where there is none, or more than one. */
function operatorOfList(one: Gathered): string | undefined {
  const operator = isOfMessageList(one.signature) ? operatorIn(ownIn(one)) : undefined;
  return operator === undefined || ofPlaces.includes(operator) ? undefined : operator;
}

/** Returns the key of an operator that finds other messages: whatever route is asked, and whatever operand is taken for it that is none. */
export function misreadOperator(all: readonly Gathered[]): (one: Gathered) => string | undefined {
  const misread = new Set(all.map(operatorOfList));
  return (one) => {
    const taken = isOfNarrow(one) && isRefusalMissing(one) ? operatorIn(ownIn(one)) : undefined;
    return operatorOfList(one) ?? (misread.has(taken) ? taken : undefined);
  };
}

/** Returns the key of a refusal in whose place others come, at every request: what comes at one of them alone is of that, too. */
export function refusedOtherwise(all: readonly Gathered[]): (one: Gathered) => string | undefined {
  const otherwise = all.filter(({ signature: { code } }) => code !== undefined);
  const everywhere = new Set(otherwise.filter(({ signature: { at } }) => at === "Every request").map(({ signature }) => signature.refusal));
  return (one) => (otherwise.includes(one) && everywhere.has(one.signature.refusal) ? one.signature.refusal : undefined);
}

/** Returns the key of a refusal that comes by mistake to some and does not come to others: its condition is wrong. */
export function misjudged(all: readonly Gathered[]): (one: Gathered) => string | undefined {
  const keyOf = ({ signature: { at, path, refusal } }: Gathered): string | undefined =>
    path === "result" && refusal !== undefined ? `${at}\n${refusal}` : undefined;
  const both = groups(all, keyOf).filter((same) => new Set(same.map(({ signature }) => signature.expected)).size > 1);
  const isOfBoth = new Set(both.flat());
  return (one) => (isOfBoth.has(one) ? keyOf(one) : undefined);
}

/** Returns what is taken though it is to be refused. */
const takenOf = (all: readonly Gathered[]): Gathered[] =>
  all.filter(
    ({ signature: { path, expected, refusal }, shows }) =>
      path === "result" && expected === "error" && refusal !== undefined && shows.length > 0,
  );

/** Returns the key of a refusal that comes on none of many routes, in the same words: all look by the same code. */
export function takenOnMany(all: readonly Gathered[]): (one: Gathered) => string | undefined {
  return keyOnRoutes(takenOf(all), ({ signature }) => signature.refusal, fewestRefusals);
}

/** Returns the key of a refusal that does not come on one route, where all that shows it shows the same of another route: both look at one state. */
export function takenTogether(all: readonly Gathered[]): (one: Gathered) => string | undefined {
  return besideHosts(takenOf(all), (one, host) => host.signature.refusal === one.signature.refusal && isShownWithin(one, host));
}

/** Key of refusals that do not come on one route, of which all that shows them names one clause first: a condition is checked in several words. */
export function takenOfClause(all: readonly Gathered[]): (one: Gathered) => string | undefined {
  const taken = new Set(takenOf(all));
  return (one) => {
    const [first, ...others] = new Set(ownIn(one).map(({ clauses }) => clauses[0]));
    const isOfCondition = first !== undefined && clauseOf(first) !== undefined && !/^(conventions|authentication)\//.test(first);
    return taken.has(one) && isOfCondition && others.length === 0 ? `${one.signature.at}\n${first}` : undefined;
  };
}

/** Key of a code that comes in the place of others on one route. */
export const codeOf = ({ signature: { at, code }, alike: same }: Gathered): string | undefined =>
  code === undefined || same ? undefined : `${at}\n${code}`;

/** Whether a result has a refusal of a route in some words, which its check is about. */
const isRefusedIn = (result: Result, at: string, refusal: string): boolean =>
  askedIn(result).some(({ method, path, body }) => {
    const { route } = routed(method, path);
    return route === at && body.result === "error" && refusalIn(route, body) === refusal;
  });

/**
 * Returns the key of a request that is refused by mistake, with what else is refused there in the same words: without credentials, and where another code
 * belongs. Whoever refuses everything never comes to that.
 */
export function refusedAlways(all: readonly Gathered[]): (one: Gathered) => string | undefined {
  const mistaken = all.filter(
    ({ signature: { path, expected, refusal } }) => path === "result" && expected === "success" && refusal !== undefined,
  );
  return (one) => {
    const { at, code, clause = "" } = one.signature;
    const host = mistaken.includes(one)
      ? one
      : mistaken.find(
          ({ signature }) =>
            (clause.startsWith("authentication/") ||
              (at === signature.at && (code !== undefined || clause !== "")) ||
              stemOf(clause) === opAt(signature.at)) &&
            one.shows.length > 0 &&
            one.shows.every((result) => isRefusedIn(result, signature.at, signature.refusal ?? "")),
        );
    return host && idOf(host.signature);
  };
}

const isOn = (route: string, { method, path }: Seen): boolean => routed(method, path).route === route;

/** Whether a result shows a difference behind a refusal of a route: a check right behind it, but for reads, a scenario somewhere. */
function isBehind(signature: Signature, result: Result, route: string): boolean {
  const shown = shownIn(signature, result);
  if (!shown || isScenario(result)) return shown?.before.some((each) => each.body?.result === "error" && isOn(route, each)) ?? false;
  const refused = refusedBefore(shown.before);
  return refused !== undefined && isOn(route, refused);
}

/** Returns the key of what shows behind a refusal of one route in all results, where a check shows such: what was refused is done. */
export function doneThoughRefused(all: readonly Gathered[]): (one: Gathered) => string | undefined {
  const isLeft = ({ signature, shows }: Gathered, route: string): boolean => {
    const own = shows.filter((result) => !isMonitor(result));
    const isTaken = signature.path === "result" && signature.expected === "error";
    return own.length > 0 && !isTaken && own.every((result) => isBehind(signature, result, route));
  };
  const routes = new Set(
    all.flatMap((one) => {
      const shown = one.shows.filter(isOwnCheck).flatMap((result) => shownIn(one.signature, result) ?? []);
      const refused = shown.flatMap((each) => refusedBefore(each.before) ?? []);
      return refused.map(({ method, path }) => routed(method, path).route).filter((route) => isLeft(one, route));
    }),
  );
  return (one) => [...routes].find((route) => isLeft(one, route));
}
