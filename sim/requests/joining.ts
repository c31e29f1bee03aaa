import { has } from "../core/levels.ts";
import type { Realm } from "../core/realm.ts";
import type { Turn } from "../core/turn.ts";
import type { User } from "../core/users.ts";
import { joinChannels } from "../effects/join-channels.ts";
import type { Tie } from "../effects/subscribe.ts";
import type { Joining } from "../rules/channels/joining.ts";

/** Names of channels by who is subscribed to them: by id, by address on older servers. */
function namesByUser(realm: Realm, ties: readonly Tie[]): Readonly<Record<string, string[]>> {
  const names: Record<string, string[]> = {};
  for (const { user, channel } of ties) (names[has(realm, "subscriptionIds") ? user.id : user.email] ??= []).push(channel.name);
  return names;
}

/** Subscribes, and says what came of it. */
export function join(turn: Turn, caller: User, joining: Joining, { notices = true, fatal = true, announce = false } = {}) {
  const { world } = turn;
  const { begun, found, noticed } = joinChannels(turn, caller, joining, { notices, announce });
  return {
    subscribed: namesByUser(world, begun),
    already_subscribed: namesByUser(world, found),
    ...(!fatal && { unauthorized: joining.unauthorized.map(({ name }) => name) }),
    ...(notices && has(world, "subscriptionNotices") && { new_subscription_messages_sent: noticed }),
  };
}
