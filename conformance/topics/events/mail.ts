import fc from "fast-check";
import { directFields } from "../../client/messages.ts";
import type { Session } from "../../client/session.ts";
import { type Recipients, recipients } from "../../draw/people.ts";
import type { Body } from "../../expect.ts";

/** Who writes to whom: to the people named, or to a new topic of general. */
export interface Mail {
  readonly mail: Recipients;
  readonly isDirect: boolean;
}

export const aMail = { mail: recipients({ max: 2 }), isDirect: fc.boolean() };
export const toBob: Recipients = { sender: "alice", to: ["bob"] };

/** Returns the fields of a message. */
export function fieldsOf(session: Session, { mail: { sender, to }, isDirect }: Mail, content: string): Body {
  if (!isDirect) return { type: "stream", to: session.channels.general, topic: session.fresh(), content };
  return directFields(
    session.actor(sender),
    to.map((name) => session.actor(name)),
    content,
  );
}
