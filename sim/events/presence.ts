import type { UserId } from "../core/ids.ts";
import type { UserStatus } from "../core/personal.ts";
import type { Turn } from "../core/turn.ts";
import type { Presence, User } from "../core/users.ts";
import { presenceEntry, slimPresence } from "../resources/presence.ts";
import { activeUsers } from "../rules/groups/membership.ts";
import { knowersOf, presenceKnownTo } from "../rules/people/user-access.ts";
import { deliver } from "./deliver.ts";

/** In organizations with more people than this nobody is told. */
const mostTold = 100;

/** With the capability `simplified_presence_events`, and without it; `slim_presence` leaves out the address. */
type PresenceEvent =
  | { readonly presences: Readonly<Record<UserId, ReturnType<typeof slimPresence>>> }
  | {
      readonly user_id: UserId;
      readonly email?: string;
      /** UNIX seconds, with a fraction. */
      readonly server_timestamp: number;
      readonly presence: Pick<ReturnType<typeof presenceEntry>, "website">;
    };

/** Sends `presence` of an account to everyone who may know it. */
export function announcePresence(turn: Turn, user: User, presence: Presence): void {
  const active = activeUsers(turn.world);
  if (turn.world.settings.presence_disabled || active.length > mostTold) return;
  const knowers = active.filter((id) => presenceKnownTo(turn.world, turn.world.users.require(id))?.(user) ?? true);
  deliver<PresenceEvent>(turn, knowers, "presence", ({ capabilities, slimPresence: slim }) => {
    if (capabilities.has("simplified_presence_events")) return { presences: { [user.id]: slimPresence(presence, user) } };
    const { website } = presenceEntry(presence, user);
    const address = slim ? {} : { email: user.email };
    return { user_id: user.id, ...address, server_timestamp: turn.now / 1000, presence: { website } };
  });
}

/** Has the parts that changed. */
interface UserStatusEvent extends Partial<UserStatus> {
  readonly user_id: UserId;
  readonly away?: boolean;
}

/** Sends `user_status` to everyone who may know the account. */
export function announceStatus(turn: Turn, user: User, change: Partial<UserStatus>, away: boolean | undefined): void {
  const event = { user_id: user.id, ...(away !== undefined && { away }), ...change };
  deliver<UserStatusEvent>(turn, knowersOf(turn.world, user), "user_status", () => event);
}
