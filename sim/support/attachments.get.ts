import { spaceUsed } from "../core/uploads.ts";
import { anyone, reads } from "../protocol/endpoint.ts";
import { undeclared } from "../protocol/params.ts";
import { attachmentRecord } from "../resources/attachment.ts";

/**
 * GET /attachments: the files that the caller has uploaded.
 * @reply attachments, upload_space_used (of the whole organization)
 */
export const getAttachments = reads({
  route: "GET /attachments",
  params: undeclared,
  allow: anyone,
  reply: ({ realm, caller }) => {
    const own = [...realm.uploads.values()].filter(({ owner }) => owner === caller.id);
    return { attachments: own.map((upload) => attachmentRecord(realm, upload)), upload_space_used: spaceUsed(realm) };
  },
});
