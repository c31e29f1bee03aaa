import type { AttachmentId, UserId } from "../core/ids.ts";
import type { Turn } from "../core/turn.ts";
import { spaceUsed, type Upload } from "../core/uploads.ts";
import { attachmentRecord } from "../resources/attachment.ts";
import { deliver } from "./deliver.ts";

type AttachmentEvent =
  | { readonly op: "add" | "update"; readonly attachment: ReturnType<typeof attachmentRecord>; readonly upload_space_used: number }
  | { readonly op: "remove"; readonly attachment: { readonly id: AttachmentId }; readonly upload_space_used: number };

/** Sends `attachment` of a new file, or of one to which a message links from now on, to the account that did so. */
export function announceUpload(turn: Turn, user: UserId, op: "add" | "update", upload: Upload): void {
  const attachment = attachmentRecord(turn.world, upload);
  deliver<AttachmentEvent>(turn, [user], "attachment", () => ({ op, attachment, upload_space_used: spaceUsed(turn.world) }));
}

/** Sends `attachment` of a file that is gone to its owner. */
export function announceUploadGone(turn: Turn, { id, owner }: Upload): void {
  deliver<AttachmentEvent>(turn, [owner], "attachment", () => ({
    op: "remove",
    attachment: { id },
    upload_space_used: spaceUsed(turn.world),
  }));
}
