import { anyone, reads } from "../protocol/endpoint.ts";
import { undeclared } from "../protocol/params.ts";

/**
 * GET /users/me/alert_words: the words that the caller is alerted to.
 * @reply alert_words
 */
export const getAlertWords = reads({
  route: "GET /users/me/alert_words",
  params: undeclared,
  allow: anyone,
  reply: ({ caller: { alert_words } }) => ({ alert_words }),
});
