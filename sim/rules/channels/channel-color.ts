import type { Channel } from "../../core/channels.ts";
import type { ChannelId } from "../../core/ids.ts";
import type { Realm } from "../../core/realm.ts";
import type { User } from "../../core/users.ts";

/** The colours that new subscriptions get, in the order in which they are given out. */
const palette = `#76ce90 #fae589 #a6c7e5 #e79ab5 #bfd56f #f4ae55 #b0a5fd #addfe5 #f5ce6e #c2726a #94c849 #bd86e5
  #ee7e4a #a6dcbf #95a5fd #53a063 #9987e1 #e4523d #c2c2c2 #4f8de4 #c6a8ad #e7cc4d #c8bebf #a47462`.split(/\s+/);

/** Returns how often one user has each colour, for channels that they were in too. */
function usesOf(realm: Realm, user: User): Map<string, number> {
  const uses = new Map<string, number>();
  for (const { all, former } of realm.subscribers.values()) {
    const subscription = all.get(user.id) ?? former.get(user.id);
    if (subscription) uses.set(subscription.color, (uses.get(subscription.color) ?? 0) + 1);
  }
  return uses;
}

const leastUsed = (uses: ReadonlyMap<string, number>): string =>
  palette.reduce((one, other) => ((uses.get(other) ?? 0) < (uses.get(one) ?? 0) ? other : one));

/** Returns the colour of a new subscription for which none is wished: the first of those that the user has least often. */
export const nextColour = (realm: Realm, user: User): string => leastUsed(usesOf(realm, user));

/** Colours for new subscriptions of one user: those wished by the channel's name, else the first of those that the user has least often. */
export function coloursFor(
  realm: Realm,
  user: User,
  channels: readonly Channel[],
  wished: ReadonlyMap<string, string>,
): ReadonlyMap<ChannelId, string> {
  const uses = usesOf(realm, user);
  const use = (colour: string): string => {
    uses.set(colour, (uses.get(colour) ?? 0) + 1);
    return colour;
  };
  for (const { name } of channels) {
    const colour = wished.get(name);
    if (colour !== undefined) use(colour);
  }
  const inOrder = [...channels].sort((a, b) => a.recipient_id - b.recipient_id);
  return new Map(inOrder.map(({ id, name }) => [id, wished.get(name) ?? use(leastUsed(uses))]));
}
