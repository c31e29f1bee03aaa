import { limits } from "../core/limits.ts";
import { sendNotice } from "../effects/notice.ts";
import { writes } from "../protocol/endpoint.ts";
import { required, text } from "../protocol/params.ts";
import { administratorsOnly } from "../rules/people/roles.ts";

/**
 * POST /realm/test_welcome_bot_custom_message: shows the caller how the welcome bot would greet new people with a text.
 * @reply   message_id
 * @refuses UNAUTHORIZED_PRINCIPAL: not an administrator; BAD_REQUEST: a text that is blank or too long
 */
export const testWelcomeText = writes({
  route: "POST /realm/test_welcome_bot_custom_message",
  since: "welcomeTexts",
  params: { welcome_message_custom_text: required(text({ max: limits.welcomeTextLength, blank: false })) },
  allow: administratorsOnly,
  rules: () => {},
  effect: ({ turn, caller, params }) => ({
    message_id: sendNotice(turn, caller, params.welcome_message_custom_text, "welcome-bot").id,
  }),
});
