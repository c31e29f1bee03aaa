import type { ChannelId, GroupId, InviteId } from "../../core/ids.ts";
import { channelWord, has } from "../../core/levels.ts";
import { withoutSpaceAround } from "../../core/limits.ts";
import { type Invite, openInvites } from "../../core/organization.ts";
import type { Realm } from "../../core/realm.ts";
import { Refusal, refuse, refusePermission } from "../../core/refusal.ts";
import { productName } from "../../core/server.ts";
import { type Role, roles, type User } from "../../core/users.ts";
import { editableGroup } from "../groups/group-setting.ts";
import { included } from "../groups/membership.ts";
import { hasContentAccess } from "../messages/access.ts";
import { addressFault, administratorsOnly, isAddress, ownersDecide } from "./accounts.ts";

/** @refuses UNAUTHORIZED_PRINCIPAL: the caller may not make anybody what the invitation does */
export function mayInviteAs(caller: User, role: Role): void {
  if (role === roles.owner) ownersDecide(caller);
  if (role <= roles.moderator) administratorsOnly({ caller });
}

/** @refuses BAD_REQUEST: the caller may not invite by mail, or by link; UNAUTHORIZED_PRINCIPAL: before members could make links */
export function mayInvite(realm: Realm, caller: User, by: "mail" | "link"): void {
  if (by === "link" && !has(realm, "linksOfMembers")) administratorsOnly({ caller });
  const { can_invite_users_group, create_multiuse_invite_group } = realm.settings;
  if (!included(realm, caller, by === "mail" ? can_invite_users_group : create_multiuse_invite_group)) refusePermission();
}

/** The channels that an invitation names. @refuses BAD_REQUEST: one that the caller does not see, no permission to subscribe others */
export function invitedTo(realm: Realm, caller: User, ids: readonly number[]): readonly ChannelId[] {
  for (const id of ids) {
    const channel = realm.channels.get(id as ChannelId);
    if (!channel || channel.is_archived || !hasContentAccess(realm, caller, channel)) {
      refuse(`Invalid ${channelWord(realm)} ID ${id}. No invites were sent.`);
    }
  }
  const others = ids.filter((id) => !realm.defaultChannels.has(id as ChannelId));
  if (others.length > 0 && !included(realm, caller, realm.settings.can_add_subscribers_group)) {
    refuse(`You do not have permission to subscribe other users to ${channelWord(realm)}s.`);
  }
  return ids as readonly ChannelId[];
}

/** The groups that an invitation names. @refuses BAD_REQUEST: one that is none, or to which the caller may not add anybody */
export const invitedInto = (realm: Realm, caller: User, ids: readonly number[]): readonly GroupId[] =>
  ids.map((id) => editableGroup(realm, caller, id, "add_members", []).id);

type Fault = readonly [email: string, msg: string, deactivated: boolean];

function failed(msg: string, errors: readonly Fault[], sent_invitations: boolean): Refusal {
  const extra = { errors, sent_invitations, license_limit_reached: false, daily_limit_reached: false };
  return new Refusal(msg, { code: "INVITATION_FAILED", extra });
}

/** The addresses in a text, and which of them have an account. @refuses BAD_REQUEST: none; INVITATION_FAILED: some that are no address, or outside the domains */
export function invitees(realm: Realm, text: string): { readonly fresh: readonly string[]; readonly faults: readonly Fault[] } {
  if (withoutSpaceAround(text) === "") refuse("You must specify at least one email address.");
  const named = text.split(/[\n,]/).flatMap((one) => withoutSpaceAround(/<([^>]*)>\s*$/.exec(one)?.[1] ?? one) || []);
  const emails = [...new Set(named)];
  const wrong = emails.flatMap((email) => {
    const fault = isAddress(email) ? addressFault(realm, email) : "Invalid address.";
    return fault === undefined ? [] : [[email, fault, false] as const];
  });
  if (wrong.length > 0) throw failed("Some emails did not validate, so we didn't send any invitations.", wrong, false);
  const accounts = emails.flatMap((email) => {
    const account = realm.users.get(realm.usersByDeliveryEmail.get(email.toLowerCase()));
    return account ? [{ email, account }] : [];
  });
  const taken = accounts.map(({ email }) => email);
  const faults = accounts.map(({ email, account }) => [email, "Already has an account.", !account.is_active] as const);
  if (emails.length > 0 && taken.length === emails.length) throw failed("We weren't able to invite anyone.", faults, false);
  return { fresh: emails.filter((email) => !taken.includes(email)), faults };
}

/** Returns what a server says when it left some addresses out. */
export function leftOut({ server }: Realm, faults: readonly Fault[]): Refusal {
  const leftOutText = `Some of those addresses are already using ${productName(server)}, so we didn't send them an invitation.`;
  return failed(`${leftOutText} We did send invitations to everyone else!`, faults, true);
}

/**
 * An invitation that the caller may take back or send again: the own ones, for administrators those of others too.
 * @refuses BAD_REQUEST: there is none of the kind; UNAUTHORIZED_PRINCIPAL: another's, and the caller could not have made it
 */
export function changeableInvite(realm: Realm, caller: User, id: number, kind: "mail" | "link"): Invite {
  const invite = openInvites(realm).find((one) => one.id === (id as InviteId) && (one.email === undefined) === (kind === "link"));
  if (!invite) return refuse("No such invitation");
  if (invite.user_id !== caller.id) {
    if (invite.role === roles.owner) ownersDecide(caller);
    administratorsOnly({ caller });
  }
  return invite;
}
