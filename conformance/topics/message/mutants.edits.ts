import { present } from "../../client/json.ts";
import { listOf, type MutableFields, messagesIn } from "../../mutants/kit/bodies.ts";
import { type Breaks, type Mutant, onRoute } from "../../mutants/kit/mutant.ts";
import { edit, type RecordText, reaction, submessage } from "../../text/index.ts";
import { fetched } from "./mutants.kit.ts";

const single = onRoute("GET /messages/{id}", "message-resource");

/** Makes a mutant that leaves a field out of each part of a kind that messages have, such as an entry of the edit history. */
const withoutField = (part: RecordText, field: string, name: string, says: string): Mutant =>
  fetched(name, present(part.fields[field], field).clause)
    .says(says)
    .showsEach(part.name.replace("Message ", ""), { [field]: undefined });

/** Faults in what messages tell of edits and moves. */
export const edits: readonly Mutant[] = [
  fetched("edit-time-always", "last-edit-absent")
    .says("last_edit_timestamp is null where nothing was edited.")
    .shows(({ last_edit_timestamp }) => ({ last_edit_timestamp: last_edit_timestamp ?? null })),
  fetched("edit-time-never", "last-edit").says("last_edit_timestamp is never there.").shows({ last_edit_timestamp: undefined }),
  fetched("edit-time-of-moves", ["last-edit-moves", "last-edit-absent"])
    .says("last_edit_timestamp counts moves too.")
    .shows(({ last_edit_timestamp, last_moved_timestamp }) => ({ last_edit_timestamp: last_edit_timestamp ?? last_moved_timestamp })),
  fetched("move-time-never", "last-moved").says("last_moved_timestamp is never there.").shows({ last_moved_timestamp: undefined }),
  fetched("move-time-of-edits", "last-moved-absent")
    .says("last_moved_timestamp counts edits of the content too.")
    .shows(({ last_moved_timestamp, last_edit_timestamp }) => ({ last_moved_timestamp: last_moved_timestamp ?? last_edit_timestamp })),
  fetched("move-time-of-resolving", "last-moved-resolved")
    .says("Resolving a topic counts as a move.")
    .shows(({ edit_history, last_moved_timestamp: moved }) => {
      const newest = listOf(edit_history).find((entry) => "topic" in entry);
      return newest !== undefined && { last_moved_timestamp: moved ?? newest.timestamp };
    }),
  fetched("history-oldest-first", "edit-history-order")
    .says("The edit history begins with the oldest edit.")
    .shows(({ edit_history: edits }) => edits !== undefined && { edit_history: listOf(edits).reverse() }),
  fetched("history-of-nothing", "edit-history-absent")
    .says("A message that was never edited has an empty edit history.")
    .shows(({ edit_history }) => ({ edit_history: edit_history ?? [] })),
  fetched("history-never", ["edit-history-order", "edit-entry", "edit-entry-content"])
    .says("The edit history is never there.")
    .shows({ edit_history: undefined }),
  fetched("history-newest-only", ["edit-history-order", "edit-entry", "edit-entry-content"])
    .says("The edit history has the newest edit alone.")
    .shows(({ edit_history: edits }) => edits !== undefined && { edit_history: listOf(edits).slice(0, 1) }),
  fetched("history-outlives-setting", "edit-history-disallowed")
    .says("An edit history that was shown once is shown again though the organization no longer lets people see it.")
    .shows(({ id, edit_history }, { memory }) => {
      if (edit_history) memory.set(`history of ${String(id)}`, edit_history);
      return { edit_history: edit_history ?? memory.get(`history of ${String(id)}`) };
    }),
  withoutField(edit, "user_id", "history-without-editor", "Entries of the edit history have no user_id."),
  withoutField(edit, "timestamp", "history-without-time", "Entries of the edit history have no timestamp."),
  withoutField(edit, "prev_content", "history-without-content", "The edit history keeps no earlier content."),
  withoutField(edit, "prev_rendered_content", "history-without-html", "The edit history keeps no earlier HTML."),
  withoutField(edit, "prev_topic", "history-without-topic", "The edit history keeps no earlier topic."),
  fetched("history-topics-swapped", "edit-entry-topic")
    .says("topic and prev_topic of an edit stand for each other.")
    .showsEach("edit_history", ({ topic, prev_topic }) => topic !== undefined && { topic: prev_topic, prev_topic: topic }),
  fetched("history-channels-swapped", "edit-entry-channel")
    .says("stream and prev_stream of an edit stand for each other.")
    .showsEach("edit_history", ({ stream, prev_stream }) => stream !== undefined && { stream: prev_stream, prev_stream: stream }),
  withoutField(edit, "prev_stream", "history-without-channel", "The edit history keeps no earlier channel."),
  fetched("history-unchanged-too", ["edit-entry-content", "edit-entry-topic", "edit-entry-unchanged"])
    .says("Entries of the edit history name what did not change.")
    .showsEach("edit_history", ({ prev_topic, prev_content }) => ({ prev_topic: prev_topic ?? null, prev_content: prev_content ?? null })),
];

const flagged = (name: string, breaks: Breaks, says: string, change: (flags: readonly string[]) => readonly string[]): Mutant =>
  fetched(name, breaks)
    .says(says)
    .shows(({ flags }) => Array.isArray(flags) && { flags: change(flags) });

const withoutFlag = (name: string, breaks: Breaks, says: string, flag: string): Mutant =>
  flagged(name, breaks, says, (all) => all.filter((one) => one !== flag));

export const flags: readonly Mutant[] = [
  fetched("no-flags", ["flags", "flags-read"]).says("Messages have no flags.").shows({ flags: undefined }),
  withoutFlag("flag-read-never", "flags-read", "Nothing is ever flagged as read.", "read"),
  flagged("flag-read-always", "flags-read", "Everything is flagged as read.", (all) => [...new Set([...all, "read"])]),
  withoutFlag("old-wildcard-flag-gone", "flags-wildcard-alias", "The old flag for both wildcards is never there.", "wildcard_mentioned"),
  withoutFlag("topic-wildcard-flag-gone", "flags-wildcard", "The flag of topic wildcards is never there.", "topic_wildcard_mentioned"),
  withoutFlag("channel-wildcard-flag-gone", "flags-wildcard", "The flag of channel wildcards is never there.", "stream_wildcard_mentioned"),
  onRoute(["POST /user_topics", "GET /messages", "GET /messages/{id}"], "message-resource")("muted-topic-read", "flags-read")
    .says("Messages of a topic that the reader has muted count as read.")
    .changes((said, request) => {
      const muted = `muted by ${request.caller}`;
      const isMute = request.route === "POST /user_topics" && request.field("visibility_policy") === "1";
      if (isMute) request.memory.set(`${muted}: ${request.field("topic")}`, true);
      for (const message of messagesIn(said))
        if (Array.isArray(message.flags) && request.memory.has(`${muted}: ${String(message.subject)}`))
          message.flags = [...new Set([...message.flags, "read"])];
      return undefined;
    }),
  fetched("flag-star-shown-to-all", "flags")
    .says("Messages are starred for everybody once one has starred them.")
    .shows(({ id, flags }, { memory }) => {
      const isStarred = Array.isArray(flags) && flags.includes("starred");
      if (isStarred) memory.set(`starred ${String(id)}`, true);
      return !isStarred && Array.isArray(flags) && memory.has(`starred ${String(id)}`) && { flags: [...flags, "starred"] };
    }),
  single("flags-of-another", ["flags", "flags-read"])
    .says("Messages show the sender's flags to everybody.")
    .shows(({ id, sender_id }, request) => {
      const sender = Object.entries(request.served.cast).find(([, { user_id }]) => user_id === sender_id)?.[0];
      const seen = sender === undefined ? undefined : request.also(sender, `GET /messages/${String(id)}`).body.message;
      return seen !== undefined && { flags: (seen as MutableFields).flags };
    }),
];

export const reactions: readonly Mutant[] = [
  fetched("reactions-newest-first", "reactions-order")
    .says("Reactions begin with the newest.")
    .shows(({ reactions }) => ({ reactions: listOf(reactions).reverse() })),
  fetched("reactions-first-only", ["reactions-order", "reactions"])
    .says("Only the first reaction is shown.")
    .shows(({ reactions }) => ({ reactions: listOf(reactions).slice(0, 1) })),
  withoutField(reaction, "emoji_name", "reaction-without-name", "Reactions have no emoji_name."),
  fetched("reaction-code-in-capitals", "reaction-unicode")
    .says("Codepoints of reactions are in capitals, with a prefix.")
    .showsEach(
      "reactions",
      ({ reaction_type, emoji_code }) => reaction_type === "unicode_emoji" && { emoji_code: `U+${String(emoji_code).toUpperCase()}` },
    ),
  fetched("reaction-code-is-name", "reaction-realm")
    .says("The code of a custom emoji is its name.")
    .showsEach("reactions", ({ reaction_type, emoji_name }) => reaction_type === "realm_emoji" && { emoji_code: emoji_name }),
  fetched("reaction-extra-as-custom", ["reaction-extra", "reaction-types"])
    .says("The type of extra emoji is that of custom ones.")
    .showsEach("reactions", ({ reaction_type }) => reaction_type === "zulip_extra_emoji" && { reaction_type: "realm_emoji" }),
  fetched("reaction-type-short", "reaction-types")
    .says("The type of Unicode emoji is the word unicode.")
    .showsEach("reactions", ({ reaction_type }) => reaction_type === "unicode_emoji" && { reaction_type: "unicode" }),
  withoutField(reaction, "user_id", "reaction-without-user", "Reactions do not say whose they are."),
  fetched("submessage-content-parsed", "submessage")
    .says("The content of submessages is no string.")
    .showsEach("submessages", ({ content }) => ({ content: { text: content } })),
  withoutField(submessage, "msg_type", "submessage-without-type", "Submessages have no msg_type."),
  withoutField(submessage, "message_id", "submessage-of-nothing", "Submessages do not say to what they belong."),
  withoutField(submessage, "sender_id", "submessage-without-sender", "Submessages do not say whose they are."),
];
