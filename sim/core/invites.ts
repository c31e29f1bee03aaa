import type { ChannelId, GroupId, InviteId, UserId } from "./ids.ts";
import type { Realm } from "./realm.ts";
import type { Role } from "./users.ts";

/** An invitation: sent to an address, or a link for everybody who has it. */
export interface Invite {
  readonly id: InviteId;
  /** The account that invites. */
  readonly user_id: UserId;
  /** Undefined for a link. */
  readonly email: string | undefined;
  /** The part of a link that nobody guesses. */
  readonly key: string;
  /** UNIX seconds. */
  readonly invited: number;
  /** The time that it holds, in minutes; null for ever. */
  readonly minutes: number | null;
  readonly role: Role;
  readonly channels: readonly ChannelId[];
  readonly groups: readonly GroupId[];
  readonly default_channels: boolean;
  readonly notify_referrer: boolean;
  readonly welcome_text: string | null;
}

/** Returns when an invitation ends, in UNIX seconds; null for never. */
export const endOf = ({ invited, minutes }: Invite): number | null => (minutes === null ? null : invited + minutes * 60);

/** Invitations that still hold, by id. */
export const openInvites = ({ invites, now }: Pick<Realm, "invites" | "now">): Invite[] =>
  [...invites.values()].filter((invite) => (endOf(invite) ?? Number.POSITIVE_INFINITY) * 1000 > now);
