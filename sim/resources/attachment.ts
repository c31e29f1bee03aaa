import type { Realm } from "../core/realm.ts";
import type { Upload } from "../core/uploads.ts";

/** Whole seconds, in milliseconds. */
const instant = (millis: number): number => Math.floor(millis / 1000) * 1000;

/** An uploaded file, with the messages that link to it. */
export const attachmentRecord = (realm: Realm, { id, name, path_id, bytes, created, messages }: Upload) => ({
  id,
  name,
  path_id,
  size: bytes.length,
  create_time: instant(created),
  messages: messages.map((message) => ({ id: message, date_sent: instant(realm.messages.get(message)!.sent) })),
});
