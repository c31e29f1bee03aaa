import type { SnippetId } from "../core/ids.ts";
import type { Snippet } from "../core/personal.ts";
import type { Turn } from "../core/turn.ts";
import { snippetRecord } from "../resources/personal.ts";
import { deliver } from "./deliver.ts";

type SavedSnippetsEvent =
  | { readonly op: "add" | "update"; readonly saved_snippet: ReturnType<typeof snippetRecord> }
  | { readonly op: "remove"; readonly saved_snippet_id: SnippetId };

const send = (turn: Turn, { user_id }: Snippet, event: () => SavedSnippetsEvent): void => deliver(turn, [user_id], "saved_snippets", event);

/** Sends `saved_snippets` of a new or changed text to its owner. */
export const announceSnippet = (turn: Turn, op: "add" | "update", snippet: Snippet): void =>
  send(turn, snippet, () => ({ op, saved_snippet: snippetRecord(snippet) }));

/** Sends `saved_snippets` of a text that is gone to its owner. */
export const announceSnippetGone = (turn: Turn, snippet: Snippet): void =>
  send(turn, snippet, () => ({ op: "remove", saved_snippet_id: snippet.id }));
