import type { MessageId } from "../../core/ids.ts";
import { has } from "../../core/levels.ts";
import type { Message } from "../../core/messages.ts";
import type { Realm } from "../../core/realm.ts";
import { readInteger } from "../../protocol/json.ts";
import { maySee } from "../messages/access.ts";
import { namesChannel } from "./operators.ts";
import { badNarrow, type Operand, type Reader, type Term } from "./terms.ts";

/** Reads the display name of the empty topic in the first topic term. */
export function withEmptyTopic(realm: Realm, terms: readonly Term[]): readonly Term[] {
  const first = terms.findIndex(({ operator }) => operator === "topic");
  const topicTerm = terms[first];
  if (topicTerm?.operand !== realm.settings.empty_topic_display_name || !has(realm, "emptyTopic")) return terms;
  return terms.with(first, { ...topicTerm, operand: "" });
}

const namesConversation = ({ operator }: Term): boolean => operator === "dm" || operator === "pm-with";

/** Whether terms say by themselves which topic or conversation is meant. */
const isConversation = (terms: readonly Term[]): boolean =>
  terms.some(namesConversation) || (terms.some(namesChannel) && terms.some(({ operator }) => operator === "topic"));

const positive = (operator: string, operand: Operand): Term => ({ operator, operand, negated: false, isPair: false });

/** The terms that name the topic or conversation in which a message is now. */
function placeTerms({ place }: Message): Term[] {
  if (place.channel === undefined) return [positive("dm", place.conversation.users)];
  return [positive("channel", place.channel), positive("topic", place.topic)];
}

function visible({ realm, user }: Reader, id: number): Message | undefined {
  const message = realm.messages.get(id as MessageId);
  if (!message) return undefined;
  if (user) return maySee(realm, user, message) ? message : undefined;
  return message.place.channel !== undefined && realm.channels.require(message.place.channel).is_web_public ? message : undefined;
}

/**
 * Replaces a `with` term by the terms of the topic or conversation in which its message is now, so that links survive moves.
 * @refuses BAD_NARROW: several `with` terms; one that is no message id; a message out of sight where nothing else names a conversation
 */
export function withoutWith(reader: Reader, terms: readonly Term[]): readonly Term[] {
  const [asked, ...others] = has(reader.realm, "withOperator") ? terms.filter(({ operator }) => operator === "with") : [];
  if (!asked) return terms;
  if (others.length > 0) badNarrow("Duplicate 'with' operators.", "operator combination");
  const rest = terms.filter(({ operator }) => operator !== "with");
  const id = readInteger(String(asked.operand)) ?? badNarrow("Invalid 'with' operator");
  const message = visible(reader, id);
  if (!message) return isConversation(rest) ? rest : badNarrow("Invalid 'with' operator");
  const besides = rest.filter((term) => !namesChannel(term) && !namesConversation(term) && term.operator !== "topic");
  return [...placeTerms(message), ...besides];
}
