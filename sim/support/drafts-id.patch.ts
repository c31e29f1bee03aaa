import { announceDraftChange } from "../events/drafts.ts";
import { writes } from "../protocol/endpoint.ts";
import { json, required } from "../protocol/params.ts";
import { draftKeepers, draftToKeep, sentDraft } from "../requests/draft.ts";
import { ownDraft } from "../rules/people/own-records.ts";

/**
 * PATCH /drafts/{draft_id}: another text or place of a draft.
 * @reply   nothing beyond the envelope
 * @refuses BAD_REQUEST: no such draft (404), the caller's drafts are not kept, this one cannot be
 */
export const updateDraft = writes({
  route: "PATCH /drafts/{draft_id}",
  params: { draft: required(json(sentDraft)) },
  allow: draftKeepers,
  rules: ({ realm, caller, path, params }) => {
    const { id } = ownDraft(realm, caller, path.draft_id);
    return { ...draftToKeep(realm, caller, params.draft), id };
  },
  effect: ({ turn, caller, found }) => {
    turn.world.drafts.set(found.id, found);
    announceDraftChange(turn, caller, found);
    return {};
  },
});
