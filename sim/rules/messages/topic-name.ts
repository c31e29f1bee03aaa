import { has } from "../../core/levels.ts";
import { codePoints, cut, limits } from "../../core/limits.ts";
import { unprintableAt } from "../../core/printable.ts";
import type { Realm } from "../../core/realm.ts";
import { refuse } from "../../core/refusal.ts";

/** The name that some clients give to a message without a topic. */
const noTopic = "(no topic)";

/** Whether a topic is the empty one, or says that it is none. */
export const isNoTopic = (topic: string): boolean => topic === "" || topic === noTopic;

/** Whether a text is the name under which clients that do not know of the empty topic see it. */
const isDisplayName = (realm: Realm, topic: string): boolean =>
  has(realm, "emptyTopic") && topic === realm.settings.empty_topic_display_name;

/** The topic that is meant: the display name and `(no topic)` are the empty topic, at the levels that read them so. */
const topicMeant = (realm: Realm, given: string): string =>
  isDisplayName(realm, given) || (given === noTopic && has(realm, "noTopicMeansEmpty")) ? "" : given;

/** The topic that is meant where a message is to be moved to one: for a few levels only `(no topic)` was the empty one here. */
export const topicToMoveTo = (realm: Realm, given: string): string =>
  given === noTopic && has(realm, "noTopicKeptInMoves") ? given : topicMeant(realm, given);

/** A topic that a message can have. @refuses BAD_REQUEST: the empty one before there were empty topics, a character that none must have */
export function checkedTopic(realm: Realm, topic: string): string {
  if (topic === "" && !has(realm, "emptyTopic")) refuse("Topic can't be empty!");
  const position = unprintableAt(topic);
  return position === undefined ? topic : refuse(`Invalid character in topic, at position ${position}!`);
}

/** The topic that a sender means. @refuses BAD_REQUEST: no topic, one that no message can have */
export const topicToSendTo = (realm: Realm, given: string | undefined): string =>
  given === undefined ? refuse("Missing topic") : checkedTopic(realm, topicMeant(realm, given));

/** The topic that somebody types in. Nothing else is asked of it. */
export function typedTopic(realm: Realm, given: string): string {
  return isDisplayName(realm, given) || (given === noTopic && has(realm, "noTopicInTyping")) ? "" : given;
}

const dots = "...";

/** A topic within its bound: a longer one is cut, or refused. @refuses BAD_REQUEST: too long */
function bounded(topic: string, longer: "refuse" | "truncate"): string {
  const { topicLength } = limits;
  if (topic.length <= topicLength || codePoints(topic) <= topicLength) return topic;
  if (longer === "refuse") refuse(`topic is too long (limit: ${topicLength} characters)`);
  return cut(topic, topicLength - dots.length) + dots;
}

/** The topic of a message within its bound. @refuses BAD_REQUEST: too long, by rulings.longTopic */
export const boundedTopic = ({ server: { rulings } }: Realm, topic: string): string => bounded(topic, rulings.longTopic);

/** The topic of a visibility policy within its bound. @refuses BAD_REQUEST: too long, by rulings.longPolicyTopic */
export const boundedPolicyTopic = ({ server: { rulings } }: Realm, topic: string): string => bounded(topic, rulings.longPolicyTopic);

/** The topic that a visibility policy is for. */
export function topicOfPolicy(realm: Realm, given: string): string {
  const noTopicToo = has(realm, "noTopicMeansEmpty") && realm.server.rulings.noTopicInPolicies === "empty";
  return isDisplayName(realm, given) || (given === noTopic && noTopicToo) ? "" : given;
}
