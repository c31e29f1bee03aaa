import { draw } from "../core/rng.ts";
import type { World } from "../core/world.ts";
import type { Journal } from "../journal/index.ts";
import { bareRoute, routeOf, sameRoute } from "../journal/same-route.ts";
import { jsonHeaders } from "../protocol/envelope.ts";
import { Answer, type Headers, type MetFault, type WireRequest, type WireResponse } from "../protocol/wire.ts";
import { castOf } from "../realm/users.ts";
import { allEndpoints } from "../server/routes.ts";
import { checked, type Fault, FaultError, type Then } from "./shape.ts";

/** A fault that a request or a held poll has met. */
export interface Met {
  readonly id: string;
  /** Name of the caller. */
  readonly as: string | null;
  readonly does: Then;
}

/** Stands in the journal where the client got no answer. */
export const noAnswer = new Answer(0, "", {});

const headerOf = (headers: Headers, name: string): string | undefined =>
  Object.entries(headers).find(([known]) => known.toLowerCase() === name)?.[1];

/** The wait of a limit for which no other is asked. */
const defaultWait: Headers = { "Retry-After": "1" };

/** Returns what stands in an answer for which no body was asked. */
function defaultBody(status: number, headers: Headers): object {
  if (status < 400) return { result: "success", msg: "" };
  if (status === 500) return { result: "error", msg: "Internal server error" };
  // A code would tell clients that the request is at fault.
  if (status > 500) return { result: "error", msg: "A fault was asked for" };
  if (status !== 429) return { result: "error", msg: "A fault was asked for", code: "BAD_REQUEST" };
  const wait = Number(headerOf(headers, "retry-after"));
  return {
    result: "error",
    msg: "API usage exceeded rate limit",
    code: "RATE_LIMIT_HIT",
    ...(Number.isFinite(wait) && { "retry-after": wait }),
  };
}

/** The answer in place of the real one; undefined where the request is handled as usual. */
export function insteadOf({ status, headers = {}, body, drop }: Then): WireResponse | undefined {
  if (drop === true) return noAnswer;
  if (status === undefined && body === undefined) return undefined;
  const code = status ?? 200;
  if (typeof body === "string") return new Answer(code, body, { ...jsonHeaders, "Content-Type": "text/html; charset=utf-8" });
  if (body !== undefined) return new Answer(code, `${JSON.stringify(body)}\n`, jsonHeaders);
  const added = code === 429 && headerOf(headers, "retry-after") === undefined ? defaultWait : {};
  return new Answer(code, `${JSON.stringify(defaultBody(code, { ...headers, ...added }))}\n`, { ...jsonHeaders, ...added });
}

/** Headers with others laid over them, whatever the case of their names. */
function laidOver(headers: Headers, others: Headers): Headers {
  const kept = Object.entries(headers).filter(([name]) => headerOf(others, name.toLowerCase()) === undefined);
  return { ...Object.fromEntries(kept), ...others };
}

/** An answer as the client gets it when a fault has met it. */
export function faultedAnswer({ id, does: { headers, cut_bytes, drop } }: Met, answer: WireResponse): WireResponse {
  const delivery = { fault: id, drop: drop !== undefined, cutBytes: cut_bytes };
  if (drop) return new Answer(0, "", {}, delivery);
  return new Answer(answer.status, answer.text, headers ? laidOver(answer.headers, headers) : answer.headers, delivery);
}

/** Returns what the journal says of a fault: all but the body, which stands in the answer. */
export function markOf({ id, does: { body: _, ...rest } }: Met): MetFault {
  return { id, ...rest };
}

interface Waiting {
  readonly id: string;
  readonly fault: Fault;
  /** Of its text, in UTF-16 units. */
  readonly length: number;
  readonly tests: ReadonlyMap<string, RegExp>;
  after: number;
  left: number;
  readonly chance: (below: number) => number;
}

interface FaultsParts {
  /** The state as it is now. */
  readonly world: () => World;
  readonly journal: () => Journal;
  /** Is told of each fault that was added, as it may meet polls that are held already. */
  readonly added: (id: string) => void;
}

const isRoute = (route: string): boolean => allEndpoints.some((endpoint) => sameRoute(endpoint.route, bareRoute(route)));

const mostFaults = 1000;
const mostLength = 8_000_000;

const finestChance = 1_000_000;

/** Whether a fault meets one that matches it: not the first few, and not without luck. */
function meets(waiting: Waiting): boolean {
  if (waiting.after > 0) {
    waiting.after--;
    return false;
  }
  const { probability } = waiting.fault;
  return probability === undefined || waiting.chance(finestChance) < probability * finestChance;
}

/** Whether fields have the texts that are asked of them. */
function hasTexts({ query, form }: WireRequest, tests: ReadonlyMap<string, RegExp>): boolean {
  const fields = new Map([...query, ...form]);
  return [...tests].every(([name, test]) => {
    const text = fields.get(name);
    return text !== undefined && test.test(text);
  });
}

/** Faults that wait for what they match: the first that matches and is due is taken, and counted down. */
export class Faults {
  readonly #parts: FaultsParts;
  #waiting: Waiting[] = [];
  #made = 0;

  constructor(parts: FaultsParts) {
    this.#parts = parts;
  }

  /** Adds a fault and gives its id. @throws FaultError: it is none */
  add(fault: Fault): string {
    const world = this.#parts.world();
    const { fault: known, tests } = checked(fault, { cast: Object.keys(castOf(world)), isRoute, journal: this.#parts.journal() });
    const length = JSON.stringify(known).length;
    if (this.#waiting.length >= mostFaults || this.#waiting.reduce((sum, { length }) => sum + length, length) > mostLength)
      throw new FaultError(`fault: at most ${mostFaults} wait, which come to ${mostLength} characters at most; remove some first`);
    const id = String(++this.#made);
    const chance = draw(world.server.seed, "fault", this.#made);
    this.#waiting.push({ id, length, fault: known, tests, after: known.after ?? 0, left: known.times ?? Number.POSITIVE_INFINITY, chance });
    this.#parts.added(id);
    return id;
  }

  /** The faults still waiting, `after` and `times` counted down, each RegExp as its text. */
  get list(): (Fault & { readonly id: string })[] {
    return this.#waiting.map(({ id, fault, after, left }) => ({
      id,
      ...fault,
      ...(fault.after !== undefined && { after }),
      ...(fault.times !== undefined && { times: left }),
    }));
  }

  /** Takes the fault that meets a request. */
  take(request: WireRequest): Met | undefined {
    return this.#waiting.length === 0 ? undefined : this.#taken(request, nameOf(this.#parts.world(), request), false);
  }

  /** Takes the fault that meets a held poll, or one fault in particular where it does. */
  takeHeld(request: WireRequest, as: string | null, id?: string): Met | undefined {
    return this.#taken(request, as, true, id);
  }

  #taken(request: WireRequest, as: string | null, held: boolean, id?: string): Met | undefined {
    const route = routeOf(request);
    const matching = this.#waiting.filter(
      ({ id: its, fault: { match = {} }, tests }) =>
        (id === undefined || id === its) &&
        held === (match.held === true) &&
        (match.route === undefined || sameRoute(bareRoute(match.route), route)) &&
        (match.as === undefined || match.as === as) &&
        (tests.size === 0 || hasTexts(request, tests)),
    );
    const met = matching.find(meets);
    if (!met) return undefined;
    met.left--;
    if (met.left === 0) this.remove(met.id);
    return { id: met.id, as, does: met.fault.then };
  }

  /** Removes one fault; says whether it was there. */
  remove(id: string): boolean {
    const before = this.#waiting.length;
    this.#waiting = this.#waiting.filter((waiting) => waiting.id !== id);
    return this.#waiting.length < before;
  }

  /** Removes all faults. Ids are not used again. */
  clear(): void {
    this.#waiting = [];
  }

  /** Removes all faults and counts ids from the start. */
  reset(): void {
    this.clear();
    this.#made = 0;
  }
}

function nameOf(world: World, { credentials }: WireRequest): string | null {
  const { kind } = credentials;
  const byCookie = kind === "session" ? world.sessions.get(credentials.session ?? "") : undefined;
  const id = kind === "basic" ? world.usersByApiKey.get(credentials.api_key) : byCookie;
  return id === undefined ? null : world.users.require(id).key;
}
