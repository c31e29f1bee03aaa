import type { Call } from "../declare/call.ts";
import type { Property } from "../declare/property.ts";
import { type Promised, promiseOf } from "../derive/clauses.ts";
import * as endpoints from "../endpoints/index.ts";

/** A valid call of each endpoint. */
export const calls = Object.values(endpoints).map(({ call }) => call);

/** Returns the valid call of an endpoint, by its route as the specification writes it. */
export function callTo(route: string): Call {
  const call = calls.find((each) => each.route === route);
  if (!call) throw new Error(`no endpoint is called ${route}`);
  return call;
}

/** Returns a property for each endpoint that one promise is about, by their stems: where one cannot be tried, the others still are. */
export const forEachCall = <G extends object = Record<never, never>>(promised: Promised<G>): Readonly<Record<string, Property>> =>
  Object.fromEntries(calls.filter(promised.of ?? (() => true)).map((call) => [call.stem, promiseOf(promised, call)]));
