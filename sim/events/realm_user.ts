import type { UserId } from "../core/ids.ts";
import type { Turn } from "../core/turn.ts";
import type { User } from "../core/users.ts";
import { avatarAddress } from "../resources/people.ts";
import { userRecord } from "../resources/user.ts";
import { knowersOf } from "../rules/people/accessible-users.ts";
import { addressFor } from "../rules/people/addresses.ts";
import { deliver } from "./deliver.ts";

/** A custom profile field of an account: null where it has no value any more. */
interface FieldValue {
  readonly id: number;
  readonly value: string | null;
  /** Of text fields, which are Markdown. */
  readonly rendered_value?: string;
}

/** What one event tells of an account. */
type PersonChange =
  | Pick<User, "full_name">
  | Pick<User, "role">
  | Pick<User, "is_active">
  | Pick<User, "email" | "timezone">
  | { readonly avatar_source: string; readonly avatar_url: string; readonly avatar_url_medium: string; readonly avatar_version: number }
  | { readonly delivery_email: string | null }
  | { readonly new_email: string }
  | { readonly bot_owner_id: UserId }
  | { readonly custom_profile_field: FieldValue };

type RealmUserEvent =
  | { readonly op: "add"; readonly person: ReturnType<typeof userRecord> }
  | { readonly op: "update"; readonly person: { readonly user_id: UserId } & PersonChange };

const send = (turn: Turn, reached: readonly UserId[], event: () => RealmUserEvent): void => deliver(turn, reached, "realm_user", event);

/** Sends `realm_user` of a new account to everyone who may know it. Its avatar is a URL, whatever a client can compute. */
export function announceUser(turn: Turn, user: User): void {
  const { world } = turn;
  for (const viewer of knowersOf(world, user)) {
    const seenBy = world.users.require(viewer);
    send(turn, [viewer], () => ({ op: "add", person: userRecord(world, user, seenBy, false) }));
  }
}

/** Sends `realm_user` of what changed to everyone who may know the account. */
export const announceUserChange = (turn: Turn, user: User, change: PersonChange): void =>
  send(turn, knowersOf(turn.world, user), () => ({ op: "update", person: { user_id: user.id, ...change } }));

/** Sends `realm_user` of where the account's picture is to everyone who may know the account. */
export function announceAvatar(turn: Turn, user: User): void {
  const { avatar_source, avatar_version } = user;
  const avatar_url = avatarAddress(turn.world, user);
  const avatar_url_medium = avatar_source === "G" ? `${avatar_url}&s=500` : avatar_url.replace(".png", "-medium.png");
  announceUserChange(turn, user, { avatar_source, avatar_url, avatar_url_medium, avatar_version });
}

/** Sends `realm_user` of the real address to each account for which that is another one now. */
export function announceRealAddress(turn: Turn, former: User, user: User): void {
  for (const id of knowersOf(turn.world, user)) {
    const viewer = turn.world.users.require(id);
    const delivery_email = addressFor(user, viewer);
    if (addressFor(former, viewer) === delivery_email) continue;
    send(turn, [id], () => ({ op: "update", person: { user_id: former.id, delivery_email } }));
  }
}
