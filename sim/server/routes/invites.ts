import type { Endpoint } from "../../protocol/endpoint.ts";
import { addInviteLink, getInvites, resendInvite, revokeInvite, revokeInviteLink, sendInvites } from "../../support/invitations.ts";

/** Invitations to the organization. */
export const invites: readonly Endpoint[] = [getInvites, sendInvites, addInviteLink, revokeInvite, revokeInviteLink, resendInvite];
