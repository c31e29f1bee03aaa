import { isThere } from "../core/levels.ts";
import { eventFacts } from "../events/types.ts";
import type { Endpoint } from "../protocol/endpoint.ts";
import { refusalsOf } from "../protocol/refusals.ts";
import type { Exchange } from "../protocol/wire.ts";
import { allEndpoints, endpointAt } from "../server/routes.ts";

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

/** A route as people write it: `{topic}` for `{topic:text}`. */
export const writtenRoute = (route: string): string => route.replaceAll(/:(text|rest)\}/g, "}");

function coverageOfRoute(endpoint: Endpoint, own: readonly Exchange[], level: number): RouteCoverage {
  const { route, params } = endpoint;
  const sent = new Set(own.flatMap(({ request }) => Object.keys(request.fields)));
  const names = Object.entries(params).filter(([, param]) => isThere(param, level));
  const isMet = ([name, { aliases }]: (typeof names)[number]): boolean => [name, ...aliases].some((each) => sent.has(each));
  const codes = own.flatMap((exchange) => (bodyOf(exchange).result === "error" ? [String(bodyOf(exchange).code)] : []));
  const known = new Set([...refusalsOf(endpoint, level).values()].flat().map(({ code }) => code));
  return {
    route: writtenRoute(route),
    requests: own.length,
    parameters: { met: names.filter(isMet).map(([name]) => name), unmet: names.filter((one) => !isMet(one)).map(([name]) => name) },
    refusals: counted(codes),
    unmet: [...known].filter((code) => !codes.includes(code)),
  };
}

/** Returns what of a server of a level its clients met. @param dropped exchanges that the journal no longer has */
export function coverageOf(transcript: readonly Exchange[], level: number, dropped: number): Coverage {
  const asked = new Map<Endpoint | undefined, Exchange[]>();
  for (const exchange of transcript) {
    const endpoint = endpointAt(exchange.request);
    const own = asked.get(endpoint) ?? [];
    asked.set(endpoint, own);
    own.push(exchange);
  }
  const here = allEndpoints.filter((endpoint) => isThere(endpoint, level));
  const types = transcript.flatMap((exchange) => typesIn(bodyOf(exchange)));
  return {
    routes: here.flatMap((endpoint) => {
      const own = asked.get(endpoint);
      return own ? [coverageOfRoute(endpoint, own, level)] : [];
    }),
    unmet: here.filter((endpoint) => !endpoint.support && !asked.has(endpoint)).map(({ route }) => writtenRoute(route)),
    events: { met: counted(types), unmet: Object.keys(eventFacts).filter((type) => !types.includes(type)) },
    exchanges: transcript.length,
    dropped,
  };
}
