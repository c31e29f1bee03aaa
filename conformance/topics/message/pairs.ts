import type { Actor } from "../../client/actor.ts";
import { shownMessage } from "../../client/messages.ts";
import type { Session } from "../../client/session.ts";
import { participantsOf, type Recipients } from "../../draw/people.ts";

/** Returns the recipient_id of a message as somebody sees it. */
export const recipientOf = async (actor: Actor, id: number): Promise<number> =>
  actor.expect.integer((await shownMessage(actor, id)).recipient_id, "recipient_id");

/** The level from which two people are a group like any other. */
export const pairsAreGroups = 482;

/** Returns whether what stands for the people of a message may depend on who looks. */
export const mayDependOnViewer = (session: Session, ...mails: readonly Recipients[]): boolean =>
  session.level < pairsAreGroups && mails.some((mail) => participantsOf(mail).length === 2);
