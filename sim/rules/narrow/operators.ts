import { has } from "../../core/levels.ts";
import type { Realm } from "../../core/realm.ts";
import { inChannel, inChannels, inTopic } from "./channel-operators.ts";
import { inAnyConversationWith, inConversation, inGroupConversationWith } from "./direct-operators.ts";
import { hasFeature, hasId, mentionsUser, sentBy } from "./message-operators.ts";
import { anything, type Reader, type Test } from "./reader.ts";
import { isInState, isInView } from "./row-operators.ts";
import type { Operand, Term } from "./terms.ts";

/** Channel messages or direct messages: what a term restricts a narrow to. */
type Kind = "channel" | "direct";

interface Operator {
  /** Returns what the term restricts a narrow to when it is not negated. */
  readonly kind?: (operand: Operand) => Kind | undefined;
  /** Returns what the term asks when it is not negated. @refuses BAD_NARROW: an operand that names nothing. */
  test(reader: Reader, operand: Operand): Test;
}

const channelKind: Operator["kind"] = () => "channel";
const directKind: Operator["kind"] = () => "direct";
const stateKind: Operator["kind"] = (operand) => (operand === "dm" || operand === "private" ? "direct" : undefined);

/** Returns what a term restricts a narrow to. Not to be a direct message is to be a channel message; any other negation restricts nothing. */
export function kindOf(realm: Realm, { kind }: Operator, { operator, operand, negated }: Term): Kind | undefined {
  const named = kind?.(operand);
  if (!named || !negated || !has(realm, "channelNarrows")) return named;
  return operator === "is" && has(realm, "isNotDirect") ? "channel" : undefined;
}

const channel: Operator = { kind: channelKind, test: inChannel };
const channels: Operator = { kind: channelKind, test: inChannels };
const conversation: Operator = { kind: directKind, test: inConversation };
const groupConversations: Operator = { kind: directKind, test: inGroupConversationWith };

/** The operators by name, but for `search`, which is read from all its terms together, and `with`, which is rewritten before. */
export const operators: ReadonlyMap<string, Operator> = new Map<string, Operator>([
  ["channel", channel],
  ["stream", channel],
  ["channels", channels],
  ["streams", channels],
  ["topic", { kind: channelKind, test: inTopic }],
  ["dm", conversation],
  ["pm-with", conversation],
  ["pm_with", conversation],
  ["dm-including", { kind: directKind, test: inAnyConversationWith }],
  ["group-pm-with", groupConversations],
  ["group_pm_with", groupConversations],
  ["sender", { test: sentBy }],
  ["has", { test: hasFeature }],
  ["is", { kind: stateKind, test: isInState }],
  ["in", { test: isInView }],
  ["near", { test: () => anything }],
  ["id", { test: hasId }],
  ["mentions", { test: mentionsUser }],
]);
