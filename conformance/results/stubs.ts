import { opAt, routed, stemOf } from "../catalogue/route.ts";
import type { Signature } from "../causes/signature.ts";
import type { Seen } from "../client/seen.ts";
import { endpoints } from "../text/index.ts";
import { isScenario, saidIn, shownIn } from "./exchanges.ts";
import { type Gathered, groups, joined } from "./gathered.ts";

/** So many requests at least are answered alike, and so many differences shown, where an endpoint is a stub. */
const fewest = { requests: 8, differences: 3 } as const;

const difference = { path: "answer", expected: "one to each request", actual: "the same to all" } as const;

/** The endpoint that is to answer everybody alike: its mistakes are told by its fields. */
const alikeToAll = "GET /server_settings";

/** Whether a cause is an endpoint that answers all requests alike. */
export const isOfStub = ({ path, actual }: Signature): boolean => path === difference.path && actual === difference.actual;

const routeOf = ({ method, path }: Seen): string => routed(method, path).route;

/**
 * Whether all who asked an endpoint in the results that failed have one answer, callers without credentials too: an endpoint that only lacks some
 * refusals has others for these.
 */
function isStub(exchanges: readonly Seen[], route: string): boolean {
  // Behind an id that is none, there is no route to many servers.
  const answers = exchanges.filter(({ path }) => !route.includes("_id}") || /\/\d+(?=\/|$)/.test(path));
  const different = new Set(answers.map(({ status, body }) => JSON.stringify([status, body])));
  // Who logs in is nobody yet, and one account has one answer.
  const askers = new Set(answers.map(({ as, fields }) => JSON.stringify([as, fields.username])));
  const isOfMany = askers.size > 1 && answers.some(({ as }) => as === null);
  return answers.length >= fewest.requests && different.size === 1 && isOfMany;
}

/** Whether a difference may come of a stub: it is in its answers, or in what is told and read after it. What other endpoints do is theirs. */
function mayComeOf({ signature: { at, clause }, shows }: Gathered, route: string): boolean {
  if (at === route) return true;
  if (shows.length === 0 || !shows.every((result) => saidIn(result).some((exchange) => routeOf(exchange) === route))) return false;
  const isRead = at.startsWith("GET ") && !route.startsWith("GET ");
  return isRead || !endpoints.has(opAt(at) ?? "") || stemOf(clause) === opAt(route) || shows.every(isScenario);
}

/** Whether a difference is in what all answers have in common. */
const isOfAll = ({ at }: Signature): boolean => at.startsWith("Every ");

/** Returns the routes whose own answers differ: of what is wrong in all answers alike, those at which it shows. */
const routesOf = ({ signature, shows }: Gathered): readonly string[] =>
  isOfAll(signature) ? shows.flatMap((result) => shownIn(signature, result)?.shown ?? []).map(routeOf) : [signature.at];

/** Returns the routes of the endpoints that are stubs, of those whose own answers differ. */
function stubsIn(all: readonly Gathered[]): string[] {
  const differing = new Set(all.flatMap(routesOf).filter((route) => endpoints.has(opAt(route) ?? "")));
  const results = new Set(all.flatMap(({ shows }) => shows));
  return groups([...results].flatMap(saidIn), routeOf).flatMap((exchanges) => {
    const route = exchanges[0] && routeOf(exchanges[0]);
    return route !== undefined && route !== alikeToAll && differing.has(route) && isStub(exchanges, route) ? [route] : [];
  });
}

/** Puts all that an endpoint which answers every request alike does not do, tell and refuse to one cause. */
export const ofStubs = (all: readonly Gathered[]): readonly Gathered[] =>
  stubsIn(all).reduce<readonly Gathered[]>((some, route) => {
    const members = new Set(some.filter((one) => mayComeOf(one, route)));
    // Of an envelope of its own, successes and errors are all that differs.
    const isEnvelope = members.size > 1 && [...members].every(({ signature }) => isOfAll(signature));
    if (members.size < fewest.differences && !isEnvelope) return some;
    const whole = joined((one) => (members.has(one) ? route : undefined), some);
    return whole.map((one) => (some.includes(one) ? one : { ...one, signature: { at: route, ...difference } }));
  }, all);
