import type { Turn } from "../core/turn.ts";
import type { User } from "../core/users.ts";
import { mutedRecords } from "../resources/personal.ts";
import { deliver } from "./deliver.ts";

interface MutedUsersEvent {
  readonly muted_users: ReturnType<typeof mutedRecords>;
}

/** Sends `muted_users`, the whole list, to the account. */
export const announceMutedUsers = (turn: Turn, user: User): void =>
  deliver<MutedUsersEvent>(turn, [user.id], "muted_users", () => ({ muted_users: mutedRecords(user) }));
