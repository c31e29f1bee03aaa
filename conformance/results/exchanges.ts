import { routed, stemOf } from "../catalogue/route.ts";
import { isReadOfState, type Signature } from "../causes/signature.ts";
import { markContent } from "../client/messages.ts";
import type { Seen } from "../client/seen.ts";
import { endpoints } from "../text/index.ts";
import type { PropertyResult, ScenarioResult } from "./report.ts";

type Result = PropertyResult | ScenarioResult;

/** Whether an address is that of a scenario, not of a property. */
export const isOfScenario = (address: string): boolean => /^(scenario|cover|concurrent|recorded)\//.test(address);

/** Whether a result is that of a scenario. */
export const isScenario = (result: Result): result is ScenarioResult => isOfScenario(result.address);

/** Monitors look at all that the others do, so that none of what they see is an example of its own. */
export const isMonitor = ({ address }: Result): boolean => address.startsWith("monitor/");

/** Whether a result is that of the monitor of the windows in which messages are fetched. */
export const isWindowMonitor = ({ address }: Result): boolean => address === "monitor/windows";

/** Whether a result is that of a check of its own: no scenario, and no monitor, which see what others ask for. */
export const isOwnCheck = (result: Result): boolean => !isScenario(result) && !isMonitor(result);

/** Returns the family of a property that is tried on each endpoint, such as `conventions.unsupportedListed`; undefined where it is none. */
export const familyIn = ({ address }: Result): string | undefined =>
  /^((?:conventions|authentication|errors|limits)\.\w+)\//.exec(address)?.[1];

/** Whether a result may be about any endpoint. */
export const isOfEach = (result: Result): boolean => familyIn(result) !== undefined || isScenario(result);

/** Whether a result is that of a property about one endpoint, or one thing. */
export const isOfOne = (result: Result): boolean => !isOfEach(result) && !isMonitor(result);

/** Returns all exchanges of a result, with those that steered or staged the server for it. */
export const saidIn = (result: Result): readonly Seen[] =>
  "pairs" in result ? (result.pairs ?? []).map(({ actual }) => actual) : "seen" in result ? (result.seen ?? []) : [];

/** Returns the exchanges of a result in which its run asks by itself. */
export const askedIn = (result: Result): readonly Seen[] => saidIn(result).filter(({ prepares }) => prepares === undefined);

/** Returns those of some exchanges that changed something, but for marks. */
export const makersIn = (exchanges: readonly Seen[]): readonly Seen[] =>
  exchanges.filter(({ method, path, fields, body, toItself }) => {
    const { op } = method === "GET" ? {} : routed(method, path);
    const isMark = toItself === true && fields.content === markContent;
    return op !== undefined && endpoints.has(op) && body.result === "success" && !isMark;
  });

/**
 * Returns the last exchange of some that changed something before the last one, where that reads what comes of it: events, a registration, or what an
 * endpoint of some clauses has made. One to such an endpoint goes before others.
 */
export function makerOfRead(exchanges: readonly Seen[], clauses: readonly string[]): Seen | undefined {
  const last = exchanges.at(-1);
  const isOfState = last !== undefined && isReadOfState(routed(last.method, last.path).route);
  const makers = isOfState || last?.method === "GET" ? makersIn(exchanges.slice(0, -1)) : [];
  const isMeant = ({ method, path }: Seen): boolean => clauses.some((id) => stemOf(id) === routed(method, path).op);
  return makers.findLast(isMeant) ?? (isOfState ? makers.at(-1) : undefined);
}

/** Whether an exchange is answered as a signature says, as far as the answer alone tells. */
function isOf({ at, path, actual, code }: Signature, { method, path: asked, body }: Seen): boolean {
  if (at.includes(" /") && routed(method, asked).route !== at) return false;
  return code === undefined ? path !== "result" || String(body.result ?? "nothing") === actual : body.code === code;
}

/** An exchange that shows a cause, and those before it. */
export interface ShownExchange {
  readonly shown: Seen;
  readonly before: readonly Seen[];
}

/** Returns the exchange of a result that shows a signature, with those before it; undefined where none does. */
export function shownIn(signature: Signature, result: Result): ShownExchange | undefined {
  const all = askedIn(result);
  const at = all.findLastIndex((exchange) => isOf(signature, exchange));
  const shown = all[at];
  return shown && { shown, before: all.slice(0, at) };
}

/** Returns the last of some requests that is no read, where it was refused; undefined where it was taken. */
export function refusedBefore(before: readonly Seen[]): Seen | undefined {
  const last = before.findLast(({ method }) => method !== "GET");
  return last?.body?.result === "error" ? last : undefined;
}
