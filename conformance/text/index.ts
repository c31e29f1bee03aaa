import type { RecordText } from "./record.ts";
import { edit, message, reaction, recipient, submessage, topicLink } from "./records/message.ts";
import { linkifier, presence } from "./records/others.ts";

export { clauseId, type FieldText, named, type RecordText } from "./record.ts";
export { displayRecipient, edit, message, reaction, reactionTypes, recipient, submessage, topicLink } from "./records/message.ts";
export { linkifier, presence } from "./records/others.ts";

/** Every record of which the specification shows the fields. */
export const records: readonly RecordText[] = [message, recipient, topicLink, edit, reaction, submessage, linkifier, presence];
