import { channelFields, directFields } from "../../client/messages.ts";
import type { Session } from "../../client/session.ts";
import type { PersonName } from "../../draw/people.ts";
import type { Body } from "../../expect.ts";

/** The sender of a message, and its recipients: a new topic of the channel general where nobody is named. */
export interface Sending {
  readonly sender: PersonName;
  readonly to?: readonly PersonName[];
}

/** Returns the fields of a message. */
export const fieldsFor = (session: Session, { sender, to }: Sending, content = "hello"): Body & { readonly content: string } =>
  to === undefined
    ? channelFields(session.channels.general, session.fresh(), content)
    : directFields(session.actor(sender), session.actors(to), content);
