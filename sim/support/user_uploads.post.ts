import { has } from "../core/levels.ts";
import { addUpload } from "../effects/uploads.ts";
import { anyone, writes } from "../protocol/endpoint.ts";
import { undeclared } from "../protocol/params.ts";
import { fileToKeep } from "../rules/messages/upload.ts";

/**
 * POST /user_uploads: a file to link to in messages.
 * @reply   uri; from level 272 on url, which is the same; from level 285 on filename
 * @refuses BAD_REQUEST: no file, several, too large; REALM_UPLOAD_QUOTA: too large together with all others
 */
export const uploadFile = writes({
  route: "POST /user_uploads",
  params: undeclared,
  allow: anyone,
  rules: ({ realm, files }) => fileToKeep(realm, files),
  effect: ({ turn, caller, found: file }) => {
    const { path_id, name } = addUpload(turn, caller, file);
    const uri = `/user_uploads/${path_id}`;
    return { uri, ...(has(turn.world, "uploadUrl") && { url: uri }), ...(has(turn.world, "uploadNames") && { filename: name }) };
  },
});
