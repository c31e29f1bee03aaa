import type { Endpoint } from "../protocol/endpoint.ts";
import { markAll } from "./mark_all_as_read.post.ts";
import { markChannel } from "./mark_stream_as_read.post.ts";
import { markTopic } from "./mark_topic_as_read.post.ts";
import { updateFlagsInNarrow } from "./messages.flags.narrow.post.ts";
import { updateFlags } from "./messages.flags.post.ts";
import { renderMessage } from "./messages.render.post.ts";
import { removeReaction } from "./messages-id.reactions.delete.ts";
import { addReaction } from "./messages-id.reactions.post.ts";
import { getReadReceipts } from "./messages-id.read_receipts.get.ts";
import { reportToModerators } from "./messages-id.report.post.ts";
import { attachSubmessage } from "./submessage.post.ts";

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
