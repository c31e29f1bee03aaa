import { limits } from "../core/limits.ts";
import { refuse } from "../core/refusal.ts";
import { isAdministrator, type Role, roles } from "../core/users.ts";
import type { Call } from "../protocol/endpoint.ts";
import { anInteger, listOf, orNull } from "../protocol/json.ts";
import { boolean, type Decoder, json, oneOfIntegers, optional, type Param } from "../protocol/params.ts";
import { invitedInto, invitedTo, mayInvite, mayInviteAs } from "../rules/people/invites.ts";

const minutes = json(orNull(anInteger));

/** A text, as JSON or as it is; null for that of the organization. */
const welcomeText: Decoder<string | null> = (given, name) => {
  if (given === "null") return null;
  return given.length <= limits.welcomeTextLength ? given : refuse(`${name} is too long (limit: ${limits.welcomeTextLength} characters)`);
};

/** What every invitation has. */
export const inviteParams = {
  group_ids: optional(json(listOf(anInteger)), { fallback: [], since: "groupsOfInvites" }),
  include_realm_default_subscriptions: optional(boolean, { fallback: false, since: "channelsOfInvites" }),
  invite_as: optional(oneOfIntegers(...Object.values(roles)), { fallback: roles.member as Role }),
  invite_expires_in_minutes: optional(minutes, { fallback: limits.inviteMinutes as number | null }),
  welcome_message_custom_text: optional(welcomeText, { fallback: null, since: "welcomeTexts" }),
};

type Request = Call<string, typeof inviteParams & { readonly stream_ids: Param<number[]> }>;

/** Returns what the caller's invitation is to be. @refuses BAD_REQUEST, UNAUTHORIZED_PRINCIPAL: what of it the caller may not */
export function wantedInvite({ realm, caller, params }: Request, by: "mail" | "link") {
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
