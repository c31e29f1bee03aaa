import { anyone, reads } from "../protocol/endpoint.ts";
import { undeclared } from "../protocol/params.ts";
import { temporaryAddress } from "../resources/upload-address.ts";
import { visibleUpload } from "../rules/messages/upload.ts";

/**
 * GET /user_uploads/{realm_id}/{filename}: an address at which an uploaded file can be fetched for a minute without credentials.
 * @reply   url
 * @refuses BAD_REQUEST: no such file (404), not for the caller (403)
 */
export const getFileAddress = reads({
  route: "GET /user_uploads/{realm_id:text}/{filename:rest}",
  params: undeclared,
  allow: anyone,
  reply: ({ realm, caller, path: { realm_id, filename } }) => ({
    url: temporaryAddress(realm, visibleUpload(realm, caller, `${realm_id}/${filename}`)),
  }),
});
