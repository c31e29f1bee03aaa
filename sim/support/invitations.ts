import { has } from "../core/levels.ts";
import { limits } from "../core/limits.ts";
import { endOf, type Invite, openInvites } from "../core/organization.ts";
import type { Realm } from "../core/realm.ts";
import { refuse } from "../core/refusal.ts";
import { isAdministrator, type Role, roles } from "../core/users.ts";
import { addInvite, removeInvite, renewInvite } from "../effects/users.ts";
import { type Call, reads, writes, writesOnly } from "../protocol/endpoint.ts";
import { aKeptInteger, orNull } from "../protocol/json.ts";
import { boolean, type Decoder, integers, json, oneOfIntegers, optional, type Param, required, text } from "../protocol/params.ts";
import { noGuests } from "../rules/people/accounts.ts";
import { changeableInvite, invitedInto, invitedTo, invitees, leftOut, mayInvite, mayInviteAs } from "../rules/people/invites.ts";

/** The address at which an invitation is accepted. */
const inviteLink = ({ server }: Realm, { key }: Invite): string => `${server.url}/join/${key}/`;

/** An invitation as its sender and administrators see it. */
const inviteRecord = (realm: Realm, invite: Invite) => ({
  id: invite.id,
  invited_by_user_id: invite.user_id,
  invited: invite.invited,
  expiry_date: endOf(invite),
  invited_as: invite.role,
  ...(invite.email === undefined ? { link_url: inviteLink(realm, invite) } : { email: invite.email }),
  ...(has(realm, "referrerNotices") && { notify_referrer_on_join: invite.notify_referrer }),
  is_multiuse: invite.email === undefined,
});

const minutes = json(orNull(aKeptInteger));

/** A text, as JSON or as it is; null for that of the organization. */
const welcomeText: Decoder<string | null> = (given, name) => {
  if (given === "null") return null;
  return given.length <= limits.welcomeTextLength ? given : refuse(`${name} is too long (limit: ${limits.welcomeTextLength} characters)`);
};

/** Parameters of every invitation. */
const inviteParams = {
  group_ids: optional(integers, { fallback: [], since: "groupsOfInvites" }),
  include_realm_default_subscriptions: optional(boolean, { fallback: false, since: "channelsOfInvites" }),
  invite_as: optional(oneOfIntegers(...Object.values(roles)), { fallback: roles.member as Role }),
  invite_expires_in_minutes: optional(minutes, { fallback: limits.inviteMinutes as number | null }),
  welcome_message_custom_text: optional(welcomeText, { fallback: null, since: "welcomeTexts" }),
};

type Request = Call<string, typeof inviteParams & { readonly stream_ids: Param<number[]> }>;

/** Returns what the caller's invitation is to be. @refuses BAD_REQUEST, UNAUTHORIZED_PRINCIPAL: what of it the caller may not */
function wantedInvite({ realm, caller, params }: Request, by: "mail" | "link") {
  mayInvite(realm, caller, by);
  mayInviteAs(caller, params.invite_as);
  if (params.welcome_message_custom_text !== null && !isAdministrator(caller)) {
    refuse("Must be an organization administrator", "UNAUTHORIZED_PRINCIPAL");
  }
  return {
    user_id: caller.id,
    minutes: params.invite_expires_in_minutes,
    role: params.invite_as,
    channels: invitedTo(realm, caller, params.stream_ids),
    groups: invitedInto(realm, caller, params.group_ids),
    default_channels: params.include_realm_default_subscriptions,
    welcome_text: params.welcome_message_custom_text,
  };
}

/**
 * GET /invites: the invitations that still hold: for administrators all, for others their own.
 * @refuses BAD_REQUEST: guests
 */
export const getInvites = reads({
  route: "GET /invites",
  allow: noGuests,
  reply: ({ realm, caller }) => ({
    invites: openInvites(realm)
      .filter(({ user_id }) => isAdministrator(caller) || user_id === caller.id)
      .map((invite) => inviteRecord(realm, invite)),
  }),
});

/**
 * POST /invites: invites people by their addresses. No mail is sent.
 * @refuses BAD_REQUEST: guests, no permission, no address, channels or groups that cannot be given; UNAUTHORIZED_PRINCIPAL: a role that
 *          the caller cannot give; INVITATION_FAILED: addresses that are none, or that have an account, while others are invited
 */
export const sendInvites = writes({
  route: "POST /invites",
  params: {
    ...inviteParams,
    invitee_emails: required(text()),
    stream_ids: required(integers),
    notify_referrer_on_join: optional(boolean, { fallback: true, since: "referrerNotices" }),
  },
  allow: noGuests,
  rules: (request) => ({ wanted: wantedInvite(request, "mail"), ...invitees(request.realm, request.params.invitee_emails) }),
  effect: ({ turn, params, found: { wanted, fresh, faults } }) => {
    for (const email of fresh) addInvite(turn, { ...wanted, email, notify_referrer: params.notify_referrer_on_join });
    return faults.length > 0 ? leftOut(turn.world, faults) : {};
  },
});

/**
 * POST /invites/multiuse: a link by which anybody can join.
 * @refuses BAD_REQUEST: guests, no permission, channels or groups that cannot be given; UNAUTHORIZED_PRINCIPAL: a role that the caller
 *          cannot give
 */
export const addInviteLink = writes({
  route: "POST /invites/multiuse",
  params: { ...inviteParams, stream_ids: optional(integers, { fallback: [] }) },
  allow: noGuests,
  rules: (request) => wantedInvite(request, "link"),
  effect: ({ turn, found }) => ({
    invite_link: inviteLink(turn.world, addInvite(turn, { ...found, email: undefined, notify_referrer: true })),
  }),
});

/**
 * POST /invites/{invite_id}/resend: invites somebody again, as long as at first. No mail is sent.
 * @refuses BAD_REQUEST: guests, no such invitation; UNAUTHORIZED_PRINCIPAL: another's
 */
export const resendInvite = writesOnly({
  route: "POST /invites/{invite_id}/resend",
  allow: noGuests,
  rules: ({ realm, caller, path }) => changeableInvite(realm, caller, path.invite_id, "mail"),
  effect: ({ turn, found }) => renewInvite(turn, found),
});

/**
 * DELETE /invites/{invite_id}: takes back an invitation to an address.
 * @refuses BAD_REQUEST: guests, no such invitation; UNAUTHORIZED_PRINCIPAL: another's
 */
export const revokeInvite = writesOnly({
  route: "DELETE /invites/{invite_id}",
  allow: noGuests,
  rules: ({ realm, caller, path }) => changeableInvite(realm, caller, path.invite_id, "mail"),
  effect: ({ turn, found }) => removeInvite(turn, found),
});

/** DELETE /invites/multiuse/{invite_id}: the same for a link. */
export const revokeInviteLink = writesOnly({
  route: "DELETE /invites/multiuse/{invite_id}",
  allow: noGuests,
  rules: ({ realm, caller, path }) => changeableInvite(realm, caller, path.invite_id, "link"),
  effect: ({ turn, found }) => removeInvite(turn, found),
});
