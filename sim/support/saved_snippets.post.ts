import type { SnippetId } from "../core/ids.ts";
import { limits } from "../core/limits.ts";
import type { Snippet } from "../core/personal.ts";
import { announceSnippet } from "../events/saved_snippets.ts";
import { anyone, writes } from "../protocol/endpoint.ts";
import { required, text } from "../protocol/params.ts";

/**
 * POST /saved_snippets: a text to use again.
 * @reply   saved_snippet_id
 * @refuses BAD_REQUEST: title or content blank or too long
 */
export const addSnippet = writes({
  route: "POST /saved_snippets",
  since: "savedSnippets",
  params: {
    title: required(text({ max: limits.snippetTitleLength, stripped: true, blank: false })),
    content: required(text({ max: limits.messageLength, stripped: true, blank: false })),
  },
  allow: anyone,
  rules: () => {},
  effect: ({ turn, caller, params: { title, content } }) => {
    const id = turn.nextId("snippet") as SnippetId;
    const snippet: Snippet = { id, user_id: caller.id, title, content, date_created: turn.seconds };
    turn.world.snippets.set(id, snippet);
    announceSnippet(turn, "add", snippet);
    return { saved_snippet_id: id };
  },
});
