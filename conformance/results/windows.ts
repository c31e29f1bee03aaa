import { routed } from "../catalogue/route.ts";
import type { Seen } from "../client/seen.ts";
import { overflowIn } from "../client/windows.ts";
import { isWindowMonitor, saidIn } from "./exchanges.ts";
import { byEvidence, type Gathered, joined } from "./gathered.ts";

/** Whether a list goes beyond its window: around the id that the request names, or that the answer tells for a date or the first unread message. */
function isOverflow({ method, path, fields, body = {} }: Seen): boolean {
  if (routed(method, path).route !== "GET /messages") return false;
  const told = { ...fields, anchor: body.anchor, use_first_unread_anchor: "false" };
  return [fields, told].some((each) => overflowIn(each, body) !== undefined);
}

/** Whether a cause is that lists go beyond the windows that were asked for, as the monitor of them says. */
const isOfWindow = ({ shows }: Gathered): boolean => shows.some(isWindowMonitor);

/** Puts what differs where lists go beyond their windows to what the monitor says of those: who reads such a list reads of the wrong messages. */
export function ofWindows(all: readonly Gathered[]): readonly Gathered[] {
  const [host] = all.filter(isOfWindow).toSorted(byEvidence);
  if (!host) return all;
  const follows = ({ shows }: Gathered): boolean => shows.length > 0 && shows.every((result) => saidIn(result).some(isOverflow));
  return joined(
    (one) => (isOfWindow(one) || follows(one) ? "windows" : undefined),
    all,
    (one) => Number(one !== host),
  );
}
