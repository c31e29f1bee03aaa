import { has } from "../core/levels.ts";
import { limits } from "../core/limits.ts";
import { refuse } from "../core/refusal.ts";
import { announceSnippet } from "../events/saved_snippets.ts";
import { anyone, writes } from "../protocol/endpoint.ts";
import { optional, text } from "../protocol/params.ts";
import { ownSnippet } from "../rules/people/own-records.ts";

/**
 * PATCH /saved_snippets/{saved_snippet_id}: another title or content of a saved text.
 * @reply   nothing beyond the envelope
 * @refuses BAD_REQUEST: on newer servers nothing new, title or content blank or too long, no such snippet (404)
 */
export const updateSnippet = writes({
  route: "PATCH /saved_snippets/{saved_snippet_id}",
  since: "savedSnippetEdits",
  params: {
    title: optional(text({ max: limits.snippetTitleLength, stripped: true, blank: false })),
    content: optional(text({ max: limits.messageLength, stripped: true, blank: false })),
  },
  allow: anyone,
  rules: ({ realm, caller, path, params: { title, content } }) => {
    const isEmpty = title === undefined && content === undefined;
    if (isEmpty && has(realm, "emptySnippetEdits")) refuse("No new data is supplied");
    const snippet = ownSnippet(realm, caller, path.saved_snippet_id);
    return { ...snippet, ...(title !== undefined && { title }), ...(content !== undefined && { content }) };
  },
  effect: ({ turn, found }) => {
    turn.world.snippets.set(found.id, found);
    announceSnippet(turn, "update", found);
    return {};
  },
});
