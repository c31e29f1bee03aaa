import { reads } from "../protocol/endpoint.ts";
import { undeclared } from "../protocol/params.ts";
import { draftKeepers } from "../requests/draft.ts";
import { draftRecords } from "../resources/personal.ts";

/**
 * GET /drafts: the caller's drafts, the one written last at the end.
 * @reply   count, drafts
 * @refuses BAD_REQUEST: the caller's drafts are not kept
 */
export const getDrafts = reads({
  route: "GET /drafts",
  params: undeclared,
  allow: draftKeepers,
  reply: ({ realm, caller }) => {
    const drafts = draftRecords(realm, caller);
    return { count: drafts.length, drafts };
  },
});
