import { anyone, reads } from "../protocol/endpoint.ts";
import { undeclared } from "../protocol/params.ts";
import { emojiRecords } from "../resources/emoji.ts";

/**
 * GET /realm/emoji: the custom emoji of the organization, those out of use too.
 * @reply   emoji: records by id
 */
export const getEmoji = reads({
  route: "GET /realm/emoji",
  params: undeclared,
  allow: anyone,
  reply: ({ realm }) => ({ emoji: emojiRecords(realm) }),
});
