import { removeUpload } from "../effects/uploads.ts";
import { anyone, writes } from "../protocol/endpoint.ts";
import { undeclared } from "../protocol/params.ts";
import { ownUpload } from "../rules/messages/upload.ts";

/**
 * DELETE /attachments/{attachment_id}: a file of the caller's goes for good.
 * @reply   nothing beyond the envelope
 * @refuses BAD_REQUEST: no such file, another's
 */
export const deleteAttachment = writes({
  route: "DELETE /attachments/{attachment_id}",
  params: undeclared,
  allow: anyone,
  rules: ({ realm, caller, path }) => ownUpload(realm, caller, path.attachment_id),
  effect: ({ turn, found: upload }) => {
    removeUpload(turn, upload);
    return {};
  },
});
