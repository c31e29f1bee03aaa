import type { Perform } from "./stage.ts";

const done = {};

/** Fields without those that only say which action it is, by whom and about what. */
const rest = ({ action: _, as: __, message_id: ___, ...fields }: Readonly<Record<string, unknown>>) => fields;

/** Actions on a message: by whoever does it, over the endpoints for it. Messages are the run's own, so that nothing is undone. */
export const messageActions: Readonly<Record<string, Perform>> = {
  async edit_message(stage, fields) {
    const change = { ...rest(fields), send_notification_to_new_thread: false };
    await stage.ask(String(fields.as), `PATCH /messages/${fields.message_id}`, change);
    return done;
  },
  async react(stage, fields) {
    await stage.ask(String(fields.as), `POST /messages/${fields.message_id}/reactions`, rest(fields));
    return done;
  },
  async unreact(stage, fields) {
    await stage.ask(String(fields.as), `DELETE /messages/${fields.message_id}/reactions`, rest(fields));
    return done;
  },
  async set_flag(stage, { as, message_id, flag, op }) {
    await stage.ask(String(as), "POST /messages/flags", { messages: [message_id], flag, op });
    return done;
  },
  async add_submessage(stage, { as, message_id, msg_type, content }) {
    await stage.ask(String(as), "POST /submessage", { message_id, msg_type, content });
    return done;
  },
};
