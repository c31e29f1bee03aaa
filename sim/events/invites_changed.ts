import type { Invite } from "../core/invites.ts";
import type { Turn } from "../core/turn.ts";
import { administratorsAnd } from "./audience.ts";
import { deliver } from "./deliver.ts";

/** Sends `invites_changed`, which has no fields, to administrators and to the account that invites. */
export const announceInvites = (turn: Turn, { user_id }: Pick<Invite, "user_id">): void =>
  deliver<Record<string, never>>(turn, administratorsAnd(turn.world, user_id), "invites_changed", () => ({}));
