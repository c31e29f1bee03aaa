import type { UserId } from "../core/ids.ts";
import type { UserStatus } from "../core/personal.ts";
import type { Turn } from "../core/turn.ts";
import type { User } from "../core/users.ts";
import { knowersOf } from "../rules/people/accessible-users.ts";
import { deliver } from "./deliver.ts";

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
