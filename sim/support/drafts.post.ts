import type { DraftId } from "../core/ids.ts";
import type { SavedDraft } from "../core/personal.ts";
import { announceDrafts } from "../events/drafts.ts";
import { writes } from "../protocol/endpoint.ts";
import { listOf } from "../protocol/json.ts";
import { json, required } from "../protocol/params.ts";
import { draftKeepers, draftToKeep, sentDraft } from "../requests/draft.ts";

/**
 * POST /drafts: new drafts of the caller's.
 * @reply   ids, in the order of the drafts
 * @refuses BAD_REQUEST: the caller's drafts are not kept, one of these cannot be
 */
export const addDrafts = writes({
  route: "POST /drafts",
  params: { drafts: required(json(listOf(sentDraft))) },
  allow: draftKeepers,
  rules: ({ realm, caller, params }) => params.drafts.map((draft) => draftToKeep(realm, caller, draft)),
  effect: ({ turn, caller, found }) => {
    const drafts = found.map((draft): SavedDraft => ({ ...draft, id: turn.nextId("draft") as DraftId }));
    for (const draft of drafts) turn.world.drafts.set(draft.id, draft);
    announceDrafts(turn, caller, drafts);
    return { ids: drafts.map(({ id }) => id) };
  },
});
