import type { Actor, EventQueue } from "../../client/actor.ts";
import type { StagedHistory, StagedMessage } from "../../client/history.ts";
import { levels } from "../../client/levels.ts";
import { eventsSoFar } from "../../client/messages.ts";
import { mayDeleteAny, mayDeleteOwn } from "../../client/permissions.ts";
import { capabilities } from "../../client/registration.ts";
import type { Session } from "../../client/session.ts";
import { atProportion } from "../../draw/combinators.ts";
import { activePeople, type PersonName } from "../../draw/people.ts";
import { Untestable } from "../../expect.ts";

/** Registers a queue of messages and deletions. */
export const listenForDeletions = (actor: Actor): Promise<EventQueue> =>
  actor.queue({ event_types: ["delete_message", "message"], client_capabilities: capabilities });

/** Returns which of some messages a queue was told are deleted, until now. */
export async function deletionsTold(queue: EventQueue, ids: readonly unknown[]): Promise<unknown[]> {
  const events = (await eventsSoFar(queue)).filter(({ type }) => type === "delete_message");
  return events.flatMap(({ message_ids, message_id }) => message_ids ?? message_id).filter((id) => ids.includes(id));
}

/** Requires the refusal of a deletion. */
export async function requireRefusal(actor: Actor, id: number, what: string): Promise<void> {
  actor.expect.refused(await actor.send(`DELETE /messages/${id}`), "BAD_REQUEST", {}, what);
}

/** Returns whether administrators alone delete: before level 281. */
const areAdministratorsAlone = ({ level }: Session): boolean => level < levels.deletionGroups;

/**
 * Deletes a message under the name of its author, or of an administrator. Permissions are asked for only where it is refused.
 * @throws Untestable: the organization does not let the actor do so; Differs: it does, and the server refuses
 */
export async function deletePermitted(actor: Actor, id: number): Promise<void> {
  const reply = await actor.send(`DELETE /messages/${id}`);
  if (reply.body.result === "error" && !(await mayDeleteOwn(actor)))
    throw new Untestable(`${actor.name} may not delete their own messages`);
  actor.expect.bare(reply, "deleting a message");
}

/** Requires the refusal of a deletion of what another wrote. @throws Untestable: the actor may delete any message */
export async function requireNoPermission(actor: Actor, id: number, what: string): Promise<void> {
  const reply = await actor.send(`DELETE /messages/${id}`);
  if (reply.body.result === "success" && (await mayDeleteAny(actor))) throw new Untestable(`${actor.name} may delete any message`);
  actor.expect.refused(reply, "BAD_REQUEST", {}, what);
}

/** A message of a history, and who deletes it. */
interface Deletable {
  readonly message: StagedMessage;
  readonly deleter: Actor;
}

/** Returns the message at a proportion with its author; before level 281 one that dana received, with dana. @throws Untestable: there is none */
export function deletableAt(staged: StagedHistory, at: number, test: (message: StagedMessage) => boolean = () => true): Deletable {
  const { session } = staged;
  const all = areAdministratorsAlone(session) ? staged.receivedBy("dana") : staged.notDeleted;
  const message = atProportion(at, all.filter(test));
  if (!message) throw new Untestable("the history has no such message that somebody of the cast may delete");
  return { message, deleter: session.actor(areAdministratorsAlone(session) ? "dana" : message.sender) };
}

/** Returns those active members of the target's cast whom a test picks. */
export const castWhere = ({ target }: Session, test: (name: PersonName) => boolean): readonly PersonName[] =>
  activePeople.filter((name) => Object.hasOwn(target.cast, name) && test(name));

/** Returns the one at a proportion of those active members of the cast whom a test picks. @throws Untestable: it picks nobody */
export function someoneAt(session: Session, at: number, test: (name: PersonName) => boolean): Actor {
  const name = atProportion(at, castWhere(session, test));
  if (name === undefined) throw new Untestable("the cast has nobody of the kind");
  return session.actor(name);
}
