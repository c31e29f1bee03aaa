import type { AttachmentId } from "../core/ids.ts";
import { limits } from "../core/limits.ts";
import type { Realm } from "../core/realm.ts";
import { sha256Hex } from "../core/rng.ts";
import { addressMark, type Upload } from "../core/uploads.ts";
import type { StaticFile } from "./static.ts";

/** Returns where a picture is in small, in the form in which it does not move. */
export const thumbnailAddress = ({ path_id }: Upload): string => `/user_uploads/thumbnail/${path_id}/840x560.webp`;

const small = /^\/user_uploads\/thumbnail\/(.+)\/\d+x\d+(-anim)?\.webp$/;

/** The path below `/user_uploads/` of the picture of which a path has a small one; undefined where it is none. */
export const pictureBehind = (path: string): string | undefined => small.exec(path)?.[1];

const signature = ({ server }: Realm, id: number, until: number): string => sha256Hex(`${server.seed}:${id}:${until}`).slice(0, 32);

/** An address at which a file can be fetched for a while by whoever knows it. */
export function temporaryAddress(realm: Realm, { id, path_id }: Upload): string {
  const until = realm.now + limits.fileAddressSeconds * 1000;
  const token = `${addressMark(realm.server.url)}${id}-${until}-${signature(realm, id, until)}`;
  return `/user_uploads/temporary/${token}/${encodeURIComponent(path_id.replace(/^.*\//s, ""))}`;
}

const temporary = /^\/user_uploads\/temporary\/(?:[\w-]+-)?(\d{1,15})-(\d{1,15})-([0-9a-f]{32})\/[^/]+$/;

/** The file behind a temporary address; undefined where it is none, or none any more. */
export function uploadBehind(realm: Realm, path: string): Upload | undefined {
  const [, id, until, signed] = temporary.exec(path) ?? [];
  if (id === undefined || Number(until) < realm.now || signature(realm, Number(id), Number(until)) !== signed) return undefined;
  return realm.uploads.get(Number(id) as AttachmentId);
}

/** Files of these types can be looked at; all others are to be saved. */
const inlineTypes = /^(image\/(png|gif|jpeg|webp|avif|bmp)|audio\/[\w.+-]+|video\/[\w.+-]+|text\/plain|application\/pdf)(;|$)/;

/** An uploaded file as it is handed over. */
export const uploadFile = ({ content_type, bytes }: Upload): StaticFile => ({
  headers: {
    "Content-Type": content_type,
    "Content-Disposition": inlineTypes.test(content_type) ? "inline" : "attachment",
    "X-Content-Type-Options": "nosniff",
    "Access-Control-Allow-Origin": "*",
    "Cache-Control": "private, immutable",
  },
  content: bytes,
});
