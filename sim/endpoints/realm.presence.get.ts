import { limits } from "../core/limits.ts";
import { anyone, reads } from "../protocol/endpoint.ts";
import { undeclared } from "../protocol/params.ts";
import { presencesByAddress, presentPeople } from "../resources/presence.ts";

/**
 * GET /realm/presence: when the people of the organization were last seen, those of the last 14 days.
 * @spec    Endpoints > GET /realm/presence; Resources and their fields > Presence entry; States and transitions > Presence status
 * @reply   server_timestamp, presences
 * @silent  rulings.ignoredWithoutParameters
 */
export const getPresence = reads({
  route: "GET /realm/presence",
  params: undeclared,
  allow: anyone,
  reply: ({ realm, caller, now }) => ({
    server_timestamp: now / 1000,
    presences: presencesByAddress(presentPeople(realm, caller, limits.presenceWindowSeconds)),
  }),
});
