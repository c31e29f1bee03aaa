import { deleteMessage as removeForAll } from "../effects/delete-message.ts";
import { anyone, writesOnly } from "../protocol/endpoint.ts";
import { deletableMessage } from "../rules/messages/changes.ts";

/**
 * DELETE /messages/{message_id}: a message goes for everybody and for good.
 * @spec    Endpoints > DELETE /messages/{message_id}
 * @refuses BAD_REQUEST: missing or invisible, no permission, the time limit has passed
 * @silent  rulings.deletionByAuthors, rulings.deletionInArchived
 */
export const deleteMessage = writesOnly({
  route: "DELETE /messages/{message_id}",
  params: {},
  allow: anyone,
  rules: ({ realm, caller, path }) => deletableMessage(realm, caller, path.message_id),
  effect: ({ turn, caller, found }) => {
    removeForAll(turn, caller, found);
  },
});
