import type { Channel } from "../core/channels.ts";
import { limits } from "../core/limits.ts";
import type { Turn } from "../core/turn.ts";
import { isBot, type User } from "../core/users.ts";
import { coloursFor } from "../rules/channels/channel-color.ts";
import type { Joining } from "../rules/channels/joining.ts";
import { isSubscribed } from "../rules/messages/access.ts";
import { announceChannels, noticeCreation, noticeSubscriptions } from "./channel-notices.ts";
import { createChannel } from "./create-channel.ts";
import { setDefaultChannel } from "./default-channels.ts";
import { channelsByUser, subscribeAll, type Tie } from "./subscribe.ts";

/** The effect of a request to subscribe. */
interface Joined {
  readonly made: readonly Channel[];
  readonly begun: readonly Tie[];
  /** Subscriptions that there were before. */
  readonly found: readonly Tie[];
  /** Whether those subscribed by another were told, as far as there are any. */
  readonly noticed: boolean;
}

/** The people who are to be told of it: those subscribed by another, and those who read of new channels. */
interface Told {
  readonly notices: boolean;
  readonly announce: boolean;
}

function makeChannels(turn: Turn, creator: User, { missing, wishes }: Joining): Channel[] {
  const { is_default_stream, ...properties } = wishes;
  return missing.map(({ name, description }) => {
    const made = createChannel(turn, { ...properties, name, description, creator_id: creator.id });
    if (is_default_stream) setDefaultChannel(turn, made.id, true);
    return made;
  });
}

/** Tells people of channels that another one subscribed them to, but for those just made: these speak for themselves. */
function noticeAll(turn: Turn, actor: User, made: readonly Channel[], begun: readonly Tie[]): boolean {
  const byUser = channelsByUser(begun);
  if (byUser.size > limits.newSubscriptionNotices) return false;
  const own = new Set(made);
  for (const [user, all] of byUser) {
    const channels = all.filter((channel) => !own.has(channel));
    if (user.id !== actor.id && !isBot(user) && channels.length > 0) noticeSubscriptions(turn, actor, user, channels);
  }
  return true;
}

/** Makes the channels that are missing, and subscribes everybody to all. */
export function joinChannels(turn: Turn, actor: User, joining: Joining, { notices, announce }: Told): Joined {
  const made = makeChannels(turn, actor, joining);
  const channels = [...joining.existing, ...made];
  const ties = joining.users.flatMap((user) => {
    const colours = coloursFor(
      turn.world,
      user,
      channels.filter(({ id }) => !turn.world.subscribers.get(id)?.all.has(user.id)),
      joining.colors,
    );
    return channels.map((channel) => ({ channel, user, color: colours.get(channel.id) }));
  });
  const found = ties.filter(({ channel, user }) => isSubscribed(turn.world, user, channel.id));
  const known = new Set(found);
  const begun = ties.filter((tie) => !known.has(tie));
  subscribeAll(turn, begun);
  const noticed = notices && noticeAll(turn, actor, made, begun);
  if (announce) announceChannels(turn, actor, made);
  for (const channel of made) noticeCreation(turn, actor, channel);
  return { made, begun, found, noticed };
}
