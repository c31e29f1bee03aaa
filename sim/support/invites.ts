import type { Endpoint } from "../protocol/endpoint.ts";
import { getInvites } from "./invites.get.ts";
import { addInviteLink } from "./invites.multiuse.post.ts";
import { sendInvites } from "./invites.post.ts";
import { revokeInvite, revokeInviteLink } from "./invites-id.delete.ts";
import { resendInvite } from "./invites-id.resend.post.ts";

/** Invitations to the organization. */
export const invites: readonly Endpoint[] = [getInvites, sendInvites, addInviteLink, revokeInvite, revokeInviteLink, resendInvite];
