import type { QueueId } from "../core/ids.ts";
import { has, type levels } from "../core/levels.ts";
import { limits } from "../core/limits.ts";
import { own } from "../core/lookup.ts";
import { openQueue, type Queue, type QueueOptions } from "../core/queues.ts";
import type { Realm } from "../core/realm.ts";
import { refuse } from "../core/refusal.ts";
import { uuidText } from "../core/rng.ts";
import type { Turn } from "../core/turn.ts";
import { isGuest, type User } from "../core/users.ts";
import { chanceOf } from "../core/varying.ts";
import { aBoolean, aCount, anObject, aString, type Check, listOf, missingKey, orNull } from "../protocol/json.ts";
import { boolean, type Decoded, type Decoder, json, optional } from "../protocol/params.ts";
import type { WithSubscribers } from "../resources/subscription.ts";
import { isQueueOperator } from "../rules/narrow/queue-narrow.ts";
import { nullable } from "./nullable.ts";

const term: Check<readonly [string, string]> = (value, at) => {
  const [operator, operand, ...more] = listOf(aString)(value, at);
  return operator === undefined || operand === undefined || more.length > 0
    ? refuse(`${at} should have exactly 2 items`)
    : [operator, operand];
};

const capabilities: Check<ReadonlySet<string>> = (value, at, typed) => {
  const given = anObject(value, at);
  if (!Object.hasOwn(given, "notification_settings_null")) missingKey("notification_settings_null", at, typed);
  const declared = Object.entries(given).filter(([name, flag]) => aBoolean(flag, `${at}[${JSON.stringify(name)}]`));
  return new Set(declared.map(([name]) => name));
};

/** Seconds, or a word: in quotes as JSON or without. */
const idleTimeout: Decoder<number> = (given, name, realm) =>
  /^("?)mobile\1$/.test(given) ? limits.mobileQueueLifespanSeconds : wholeNumber(given, name, realm);

export const typeNames = nullable(listOf(aString));
const booleanOrNull = json(orNull(aBoolean));
const wholeNumber = json(aCount);
/** Whether subscribers are listed, and whether all of them: a word without quotes, or a boolean. */
export const withSubscribers: Decoder<WithSubscribers> = (given, name, realm) =>
  given === "partial" && has(realm, "partialSubscribers") ? given : boolean(given, name, realm);

/** What a client says of the queue it wants, in the order in which it is read. */
export const queueParams = {
  all_public_streams: optional(boolean),
  apply_markdown: optional(boolean, { fallback: false }),
  client_capabilities: optional(json(capabilities), { fallback: new Set<string>() as ReadonlySet<string> }),
  client_gravatar: optional((given, name, realm) => (has(realm, "typedParameters") ? booleanOrNull : boolean)(given, name, realm)),
  event_types: optional(typeNames),
  idle_queue_timeout: optional(idleTimeout, { since: "idleQueueTimeout" }),
  narrow: optional(json(listOf(term)), { fallback: [] }),
  queue_lifespan_secs: optional(wholeNumber, { fallback: 0 }),
  slim_presence: optional(boolean, { fallback: false }),
};

/** Capabilities that mean something only to servers that are new enough. */
const capabilityLevels: Readonly<Record<string, keyof typeof levels>> = {
  linkifier_url_template: "urlTemplates",
  user_list_incomplete: "user_list_incomplete",
  include_deactivated_groups: "deactivatedGroups",
  archived_channels: "archivedChannels",
  empty_topic_name: "emptyTopic",
  simplified_presence_events: "simplePresenceEvents",
  individual_emoji_changes: "singleEmojiEvents",
};

const understood = (realm: Realm, declared: ReadonlySet<string>): ReadonlySet<string> =>
  new Set(
    [...declared].filter((name) => {
      const since = own(capabilityLevels, name);
      return since === undefined || has(realm, since);
    }),
  );

/**
 * The queue that a client asks for. @silent rulings.undeclaredAvatar
 * @refuses BAD_REQUEST: a guest asks for all public channels, the narrow has an operator or operand that queues do not know
 */
export function queueOptions(realm: Realm, caller: User, params: Decoded<typeof queueParams>): QueueOptions {
  if (params.all_public_streams && isGuest(caller)) refuse("User not authorized for this query");
  const narrow = params.narrow.map(([operator, operand]) => {
    if (!isQueueOperator(operator)) return refuse(`Operator ${operator} not supported.`);
    if (operator === "is" && operand === "followed" && has(realm, "isFollowed")) refuse("Operand followed not supported.");
    return [operator, operand] as const;
  });
  const lifespan = params.idle_queue_timeout ?? params.queue_lifespan_secs;
  return {
    owner: caller.id,
    eventTypes: params.event_types ? new Set(params.event_types) : undefined,
    applyMarkdown: params.apply_markdown,
    clientGravatar: params.client_gravatar ?? realm.server.rulings.undeclaredAvatar === "observed",
    slimPresence: params.slim_presence,
    allPublicChannels: params.all_public_streams ?? caller.settings.default_all_public_streams,
    capabilities: understood(realm, params.client_capabilities),
    narrow,
    lifespanMillis: Math.min(lifespan || limits.queueLifespanSeconds, limits.queueLifespanMaximumSeconds) * 1000,
  };
}

function newQueueId(turn: Turn): QueueId {
  const serial = turn.world.counters.queue;
  const next = chanceOf(turn.world.server, "queue-ids", "", serial);
  const uuid = (use: string): string => uuidText(turn.chance(use, serial));
  if (!next) return uuid("queue id") as QueueId;
  return (next(2) === 0 ? `${1_700_000_000 + next(90_000_000)}:${serial}` : `${uuid("queue id")}.${uuid("rest of a queue id")}`) as QueueId;
}

/** Opens a queue under an id of its own. */
export function openNewQueue(turn: Turn, options: QueueOptions): Queue {
  return openQueue(turn, newQueueId(turn), options);
}

/** Like openNewQueue, after events of a past where the server's queues have one. */
export function registerQueue(turn: Turn, options: QueueOptions): Queue {
  const past = chanceOf(turn.world.server, "first-events", "", turn.world.counters.queue);
  return openQueue(turn, newQueueId(turn), options, past?.(500));
}
