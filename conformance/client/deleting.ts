import { succeeded } from "../expect.ts";
import { isAllowed } from "./registration.ts";
import type { Actor, Session } from "./session.ts";
import { Untestable } from "./verdict.ts";

/** Whether somebody may delete what others wrote. Before there was a setting for it, administrators may. */
export const mayDeleteAny = async ({ target }: Session, actor: Actor): Promise<boolean> =>
  target.level < 281 ? ["owner", "administrator"].includes(actor.member.role) : isAllowed(actor, "realm_can_delete_any_message_group");

/** Whether the organization lets somebody delete their own messages, within the time limit. */
export const mayDeleteOwn = async (session: Session, actor: Actor): Promise<boolean> =>
  (await mayDeleteAny(session, actor)) || (session.target.level >= 281 && (await isAllowed(actor, "realm_can_delete_own_message_group")));

/** Somebody who may delete their own messages: alice, or else dana. */
export async function author(session: Session): Promise<Actor> {
  const alice = session.as.alice!;
  if (await mayDeleteOwn(session, alice)) return alice;
  const dana = session.as.dana!;
  if (await mayDeleteOwn(session, dana)) return dana;
  throw new Untestable("neither alice nor dana may delete their messages");
}

/** Deletes a message that somebody may delete. */
export async function deleted(actor: Actor, id: number): Promise<Readonly<Record<string, unknown>>> {
  return succeeded(await actor.send(`DELETE /messages/${id}`), "deleting the message");
}
