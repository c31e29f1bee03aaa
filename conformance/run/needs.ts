import { isHeldToObserved, type Target } from "../client/target.ts";
import * as endpoints from "../endpoints/index.ts";
import { observedBy } from "../observed.ts";

/** The routes of endpoints, as the specification writes them, by the stems of their folders. */
export const routesOfEndpoints: ReadonlyMap<string, string> = new Map(Object.values(endpoints).map(({ call }) => [call.stem, call.route]));

/** The routes that properties need beside those of their folders, by address: what they look at is told for the sake of these. */
const others: Readonly<Record<string, string>> = {
  "limits/foldersTold": "POST /channel_folders/create",
  "limits/typingPeriods": "POST /typing",
};

/** Returns the route that a property judges: that of its folder, or of the endpoint that it is made for. */
function judgedRoute(address: string): string | undefined {
  const [folder = "", name = ""] = address.split("/");
  return (
    others[address] ??
    routesOfEndpoints.get(name) ??
    [...routesOfEndpoints].find(([stem]) => folder === stem || folder.startsWith(`${stem}.`))?.[1]
  );
}

/** Returns why what needs a route that is missing waits. */
export const waitsFor = (route: string, { missing }: Pick<Target, "missing">): string =>
  missing?.get(route) === 0 ? `waits for --allow-traces: what ${route} makes would stay behind` : `waits for ${route}`;

/** Returns why a property or a monitor has nothing to look at on a target that is held to the text alone; undefined where it has. */
export function whyUnobserved(address: string, target: Pick<Target, "kind" | "brand" | "like">): string | undefined {
  const observed = isHeldToObserved(target) ? undefined : observedBy(address);
  return observed === undefined ? undefined : `only seen on running servers: ${observed}`;
}

/** Returns why a property cannot be tried on a target, whatever it would ask; undefined where it may be. */
export function whyUntestable(
  address: string,
  target: Pick<Target, "missing" | "kind" | "brand" | "steering" | "like">,
): string | undefined {
  const route = target.missing && target.missing.size > 0 ? judgedRoute(address) : undefined;
  if (route !== undefined && target.missing?.has(route)) return waitsFor(route, target);
  return whyUnobserved(address, target);
}
