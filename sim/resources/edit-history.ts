import type { Edit, Message } from "../core/messages.ts";
import type { Realm } from "../core/realm.ts";
import { contentDiff } from "./content-diff.ts";
import { shownTopic } from "./message.ts";

/** The state of a message from some time on. */
interface State {
  readonly topic: string;
  readonly content: string;
  readonly rendered_content: string;
}

const former = (state: State, { prev_topic, prev_content, prev_rendered_content }: Edit): State => ({
  topic: prev_topic ?? state.topic,
  content: prev_content ?? state.content,
  rendered_content: prev_rendered_content ?? state.rendered_content,
});

/** Whether an edit is shown to those who are to see moves only. */
const isMove = ({ prev_content, prev_topic }: Edit): boolean => prev_content === undefined || prev_topic !== undefined;

/**
 * Returns what a message went through: how it was sent, then each edit with what came of it, oldest first. Where only moves are to be seen,
 * edits of nothing but content are left out, and of others the part that is about content.
 */
export function historyOf(realm: Realm, message: Message, emptyTopics: boolean): object[] {
  const movesOnly = realm.settings.message_edit_history_visibility_policy === "moves";
  const topicOf = (topic: string): string => (message.place.channel === undefined ? "" : shownTopic(realm, topic, emptyTopics));
  const shown = (state: State): State => ({ ...state, topic: topicOf(state.topic) });
  const entries: object[] = [];
  let state: State = { topic: message.topic, content: message.content, rendered_content: message.rendered };
  for (const edit of message.edits) {
    const { prev_content, prev_rendered_content, topic, prev_topic, ...rest } = edit;
    const diff =
      prev_rendered_content === undefined || movesOnly
        ? {}
        : { prev_content, prev_rendered_content, content_html_diff: contentDiff(prev_rendered_content, state.rendered_content) };
    const moved = prev_topic === undefined ? {} : { prev_topic: topicOf(prev_topic) };
    if (!movesOnly || isMove(edit)) entries.push({ ...rest, ...shown(state), ...moved, ...diff });
    state = former(state, edit);
  }
  entries.push({ user_id: message.sender, timestamp: Math.floor(message.sent / 1000), ...shown(state) });
  return entries.reverse();
}
