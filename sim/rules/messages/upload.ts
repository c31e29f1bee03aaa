import type { AttachmentId } from "../../core/ids.ts";
import { cut, limits } from "../../core/limits.ts";
import type { Realm } from "../../core/realm.ts";
import { Refusal, refuse } from "../../core/refusal.ts";
import { spaceUsed, type Upload } from "../../core/uploads.ts";
import type { User } from "../../core/users.ts";
import { mediaTypes } from "../../markdown/index.ts";
import { percentDecoded } from "../../protocol/route.ts";
import type { WireFile } from "../../protocol/wire.ts";
import { maySee } from "./access.ts";

const mebibyte = 1024 * 1024;

/** A name without the folders before it, its ending kept where it has to be cut. */
function nameOf({ name }: WireFile): string {
  const bare = name
    .toWellFormed()
    .replace(/^.*[/\\]/s, "")
    .replace(/\p{C}/gu, "")
    .trim();
  const [ending = ""] = /\.[^.]{1,20}$/.exec(bare) ?? [];
  return cut(bare.slice(0, bare.length - ending.length), limits.fileNameLength - ending.length) + ending;
}

const isNamed = (file: WireFile): boolean => !["", ".", ".."].includes(nameOf(file));

/** A name as it can stand in an address: letters and digits of any script, points, dashes and underscores. */
export function addressName(name: string): string {
  const kept = name
    .normalize("NFKC")
    .replace(/[^\p{L}\p{N}\p{M}_\s.-]/gu, "")
    .trim()
    .replace(/[-\s]+/g, "-");
  return ["", ".", ".."].includes(kept) ? "uploaded-file" : kept;
}

/** The types of pictures that servers make smaller ones of. */
const pictures = new Set(["avif", "gif", "heic", "jpeg", "png", "tiff", "webp"].map((type) => `image/${type}`));

/** The types that readers of forms give to a part that names none. */
const untyped = new Set(["", "application/octet-stream", "text/plain"]);

/** Whether a file is a picture by its type or, where its part names none, by its name. */
export const isPicture = ({ type, name }: WireFile): boolean => pictures.has(untyped.has(type) ? (mediaTypes.of(name) ?? type) : type);

const plainType = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(;[\x20-\x7e]*)?$/;

/**
 * The one file that a request brings to be kept.
 * @refuses BAD_REQUEST: none, several, too large; REALM_UPLOAD_QUOTA: all together would be too large
 */
export function fileToKeep(realm: Realm, given: readonly WireFile[]): WireFile {
  const files = given.filter(isNamed);
  const [file, ...others] = files;
  if (!file) return refuse("You must specify a file to upload");
  if (others.length > 0) refuse("You may only upload one file at a time");
  const { bytes, type } = file;
  if (bytes.length > limits.fileMebibytes * mebibyte) {
    refuse(`Uploaded file is larger than the allowed limit of ${limits.fileMebibytes} MiB`);
  }
  if (spaceUsed(realm) + bytes.length > limits.filesMebibytes * mebibyte) {
    refuse("Upload would exceed your organization's upload quota.", "REALM_UPLOAD_QUOTA");
  }
  return { name: nameOf(file), type: plainType.test(type) ? type : "application/octet-stream", bytes };
}

/** The file at a path below `/user_uploads/`, written with percent signs or without. */
export const uploadAt = ({ uploads, uploadsByPath }: Realm, path: string): Upload | undefined =>
  uploads.get(uploadsByPath.get(path) ?? uploadsByPath.get(percentDecoded(path)));

/** Whether somebody may see a file: their own, and those that a message that they see links to. */
export const maySeeUpload = (realm: Realm, user: User, { owner, messages }: Upload): boolean =>
  owner === user.id || messages.some((id) => maySee(realm, user, realm.messages.require(id)));

const noFile = "This file does not exist or has been deleted.";

/**
 * The file at a path, for one who may see it.
 * @refuses BAD_REQUEST: there is none (404: a page, as for an unknown path), it is not for them (403)
 */
export function visibleUpload(realm: Realm, user: User, path: string): Upload {
  const upload = uploadAt(realm, path);
  const page = realm.server.rulings.unknownRoute === "observed" ? `<p>${noFile}</p>\n` : undefined;
  if (!upload) throw new Refusal(noFile, { status: 404, page });
  if (!maySeeUpload(realm, user, upload)) throw new Refusal("You are not authorized to view this file.", { status: 403 });
  return upload;
}

/** A file of the caller's own. @refuses BAD_REQUEST: there is none, or it is another's */
export function ownUpload(realm: Realm, caller: User, id: number): Upload {
  const upload = realm.uploads.get(id as AttachmentId);
  return upload?.owner === caller.id ? upload : refuse("Invalid attachment");
}
