import { announceSnippetGone } from "../events/saved_snippets.ts";
import { anyone, writes } from "../protocol/endpoint.ts";
import { ownSnippet } from "../rules/people/own-records.ts";

/**
 * DELETE /saved_snippets/{saved_snippet_id}: a saved text that is no longer needed.
 * @reply   nothing beyond the envelope
 * @refuses BAD_REQUEST: no such snippet (404)
 */
export const deleteSnippet = writes({
  route: "DELETE /saved_snippets/{saved_snippet_id}",
  since: "savedSnippets",
  params: {},
  allow: anyone,
  rules: ({ realm, caller, path }) => ownSnippet(realm, caller, path.saved_snippet_id),
  effect: ({ turn, found: snippet }) => {
    turn.world.snippets.delete(snippet.id);
    announceSnippetGone(turn, snippet);
    return {};
  },
});
