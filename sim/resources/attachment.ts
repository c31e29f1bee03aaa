import { shownAt } from "../core/field-levels.ts";
import { has } from "../core/levels.ts";
import type { Realm } from "../core/realm.ts";
import type { Upload } from "../core/uploads.ts";

/** Whole seconds; before their level in milliseconds. */
function instant(realm: Realm, millis: number): number {
  const seconds = Math.floor(millis / 1000);
  return has(realm, "attachmentSeconds") ? seconds : seconds * 1000;
}

/** An uploaded file, with the messages that link to it. */
export const attachmentRecord = (realm: Realm, { id, name, path_id, bytes, created, messages }: Upload) =>
  shownAt(realm, "attachment", {
    id,
    name,
    path_id,
    size: bytes.length,
    create_time: instant(realm, created),
    message_ids: messages,
    messages: messages.map((message) => ({ id: message, date_sent: instant(realm, realm.messages.require(message).sent) })),
  });
