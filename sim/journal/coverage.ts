import { has } from "../core/levels.ts";
import { endpoints } from "../endpoints/index.ts";
import { eventFacts } from "../events/types.ts";
import { refusalsOf } from "../protocol/refusals.ts";
import type { Exchange } from "../protocol/wire.ts";
import { support } from "../server/routes.ts";
import type { Simulator } from "../server/simulator.ts";
import { isFor, known } from "./known-routes.ts";
import { routeOf, withoutIds } from "./same-route.ts";

/** Use of one route by the clients of a simulator. */
export interface RouteCoverage {
  readonly route: string;
  /** Number of requests. */
  readonly requests: number;
  readonly parameters: { readonly met: readonly string[]; readonly unmet: readonly string[] };
  /** Number of refusals by code. */
  readonly refusals: Readonly<Record<string, number>>;
  /** Codes of the refusals that the route has beside those. */
  readonly unmet: readonly string[];
}

/** Use of a server by the tests of a client, as far as the journal has the exchanges. */
export interface Coverage {
  /** The routes that were asked, those of the specification first. */
  readonly routes: readonly RouteCoverage[];
  /** Routes of the specification that were not. */
  readonly unmet: readonly string[];
  /** Types of events that came, with their number, and those of the specification's and running servers' that did not. */
  readonly events: { readonly met: Readonly<Record<string, number>>; readonly unmet: readonly string[] };
  /** Exchanges that were looked at, and those of before that the journal has let go. */
  readonly exchanges: number;
  readonly dropped: number;
}

type Body = Readonly<Record<string, unknown>>;

const bodyOf = ({ response: { body } }: Exchange): Body => (typeof body === "object" && body !== null ? (body as Body) : {});

/** Counts what is there several times. */
function counted(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of [...names].sort()) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

const typesIn = ({ events }: Body): string[] =>
  Array.isArray(events) ? events.flatMap((event) => (typeof event?.type === "string" ? [event.type] : [])) : [];

const placesIn = ({ route }: { readonly route: string }): number => route.split("{").length;

/** A route as people write it: `{topic}` for `{topic:text}`. */
export const writtenRoute = (route: string): string => route.replaceAll(/:(text|rest)\}/g, "}");

/** Returns what of a server its clients met. */
export function coverageOf({ transcript, journal, state }: Simulator): Coverage {
  const isHere = (since: Parameters<typeof has>[1] | undefined, until?: Parameters<typeof has>[1]): boolean =>
    (!since || has(state, since)) && !(until && has(state, until));
  // One path stands for all that differ in ids: looking for the route of each exchange would take seconds.
  const asked = new Map<string, { readonly route: string; readonly own: Exchange[] }>();
  for (const exchange of transcript) {
    const route = routeOf(exchange.request);
    const alike = asked.get(withoutIds(route)) ?? { route, own: [] };
    asked.set(withoutIds(route), alike);
    alike.own.push(exchange);
  }
  const here = [...endpoints, ...support].filter(({ since, until }) => isHere(since, until));
  // A request is for the route of its own words where another has a place for any.
  const served = here.map((endpoint) => ({ endpoint, known: known(endpoint) })).sort((a, b) => placesIn(a.endpoint) - placesIn(b.endpoint));
  const ownOf = new Map<object | undefined, Exchange[]>();
  for (const { route, own } of asked.values()) {
    const endpoint = served.find((one) => isFor(route, one.known))?.endpoint;
    ownOf.set(endpoint, [...(ownOf.get(endpoint) ?? []), ...own]);
  }
  const routes = here.map((endpoint) => {
    const { route, params, support: isBeside } = endpoint;
    const own = ownOf.get(endpoint) ?? [];
    const sent = new Set(own.flatMap(({ request }) => Object.keys(request.fields)));
    const names = Object.entries(params).flatMap(([name, param]) =>
      isHere(param.since, param.until) ? [{ name, aliases: param.aliases }] : [],
    );
    const isMet = ({ name, aliases }: (typeof names)[number]): boolean => [name, ...aliases].some((each) => sent.has(each));
    const codes = own.flatMap((exchange) => (bodyOf(exchange).result === "error" ? [String(bodyOf(exchange).code)] : []));
    const parameters = {
      met: names.filter(isMet).map(({ name }) => name),
      unmet: names.filter((one) => !isMet(one)).map(({ name }) => name),
    };
    const known = new Set([...refusalsOf(endpoint, state.server.level).values()].flat().map(({ code }) => code));
    const unmet = [...known].filter((code) => !codes.includes(code));
    return { isBeside, covered: { route: writtenRoute(route), requests: own.length, parameters, refusals: counted(codes), unmet } };
  });
  const types = transcript.flatMap((exchange) => typesIn(bodyOf(exchange)));
  return {
    routes: routes.filter(({ covered }) => covered.requests > 0).map(({ covered }) => covered),
    unmet: routes.filter(({ isBeside, covered }) => !isBeside && covered.requests === 0).map(({ covered }) => covered.route),
    events: { met: counted(types), unmet: Object.keys(eventFacts).filter((type) => !types.includes(type)) },
    exchanges: transcript.length,
    dropped: journal.dropped,
  };
}
