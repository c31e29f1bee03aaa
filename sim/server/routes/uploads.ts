import type { Endpoint } from "../../protocol/endpoint.ts";
import { getAttachments } from "../../support/attachments.get.ts";
import { deleteAttachment } from "../../support/attachments-id.delete.ts";
import { uploadFile } from "../../support/user_uploads.post.ts";
import { getFileAddress } from "../../support/user_uploads-id.get.ts";

/** Files that messages link to. */
export const uploads: readonly Endpoint[] = [uploadFile, getFileAddress, getAttachments, deleteAttachment];
