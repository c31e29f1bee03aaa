import type { SnippetId } from "../core/ids.ts";
import { has } from "../core/levels.ts";
import { limits } from "../core/limits.ts";
import { defined } from "../core/lookup.ts";
import type { Snippet } from "../core/personal.ts";
import { refuse } from "../core/refusal.ts";
import { announceSnippet, announceSnippetGone } from "../events/personal.ts";
import { reads, writes, writesOnly } from "../protocol/endpoint.ts";
import { optional, required, text, undeclared } from "../protocol/params.ts";
import { snippetRecords } from "../resources/personal.ts";
import { ownSnippet } from "../rules/people/own-records.ts";

const title = text({ max: limits.snippetTitleLength, stripped: true, blank: false });
const content = text({ max: limits.messageLength, stripped: true, blank: false });

/** GET /saved_snippets: texts that the caller keeps to use again. */
export const getSnippets = reads({
  route: "GET /saved_snippets",
  since: "savedSnippets",
  params: undeclared,
  reply: ({ realm, caller }) => ({ saved_snippets: snippetRecords(realm, caller) }),
});

/**
 * POST /saved_snippets: a text to use again.
 * @refuses BAD_REQUEST: title or content blank or too long
 */
export const addSnippet = writes({
  route: "POST /saved_snippets",
  since: "savedSnippets",
  params: { title: required(title), content: required(content) },
  effect: ({ turn, caller, params: { title, content } }) => {
    const id = turn.nextId("snippet") as SnippetId;
    const snippet: Snippet = { id, user_id: caller.id, title, content, date_created: turn.seconds };
    turn.world.snippets.set(id, snippet);
    announceSnippet(turn, "add", snippet);
    return { saved_snippet_id: id };
  },
});

/**
 * PATCH /saved_snippets/{saved_snippet_id}: another title or content of a saved text.
 * @refuses BAD_REQUEST: on newer servers nothing new, title or content blank or too long, no such snippet (404)
 */
export const updateSnippet = writesOnly({
  route: "PATCH /saved_snippets/{saved_snippet_id}",
  since: "savedSnippetEdits",
  params: { title: optional(title), content: optional(content) },
  rules: ({ realm, caller, path, params: { title, content } }) => {
    const isEmpty = title === undefined && content === undefined;
    if (isEmpty && has(realm, "emptySnippetEdits")) refuse("No new data is supplied");
    const snippet = ownSnippet(realm, caller, path.saved_snippet_id);
    return { ...snippet, ...defined({ title, content }) };
  },
  effect: ({ turn, found }) => {
    turn.world.snippets.set(found.id, found);
    announceSnippet(turn, "update", found);
  },
});

/**
 * DELETE /saved_snippets/{saved_snippet_id}: a saved text that is no longer needed.
 * @refuses BAD_REQUEST: no such snippet (404)
 */
export const deleteSnippet = writesOnly({
  route: "DELETE /saved_snippets/{saved_snippet_id}",
  since: "savedSnippets",
  rules: ({ realm, caller, path }) => ownSnippet(realm, caller, path.saved_snippet_id),
  effect: ({ turn, found: snippet }) => {
    turn.world.snippets.delete(snippet.id);
    announceSnippetGone(turn, snippet);
  },
});
