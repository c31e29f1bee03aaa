import type { AttachmentId, MessageId } from "../core/ids.ts";
import { fileMessage } from "../core/messages.ts";
import type { Turn } from "../core/turn.ts";
import { putUpload } from "../core/uploads.ts";
import type { World } from "../core/world.ts";
import { announceRendering } from "../events/message.ts";
import { contentOf } from "../resources/content.ts";

/** Renders a message anew, and tells those who see it that nothing else of it has changed. */
function renderAgain(turn: Turn, id: MessageId): void {
  const { world } = turn;
  const former = world.messages.require(id);
  const { html } = contentOf(world, world.users.require(former.sender), former.content);
  if (html === former.html) return;
  const message = former.with({ html });
  fileMessage(turn, message);
  announceRendering(turn, message);
}

/** The picture that will be there in small next, and when. */
export function nextThumbnail({ thumbnails }: Pick<World, "thumbnails">): { readonly id: AttachmentId; readonly at: number } | undefined {
  const [id] = thumbnails.keys();
  return id === undefined ? undefined : { id, at: thumbnails.require(id) };
}

/** Notes that a picture is there in small, and shows it in the messages that link to it. */
export function makeThumbnail(turn: Turn, id: AttachmentId): void {
  turn.world.thumbnails.delete(id);
  const upload = turn.world.uploads.get(id);
  if (!upload) return;
  putUpload(turn, { ...upload, has_thumbnail: true });
  for (const message of upload.messages) renderAgain(turn, message);
}
