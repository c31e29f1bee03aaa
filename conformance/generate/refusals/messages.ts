import { codes } from "../../text/errors.ts";
import { mostMessages } from "../../text/limits.ts";
import { isBlank, isRef, isTerms, isToChannel, lacks, missing, names, type Refusal, refusal, wasDone } from "./refusal.ts";

/** Refusals of sending messages. */
const sending: readonly Refusal[] = [
  refusal("messages.post", codes.noSuchChannel, "a name that no channel has", ({ to }) => isRef(to, "fresh")),
  refusal("messages.post", codes.noSuchChannel, "an id that no channel has", ({ to }) => typeof to === "number"),
  refusal("messages.post", codes.badRequest, "a recipient's id that nobody has", ({ to }) => names(to, 0)),
  refusal("messages.post", codes.badRequest, "a recipient's address that nobody has", ({ to }) => names(to, "x@y")),
  refusal("messages.post", codes.noWildcardInChannel, "a mention of all in a large channel", () => true),
  refusal("messages.post", codes.noWildcardInTopic, "a mention of all in a topic of many", () => true),
  refusal("messages.post", undefined, "a type that there is not", ({ type }) => type === "Channel"),
  refusal(
    "messages.post",
    undefined,
    "no topic for a channel",
    (fields) => isToChannel(fields) && lacks("topic")(fields) && lacks("subject")(fields),
  ),
  refusal("messages.post", undefined, "queue_id without local_id", (fields) => !lacks("queue_id")(fields) && lacks("local_id")(fields)),
  refusal("messages.post", undefined, "local_id without queue_id", (fields) => lacks("queue_id")(fields) && !lacks("local_id")(fields)),
  refusal("messages.post", undefined, "blank content", ({ content }) => isBlank(content)),
  missing("messages.post", "to", "content"),
];

/** Refusals of fetching messages. */
const reading: readonly Refusal[] = [
  refusal("messages-id.get", codes.badRequest, "a message that there never was", ({ message_id }) => typeof message_id === "number"),
  refusal("messages-id.get", codes.badRequest, "a deleted message", (_, { asked }, before) =>
    before.some(
      ({ step, asked: { path }, expected: { status } }) => step.op === "messages-id.delete" && status === 200 && path === asked.path,
    ),
  ),
  refusal(
    "messages-id.get",
    codes.badRequest,
    "a message between others",
    ({ message_id }, { asked }, before) =>
      isRef(message_id, "message") && !before.some(({ step, asked: { path } }) => step.op === "messages-id.delete" && path === asked.path),
  ),
  refusal("messages.get", undefined, "message_ids with an anchor", (fields) => !lacks("message_ids")(fields) && !lacks("anchor")(fields)),
  refusal(
    "messages.get",
    undefined,
    "message_ids with a count",
    (fields) => !lacks("message_ids")(fields) && lacks("anchor")(fields) && !lacks("num_before")(fields),
  ),
  refusal(
    "messages.get",
    undefined,
    "more than 5000 messages",
    ({ num_before, num_after }) => Number(num_before) + Number(num_after) > mostMessages,
  ),
  refusal(
    "messages.get",
    undefined,
    "use_first_unread_anchor with an anchor",
    (fields) => fields.use_first_unread_anchor === true && !lacks("anchor")(fields),
  ),
  refusal("messages.get", undefined, "an anchor that is none", ({ anchor }) => anchor === "latest"),
  refusal("messages.get", undefined, "no anchor_date for a date", (fields) => fields.anchor === "date" && lacks("anchor_date")(fields)),
  refusal("messages.get", undefined, "an anchor_date that is none", (fields) => fields.anchor === "date" && !lacks("anchor_date")(fields)),
  refusal("messages.get", undefined, "a count left out", (fields) => lacks("message_ids")(fields) && lacks("num_after")(fields)),
  refusal("messages.get", undefined, "a narrow that is none", ({ narrow }) => narrow !== undefined && !isTerms(narrow)),
  refusal("messages.matches_narrow.get", undefined, "a narrow that is none", ({ narrow }) => narrow !== undefined && !isTerms(narrow)),
  missing("messages.matches_narrow.get", "msg_ids", "narrow"),
];

/** Refusals of deleting messages. */
const deleting: readonly Refusal[] = [
  refusal("messages-id.delete", codes.badRequest, "a message that there never was", ({ message_id }) => message_id === 0),
  refusal("messages-id.delete", codes.badRequest, "a deleted message", (_, turn, before) => wasDone("messages-id.delete", turn, before)),
  refusal(
    "messages-id.delete",
    codes.badRequest,
    "a message of somebody else",
    ({ message_id }, turn, before) => isRef(message_id, "message") && !wasDone("messages-id.delete", turn, before),
  ),
];

export const ofMessages: readonly Refusal[] = [...sending, ...reading, ...deleting];
