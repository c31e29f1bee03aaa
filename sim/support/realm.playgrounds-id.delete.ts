import { announcePlaygrounds } from "../events/realm_playgrounds.ts";
import { writes } from "../protocol/endpoint.ts";
import { undeclared } from "../protocol/params.ts";
import { knownPlayground } from "../rules/organization/playground.ts";
import { administratorsOnly } from "../rules/people/roles.ts";

/**
 * DELETE /realm/playgrounds/{playground_id}: the end of a playground.
 * @reply   nothing beyond the envelope
 * @refuses UNAUTHORIZED_PRINCIPAL: not an administrator; BAD_REQUEST: unknown playground
 */
export const deletePlayground = writes({
  route: "DELETE /realm/playgrounds/{playground_id}",
  params: undeclared,
  allow: administratorsOnly,
  rules: ({ realm, path }) => knownPlayground(realm, path.playground_id),
  effect: ({ turn, found: { id } }) => {
    turn.world.playgrounds.delete(id);
    announcePlaygrounds(turn);
    return {};
  },
});
