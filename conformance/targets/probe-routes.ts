import type { Member } from "../client/target.ts";
import * as endpoints from "../endpoints/index.ts";
import { NoAnswer } from "../expect.ts";
import type { Ask } from "./probe-member.ts";
import { routeOf } from "./routes.ts";
import type { FileMember } from "./target-file.ts";

function methodAndPath(route: string): [method: string, path: string] {
  const [method = "", path = ""] = route.split(" ");
  return [method, path];
}

/** The routes of the specification, as steps name them. */
export const specified: readonly string[] = Object.values(endpoints).map(
  ({ call: { route } }) => routeOf(...methodAndPath(route)) ?? route,
);

/** An id that no server has given yet. */
const noId = "2147483000";

/** Routes that the probe asks for in any case, or that a request without parameters would do something on. */
const askedOtherwise = new Set(["GET /server_settings", "GET /events", "DELETE /events", "POST /register"]);

/**
 * Asks for every endpoint that a server of a level has, without parameters: what needs one is refused, and nothing is changed. Whether each is
 * there is learnt from its answer by what `ask` goes through.
 * @param who whose requests they are: a member who may do little is the best
 */
export async function askForRoutes(ask: Ask, level: number, who: FileMember | undefined): Promise<void> {
  const credentials = who && ({ kind: "basic", email: who.email, api_key: who.api_key } as const);
  for (const { call } of Object.values(endpoints)) {
    if (askedOtherwise.has(call.route) || call.since > level) continue;
    if (!call.isOpen && !credentials) continue;
    const [method, path] = methodAndPath(call.route.replace("{provider}", "vc").replace(/\{\w+\}/g, noId));
    const request = { as: null, method, path, fields: {}, ...(!call.isOpen && credentials && { credentials }) };
    // A request without an answer says nothing of its route.
    await ask(request).catch((thrown: unknown) => {
      if (!(thrown instanceof NoAnswer)) throw thrown;
    });
  }
}

const ranks: readonly Member["role"][] = ["member", "guest", "moderator", "administrator", "owner"];

/** Returns the name of an account of a cast that may do as little as can be, and is no guest if there is another. */
export const humblest = (cast: Readonly<Record<string, Member>>): string | undefined =>
  Object.entries(cast).toSorted(([, a], [, b]) => ranks.indexOf(a.role) - ranks.indexOf(b.role))[0]?.[0];
