import type { World } from "./core/world.ts";
import { endpoints } from "./endpoints/index.ts";
import { jsonHeaders } from "./protocol/envelope.ts";
import { Answer, type Delivery, type WireRequest, type WireResponse } from "./protocol/wire.ts";
import { support } from "./support/index.ts";

/** A fault as it is asked for: what it meets, how often, and what comes instead of the answer or with it. */
export interface Fault {
  readonly match: {
    /** Method and path such as `POST /messages`; a segment in braces stands for any. Absent: every route. */
    readonly route?: string;
    /** Name of a cast member. Absent: everyone. */
    readonly as?: string;
  };
  /** How many requests it meets; absent: all until it is cleared. */
  readonly times?: number;
  readonly then: {
    readonly status?: number;
    /** Sent as JSON; a string as it is, as HTML. */
    readonly body?: unknown;
    readonly delay_ms?: number;
    /** The connection is cut without an answer, and the request has no effect. */
    readonly drop?: true;
  };
}

/** What becomes of a request that a fault meets. Without a response the request is handled as usual. */
export interface Met {
  readonly as: string | null;
  readonly response: WireResponse | undefined;
  readonly delivery: Delivery | undefined;
}

/** A fault is not of the shape it must have. The message is one line. */
export class FaultError extends Error {
  override name = "FaultError";
}

const wrong = (line: string): never => {
  throw new FaultError(`fault: ${line}`);
};

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value);

function objectOf(value: unknown, at: string, keys: readonly string[]): Record<string, unknown> {
  if (!isRecord(value)) return wrong(`${at} is not an object`);
  const stranger = Object.keys(value).find((key) => !keys.includes(key));
  if (stranger !== undefined) wrong(`${at} has no field ${JSON.stringify(stranger)}; it has ${keys.join(", ")}`);
  return value;
}

const isInteger = (value: unknown, low: number, high: number): boolean =>
  Number.isInteger(value) && (value as number) >= low && (value as number) <= high;

const inBraces = (segment: string): boolean => segment.startsWith("{") && segment.endsWith("}");

/** Whether two paths are one where a segment in braces, on either side, stands for any segment. */
function samePath(a: string, b: string): boolean {
  const [left, right] = [a.split("/"), b.split("/")];
  return left.length === right.length && left.every((segment, i) => segment === right[i] || inBraces(segment) || inBraces(right[i]!));
}

function sameRoute(a: string, b: string): boolean {
  const [methodA, pathA = ""] = a.split(" ");
  const [methodB, pathB = ""] = b.split(" ");
  return methodA === methodB && samePath(pathA, pathB);
}

function checkMatch(value: unknown, cast: readonly string[]): void {
  const { route, as } = objectOf(value, "match", ["route", "as"]);
  if (route !== undefined && typeof route !== "string") wrong("match.route is not a string");
  if (typeof route === "string" && ![...endpoints, ...support].some((endpoint) => sameRoute(endpoint.route, route))) {
    wrong(`match.route: there is no route ${JSON.stringify(route)}; write it like "POST /messages" or "GET /messages/{message_id}"`);
  }
  if (as !== undefined && !cast.includes(as as string)) {
    wrong(`match.as: there is no ${JSON.stringify(as)}; the cast is ${cast.join(", ")}`);
  }
}

function checkThen(value: unknown): void {
  const { status, body, delay_ms, drop } = objectOf(value, "then", ["status", "body", "delay_ms", "drop"]);
  if (status !== undefined && !isInteger(status, 200, 599)) wrong("then.status is not an integer from 200 to 599");
  if (delay_ms !== undefined && !isInteger(delay_ms, 0, 600_000)) wrong("then.delay_ms is not an integer from 0 to 600000");
  if (drop !== undefined && drop !== true) wrong("then.drop is not true");
  if (drop && (status !== undefined || body !== undefined)) wrong("then.drop sends nothing, so it has no status or body beside it");
  if (status === undefined && body === undefined && delay_ms === undefined && !drop) {
    wrong("then is empty; it has status, body, delay_ms, drop");
  }
}

function checked(value: unknown, cast: readonly string[]): Fault {
  const whole = objectOf(value, "the whole", ["match", "times", "then"]);
  const { match = {}, times, then } = whole;
  checkMatch(match, cast);
  if (times !== undefined && !isInteger(times, 1, 1_000_000)) wrong("times is not an integer from 1 to 1000000");
  checkThen(then);
  return { ...whole, match } as unknown as Fault;
}

const defaultBody = (status: number) =>
  status < 400 ? { result: "success", msg: "" } : { result: "error", msg: "A fault was asked for", code: "BAD_REQUEST" };

function responseOf({ status, body, drop }: Fault["then"]): WireResponse | undefined {
  if (drop) return new Answer(0, "", {});
  if (status === undefined && body === undefined) return undefined;
  if (typeof body === "string") return new Answer(status ?? 200, body, { ...jsonHeaders, "Content-Type": "text/html; charset=utf-8" });
  return new Answer(status ?? 200, `${JSON.stringify(body ?? defaultBody(status ?? 200))}\n`, jsonHeaders);
}

/** Faults that wait for the requests they match: the first that matches is taken, and counted down. */
export class Faults {
  #waiting: { readonly fault: Fault; left: number }[] = [];

  /** @throws FaultError: not a fault */
  add(fault: unknown, cast: readonly string[]): Fault {
    const known = checked(fault, cast);
    this.#waiting.push({ fault: known, left: known.times ?? Number.POSITIVE_INFINITY });
    return known;
  }

  /** The faults still waiting, `times` counted down. */
  get list(): Fault[] {
    return this.#waiting.map(({ fault, left }) => ({ ...fault, ...(Number.isFinite(left) && { times: left }) }));
  }

  take(world: World, request: WireRequest): Met | undefined {
    if (this.#waiting.length === 0) return undefined;
    const as = nameOf(world, request);
    const route = `${request.method} ${request.path.replace("/api/v1", "")}`;
    const met = this.#waiting.find(
      ({ fault: { match } }) => (match.route === undefined || sameRoute(match.route, route)) && (match.as === undefined || match.as === as),
    );
    if (!met) return undefined;
    met.left--;
    if (met.left === 0) this.#waiting = this.#waiting.filter((waiting) => waiting !== met);
    const { delay_ms, drop } = met.fault.then;
    const delivery = delay_ms === undefined && !drop ? undefined : { delayMillis: delay_ms ?? 0, drop: drop ?? false };
    return { as, response: responseOf(met.fault.then), delivery };
  }

  clear(): void {
    this.#waiting = [];
  }
}

function nameOf(world: World, { credentials }: WireRequest): string | null {
  const id = credentials.kind === "basic" ? world.usersByApiKey.get(credentials.api_key) : undefined;
  return id === undefined ? null : world.users.get(id)!.key;
}
