import { type AlterAnswer, inMessages, inSuccess, isSuccess, type MutableFields, messagesIn } from "../../mutants/kit/bodies.ts";
import type { InterceptedRequest } from "../../mutants/kit/intercepted.ts";
import { type Mutant, mutant, onRoute } from "../../mutants/kit/mutant.ts";
import { entriesOf, inShown } from "./mutants.kit.ts";

const single = onRoute("GET /messages/{id}");
const listing = onRoute("GET /messages");
const matching = onRoute("GET /messages/matches_narrow");

/** Returns what was said to the caller under a key for the first time: the value given where this is that time. */
function first<T>({ memory, caller }: InterceptedRequest, key: string, value: T): T {
  const own = `${caller} ${key}`;
  if (!memory.has(own)) memory.set(own, value);
  return memory.get(own) as T;
}

/** Keeps a field of messages as a read first showed it to the caller. */
const stale = (field: string, isFor: (request: InterceptedRequest) => boolean): AlterAnswer =>
  inSuccess((body, request) => {
    if (!isFor(request)) return;
    for (const message of messagesIn({ status: 200, body })) message[field] = first(request, `${field} ${message.id}`, message[field]);
  });

const isByIds = (request: InterceptedRequest): boolean => request.field("message_ids") !== undefined;
const isSource = (request: InterceptedRequest): boolean => request.field("apply_markdown") === "false";

/** Takes the reactions of messages that have changed. */
const withoutReactions = (changed: string): AlterAnswer =>
  inSuccess((body) => {
    for (const message of messagesIn({ status: 200, body })) if (message[changed] !== undefined) message.reactions = [];
  });

const everyRead = ["GET /messages", "GET /messages/{id}"];

/** Faults of one way to read a message, which goes on showing what it showed first. */
export const reads: readonly Mutant[] = [
  single("raw-content-stale", "messages-id.get/raw-content", "raw_content stays as it was fetched first, though the content is edited.", {
    answer: inSuccess((body, request) => void (body.raw_content = first(request, `raw ${request.pathId}`, body.raw_content))),
  }),
  single(
    "single-source-in-old-topic",
    "messages-id.get/message",
    "A message fetched alone as Markdown stays in its topic, though it moves.",
    {
      answer: stale("subject", isSource),
    },
  ),
  mutant({
    name: "reactions-lost-by-edits",
    breaks: "message-resource/reactions",
    says: "An edit takes the reactions of a message away.",
    on: everyRead,
    answer: withoutReactions("last_edit_timestamp"),
  }),
  mutant({
    name: "reactions-lost-by-moves",
    breaks: "message-resource/reactions",
    says: "A move takes the reactions of a message away.",
    on: everyRead,
    answer: withoutReactions("last_moved_timestamp"),
  }),
  listing("list-reactions-stale", "message-resource/reactions", "A list shows the reactions that it showed first.", {
    answer: stale("reactions", (request) => !isByIds(request)),
  }),
  listing("ids-content-stale", "messages.get/message-ids", "A message fetched by its id keeps its first content.", {
    answer: stale("content", isByIds),
  }),
  listing("list-source-flags-stale", "message-resource/flags", "A list as Markdown shows the flags that it showed first.", {
    answer: stale("flags", isSource),
  }),
  matching(
    "match-content-stale",
    "messages.matches_narrow.get/match-content",
    "match_content stays as it was first, though the content is edited.",
    {
      answer: inSuccess(({ messages }, request) => {
        for (const [id, match] of Object.entries(messages as Record<string, MutableFields>))
          match.match_content = first(request, `match ${id}`, match.match_content);
      }),
    },
  ),
  matching(
    "match-outlives-message",
    "messages.matches_narrow.get/agrees-with-fetch",
    "A message that matched once matches after it is deleted.",
    {
      answer: inSuccess((body, request) => {
        const messages = body.messages as Record<string, MutableFields>;
        for (const id of entriesOf(request.json("msg_ids")).map(String)) {
          const isGone = !isSuccess(request.also(request.caller ?? "alice", `GET /messages/${id}`));
          const match = first(request, `matched ${id}`, messages[id]);
          if (isGone && match !== undefined) messages[id] = match;
        }
      }),
    },
  ),
];

const isDirect = (message: MutableFields): boolean => message.type === "private";

/** Faults in what messages tell of where they went. */
export const recipients: readonly Mutant[] = [
  inShown(
    "recipient-is-channel-id",
    "message-resource/display-recipient-channel",
    "display_recipient of channel messages is the channel's id.",
    (message) => {
      if (!isDirect(message)) message.display_recipient = message.stream_id;
    },
  ),
  inShown(
    "recipients-without-sender",
    "message-resource/display-recipient-direct",
    "display_recipient leaves out the sender.",
    (message) => {
      if (isDirect(message))
        message.display_recipient = entriesOf(message.display_recipient).filter(
          ({ id }, _, { length }) => length === 1 || id !== message.sender_id,
        );
    },
  ),
  inShown(
    "recipients-without-dummy",
    "message-resource/display-recipient-direct",
    "People in display_recipient have no is_mirror_dummy.",
    (message) => {
      for (const person of entriesOf(message.display_recipient)) delete person.is_mirror_dummy;
    },
  ),
  inShown(
    "recipients-are-addresses",
    "message-resource/display-recipient-direct",
    "display_recipient is a list of addresses.",
    (message) => {
      if (isDirect(message)) message.display_recipient = entriesOf(message.display_recipient).map(({ email }) => email);
    },
  ),
  inShown("recipient-id-of-message", "message-resource/recipient-id", "recipient_id differs for every message.", (message) => {
    message.recipient_id = message.id;
  }),
  mutant({
    name: "recipient-id-of-message-before",
    breaks: ["message-resource/recipient-id-of-pairs", "message-resource/recipient-id"],
    says: "recipient_id differs for every message, before two people are a group.",
    level: 400,
    answer: inMessages((message) => {
      message.recipient_id = message.id;
    }),
  }),
  inShown("recipient-id-for-all", "message-resource/recipient-id", "recipient_id is the same for all conversations.", (message) => {
    message.recipient_id = 1;
  }),
  inShown("stream-id-in-direct", "message-resource/stream-id-absent", "Direct messages have a stream_id too.", (message) => {
    if (isDirect(message)) message.stream_id = null;
  }),
  inShown("no-stream-id", "message-resource/stream-id", "Channel messages have no stream_id.", (message) => void delete message.stream_id),
  inShown("subject-in-direct", "message-resource/subject-direct", "The subject of direct messages is not empty.", (message) => {
    if (isDirect(message)) message.subject = "(no topic)";
  }),
  inShown("subject-called-topic", "message-resource/subject", "The topic stands in a field topic.", (message) => {
    message.topic = message.subject;
    delete message.subject;
  }),
];
