import type { Endpoint } from "../../protocol/endpoint.ts";
import { markAll, markChannel, markTopic, updateFlags, updateFlagsInNarrow } from "../../support/flags.ts";
import { attachSubmessage, getReadReceipts, renderMessage, reportToModerators } from "../../support/messages.ts";
import { addReaction, removeReaction } from "../../support/reactions.ts";

/** Routes for what people do with messages once they are there: react, flag, read, vote. */
export const messages: readonly Endpoint[] = [
  addReaction,
  removeReaction,
  updateFlags,
  updateFlagsInNarrow,
  markAll,
  markChannel,
  markTopic,
  renderMessage,
  getReadReceipts,
  attachSubmessage,
  reportToModerators,
];
