import { limits } from "../core/limits.ts";
import { refuse } from "../core/refusal.ts";
import { noteSignOfLife } from "../effects/set-presence.ts";
import { writes } from "../protocol/endpoint.ts";
import { boolean, integer, optional, required, text } from "../protocol/params.ts";
import { presences } from "../resources/presence.ts";
import { peopleOnly } from "../rules/people/roles.ts";

/**
 * POST /users/me/presence: a sign of life of the caller, for which the presences of others come back.
 * @spec    Resources and their fields > Presence entry; States and transitions > Presence status
 * @reply   presences, server_timestamp, presence_last_update_id; nothing for a ping
 * @refuses BAD_REQUEST: a status that is none; bots
 */
export const updatePresence = writes({
  route: "POST /users/me/presence",
  params: {
    status: required(text()),
    ping_only: optional(boolean, { fallback: false }),
    new_user_input: optional(boolean, { fallback: false }),
    slim_presence: optional(boolean, { fallback: false }),
    last_update_id: optional(integer, { since: "presenceUpdateIds" }),
    history_limit_days: optional(integer, { since: "presenceHistory" }),
  },
  allow: peopleOnly,
  rules: ({ params: { status } }) => (status === "active" || status === "idle" ? status : refuse(`Invalid status: ${status}`)),
  effect: ({ turn, caller, params: { ping_only, slim_presence, last_update_id, history_limit_days: days }, found: status }) => {
    if (caller.settings.presence_enabled) noteSignOfLife(turn, caller, status);
    if (ping_only) return {};
    return presences(turn.world, caller, {
      slimPresence: slim_presence || last_update_id !== undefined,
      presenceWindowSeconds: days === undefined ? limits.presenceWindowSeconds : days * 86_400,
      knownUpdate: last_update_id,
    });
  },
});
