import { has } from "../core/levels.ts";
import { refuse } from "../core/refusal.ts";
import { spaceUsed } from "../core/uploads.ts";
import { addUpload, removeUpload } from "../effects/uploads.ts";
import { reads, writes, writesOnly } from "../protocol/endpoint.ts";
import { undeclared } from "../protocol/params.ts";
import { attachmentRecord } from "../resources/personal.ts";
import { temporaryAddress } from "../resources/upload-address.ts";
import { fileToKeep, ownUpload, visibleUpload } from "../rules/messages/upload.ts";

/**
 * POST /user_uploads: a file to link to in messages.
 * @reply   uri; from level 272 on url, which is the same; from level 285 on filename
 * @refuses BAD_REQUEST: no file, several, too large; REALM_UPLOAD_QUOTA: too large together with all others
 */
export const uploadFile = writes({
  route: "POST /user_uploads",
  file: "required",
  params: undeclared,
  rules: ({ realm, files }) => fileToKeep(realm, files),
  effect: ({ turn, caller, found: file }) => {
    const { path_id, name } = addUpload(turn, caller, file);
    const uri = `/user_uploads/${path_id}`;
    return { uri, ...(has(turn.world, "uploadUrl") && { url: uri }), ...(has(turn.world, "uploadNames") && { filename: name }) };
  },
});

/**
 * GET /user_uploads/{realm_id}/{filename}: an address at which an uploaded file can be fetched for a minute without credentials.
 * @refuses BAD_REQUEST: no such file (404), not for the caller (403)
 */
export const getFileAddress = reads({
  route: "GET /user_uploads/{realm_id:text}/{filename:rest}",
  params: undeclared,
  reply: ({ realm, caller, path: { realm_id, filename } }) => ({
    url: temporaryAddress(realm, visibleUpload(realm, caller, `${realm_id}/${filename}`)),
  }),
});

/**
 * GET /thumbnail/status/{realm_id}/{filename}: whether an uploaded picture is there in small.
 * @refuses BAD_REQUEST: no such file (404), not for the caller (403), no picture
 */
export const getThumbnailStatus = reads({
  route: "GET /thumbnail/status/{realm_id:text}/{filename:rest}",
  params: undeclared,
  reply: ({ realm, caller, path: { realm_id, filename } }) => {
    const { has_thumbnail, dimensions } = visibleUpload(realm, caller, `${realm_id}/${filename}`);
    return dimensions === undefined ? refuse("This file is not an image.") : { has_thumbnail };
  },
});

/**
 * GET /attachments: the files that the caller has uploaded.
 * @reply attachments, upload_space_used (of the whole organization)
 */
export const getAttachments = reads({
  route: "GET /attachments",
  params: undeclared,
  reply: ({ realm, caller }) => {
    const own = [...realm.uploads.values()].filter(({ owner }) => owner === caller.id);
    return { attachments: own.map((upload) => attachmentRecord(realm, upload)), upload_space_used: spaceUsed(realm) };
  },
});

/**
 * DELETE /attachments/{attachment_id}: a file of the caller's goes for good.
 * @refuses BAD_REQUEST: no such file, another's
 */
export const deleteAttachment = writesOnly({
  route: "DELETE /attachments/{attachment_id}",
  params: undeclared,
  rules: ({ realm, caller, path }) => ownUpload(realm, caller, path.attachment_id),
  effect: ({ turn, found: upload }) => removeUpload(turn, upload),
});
