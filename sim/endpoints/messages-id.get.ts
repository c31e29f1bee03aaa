import { anyone, reads } from "../protocol/endpoint.ts";
import { boolean, optional } from "../protocol/params.ts";
import { messageResource } from "../resources/message.ts";
import { visibleMessage } from "../rules/access.ts";

/**
 * GET /messages/{message_id}: one message.
 * @spec    Endpoints > GET /messages/{message_id}; Resources > Message
 * @reply   message, raw_content
 * @refuses BAD_REQUEST: missing or invisible
 */
export const getMessage = reads({
  route: "GET /messages/{message_id}",
  params: {
    allow_empty_topic_name: optional(boolean, { fallback: false, since: "emptyTopic" }),
    apply_markdown: optional(boolean, { fallback: true }),
  },
  allow: anyone,
  reply: ({ realm, caller, params, path }) => {
    const message = visibleMessage(realm, caller, path.message_id);
    const form = { applyMarkdown: params.apply_markdown, clientGravatar: true, emptyTopics: params.allow_empty_topic_name };
    return { message: messageResource(realm, message, caller, form), raw_content: message.content };
  },
});
