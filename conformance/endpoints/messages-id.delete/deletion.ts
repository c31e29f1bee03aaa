import type { Actor } from "../../client/actor.ts";
import { mayDeleteOwn } from "../../client/groups.ts";
import { type Checks, Untestable } from "../../expect.ts";
import { codes } from "../../text/limits.ts";

/** Requires the refusal of a deletion. */
export async function requireRefusal(actor: Actor, id: number, what: string, expect: Checks = actor.expect): Promise<void> {
  expect.refused(await actor.send(`DELETE /messages/${id}`), codes.badRequest, {}, what);
}

/**
 * Deletes a message under the name of its author, or of an administrator. Permissions are asked for only where it is refused.
 * @param expect the checks by which a refusal is judged
 * @throws Untestable: the organization does not let the actor do so; Differs: it does, and the server refuses
 */
export async function deletePermitted(actor: Actor, id: number, expect: Checks = actor.expect): Promise<void> {
  const reply = await actor.send(`DELETE /messages/${id}`);
  if (reply.body.result === "error" && !(await mayDeleteOwn(actor)))
    throw new Untestable(`${actor.name} may not delete their own messages`);
  (reply.body.result === "error" ? expect : actor.expect).bare(reply, "deleting a message");
}
