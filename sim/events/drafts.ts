import type { DraftId } from "../core/ids.ts";
import type { SavedDraft } from "../core/personal.ts";
import type { Turn } from "../core/turn.ts";
import type { User } from "../core/users.ts";
import { draftRecord } from "../resources/personal.ts";
import { deliver } from "./deliver.ts";

type DraftRecord = ReturnType<typeof draftRecord>;

type DraftsEvent =
  | { readonly op: "add"; readonly drafts: readonly DraftRecord[] }
  | { readonly op: "update"; readonly draft: DraftRecord }
  | { readonly op: "remove"; readonly draft_id: DraftId };

const send = (turn: Turn, { id }: User, event: () => DraftsEvent): void => deliver(turn, [id], "drafts", event);

/** Sends `drafts` of new drafts to their owner. */
export const announceDrafts = (turn: Turn, owner: User, drafts: readonly SavedDraft[]): void =>
  send(turn, owner, () => ({ op: "add", drafts: drafts.map(draftRecord) }));

/** Sends `drafts` of a changed draft to its owner. */
export const announceDraftChange = (turn: Turn, owner: User, draft: SavedDraft): void =>
  send(turn, owner, () => ({ op: "update", draft: draftRecord(draft) }));

/** Sends `drafts` of a draft that is gone to its owner. */
export const announceDraftGone = (turn: Turn, owner: User, draft_id: DraftId): void =>
  send(turn, owner, () => ({ op: "remove", draft_id }));
