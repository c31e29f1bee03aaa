import fc from "fast-check";
import { proportion } from "./combinators.ts";
import { aHistory, type History } from "./histories.ts";
import { aNarrow, type TermShape } from "./narrow-terms.ts";

/** The acts that everybody may notice, the place of the secret ones among them, and the outsider's questions in the end. */
export interface InterferenceCase {
  readonly history: History;
  readonly at: number;
  readonly question: Question;
}

/** A question of an outsider beside polling for events. */
export type Question =
  | { readonly for: "window"; readonly narrow: readonly TermShape[]; readonly anchor: "newest" | "oldest" | "first_unread" }
  | { readonly for: "matches"; readonly narrow: readonly TermShape[] }
  /** A part of the state that a registration tells. */
  | { readonly for: "state"; readonly part: keyof typeof stateParts }
  | { readonly for: "presence" };

/** Parts of the state, by the name under which a registration tells them, with what it is asked for. */
export const stateParts = {
  unread_msgs: ["message", "update_message_flags"],
  recent_private_conversations: ["recent_private_conversations"],
  subscriptions: ["subscription"],
  never_subscribed: ["subscription"],
  streams: ["stream"],
  user_topics: ["user_topic"],
  starred_messages: ["starred_messages"],
} as const;

const parts = Object.keys(stateParts) as (keyof typeof stateParts)[];
const narrow = aNarrow({ terms: [0, 2] });

const anchor = fc.constantFrom("newest", "oldest", "first_unread");

const aQuestion: fc.Arbitrary<Question> = fc.oneof(
  { withCrossShrink: true },
  { weight: 4, arbitrary: fc.record({ for: fc.constant("window"), narrow, anchor }) },
  { weight: 2, arbitrary: fc.record({ for: fc.constant("matches"), narrow }) },
  { weight: 3, arbitrary: fc.record({ for: fc.constant("state"), part: fc.constantFrom(...parts) }) },
  fc.constant({ for: "presence" }),
);

/** A history with a place for a secret, and a question. */
export const anInterferenceCase: fc.Arbitrary<InterferenceCase> = fc.record({
  history: aHistory({ messages: [1, 3] }),
  at: proportion,
  question: aQuestion,
});

/** A message before the secret and one behind it, and a question. */
const sceneWith = (question: Question): InterferenceCase => ({
  history: [{ act: "send", by: "alice", to: { topic: "a" }, content: "walnut" }],
  at: 0.99,
  question,
});

/** A message before the secret and one behind it, and a look at all messages. */
export const plainCase = sceneWith({ for: "window", narrow: [], anchor: "newest" });

/** The same with each other kind of question. */
export const otherCases: readonly InterferenceCase[] = [
  sceneWith({ for: "matches", narrow: [] }),
  sceneWith({ for: "state", part: "unread_msgs" }),
  sceneWith({ for: "state", part: "recent_private_conversations" }),
];
