import type { AttachmentId, MessageId, UserId } from "./ids.ts";
import type { Realm } from "./realm.ts";
import type { Turn } from "./turn.ts";

/** A file that somebody has uploaded, with the messages that link to it. */
export interface Upload {
  readonly id: AttachmentId;
  readonly owner: UserId;
  /** As it was called where it came from. */
  readonly name: string;
  /** The path of it, below `/user_uploads/`. */
  readonly path_id: string;
  readonly content_type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Width and height of a picture, such as `640x480`; undefined for all that is none. */
  readonly dimensions: string | undefined;
  /** Whether it is there in small too. */
  readonly has_thumbnail: boolean;
  /** Milliseconds since 1970. */
  readonly created: number;
  /** Ascending. */
  readonly messages: readonly MessageId[];
}

/** The segment for the organization in the addresses of files, where clients take nothing but digits. */
export const realmSegment = "2";

/**
 * Returns what tells the files of servers on one port apart, which are asked for without the path that each server is at: the last part
 * of that path, such as `w12-`; empty for a server that has a host to itself.
 */
export function addressMark(serverUrl: string): string {
  const [, last] = /^https?:\/\/[^/]+\/(?:.*\/)?([\w-]+)$/.exec(serverUrl) ?? [];
  return last === undefined ? "" : `${last}-`;
}

export function putUpload({ world }: Turn, upload: Upload): void {
  world.uploads.set(upload.id, upload);
  world.uploadsByPath.set(upload.path_id, upload.id);
}

export function dropUpload({ world }: Turn, { id, path_id }: Upload): void {
  world.uploads.delete(id);
  world.uploadsByPath.delete(path_id);
}

/** The files that a message links to. */
export const uploadsOf = ({ uploads }: Pick<Realm, "uploads">, message: MessageId): Upload[] =>
  [...uploads.values()].filter(({ messages }) => messages.includes(message));

/** Notes that a message links to a file. */
export const linkUpload = (turn: Turn, upload: Upload, message: MessageId): void =>
  putUpload(turn, { ...upload, messages: [...upload.messages.filter((id) => id !== message), message].sort((a, b) => a - b) });

/** Notes that a message links to a file no more. */
export const unlinkUpload = (turn: Turn, upload: Upload, message: MessageId): void =>
  putUpload(turn, { ...upload, messages: upload.messages.filter((id) => id !== message) });

/** Forgets the files that nothing but a message that is gone linked to. */
export function releaseUploads(turn: Turn, message: MessageId): void {
  for (const upload of uploadsOf(turn.world, message)) {
    if (upload.messages.length === 1) dropUpload(turn, upload);
    else unlinkUpload(turn, upload, message);
  }
}

/** Bytes that all files take up. */
export const spaceUsed = ({ uploads }: Pick<Realm, "uploads">): number =>
  [...uploads.values()].reduce((sum, { bytes }) => sum + bytes.length, 0);
