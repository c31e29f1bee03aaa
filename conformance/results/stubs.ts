import { opAt, routed } from "../catalogue/route.ts";
import type { Signature } from "../causes/signature.ts";
import type { Seen } from "../client/seen.ts";
import { endpoints } from "../text/index.ts";
import { isScenario, saidIn } from "./exchanges.ts";
import type { Gathered } from "./gathered.ts";
import type { PropertyResult, ScenarioResult } from "./report.ts";

type Result = PropertyResult | ScenarioResult;

/** So many requests at least are answered alike, and so many differences shown, where an endpoint is a stub. */
const fewest = { requests: 8, differences: 3 } as const;

const difference = { path: "answer", expected: "one to each request", actual: "the same to all" } as const;

/** Whether a cause is an endpoint that answers all requests alike. */
export const isOfStub = ({ path, actual }: Signature): boolean => path === difference.path && actual === difference.actual;

const isOf =
  (route: string) =>
  ({ method, path }: Seen): boolean =>
    routed(method, path).route === route;

/** Whether a route has one answer to whatever was asked in the results that failed, by callers without credentials too: one that only lacks some refusals has others. */
function isStub(results: readonly Result[], route: string): boolean {
  // Behind an id that is none, there is no route to many servers.
  const isWhole = ({ path }: Seen): boolean => !route.includes("_id}") || /\/\d+(?=\/|$)/.test(path);
  const answers = results.flatMap(saidIn).filter((exchange) => isOf(route)(exchange) && isWhole(exchange));
  const isOfAll = answers.some(({ as }) => as === null);
  const different = new Set(answers.map(({ status, body }) => JSON.stringify([status, body])));
  return isOfAll && answers.length >= fewest.requests && different.size === 1;
}

const stemIn = (clause = ""): string => clause.slice(0, clause.indexOf("/"));

/** Whether a difference may come of a stub: it is in its answers, or in what is told and read after it. What other endpoints do is theirs. */
function mayComeOf({ signature: { at, clause }, shows }: Gathered, route: string): boolean {
  if (at === route) return true;
  if (shows.length === 0 || !shows.every((result) => saidIn(result).some(isOf(route)))) return false;
  const isRead = at.startsWith("GET ") && !route.startsWith("GET ");
  return isRead || !endpoints.has(opAt(at) ?? "") || stemIn(clause) === opAt(route) || shows.every(isScenario);
}

const unique = (lists: readonly (readonly Result[])[]): Result[] => [...new Set(lists.flat())];

/** Puts all that an endpoint which answers every request alike does not do, tell and refuse to one cause. */
export function ofStubs(all: readonly Gathered[]): readonly Gathered[] {
  const results = unique(all.map(({ shows }) => shows));
  const routes = [...new Set(all.map(({ signature }) => signature.at))].filter((at) => endpoints.has(opAt(at) ?? ""));
  return routes
    .filter((route) => isStub(results, route))
    .reduce<readonly Gathered[]>((some, route) => {
      const members = some.filter((one) => mayComeOf(one, route));
      if (members.length < fewest.differences) return some;
      const whole: Gathered = {
        signature: { at: route, ...difference },
        shows: unique(members.map(({ shows }) => shows)),
        waiting: unique(members.map(({ waiting }) => waiting)),
        naming: unique(members.map(({ naming }) => naming)),
        alike: members.flatMap(({ signature, alike = [signature] }) => alike),
      };
      return [...some.filter((one) => !members.includes(one)), whole];
    }, all);
}
