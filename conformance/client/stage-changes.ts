import type { Fields } from "./history.ts";
import type { Actor, Session } from "./session.ts";
import { Untestable } from "./verdict.ts";

/** Does what no specified endpoint does: by the control API, or else by an endpoint that running servers have beside the specified ones. */
async function stage(session: Session, actor: Actor, action: Fields, route: string, fields: Fields): Promise<void> {
  if (session.target.steering) {
    await session.target.steering.act({ ...action, as: actor.name });
    return;
  }
  const { status, body } = await actor.send(route, fields);
  if (status !== 200) throw new Untestable(`the target has no control API, and ${route} answers ${status} ${String(body.code ?? "")}`);
}

/** Changes the content or the topic of a message. */
export const edit = (session: Session, actor: Actor, id: number, change: { content?: string; topic?: string; stream_id?: number }) =>
  stage(session, actor, { action: "edit_message", message_id: id, ...change }, `PATCH /messages/${id}`, {
    ...change,
    send_notification_to_new_thread: false,
  });

/** Reacts to a message, with one of the emoji that every server knows unless more is said. */
export const react = (session: Session, actor: Actor, id: number, emoji_name: string, more: Fields = {}) =>
  stage(session, actor, { action: "react", message_id: id, emoji_name, ...more }, `POST /messages/${id}/reactions`, {
    emoji_name,
    ...more,
  });

/** Adds data of an integration to a message. */
export const submit = (session: Session, actor: Actor, id: number, content: string) =>
  stage(session, actor, { action: "add_submessage", message_id: id, msg_type: "widget", content }, "POST /submessage", {
    message_id: id,
    msg_type: "widget",
    content,
  });

/** Sets or removes the caller's flag of a message. */
export const flag = (session: Session, actor: Actor, id: number, name: string, op: "add" | "remove" = "add") =>
  stage(session, actor, { action: "set_flag", message_id: id, flag: name, op }, "POST /messages/flags", {
    messages: [id],
    flag: name,
    op,
  });
