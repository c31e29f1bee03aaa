import { type MutableFields, messagesIn } from "../../mutants/kit/bodies.ts";
import { type Breaks, type Mutant, mutant } from "../../mutants/kit/mutant.ts";
import { entriesOf, inFetched } from "./mutants.kit.ts";

/** Makes a mutant that changes each entry of the edit history. */
const inHistory = (name: string, breaks: Breaks, says: string, change: (entry: MutableFields) => void): Mutant =>
  inFetched(name, breaks, says, (message) => entriesOf(message.edit_history).forEach(change));

/** Faults in what messages tell of edits and moves. */
export const edits: readonly Mutant[] = [
  inFetched("edit-time-always", "message-resource/last-edit-absent", "last_edit_timestamp is null where nothing was edited.", (message) => {
    message.last_edit_timestamp ??= null;
  }),
  inFetched("edit-time-never", "message-resource/last-edit", "last_edit_timestamp is never there.", (message) => {
    delete message.last_edit_timestamp;
  }),
  inFetched(
    "edit-time-of-moves",
    ["message-resource/last-edit-moves", "message-resource/last-edit-absent"],
    "last_edit_timestamp counts moves too.",
    (message) => {
      message.last_edit_timestamp ??= message.last_moved_timestamp;
    },
  ),
  inFetched("move-time-never", "message-resource/last-moved", "last_moved_timestamp is never there.", (message) => {
    delete message.last_moved_timestamp;
  }),
  inFetched(
    "move-time-of-edits",
    "message-resource/last-moved-absent",
    "last_moved_timestamp counts edits of the content too.",
    (message) => {
      message.last_moved_timestamp ??= message.last_edit_timestamp;
    },
  ),
  inFetched("move-time-of-resolving", "message-resource/last-moved-resolved", "Resolving a topic counts as a move.", (message) => {
    const newest = entriesOf(message.edit_history).find((entry) => "topic" in entry);
    if (newest) message.last_moved_timestamp ??= newest.timestamp;
  }),
  inFetched("history-oldest-first", "message-resource/edit-history-order", "The edit history begins with the oldest edit.", (message) => {
    if (message.edit_history) message.edit_history = entriesOf(message.edit_history).reverse();
  }),
  inFetched(
    "history-of-nothing",
    "message-resource/edit-history-absent",
    "A message that was never edited has an empty edit history.",
    (message) => {
      message.edit_history ??= [];
    },
  ),
  inFetched(
    "history-never",
    ["message-resource/edit-history-order", "message-resource/edit-entry", "message-resource/edit-entry-content"],
    "The edit history is never there.",
    (message) => void delete message.edit_history,
  ),
  inFetched(
    "history-newest-only",
    ["message-resource/edit-history-order", "message-resource/edit-entry", "message-resource/edit-entry-content"],
    "The edit history has the newest edit alone.",
    (message) => {
      if (message.edit_history) message.edit_history = entriesOf(message.edit_history).slice(0, 1);
    },
  ),
  inFetched(
    "history-outlives-setting",
    "message-resource/edit-history-disallowed",
    "An edit history that was shown once is shown again though the organization no longer lets people see it.",
    (message, { memory }) => {
      const key = `history of ${String(message.id)}`;
      if (message.edit_history) memory.set(key, message.edit_history);
      else if (memory.has(key)) message.edit_history = memory.get(key);
    },
  ),
  inHistory("history-without-editor", "message-resource/edit-entry", "Entries of the edit history have no user_id.", (entry) => {
    delete entry.user_id;
  }),
  inHistory("history-without-time", "message-resource/edit-entry", "Entries of the edit history have no timestamp.", (entry) => {
    delete entry.timestamp;
  }),
  inHistory("history-without-content", "message-resource/edit-entry-content", "The edit history keeps no earlier content.", (entry) => {
    delete entry.prev_content;
  }),
  inHistory("history-without-html", "message-resource/edit-entry-content", "The edit history keeps no earlier HTML.", (entry) => {
    delete entry.prev_rendered_content;
  }),
  inHistory("history-without-topic", "message-resource/edit-entry-topic", "The edit history keeps no earlier topic.", (entry) => {
    delete entry.prev_topic;
  }),
  inHistory(
    "history-topics-swapped",
    "message-resource/edit-entry-topic",
    "topic and prev_topic of an edit stand for each other.",
    (entry) => {
      if ("topic" in entry) [entry.topic, entry.prev_topic] = [entry.prev_topic, entry.topic];
    },
  ),
  inHistory(
    "history-channels-swapped",
    "message-resource/edit-entry-channel",
    "stream and prev_stream of an edit stand for each other.",
    (entry) => {
      if ("stream" in entry) [entry.stream, entry.prev_stream] = [entry.prev_stream, entry.stream];
    },
  ),
  inHistory("history-without-channel", "message-resource/edit-entry-channel", "The edit history keeps no earlier channel.", (entry) => {
    delete entry.prev_stream;
  }),
  inHistory(
    "history-unchanged-too",
    ["message-resource/edit-entry-content", "message-resource/edit-entry-topic"],
    "Entries of the edit history name what did not change.",
    (entry) => {
      entry.prev_topic ??= null;
      entry.prev_content ??= null;
    },
  ),
];

const flagsOf = (message: MutableFields): string[] | undefined => (Array.isArray(message.flags) ? (message.flags as string[]) : undefined);

const flagged = (name: string, breaks: Breaks, says: string, change: (flags: readonly string[]) => readonly string[]): Mutant =>
  inFetched(name, breaks, says, (message) => {
    const flags = flagsOf(message);
    if (flags) message.flags = change(flags);
  });

/** Faults in flags. */
export const flags: readonly Mutant[] = [
  inFetched(
    "no-flags",
    ["message-resource/flags", "message-resource/flags-read"],
    "Messages have no flags.",
    (message) => void delete message.flags,
  ),
  flagged("flag-read-never", "message-resource/flags-read", "Nothing is ever flagged as read.", (all) =>
    all.filter((flag) => flag !== "read"),
  ),
  flagged("flag-read-always", "message-resource/flags-read", "Everything is flagged as read.", (all) => [...new Set([...all, "read"])]),
  flagged("old-wildcard-flag-gone", "message-resource/flags-wildcard-alias", "The old flag for both wildcards is never there.", (all) =>
    all.filter((flag) => flag !== "wildcard_mentioned"),
  ),
  flagged("topic-wildcard-flag-gone", "message-resource/flags-wildcard", "The flag of topic wildcards is never there.", (all) =>
    all.filter((flag) => flag !== "topic_wildcard_mentioned"),
  ),
  flagged("channel-wildcard-flag-gone", "message-resource/flags-wildcard", "The flag of channel wildcards is never there.", (all) =>
    all.filter((flag) => flag !== "stream_wildcard_mentioned"),
  ),
  mutant({
    name: "muted-topic-read",
    breaks: "message-resource/flags-read",
    says: "Messages of a topic that the reader has muted count as read.",
    on: ["POST /user_topics", "GET /messages", "GET /messages/{id}"],
    answer: (said, request) => {
      const key = `muted by ${request.caller}`;
      const muted = (request.memory.get(key) as string[] | undefined) ?? [];
      if (request.route === "POST /user_topics") {
        if (request.field("visibility_policy") === "1") request.memory.set(key, [...muted, request.field("topic")]);
        return;
      }
      for (const message of messagesIn(said)) {
        const all = flagsOf(message);
        if (all && muted.includes(String(message.subject))) message.flags = [...new Set([...all, "read"])];
      }
    },
  }),
  inFetched(
    "flag-star-shown-to-all",
    "message-resource/flags",
    "Messages are starred for everybody once one has starred them.",
    (message, request) => {
      const all = flagsOf(message);
      const key = `starred ${String(message.id)}`;
      if (all?.includes("starred")) request.memory.set(key, true);
      else if (all && request.memory.has(key)) message.flags = [...all, "starred"];
    },
  ),
  mutant({
    name: "flags-of-another",
    breaks: ["message-resource/flags", "message-resource/flags-read"],
    says: "Messages show the sender's flags to everybody.",
    on: "GET /messages/{id}",
    answer: (said, request) => {
      const message = said.body.message as MutableFields | undefined;
      const sender = Object.entries(request.served.cast).find(([, { user_id }]) => user_id === message?.sender_id)?.[0];
      const seen =
        sender && message ? (request.also(sender, `GET /messages/${String(message.id)}`).body.message as MutableFields) : undefined;
      if (seen && message) message.flags = seen.flags;
    },
  }),
];

const inReactions = (name: string, breaks: Breaks, says: string, change: (reaction: MutableFields) => void): Mutant =>
  inFetched(name, breaks, says, (message) => entriesOf(message.reactions).forEach(change));

const inSubmessages = (name: string, breaks: Breaks, says: string, change: (submessage: MutableFields) => void): Mutant =>
  inFetched(name, breaks, says, (message) => entriesOf(message.submessages).forEach(change));

/** Faults in reactions and submessages. */
export const reactions: readonly Mutant[] = [
  inFetched("reactions-newest-first", "message-resource/reactions-order", "Reactions begin with the newest.", (message) => {
    message.reactions = entriesOf(message.reactions).reverse();
  }),
  inFetched(
    "reactions-first-only",
    ["message-resource/reactions-order", "message-resource/reactions"],
    "Only the first reaction is shown.",
    (message) => {
      message.reactions = entriesOf(message.reactions).slice(0, 1);
    },
  ),
  inReactions("reaction-without-name", "message-resource/reaction", "Reactions have no emoji_name.", (one) => void delete one.emoji_name),
  inReactions(
    "reaction-code-in-capitals",
    "message-resource/reaction-unicode",
    "Codepoints of reactions are in capitals, with a prefix.",
    (one) => {
      if (one.reaction_type === "unicode_emoji") one.emoji_code = `U+${String(one.emoji_code).toUpperCase()}`;
    },
  ),
  inReactions("reaction-code-is-name", "message-resource/reaction-realm", "The code of a custom emoji is its name.", (one) => {
    if (one.reaction_type === "realm_emoji") one.emoji_code = one.emoji_name;
  }),
  inReactions(
    "reaction-extra-as-custom",
    ["message-resource/reaction-extra", "message-resource/reaction-types"],
    "The type of extra emoji is that of custom ones.",
    (one) => {
      if (one.reaction_type === "zulip_extra_emoji") one.reaction_type = "realm_emoji";
    },
  ),
  inReactions("reaction-type-short", "message-resource/reaction-types", "The type of Unicode emoji is the word unicode.", (one) => {
    if (one.reaction_type === "unicode_emoji") one.reaction_type = "unicode";
  }),
  inReactions(
    "reaction-without-user",
    "message-resource/reaction",
    "Reactions do not say whose they are.",
    (one) => void delete one.user_id,
  ),
  inSubmessages("submessage-content-parsed", "message-resource/submessage", "The content of submessages is no string.", (one) => {
    one.content = { text: one.content };
  }),
  inSubmessages(
    "submessage-without-type",
    "message-resource/submessage",
    "Submessages have no msg_type.",
    (one) => void delete one.msg_type,
  ),
  inSubmessages("submessage-of-nothing", "message-resource/submessage", "Submessages do not say to what they belong.", (one) => {
    delete one.message_id;
  }),
  inSubmessages("submessage-without-sender", "message-resource/submessage", "Submessages do not say whose they are.", (one) => {
    delete one.sender_id;
  }),
];
