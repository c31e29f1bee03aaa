import { anyone, reads } from "../protocol/endpoint.ts";
import { required, text } from "../protocol/params.ts";
import { renderedText } from "../resources/content.ts";

/**
 * POST /messages/render: what a message of the caller's would look like.
 * @reply   rendered
 * @refuses BAD_REQUEST: the HTML would be too long
 */
export const renderMessage = reads({
  route: "POST /messages/render",
  params: { content: required(text()) },
  allow: anyone,
  reply: ({ realm, caller, params }) => ({ rendered: renderedText(realm, caller, params.content) }),
});
