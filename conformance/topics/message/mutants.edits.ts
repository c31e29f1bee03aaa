import type { Fields } from "../../mutants/kit/bodies.ts";
import type { Breaks, Mutant } from "../../mutants/kit/mutant.ts";
import { entriesOf, inFetched } from "./mutants.kit.ts";

/** Makes a mutant that changes each entry of the edit history. */
const inHistory = (name: string, breaks: Breaks, says: string, change: (entry: Fields) => void): Mutant =>
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
