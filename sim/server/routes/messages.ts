import type { Endpoint } from "../../protocol/endpoint.ts";
import { markAll } from "../../support/mark_all_as_read.post.ts";
import { markChannel } from "../../support/mark_stream_as_read.post.ts";
import { markTopic } from "../../support/mark_topic_as_read.post.ts";
import { updateFlagsInNarrow } from "../../support/messages.flags.narrow.post.ts";
import { updateFlags } from "../../support/messages.flags.post.ts";
import { renderMessage } from "../../support/messages.render.post.ts";
import { removeReaction } from "../../support/messages-id.reactions.delete.ts";
import { addReaction } from "../../support/messages-id.reactions.post.ts";
import { getReadReceipts } from "../../support/messages-id.read_receipts.get.ts";
import { reportToModerators } from "../../support/messages-id.report.post.ts";
import { attachSubmessage } from "../../support/submessage.post.ts";

/** What people do with messages once they are there: react, flag, read, vote. */
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
