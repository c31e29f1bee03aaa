import { steps } from "./catalogue.ts";

/** A request as the kind of step that it could be, with its route. */
export interface Routed {
  /** Name of the kind of step; undefined for a request that no scenario makes. */
  readonly op: string | undefined;
  /** Method and path with names in braces for what varies, such as `GET /messages/{message_id}`. */
  readonly route: string;
}

interface Pattern {
  readonly op: string;
  readonly route: string;
  readonly test: RegExp;
  /** The number of parameters in its path. */
  readonly params: number;
}

const patternOf = (op: string, route: string): Pattern => ({
  op,
  route,
  params: route.split("{").length - 1,
  test: new RegExp(`^${route.replace(/\{\w+\}/g, "[^/]+")}$`),
});

let patterns: readonly Pattern[] | undefined;

/** Paths without parameters first: `/messages/matches_narrow` is no message. */
const all = (): readonly Pattern[] =>
  (patterns ??= [...steps]
    .filter(([, { action }]) => !action)
    .map(([op, { route }]) => patternOf(op, route))
    .sort((a, b) => a.params - b.params));

/** Returns the kind of step that a difference is at, such as `POST /typing`; undefined where it is at no request, such as at an event. */
export function opAt(at: string): string | undefined {
  const [method = "", path = ""] = at.split(" ");
  return at.includes(" /") ? routed(method, path).op : undefined;
}

/** Returns the endpoint or the record of a clause, such as `typing.post`; nothing where there is no clause. */
export const stemOf = (clause = ""): string => clause.slice(0, clause.indexOf("/"));

/** Returns what a request is, by its method and its path after `/api/v1`. */
export function routed(method: string, path: string): Routed {
  const request = `${method} ${path}`;
  const known = all().find(({ test }) => test.test(request));
  return known ? { op: known.op, route: known.route } : { op: undefined, route: request.replace(/\/\d+(?=\/|$)/g, "/{id}") };
}
