import type { Channel } from "../core/channels.ts";
import type { Realm } from "../core/realm.ts";
import { refuse } from "../core/refusal.ts";
import type { User } from "../core/users.ts";
import { accessibleChannel } from "./access.ts";
import { included } from "./membership.ts";
import { mayMakeWebPublic } from "./new-channel.ts";

export type Privacy = Pick<Channel, "invite_only" | "history_public_to_subscribers" | "is_web_public">;

/** What a request says of privacy; undefined is to stay as it is, as far as the rest lets it. */
export interface PrivacyChange {
  readonly is_private: boolean | undefined;
  readonly is_web_public: boolean | undefined;
  readonly history_public_to_subscribers: boolean | undefined;
}

/** The privacy that a change leaves. @refuses BAD_REQUEST: values that exclude each other */
function privacyAfter(channel: Channel, change: PrivacyChange): Privacy {
  const is_web_public = change.is_web_public ?? (channel.is_web_public && change.is_private !== true);
  const invite_only = change.is_private ?? (channel.invite_only && change.is_web_public !== true);
  const history_public_to_subscribers = change.history_public_to_subscribers ?? (!invite_only || channel.history_public_to_subscribers);
  if ((is_web_public && invite_only) || (!invite_only && !history_public_to_subscribers)) refuse("Invalid parameters");
  return { invite_only, is_web_public, history_public_to_subscribers };
}

/**
 * The privacy that a request gives a channel; undefined where it says nothing of that.
 * @refuses BAD_REQUEST: no access to what is written there, no permission to make such channels, values that exclude each other
 */
export function checkedPrivacy(realm: Realm, caller: User, channel: Channel, change: PrivacyChange): Privacy | undefined {
  const { is_private, is_web_public, history_public_to_subscribers } = change;
  if ([is_private, is_web_public, history_public_to_subscribers].every((value) => value === undefined)) return undefined;
  if (is_private !== undefined) accessibleChannel(realm, caller, channel.id);
  const after = privacyAfter(channel, change);
  if (after.is_web_public && !channel.is_web_public) mayMakeWebPublic(realm, caller);
  const { can_create_private_channel_group, can_create_public_channel_group } = realm.settings;
  const makers = after.invite_only ? can_create_private_channel_group : can_create_public_channel_group;
  if (after.invite_only !== channel.invite_only && !included(realm, caller, makers)) refuse("Insufficient permission");
  return after;
}
