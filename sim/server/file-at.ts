import type { Realm } from "../core/realm.ts";
import { Refusal, refuse } from "../core/refusal.ts";
import type { Upload } from "../core/uploads.ts";
import { authenticate } from "../protocol/auth.ts";
import { failure } from "../protocol/envelope.ts";
import type { Credentials, WireResponse } from "../protocol/wire.ts";
import { type StaticFile, staticFile } from "../resources/static.ts";
import { pictureBehind, uploadBehind, uploadFile } from "../resources/upload-address.ts";
import { visibleUpload } from "../rules/messages/upload.ts";

const uploads = "/user_uploads/";
const temporary = `${uploads}temporary/`;

/** Whether a path outside the API is that of an uploaded file, if there is one. */
export const isUpload = (path: string): boolean => path.startsWith(uploads);

function uploadFor(realm: Realm, path: string, credentials: Credentials): Upload {
  if (path.startsWith(temporary)) return uploadBehind(realm, path) ?? refuse("Invalid token");
  const wanted = pictureBehind(path) ?? path.slice(uploads.length);
  return visibleUpload(realm, authenticate(realm, credentials, `GET ${path}`), wanted);
}

/** Returns what stands at a path outside the API: for everybody, or an uploaded file for one who may see it. */
export function fileAt(realm: Realm, method: string, path: string, credentials: Credentials): StaticFile | WireResponse | undefined {
  if (!isUpload(path) || (method !== "GET" && method !== "HEAD")) return staticFile(method, path);
  try {
    return uploadFile(uploadFor(realm, path, credentials));
  } catch (thrown) {
    // No pipeline is around this, which would catch it.
    if (thrown instanceof Refusal) return failure(thrown);
    throw thrown;
  }
}
