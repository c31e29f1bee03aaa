import { type Body, Unprepared } from "../expect.ts";
import type { Actor } from "./actor.ts";
import type { Session } from "./session.ts";

/** Does what no specified endpoint does: by the control API, or else by an endpoint that running servers have beside the specified ones. */
async function stage(actor: Actor, action: Body, route: string, fields: Body): Promise<void> {
  const { steering } = actor.session.target;
  if (steering) {
    await steering.act({ ...action, as: actor.name });
    return;
  }
  const { status, body } = await actor.send(route, fields);
  if (status !== 200)
    throw new Unprepared(`the target has no control API, and ${route} answers ${status} ${String(body.code ?? "")}`.trimEnd());
}

/** Changes the content, the topic or the channel of a message. */
export const editMessage = (actor: Actor, id: number, change: { content?: string; topic?: string; stream_id?: number }): Promise<void> =>
  stage(actor, { action: "edit_message", message_id: id, ...change }, `PATCH /messages/${id}`, {
    ...change,
    send_notification_to_new_thread: false,
  });

/** Reacts to a message, with an emoji that every server knows unless `more` says its code and type. */
export const addReaction = (actor: Actor, id: number, emoji_name: string, more: Body = {}): Promise<void> =>
  stage(actor, { action: "react", message_id: id, emoji_name, ...more }, `POST /messages/${id}/reactions`, { emoji_name, ...more });

/** Adds data of an integration to a message. */
export const addSubmessage = (actor: Actor, id: number, content: string): Promise<void> =>
  stage(actor, { action: "add_submessage", message_id: id, msg_type: "widget", content }, "POST /submessage", {
    message_id: id,
    msg_type: "widget",
    content,
  });

/** Sets or removes the actor's flag of a message. */
export const setFlag = (actor: Actor, id: number, name: string, op: "add" | "remove" = "add"): Promise<void> =>
  stage(actor, { action: "set_flag", message_id: id, flag: name, op }, "POST /messages/flags", { messages: [id], flag: name, op });

/** Lets seven seconds pass where that takes no waiting and nobody else notices. */
export async function letTimePass({ target }: Session): Promise<void> {
  if (target.kind === "embedded") await target.steering?.advance(7000);
}
