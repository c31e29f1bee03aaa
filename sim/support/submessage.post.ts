import { addSubmessage } from "../effects/add-submessage.ts";
import { participate } from "../effects/change-policies.ts";
import { anyone, writes } from "../protocol/endpoint.ts";
import { integer, required, text } from "../protocol/params.ts";
import { changeableMessage } from "../rules/messages/changeable-message.ts";
import { mayAttach } from "../rules/messages/submessage.ts";

/**
 * POST /submessage: what the caller does in the widget of a message, such as a vote in a poll.
 * @reply   nothing beyond the envelope
 * @refuses BAD_REQUEST: missing or invisible message, one without a widget, no JSON, nothing that can be done in the widget
 */
export const attachSubmessage = writes({
  route: "POST /submessage",
  params: { message_id: required(integer), msg_type: required(text()), content: required(text()) },
  allow: anyone,
  rules: ({ realm, caller, params }) => {
    const message = changeableMessage(realm, caller, params.message_id);
    mayAttach(caller, message, params.content);
    return message;
  },
  effect: ({ turn, caller, params, found: message }) => {
    participate(turn, caller, message);
    addSubmessage(turn, caller, message, params.msg_type, params.content);
    return {};
  },
});
