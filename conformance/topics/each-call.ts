import type { Property } from "../declare/property.ts";
import { type Promised, promiseOf } from "../derive/clauses.ts";
import * as endpoints from "../endpoints/index.ts";

/** A valid call of each endpoint. */
export const calls = Object.values(endpoints).map(({ call }) => call);

/** Returns a property for each endpoint that one promise is about, by their stems: where one cannot be tried, the others still are. */
export const forEachCall = <G extends object = Record<never, never>>(promised: Promised<G>): Readonly<Record<string, Property>> =>
  Object.fromEntries(calls.filter(promised.of ?? (() => true)).map((call) => [call.stem, promiseOf(promised, call)]));
