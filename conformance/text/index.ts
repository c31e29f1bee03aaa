import type { EndpointText } from "./endpoint.ts";
import * as folders from "./endpoints/folders.ts";
import type { RecordText } from "./record.ts";
import { edit, message, reaction, recipient, submessage, topicLink } from "./records/message.ts";
import { linkifier, presence } from "./records/others.ts";

export type { Callers, EndpointText, ParameterText, Stated } from "./endpoint.ts";
export { requiredOf } from "./endpoint.ts";
export { clauseId, type FieldText, named, type RecordText } from "./record.ts";
export { displayRecipient, edit, message, reaction, reactionTypes, recipient, submessage, topicLink } from "./records/message.ts";
export { linkifier, presence } from "./records/others.ts";

/** Every record of which the specification shows the fields. */
export const records: readonly RecordText[] = [message, recipient, topicLink, edit, reaction, submessage, linkifier, presence];

/** What the specification states of endpoints in tables, by their stems. */
export const endpoints: ReadonlyMap<string, EndpointText> = new Map([...Object.values(folders)].map((text) => [text.stem, text]));
