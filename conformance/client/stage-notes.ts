import { succeeded } from "../expect.ts";
import type { Actor, Session } from "./session.ts";
import type { Row } from "./stage-told.ts";
import type { Reply } from "./target.ts";

/** Sends a direct message, by the name that the target's level has for that. */
export const sendDirect = (session: Session, from: Actor, to: readonly Actor[], content: string): Promise<Reply> =>
  from.send("POST /messages", {
    type: session.target.level >= 174 ? "direct" : "private",
    to: to.map((actor) => actor.user_id),
    content,
  });

/** A message as an actor fetches it. */
export const messageOf = async (actor: Actor, id: unknown): Promise<Row> =>
  succeeded(await actor.send(`GET /messages/${id}`), "fetching a message").message as Row;

/** Writes a note to oneself. Gives it as it is fetched. */
export async function noteToSelf(session: Session, actor: Actor, content: string): Promise<Row> {
  return messageOf(actor, succeeded(await sendDirect(session, actor, [actor], content), "a note to oneself").id);
}
