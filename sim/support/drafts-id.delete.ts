import { announceDraftGone } from "../events/drafts.ts";
import { writes } from "../protocol/endpoint.ts";
import { draftKeepers } from "../requests/draft.ts";
import { ownDraft } from "../rules/people/own-records.ts";

/**
 * DELETE /drafts/{draft_id}: a draft that is no longer needed.
 * @reply   nothing beyond the envelope
 * @refuses BAD_REQUEST: no such draft (404), the caller's drafts are not kept
 */
export const deleteDraft = writes({
  route: "DELETE /drafts/{draft_id}",
  params: {},
  allow: draftKeepers,
  rules: ({ realm, caller, path }) => ownDraft(realm, caller, path.draft_id),
  effect: ({ turn, caller, found: { id } }) => {
    turn.world.drafts.delete(id);
    announceDraftGone(turn, caller, id);
    return {};
  },
});
