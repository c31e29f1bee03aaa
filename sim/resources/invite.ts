import { endOf, type Invite } from "../core/invites.ts";
import { has } from "../core/levels.ts";
import type { Realm } from "../core/realm.ts";

/** The address at which an invitation is accepted. */
export const inviteLink = ({ server }: Realm, { key }: Invite): string => `${server.url}/join/${key}/`;

/** An invitation as its sender and administrators see it. */
export const inviteRecord = (realm: Realm, invite: Invite) => ({
  id: invite.id,
  invited_by_user_id: invite.user_id,
  invited: invite.invited,
  expiry_date: endOf(invite),
  invited_as: invite.role,
  ...(invite.email === undefined ? { link_url: inviteLink(realm, invite) } : { email: invite.email }),
  ...(has(realm, "referrerNotices") && { notify_referrer_on_join: invite.notify_referrer }),
  is_multiuse: invite.email === undefined,
});
