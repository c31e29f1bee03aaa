import type { Endpoint } from "../protocol/endpoint.ts";
import { getAttachments } from "./attachments.get.ts";
import { deleteAttachment } from "./attachments-id.delete.ts";
import { uploadFile } from "./user_uploads.post.ts";
import { getFileAddress } from "./user_uploads-id.get.ts";

/** Files that messages link to. */
export const uploads: readonly Endpoint[] = [uploadFile, getFileAddress, getAttachments, deleteAttachment];
