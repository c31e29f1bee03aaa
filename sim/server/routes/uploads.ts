import type { Endpoint } from "../../protocol/endpoint.ts";
import { deleteAttachment, getAttachments, getFileAddress, uploadFile } from "../../support/uploads.ts";

/** Files that messages link to. */
export const uploads: readonly Endpoint[] = [uploadFile, getFileAddress, getAttachments, deleteAttachment];
