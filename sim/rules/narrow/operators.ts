import { type Channel, foldTopic, policies, resolvedPrefix, subscribersOf, threadOf, type VisibilityPolicy } from "../../core/channels.ts";
import { flagBits, marks } from "../../core/flags.ts";
import type { ChannelId, TopicId } from "../../core/ids.ts";
import { has, type levels } from "../../core/levels.ts";
import { limits } from "../../core/limits.ts";
import { own } from "../../core/lookup.ts";
import type { Message } from "../../core/messages.ts";
import { keysOf } from "../../core/organization.ts";
import { type Conversation, conversationKey } from "../../core/places.ts";
import type { Realm } from "../../core/realm.ts";
import { isGuest, type User } from "../../core/users.ts";
import { hasContentAccess, isSubscribed, mayReadHistory } from "../messages/access.ts";
import {
  anything,
  badNarrow,
  findChannel,
  findUser,
  knownUser,
  nothing,
  type Operand,
  type Reader,
  type Term,
  type Test,
} from "./terms.ts";

export const namesChannel = ({ operator }: Term): boolean => operator === "channel" || operator === "stream";

const namesOpenChannels = (realm: Realm, { operator, operand }: Term): boolean =>
  (operator === "channels" || operator === "streams") &&
  (operand === "public" || (operand === "web-public" && has(realm, "webPublicHistory")));

/** Terms about the requester's own rows, of which messages never received have none. */
const asksOwnRow = (realm: Realm, { operator, operand }: Term): boolean =>
  operator === "is" && !(operand === "resolved" && has(realm, "resolvedHistory"));

/**
 * Whether a narrow reaches beyond what the requester received, to the whole history of the channels it names. Of several terms
 * about channels the last decides.
 */
export function reachesHistory({ realm, user }: Reader, terms: readonly Term[]): boolean {
  if (!user) return true;
  let reaches = false;
  for (const term of terms) {
    if (term.negated) continue;
    if (namesChannel(term)) {
      const channel = findChannel(realm, term.operand);
      reaches = channel !== undefined && mayReadHistory(realm, user, channel);
    } else if (namesOpenChannels(realm, term) && !isGuest(user)) reaches = true;
  }
  return reaches && !terms.some((term) => asksOwnRow(realm, term));
}

/** Messages that a user received and has not lost access to since: rows left over from a channel did open it on older servers. */
export function ownRows(realm: Realm, user: User): Test {
  if (!has(realm, "rowsNeedAccess")) return (message) => message.hasRow(user.id);
  const open = new Map<ChannelId, boolean>();
  return (message) => {
    if (!message.hasRow(user.id)) return false;
    const id = message.place.channel;
    if (id === undefined) return true;
    let isOpen = open.get(id);
    if (isOpen === undefined) {
      isOpen = isSubscribed(realm, user, id) || (!isGuest(user) && hasContentAccess(realm, user, realm.channels.require(id)));
      open.set(id, isOpen);
    }
    return isOpen;
  };
}

const namesChannels = new Set(["channel", "stream", "channels", "streams"]);

/** Whether a term names channels, or a flag that people set themselves: narrows of other terms are about one's own history alone. */
const namesChannelsOrFlag = ({ operator, operand, negated }: Term): boolean =>
  !negated && (namesChannels.has(operator) || (operator === "is" && (operand === "starred" || operand === "unread")));

/**
 * Messages in a user's own history, as a narrow that does not reach beyond it finds them. Of what was sent before the user subscribed
 * there are rows where the user flagged it or reacted to it.
 * @spec    Limits
 * @silent  rulings.flaggedHistory
 */
export function ownHistory(realm: Realm, user: User, terms: readonly Term[]): Test {
  const rows = ownRows(realm, user);
  if (realm.server.rulings.flaggedHistory === "observed" || terms.some(namesChannelsOrFlag)) return rows;
  return (message) => (message.flagsOf(user.id) & flagBits.historical) === 0 && rows(message);
}

/** Whether a narrow names two channels, or one whose content is closed to the user: it finds nothing, which is no error. */
export function findsNothing(realm: Realm, user: User, terms: readonly Term[]): boolean {
  if (!has(realm, "closedChannelEmpty")) return false;
  const named = terms.filter(namesChannel);
  const untilNegated = named.findIndex(({ negated }) => negated);
  if (untilNegated !== -1) return untilNegated > 1;
  const [only, ...others] = named;
  if (!only || others.length > 0) return others.length > 0;
  const channel = findChannel(realm, only.operand);
  return channel !== undefined && !hasContentAccess(realm, user, channel);
}

/** A user's visibility policies of the topics that have messages. */
function topicPolicies(realm: Realm, user: User): ReadonlyMap<TopicId, VisibilityPolicy> {
  const found = new Map<TopicId, VisibilityPolicy>();
  for (const { stream_id, topic_name, visibility_policy } of realm.policies.range(...keysOf(user.id))) {
    const thread = threadOf(realm, stream_id, topic_name);
    if (thread !== undefined) found.set(thread, visibility_policy);
  }
  return found;
}

function mutedChannels(realm: Realm, user: User): ReadonlySet<ChannelId> {
  const ids = [...realm.channels.keys()].filter((id) => subscribersOf(realm, id).all.get(user.id)?.is_muted);
  return new Set(ids);
}

function isFollowed(realm: Realm, user: User): Test {
  const followed = topicPolicies(realm, user);
  return ({ place }) => place.channel !== undefined && followed.get(place.thread) === policies.followed;
}

/** Messages that a user has muted neither by topic nor by channel; a policy of a topic overrules the channel's mute. */
export function notMuted(realm: Realm, user: User): Test {
  const topics = topicPolicies(realm, user);
  const channels = mutedChannels(realm, user);
  const overrules = has(realm, "policyOverMute");
  return ({ place }) => {
    if (place.channel === undefined) return true;
    const policy = topics.get(place.thread);
    if (channels.has(place.channel)) return overrules && policy !== undefined && policy !== policies.muted;
    return policy !== policies.muted;
  };
}

/** Messages that are not in a muted topic of one channel, for narrows to it: a mute of the channel itself does not count there. */
export function notMutedWithin(realm: Realm, user: User, channel: ChannelId): Test {
  const topics = topicPolicies(realm, user);
  return ({ place }) => place.channel !== channel || topics.get(place.thread) !== policies.muted;
}

/** Returns what refusals of narrows call a channel. */
const channelInNarrows = (realm: Realm): "channel" | "stream" => (has(realm, "channelNarrows") ? "channel" : "stream");

/** The channel that a term names. @refuses BAD_NARROW: none, or for a spectator one that is not for everybody */
export function namedChannel({ realm, user }: Reader, operand: string | number): Channel {
  const channel = findChannel(realm, operand) ?? badNarrow(`unknown ${channelInNarrows(realm)} ${operand}`);
  return user || channel.is_web_public ? channel : badNarrow(`unknown web-public ${channelInNarrows(realm)} ${operand}`);
}

function inChannel(reader: Reader, operand: string | number): Test {
  const { recipient_id } = namedChannel(reader, operand);
  return ({ place }) => place.recipient === recipient_id;
}

const kinds: Readonly<Record<string, (channel: Channel) => boolean>> = {
  public: (channel) => !channel.invite_only,
  "web-public": (channel) => channel.is_web_public && !channel.is_archived,
  archived: (channel) => channel.is_archived,
};

function inChannels({ realm }: Reader, operand: string): Test {
  const isKnown = operand !== "archived" || has(realm, "archivedOperand");
  const isOfKind = (isKnown && own(kinds, operand)) || badNarrow(`unknown ${channelInNarrows(realm)}s operand ${operand}`);
  const wanted = new Set([...realm.channels.values()].filter(isOfKind).map(({ id }) => id));
  return ({ place }) => place.channel !== undefined && wanted.has(place.channel);
}

function inTopic(_: Reader, operand: string): Test {
  const folded = foldTopic(operand);
  return ({ place }) => place.channel !== undefined && foldTopic(place.topic) === folded;
}

/** The value as the error texts of running servers print it. */
const printed = (operand: string | readonly number[]): string => (typeof operand === "string" ? operand : `[${operand.join(", ")}]`);

/** The people that a `dm` term names, without order. @refuses BAD_NARROW: one of them is unknown */
function people({ realm }: Reader, operand: string | readonly number[]): User[] {
  const named: readonly (string | number)[] = typeof operand === "string" ? operand.split(",") : operand;
  return named.map((name) => findUser(realm, name) ?? badNarrow(`unknown user in ${printed(operand)}`));
}

/** The conversation of the requester with the people named; undefined where there is none yet, or nobody is named. */
export function namedConversation(reader: Reader, operand: string | readonly number[]): Conversation | undefined {
  const named = people(reader, operand);
  if (named.length === 0 || !reader.user) return undefined;
  return reader.realm.conversations.get(conversationKey([reader.user, ...named].map(({ id }) => id)));
}

function inConversation(reader: Reader, operand: string | readonly number[]): Test {
  const conversation = namedConversation(reader, operand);
  return conversation ? ({ place }) => place.recipient === conversation.recipient_id : nothing;
}

/** Any conversation of the requester that a user takes part in, if it has enough participants. */
const withUser =
  (leastPeople: number) =>
  ({ realm, user }: Reader, operand: string | number): Test => {
    const other = knownUser(realm, operand);
    return ({ place }) =>
      place.channel === undefined &&
      place.conversation.users.length >= leastPeople &&
      place.conversation.audience.has(other.id) &&
      user !== undefined &&
      place.conversation.audience.has(user.id);
  };

const inAnyConversationWith = withUser(1);

const inGroupOfThreeWith = withUser(3);

/** Group conversations with a user; of all conversations, once pairs are groups too. */
const inGroupConversationWith = (reader: Reader, operand: string | number): Test =>
  (has(reader.realm, "pairsAreGroups") ? inAnyConversationWith : inGroupOfThreeWith)(reader, operand);

function sentBy({ realm }: Reader, operand: string | number): Test {
  const { id } = knownUser(realm, operand);
  return ({ sender }) => sender === id;
}

const features: Readonly<Record<string, (message: Message) => boolean>> = {
  link: (message) => message.has_link,
  image: (message) => message.has_image,
  attachment: (message) => message.has_attachment,
  reaction: (message) => message.reactions.length > 0,
};

function hasFeature({ realm }: Reader, operand: string): Test {
  const isKnown = operand !== "reaction" || has(realm, "hasReaction");
  return (isKnown && own(features, operand)) || badNarrow(`unknown 'has' operand ${operand}`);
}

/** An operand as a message id; undefined where it is anything but digits. */
const idOf = (operand: Operand): number | undefined => (/^\d+$/.test(String(operand)) ? Number(operand) : undefined);

/** The id that an `id` term names. @refuses BAD_NARROW: none, or one that no message can have */
export function namedId(realm: Realm, operand: string | number): number {
  const id = idOf(operand);
  return id === undefined || (id > limits.largestMessageId && has(realm, "messageIdBound")) ? badNarrow("Invalid message ID") : id;
}

function hasId({ realm }: Reader, operand: string | number): Test {
  const wanted = namedId(realm, operand);
  return ({ id }) => id === wanted;
}

/** Messages that name a user directly and aloud: neither through a group or a wildcard, nor silently. */
function mentionsUser({ realm }: Reader, operand: string | number): Test {
  const { id } = knownUser(realm, operand);
  const span = `<span class="user-mention" data-user-id="${id}">`;
  return (message) => message.mentions.includes(id) && message.rendered.includes(span);
}

interface State {
  readonly since?: keyof typeof levels;
  readonly test: (realm: Realm, user: User) => Test;
}

const flagged =
  (bits: number): State["test"] =>
  (_, { id }) =>
  (message) =>
    (message.flagsOf(id) & bits) !== 0;

const isDirect: Test = ({ place }) => place.channel === undefined;
const isResolved: Test = (message) => message.topic.startsWith(resolvedPrefix);
export const isUnreadFor =
  ({ id }: User): Test =>
  (message) =>
    (message.flagsOf(id) & flagBits.read) === 0;

const states: Readonly<Record<string, State>> = {
  dm: { since: "directOperators", test: () => isDirect },
  private: { test: () => isDirect },
  starred: { test: flagged(marks.starred) },
  unread: { test: (_, user) => isUnreadFor(user) },
  mentioned: { test: flagged(marks.mentioned) },
  alerted: { test: flagged(marks.alerted) },
  followed: { since: "isFollowed", test: isFollowed },
  muted: {
    since: "isMuted",
    test: (realm, user) => {
      const heard = notMuted(realm, user);
      return (message) => !heard(message);
    },
  },
};

/** Messages in one state for the requester. Spectators, who have no rows, may ask for `resolved` alone. */
function isInState({ realm, user }: Reader, operand: string): Test {
  if (operand === "resolved") return isResolved;
  const state = own(states, operand);
  if (!state || (state.since && !has(realm, state.since))) return badNarrow(`unknown 'is' operand ${operand}`);
  return user ? state.test(realm, user) : nothing;
}

function isInView({ realm, user }: Reader, operand: string): Test {
  if (operand === "all") return anything;
  if (operand !== "home") return badNarrow(`unknown 'in' operand ${operand}`);
  return user ? notMuted(realm, user) : anything;
}

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
