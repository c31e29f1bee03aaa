import { has } from "../core/levels.ts";
import { limits } from "../core/limits.ts";
import type { Realm } from "../core/realm.ts";
import { anyone, writes } from "../protocol/endpoint.ts";
import { type Decoded, integer, optional } from "../protocol/params.ts";
import { queueOptions, queueParams, registerQueue, typeNames, withSubscribers } from "../requests/registration.ts";
import { versionFields } from "../resources/server-settings.ts";
import { snapshot } from "../resources/snapshot/index.ts";
import type { SnapshotForm } from "../resources/snapshot/view.ts";

const params = {
  ...queueParams,
  fetch_event_types: optional(typeNames),
  include_subscribers: optional(withSubscribers, { fallback: false }),
  presence_history_limit_days: optional(integer, { since: "presenceHistory" }),
};

/** Returns what the snapshot is to show. Without fetch keys of its own a client gets those it wants events of. */
function form(given: Decoded<typeof params>, capabilities: ReadonlySet<string>): SnapshotForm {
  const wanted = given.fetch_event_types ?? given.event_types;
  const days = given.presence_history_limit_days;
  return {
    clientGravatar: given.client_gravatar ?? true,
    slimPresence: given.slim_presence,
    includeSubscribers: given.include_subscribers,
    capabilities,
    presenceWindowSeconds: days === undefined ? limits.presenceWindowSeconds : days * 86_400,
    wanted: wanted ? new Set(wanted) : undefined,
  };
}

const timeout = (realm: Realm, lifespanMillis: number): object =>
  has(realm, "idleQueueTimeout") ? { idle_queue_timeout_secs: lifespanMillis / 1000 } : {};

/**
 * POST /register: a queue for the events from now on, and the state of the realm up to now.
 * @spec    Events; Limits; What the service does > Conventions for every endpoint 7
 * @reply   queue_id, last_event_id (-1, unless the server varies in it), the server's version, and the fields of the fetch keys
 * @refuses BAD_REQUEST: a guest asks for all public channels, an operator that queues do not know, incomplete capabilities
 */
export const register = writes({
  route: "POST /register",
  params,
  allow: anyone,
  rules: ({ realm, caller, params }) => queueOptions(realm, caller, params),
  effect: ({ turn, realm, caller, params, found }) => {
    const queue = registerQueue(turn, found);
    return {
      queue_id: queue.id,
      last_event_id: queue.pruned,
      ...versionFields(realm),
      ...timeout(realm, queue.options.lifespanMillis),
      ...snapshot(realm, caller, form(params, queue.options.capabilities)),
    };
  },
});
