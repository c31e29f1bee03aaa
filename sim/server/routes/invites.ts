import type { Endpoint } from "../../protocol/endpoint.ts";
import { getInvites } from "../../support/invites.get.ts";
import { addInviteLink } from "../../support/invites.multiuse.post.ts";
import { sendInvites } from "../../support/invites.post.ts";
import { revokeInvite, revokeInviteLink } from "../../support/invites-id.delete.ts";
import { resendInvite } from "../../support/invites-id.resend.post.ts";

/** Invitations to the organization. */
export const invites: readonly Endpoint[] = [getInvites, sendInvites, addInviteLink, revokeInvite, revokeInviteLink, resendInvite];
