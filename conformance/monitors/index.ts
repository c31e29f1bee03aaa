import { clock } from "./clock.ts";
import { deletedMessages } from "./deleted-messages.ts";
import { directMessages } from "./direct-messages.ts";
import { errorEnvelope, errorFields, successEnvelope } from "./envelopes.ts";
import { acknowledgedEvents, eventIds } from "./event-ids.ts";
import { flags } from "./flags.ts";
import { madeIds, messageIds, messageOrder } from "./given-ids.ts";
import type { Monitor } from "./monitor.ts";
import { linkifierFields, messageFields, messageParts, presenceEntries, settingsFields } from "./record-fields.ts";
import { refusedContents, refusedNames } from "./refused-names.ts";
import { returnedFields } from "./returned-fields.ts";
import { secrets } from "./secrets.ts";
import { windows } from "./windows.ts";

export type { WatchedServer } from "./exchange.ts";
export type { Monitor } from "./monitor.ts";
export { type Finding, MonitorFindings, MonitorTally } from "./tally.ts";
export { watched } from "./watch.ts";

/** Every monitor. */
export const monitors: readonly Monitor[] = [
  acknowledgedEvents,
  clock,
  deletedMessages,
  directMessages,
  errorEnvelope,
  errorFields,
  eventIds,
  flags,
  linkifierFields,
  madeIds,
  messageFields,
  messageIds,
  messageOrder,
  messageParts,
  presenceEntries,
  refusedContents,
  refusedNames,
  returnedFields,
  secrets,
  settingsFields,
  successEnvelope,
  windows,
];
