import type { Actor, Session } from "./session.ts";
import { toldRows } from "./stage-told.ts";
import type { Member } from "./target.ts";
import { Untestable } from "./verdict.ts";

type Role = Member["role"];

/** The first person of the cast with one of some roles. @throws Untestable: there is none */
export function person(session: Session, ...roles: readonly Role[]): Actor {
  const { cast } = session.target;
  const name = Object.keys(cast).find((each) => roles.includes(cast[each]!.role) && !cast[each]!.is_bot);
  if (name === undefined) throw new Untestable(`the cast has no ${roles.join(" or ")}`);
  return session.as[name]!;
}

export const administrator = (session: Session): Actor => person(session, "administrator", "owner");

/** Somebody without a role that permits more than others may. */
export const unprivileged = (session: Session): Actor => person(session, "member", "moderator");

/** The first bot of the cast. */
export function bot(session: Session): Actor {
  const { cast } = session.target;
  const name = Object.keys(cast).find((each) => cast[each]!.is_bot);
  if (name === undefined) throw new Untestable("the cast has no bot");
  return session.as[name]!;
}

/** The id of a deactivated account. */
export async function deactivatedAccount(actor: Actor): Promise<number> {
  const [gone] = await toldRows(actor, "realm_user", "realm_non_active_users");
  if (typeof gone?.user_id !== "number") throw new Untestable("the target shows no deactivated account");
  return gone.user_id;
}
