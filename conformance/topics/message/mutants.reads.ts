import { type Change, listOf, type MutableFields } from "../../mutants/kit/bodies.ts";
import type { InterceptedRequest } from "../../mutants/kit/intercepted.ts";
import { type Mutant, onRoute } from "../../mutants/kit/mutant.ts";
import { fetched, shown } from "./mutants.kit.ts";

const single = onRoute("GET /messages/{id}", "message-resource");
const listing = onRoute("GET /messages", "message-resource");
const matching = onRoute("GET /messages/matches_narrow", "message-resource");

/** Returns what was said to the caller under a key for the first time: the value given where this is that time. */
const first = <T>(request: InterceptedRequest, key: string, value: T): T => request.first(`${request.caller} ${key}`, value);

/** Keeps a field of messages as a read first showed it to the caller. */
const stale =
  (field: string, isFor: (request: InterceptedRequest) => boolean): Change =>
  (message, request) =>
    isFor(request) && { [field]: first(request, `${field} ${message.id}`, message[field]) };

const isByIds = (request: InterceptedRequest): boolean => request.field("message_ids") !== undefined;
const isSource = (request: InterceptedRequest): boolean => request.field("apply_markdown") === "false";

/** Faults of one way to read a message, which goes on showing what it showed first. */
export const reads: readonly Mutant[] = [
  single("raw-content-stale", "messages-id.get/raw-content")
    .says("raw_content stays as it was fetched first, though the content is edited.")
    .tells("raw_content", (content, request) => first(request, `raw ${request.pathId}`, content)),
  single("single-source-in-old-topic", "messages-id.get/message")
    .says("A message fetched alone as Markdown stays in its topic, though it moves.")
    .shows(stale("subject", isSource)),
  single("single-newest-reaction-first", "reactions-order")
    .says("A message fetched alone lists the newest reaction first.")
    .shows(({ reactions }) => ({ reactions: listOf(reactions).toReversed() })),
  fetched("reactions-lost-by-edits", "reactions")
    .says("An edit takes the reactions of a message away.")
    .shows(({ last_edit_timestamp }) => last_edit_timestamp !== undefined && { reactions: [] }),
  fetched("reactions-lost-by-moves", "reactions")
    .says("A move takes the reactions of a message away.")
    .shows(({ last_moved_timestamp }) => last_moved_timestamp !== undefined && { reactions: [] }),
  listing("list-reactions-stale", "reactions")
    .says("A list shows the reactions that it showed first.")
    .shows(stale("reactions", (request) => !isByIds(request))),
  listing("ids-content-stale", "messages.get/message-ids")
    .says("A message fetched by its id keeps its first content.")
    .shows(stale("content", isByIds)),
  listing("list-source-flags-stale", "flags")
    .says("A list as Markdown shows the flags that it showed first.")
    .shows(stale("flags", isSource)),
  matching("match-content-stale", "messages.matches_narrow.get/match-content")
    .says("match_content stays as it was first, though the content is edited.")
    .answers(({ messages }, request) => {
      for (const [id, match] of Object.entries(messages as Record<string, MutableFields>))
        match.match_content = first(request, `match ${id}`, match.match_content);
    }),
  matching("match-outlives-message", "messages.matches_narrow.get/agrees-with-fetch")
    .says("A message that matched once matches after it is deleted.")
    .answers((body, request) => {
      const messages = body.messages as Record<string, MutableFields>;
      for (const id of listOf(request.json("msg_ids")).map(String)) {
        const isGone = !request.makes(request.caller ?? "alice", `GET /messages/${id}`);
        const match = first(request, `matched ${id}`, messages[id]);
        if (isGone && match !== undefined) messages[id] = match;
      }
    }),
];

const isDirect = (message: MutableFields): boolean => message.type === "private";

/** Faults in what messages tell of where they went. */
export const recipients: readonly Mutant[] = [
  shown("recipient-is-channel-id", "display-recipient-channel")
    .says("display_recipient of channel messages is the channel's id.")
    .shows((message) => !isDirect(message) && { display_recipient: message.stream_id }),
  shown("recipients-without-sender", "display-recipient-direct")
    .says("display_recipient leaves out the sender.")
    .shows(
      (message) =>
        isDirect(message) && {
          display_recipient: listOf(message.display_recipient).filter(({ id }, _, { length }) => length === 1 || id !== message.sender_id),
        },
    ),
  shown("recipients-without-dummy", "display-recipient-direct")
    .says("People in display_recipient have no is_mirror_dummy.")
    .showsEach("display_recipient", { is_mirror_dummy: undefined }),
  shown("recipients-are-addresses", "display-recipient-direct")
    .says("display_recipient is a list of addresses.")
    .shows((message) => isDirect(message) && { display_recipient: listOf(message.display_recipient).map(({ email }) => email) }),
  shown("recipient-id-of-message", "recipient-id")
    .says("recipient_id differs for every message.")
    .shows(({ id }) => ({ recipient_id: id })),
  onRoute(undefined, "message-resource", { level: 400 })("recipient-id-of-message-before", ["recipient-id-of-pairs", "recipient-id"])
    .says("recipient_id differs for every message, before two people are a group.")
    .shows(({ id }) => ({ recipient_id: id })),
  shown("recipient-id-for-all", "recipient-id").says("recipient_id is the same for all conversations.").shows({ recipient_id: 1 }),
  shown("stream-id-in-direct", "stream-id-absent")
    .says("Direct messages have a stream_id too.")
    .shows((message) => isDirect(message) && { stream_id: null }),
  shown("no-stream-id", "stream-id").says("Channel messages have no stream_id.").shows({ stream_id: undefined }),
  shown("subject-in-direct", "subject-direct")
    .says("The subject of direct messages is not empty.")
    .shows((message) => isDirect(message) && { subject: "(no topic)" }),
  shown("subject-called-topic", "subject")
    .says("The topic stands in a field topic.")
    .shows(({ subject }) => ({ topic: subject, subject: undefined })),
];
