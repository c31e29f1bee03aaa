import { has } from "../core/levels.ts";
import { anyone, reads } from "../protocol/endpoint.ts";
import { boolean, optional } from "../protocol/params.ts";
import { type MessageForm, messageResource } from "../resources/message.ts";
import { visibleMessage } from "../rules/messages/access.ts";
import { knownTo } from "../rules/people/user-access.ts";

/**
 * GET /messages/{message_id}: one message.
 * @spec    Endpoints > GET /messages/{message_id}; Resources and their fields > Message
 * @reply   raw_content; from level 120 on message
 * @refuses BAD_REQUEST: missing or invisible
 * @silent  rulings.undeclaredAvatar
 */
export const getMessage = reads({
  route: "GET /messages/{message_id}",
  params: {
    allow_empty_topic_name: optional(boolean, { fallback: false, since: "emptyTopic" }),
    apply_markdown: optional(boolean, { fallback: true, since: "wholeMessages" }),
  },
  allow: anyone,
  reply: ({ realm, caller, params, path }) => {
    const message = visibleMessage(realm, caller, path.message_id);
    const form: MessageForm = {
      applyMarkdown: params.apply_markdown,
      clientGravatar: realm.server.rulings.undeclaredAvatar === "observed",
      emptyTopics: params.allow_empty_topic_name,
      knows: knownTo(realm, caller),
      viewer: caller.id,
    };
    const whole = has(realm, "wholeMessages") ? messageResource(realm, message, caller, form) : undefined;
    return { message: whole, raw_content: message.content };
  },
});
