import { anyone, reads } from "../protocol/endpoint.ts";
import { undeclared } from "../protocol/params.ts";
import { snippetRecords } from "../resources/personal.ts";

/**
 * GET /saved_snippets: texts that the caller keeps to use again.
 * @reply saved_snippets
 */
export const getSnippets = reads({
  route: "GET /saved_snippets",
  since: "savedSnippets",
  params: undeclared,
  allow: anyone,
  reply: ({ realm, caller }) => ({ saved_snippets: snippetRecords(realm, caller) }),
});
