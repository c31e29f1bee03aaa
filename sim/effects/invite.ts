import type { InviteId } from "../core/ids.ts";
import type { Invite } from "../core/invites.ts";
import { addressText } from "../core/rng.ts";
import type { Turn } from "../core/turn.ts";
import { announceInvites } from "../events/realm.ts";

type NewInvite = Omit<Invite, "id" | "key" | "invited">;

/** Files an invitation. No mail is sent. */
export function addInvite(turn: Turn, given: NewInvite): Invite {
  const id = turn.nextId("invite") as InviteId;
  const invite: Invite = {
    ...given,
    id,
    key: addressText(turn.chance("invitation", id)).toLowerCase().replace(/[-_]/g, "x"),
    invited: turn.seconds,
  };
  turn.world.invites.set(id, invite);
  announceInvites(turn, invite);
  return invite;
}

/** Sends an invitation again, which then holds as long as a new one. */
export function renewInvite(turn: Turn, invite: Invite): void {
  turn.world.invites.set(invite.id, { ...invite, invited: turn.seconds });
  announceInvites(turn, invite);
}

export function removeInvite(turn: Turn, invite: Invite): void {
  turn.world.invites.delete(invite.id);
  announceInvites(turn, invite);
}
