import type { Endpoint } from "../../protocol/endpoint.ts";
import { deleteAttachment, getAttachments, getFileAddress, getThumbnailStatus, uploadFile } from "../../support/uploads.ts";

/** Files that messages link to. */
export const uploads: readonly Endpoint[] = [uploadFile, getFileAddress, getThumbnailStatus, getAttachments, deleteAttachment];
