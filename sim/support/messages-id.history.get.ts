import { refuse } from "../core/refusal.ts";
import { anyone, reads } from "../protocol/endpoint.ts";
import { boolean, optional } from "../protocol/params.ts";
import { historyOf } from "../resources/edit-history.ts";
import { visibleMessage } from "../rules/messages/access.ts";

/**
 * GET /messages/{message_id}/history: what became of a message since it was sent.
 * @reply   message_history, oldest first
 * @refuses BAD_REQUEST: the organization shows no history; missing or invisible
 */
export const getHistory = reads({
  route: "GET /messages/{message_id}/history",
  params: { allow_empty_topic_name: optional(boolean, { fallback: false, since: "emptyTopic" }) },
  allow: anyone,
  reply: ({ realm, caller, params, path }) => {
    if (realm.settings.message_edit_history_visibility_policy === "none") refuse("Message edit history is disabled in this organization");
    const message = visibleMessage(realm, caller, path.message_id);
    return { message_history: historyOf(realm, message, params.allow_empty_topic_name) };
  },
});
