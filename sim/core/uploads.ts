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
  readonly bytes: Uint8Array;
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

const startsWith = (bytes: Uint8Array, start: readonly number[]): boolean => start.every((byte, i) => bytes[i] === byte);

const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const gif = [0x47, 0x49, 0x46, 0x38];
const jpeg = [0xff, 0xd8, 0xff];

const sized = (width: number, height: number): string | undefined => (width > 0 && height > 0 ? `${width}x${height}` : undefined);

/** Segments that begin a frame: those from C0 to CF but for three that hold tables. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** A JPEG is a chain of segments, each with its length, up to the one that has the size. */
function jpegSize(view: DataView): string | undefined {
  for (let at = 2; at + 9 <= view.byteLength && view.getUint8(at) === 0xff; ) {
    if (isFrame(view.getUint8(at + 1))) return sized(view.getUint16(at + 7), view.getUint16(at + 5));
    at += 2 + view.getUint16(at + 2);
  }
  return undefined;
}

/** Width and height that the head of a PNG, GIF or JPEG tells, such as `640x480`; undefined for all else. */
export function pictureSize(bytes: Uint8Array): string | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (startsWith(bytes, png) && bytes.length >= 24) return sized(view.getUint32(16), view.getUint32(20));
  if (startsWith(bytes, gif) && bytes.length >= 10) return sized(view.getUint16(6, true), view.getUint16(8, true));
  return startsWith(bytes, jpeg) ? jpegSize(view) : undefined;
}
