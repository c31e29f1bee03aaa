import { limits } from "../core/limits.ts";
import type { Realm } from "../core/realm.ts";
import { anyone, reads } from "../protocol/endpoint.ts";
import { undeclared } from "../protocol/params.ts";
import { presencesByAddress, presentPeople } from "../resources/presence.ts";

const windowOf = ({ server: { rulings } }: Realm): number =>
  rulings.oldPresences === "observed" ? limits.presenceWindowSeconds : Number.POSITIVE_INFINITY;

/**
 * GET /realm/presence: when the people of the organization were last seen.
 * @spec    Endpoints > GET /realm/presence; Resources and their fields > Presence entry; States and transitions > Presence status
 * @reply   server_timestamp, presences
 * @silent  rulings.ignoredWithoutParameters, rulings.oldPresences
 */
export const getPresence = reads({
  route: "GET /realm/presence",
  params: undeclared,
  allow: anyone,
  reply: ({ realm, caller, now }) => ({
    server_timestamp: now / 1000,
    presences: presencesByAddress(presentPeople(realm, caller, windowOf(realm))),
  }),
});
