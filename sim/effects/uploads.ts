import type { MessageId } from "../core/ids.ts";
import { has } from "../core/levels.ts";
import { limits } from "../core/limits.ts";
import { ascending } from "../core/lookup.ts";
import { fileMessage, type Message } from "../core/messages.ts";
import { addressText } from "../core/rng.ts";
import type { Turn } from "../core/turn.ts";
import { addressMark, dropUpload, pictureSize, putUpload, realmSegment, type Upload, unlinkUpload, uploadsOf } from "../core/uploads.ts";
import type { User } from "../core/users.ts";
import { announceRendering } from "../events/message.ts";
import { announceUpload, announceUploadGone } from "../events/personal.ts";
import type { WireFile } from "../protocol/wire.ts";
import { contentOf } from "../resources/content.ts";
import { addressName, maySeeUpload, uploadAt } from "../rules/messages/upload.ts";

/** Keeps a file at an address that nobody guesses, and tells its owner's clients. */
export function addUpload(turn: Turn, owner: User, { name, type, bytes }: WireFile): Upload {
  const id = turn.nextId("attachment");
  const chance = turn.chance("upload", id);
  const path_id = [
    realmSegment,
    chance(256).toString(16),
    addressMark(turn.world.server.url) + addressText(chance),
    addressName(name),
  ].join("/");
  const upload: Upload = {
    id,
    owner: owner.id,
    name,
    path_id,
    content_type: type,
    bytes,
    dimensions: pictureSize(bytes),
    has_thumbnail: false,
    created: turn.now,
    messages: [],
  };
  putUpload(turn, upload);
  const hasThumbnail = upload.dimensions !== undefined && has(turn.world, "thumbnails");
  if (hasThumbnail) turn.world.thumbnails.set(id, { id, at: turn.now + limits.thumbnailMillis });
  announceUpload(turn, owner.id, "add", upload);
  return upload;
}

/** Throws a file away, and tells its owner's clients. Messages that link to it stay as they are. */
export function removeUpload(turn: Turn, upload: Upload): void {
  dropUpload(turn, upload);
  turn.world.thumbnails.delete(upload.id);
  announceUploadGone(turn, upload);
}

/** Notes to which files a message links from now on, as far as its sender may see them, and tells the sender's clients of new ones. */
export function claimUploads(turn: Turn, { id, sender }: Message, paths: readonly string[]): void {
  const { world } = turn;
  const author = world.users.require(sender);
  const known = paths.map((path) => uploadAt(world, path)).filter((upload) => upload !== undefined);
  const wanted = new Map(known.filter((upload) => maySeeUpload(world, author, upload)).map((upload) => [upload.id, upload]));
  for (const former of uploadsOf(world, id)) if (!wanted.delete(former.id)) unlinkUpload(turn, former, id);
  for (const upload of wanted.values()) {
    const linked = { ...upload, messages: ascending([...upload.messages, id]) };
    putUpload(turn, linked);
    announceUpload(turn, sender, "update", linked);
  }
}

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

/** Notes that a picture is there in small, and shows it in the messages that link to it. */
export function makeThumbnail(turn: Turn, { id }: Pick<Upload, "id">): void {
  turn.world.thumbnails.delete(id);
  const upload = turn.world.uploads.get(id);
  if (!upload) return;
  putUpload(turn, { ...upload, has_thumbnail: true });
  for (const message of upload.messages) renderAgain(turn, message);
}
