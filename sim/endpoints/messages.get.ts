import type { MessageId } from "../core/ids.ts";
import type { JsonText } from "../core/json-text.ts";
import { has } from "../core/levels.ts";
import { limits } from "../core/limits.ts";
import type { Message } from "../core/messages.ts";
import type { Realm } from "../core/realm.ts";
import type { User } from "../core/users.ts";
import { notLoggedIn, unauthorized } from "../protocol/auth.ts";
import { anyone, readsForAll } from "../protocol/endpoint.ts";
import { aCount, anInteger, JsonList, listOf, orNull, type Reply } from "../protocol/json.ts";
import { boolean, count, type Decoder, json, optional, text } from "../protocol/params.ts";
import { described, schemaOf } from "../protocol/schema.ts";
import { narrowOrNull } from "../requests/values.ts";
import { type MessageForm, matchedTopic, messageResource } from "../resources/message.ts";
import { maySee } from "../rules/messages/access.ts";
import { anchorId, checkSize, type Mode, modeOf, windowOf } from "../rules/messages/window.ts";
import { type Narrow, narrowOf, spectatorTerms, withEmptyTopic, withoutWith } from "../rules/narrow/narrow.ts";
import { findsNothing, ownHistory, reachesHistory } from "../rules/narrow/operators.ts";
import type { Reader, Term } from "../rules/narrow/terms.ts";
import { knownTo } from "../rules/people/user-access.ts";

const [anyIds, idsFromZero] = [anInteger, aCount].map((id) => json(orNull(listOf(id)))) as [
  Decoder<number[] | null>,
  Decoder<number[] | null>,
];

/** @silent rulings.negativeMessageIds */
const messageIds: Decoder<number[] | null> = described<Decoder<number[] | null>>(
  (given, name, realm) => (realm.server.rulings.negativeMessageIds === "observed" ? idsFromZero : anyIds)(given, name, realm),
  schemaOf(anyIds),
);

const params = {
  allow_empty_topic_name: optional(boolean, { fallback: false, since: "emptyTopic" }),
  anchor: optional(text()),
  anchor_date: optional(text(), { since: "anchorDate" }),
  apply_markdown: optional(boolean, { fallback: true }),
  client_gravatar: optional(boolean, { fallback: true }),
  message_ids: optional(messageIds, { since: "messageIds" }),
  include_anchor: optional(boolean),
  narrow: optional(narrowOrNull, { fallback: null }),
  num_after: optional(count, { requiredUntil: "messageIds" }),
  num_before: optional(count, { requiredUntil: "messageIds" }),
  use_first_unread_anchor: optional(boolean),
} as const;

const unknownEnds = { found_anchor: false, found_oldest: false, found_newest: false, history_limited: false };

/** The answer to a narrow that cannot hold a message. */
const emptyReply = (mode: Mode): Reply =>
  mode.ids
    ? { messages: [], ...unknownEnds }
    : { messages: [], ...unknownEnds, found_oldest: true, found_newest: true, anchor: limits.newestAnchor };

/** The terms as they are looked for. @refuses UNAUTHORIZED (401): terms that a spectator has to log in for */
function termsFor(realm: Realm, user: User | undefined, terms: readonly Term[]): readonly Term[] {
  if (user) return terms;
  const allowed = spectatorTerms(realm, terms);
  if (!allowed) throw unauthorized(realm, notLoggedIn, "Session");
  return allowed;
}

/** @silent rulings.messageIdsOrder */
function listed(realm: Realm, narrow: Narrow, ids: readonly MessageId[], resourceOf: (message: Message) => JsonText): Reply {
  const sorted = [...new Set(ids)].sort((a, b) => a - b);
  if (realm.server.rulings.messageIdsOrder === "observed") sorted.reverse();
  const messages = sorted.map((id) => narrow.at(id)).filter((message) => message !== undefined);
  return { messages: new JsonList(messages.map(resourceOf)), ...unknownEnds };
}

/** Returns those of the requested messages that a user may fetch. @silent rulings.messageIdsReach */
function fetchable({ realm, user }: Reader, asked: Narrow, terms: readonly Term[], mode: Mode): Narrow {
  if (!user || reachesHistory({ realm, user }, terms)) return asked;
  const isAccessible = mode.ids && terms.length === 0 && realm.server.rulings.messageIdsReach === "accessible";
  return asked.and(isAccessible ? (message) => maySee(realm, user, message) : ownHistory(realm, user, terms));
}

/**
 * GET /messages: the messages of a narrow, around an anchor or by their ids.
 * @spec    Endpoints > GET /messages; Resources and their fields > Message; Resources and their fields > Narrow; Limits
 * @reply   messages, found_anchor, found_oldest, found_newest, history_limited; anchor, but not for ids
 * @refuses BAD_REQUEST: parameters of both modes, a wrong anchor, too many messages; REQUEST_VARIABLE_MISSING: a count;
 *          BAD_NARROW: terms that say nothing; UNAUTHORIZED (401): a spectator beyond web-public channels
 * @silent  rulings.anchorRequired, absentAnchor, countsWithAnchor, excludedAnchorAlone, excludedAnchorBetween, firstUnreadWithAnchor,
 *          flaggedHistory, foundEnds, messageIdsCompany, messageIdsOrder, messageIdsReach, mutedFirstUnread, negativeMessageIds, spectators
 */
export const getMessages = readsForAll({
  route: "GET /messages",
  params,
  olderOrders: [
    { until: "typedParameters", names: ["anchor", "include_anchor", "num_before", "num_after", "narrow"] },
    { until: "alphabeticalParameters", names: ["anchor", "num_before", "num_after", "narrow"] },
  ],
  allow: anyone,
  reply: ({ realm, caller: user, params }) => {
    const reader = { realm, user };
    if (!user && !has(realm, "rangeBeforeLogin")) termsFor(realm, user, params.narrow ?? []);
    const mode = modeOf(realm, params);
    const rewritten = withoutWith(reader, withEmptyTopic(realm, params.narrow ?? []));
    checkSize(realm, mode);
    const terms = termsFor(realm, user, rewritten);
    if (user && findsNothing(realm, user, terms)) return emptyReply(mode);
    const asked = narrowOf(reader, terms);
    const narrow = fetchable(reader, asked, terms, mode);
    const form: MessageForm = {
      applyMarkdown: params.apply_markdown,
      clientGravatar: params.client_gravatar && user !== undefined,
      emptyTopics: params.allow_empty_topic_name,
      knows: user && knownTo(realm, user),
      viewer: user?.id,
    };
    const resourceOf = (message: Message) =>
      messageResource(realm, message, user, form, narrow.search?.shown(message, matchedTopic(realm, message, form.emptyTopics)));
    if (mode.ids) return listed(realm, narrow, mode.ids, resourceOf);
    const place = anchorId(mode.anchor, { realm, user, terms, asked, narrow });
    const { messages, found_anchor, found_oldest, found_newest, anchor } = windowOf(realm, narrow, place, mode);
    const list = new JsonList(messages.map(resourceOf));
    return { messages: list, found_anchor, found_oldest, found_newest, history_limited: false, anchor };
  },
});
