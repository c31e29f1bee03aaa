import type { Params } from "../protocol/params.ts";
import { fail, listed, type Place, wrong } from "../reader/index.ts";
import { allEndpoints, notSimulated } from "../server/routes.ts";
import { type MatchedExchange, patternPlace, type RequestPattern } from "./criteria.ts";
import { nearest } from "./near.ts";
import { bareRoute, isWildcard, sameRoute, withoutIds } from "./same-route.ts";

/** A route that servers have, of whatever level. */
interface Known {
  readonly method: string;
  readonly segments: readonly string[];
  /** Undefined where the route is not simulated. */
  readonly params: Params | undefined;
}

const known = ({ route, params }: { readonly route: string; readonly params?: Params }): Known => {
  const [method = "", path = ""] = route.split(" ");
  return { method, segments: path.split("/"), params };
};

const routes: readonly Known[] = [
  ...allEndpoints.map(known),
  // Realms with another provider of video calls have its name there.
  ...allEndpoints
    .filter(({ route }) => route.includes("/vc/"))
    .map((one) => known({ ...one, route: one.route.replace("/vc/", "/webex/") })),
  ...notSimulated.map((route) => known({ route })),
];

/** Whether a segment that somebody writes stands where a route has another. */
function stands(written: string, segment: string): boolean {
  if (isWildcard(written) || written === segment) return true;
  if (!segment.startsWith("{")) return false;
  return segment.endsWith(":text}") ? written !== "" : /^\d+$/.test(written);
}

/** Whether a route that somebody writes or asks is one that is known. */
function isFor(route: string, { method, segments }: Known): boolean {
  const [asked = "", path = ""] = route.split(" ");
  if (asked !== method && asked !== "OPTIONS" && !(asked === "HEAD" && method === "GET")) return false;
  const written = path.split("/");
  const rest = segments.findIndex((segment) => segment.endsWith(":rest}"));
  const isLong = rest >= 0 ? written.length > rest : written.length === segments.length;
  return isLong && segments.every((segment, i) => i === rest || stands(written[i] ?? "", segment));
}

/** Whether servers of some level have a route, be it simulated or not. @throws TypeError: it is no text */
export function isRouteOfServers(route: string): boolean {
  if (typeof route !== "string") throw new TypeError(`route: got ${String(route)}, expected a route such as POST /messages`);
  return routes.some((one) => isFor(bareRoute(route), one));
}

/** A route as the specification spells it. */
const words = ({ method, segments }: Known): string => `${method} ${segments.join("/").replaceAll(/:(text|rest)\}/g, "}")}`;

/** Key by which two routes are compared: whatever stands for an id is the same. */
const skeleton = (route: string): string => route.replaceAll(/\{[^}]*\}|\*|(?<=\/)\d+/g, "{}");

const spellings = new Map(routes.map((one) => [skeleton(words(one)), words(one)]));

const pathOf = (route: string): string => route.slice(route.indexOf(" ") + 1);

/** The routes that are most like one that is none. An equal method alone makes none alike. */
function nearRoutes(route: string): string[] {
  const asked = skeleton(route);
  const alike = [...spellings.keys()].filter((each) => nearest(pathOf(asked), [pathOf(each)]).length > 0);
  return nearest(asked, alike).flatMap((each) => spellings.get(each) ?? []);
}

const sendable = new Set<string>();
const mostSendable = 10_000;

/** Whether servers have something at a path, by whatever method. */
const isPathOfServers = (path: string): boolean => routes.some((one) => isFor(`${one.method} ${path}`, one));

/** Whether a route is one of servers' but for a text where a number must be: servers refuse that. */
const hasWrongId = (route: string): boolean => {
  const segments = (words: string): string[] => words.split(/[ /]+/);
  const written = segments(route);
  return routes.some((one) => {
    const stated = segments(words(one));
    return stated.length === written.length && stated.every((segment, i) => segment === written[i] || segment.startsWith("{"));
  });
};

/**
 * Refuses a route that is misspelt: no server has anything at its path, but at one that is almost like it. What is like none,
 * or percent-encoded, is asked for on purpose.
 * @throws TypeError: names the routes that are most like it
 */
export function checkSpelling(route: string, at: Place): void {
  const [bare = ""] = bareRoute(route).split("?");
  const kind = withoutIds(bare);
  if (sendable.has(kind)) return;
  const isKnown = bare.includes("%") || isPathOfServers(bare.slice(bare.indexOf(" ") + 1)) || hasWrongId(bare);
  const near = isKnown ? [] : nearRoutes(bare);
  if (near.length > 0)
    fail(at, `got ${JSON.stringify(route)}, which no server has; ${nearWords(near)}; sim.send({ method, path }) asks for anything`);
  if (sendable.size >= mostSendable) sendable.clear();
  sendable.add(kind);
}

/** A journal, of which `seen` is taken only where it is needed. */
export interface Seen {
  readonly seen: readonly MatchedExchange[];
}

/** Names of fields that any request may have. */
const everywhere = ["client", "csrfmiddlewaretoken", "method"];

const namesOf = (params: Params): string[] => Object.entries(params).flatMap(([name, { aliases }]) => [name, ...aliases]);

/** Returns what adds to a complaint about a route those that are most like it and that a condition holds for; empty where none is. */
export function nearRouteWords(route: string, isAccepted: (route: string) => boolean = () => true): string {
  const near = nearRoutes(bareRoute(route)).filter(isAccepted);
  return near.length === 0 ? "" : `; ${nearWords(near)}`;
}

/** Returns what adds to a complaint the names that are most like a wrong one. */
const nearWords = (near: readonly string[]): string => `near ${near.length === 1 ? "is" : "are"} ${listed(near)}`;

/**
 * Refuses names that are no fields of a route: nothing would ever fit. Names that a client has sent there, be they wrong, are no mistake.
 * A route that servers do not have, or that is not simulated, has any field.
 */
export function checkFields(route: string, names: Iterable<string>, at: Place, { seen }: Seen): void {
  const bare = bareRoute(route);
  const here = routes.filter((one) => isFor(bare, one));
  if (here.length === 0 || here.some(({ params }) => params === undefined)) return;
  const known = new Set([...here.flatMap(({ params = {} }) => namesOf(params)), ...everywhere]);
  const strange = [...names].filter((name) => !known.has(name));
  if (strange.length === 0) return;
  const asked = seen.filter((one) => sameRoute(bare, one.route));
  const wrong = strange.find((name) => !asked.some(({ fields }) => Object.hasOwn(fields, name)));
  if (wrong === undefined) return;
  const own = [...known].filter((name) => !everywhere.includes(name));
  const near = nearest(wrong, own);
  fail(at.at(wrong), `${bare} has no such field; ${near.length > 0 ? nearWords(near) : `known here are ${listed(own, "and", 40)}`}`);
}

/** Refuses a pattern with a route that no server has, or with fields that the route does not have. @throws PatternError: names the place, and what is near */
export function checkNames({ route, fields = {} }: RequestPattern, journal: Seen): void {
  if (route === undefined) return;
  const bare = bareRoute(route);
  const isKnown = routes.some((one) => isFor(bare, one)) || journal.seen.some((one) => sameRoute(bare, one.route));
  if (!isKnown) wrong(patternPlace.at("route"), route, `a route that servers have${nearRouteWords(route)}`);
  checkFields(bare, Object.keys(fields), patternPlace.at("fields"), journal);
}
