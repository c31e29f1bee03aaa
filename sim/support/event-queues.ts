import type { QueueId } from "../core/ids.ts";
import { has, type levels } from "../core/levels.ts";
import { limits } from "../core/limits.ts";
import { own } from "../core/lookup.ts";
import { acknowledge, eventTexts, newestUpTo } from "../core/queue-events.ts";
import { openQueue, putQueue, type Queue, type QueueOptions } from "../core/queues.ts";
import type { Realm } from "../core/realm.ts";
import { Refusal, refuse, refuseUnfinished } from "../core/refusal.ts";
import { uuidText } from "../core/rng.ts";
import { chanceOf } from "../core/server.ts";
import type { Turn } from "../core/turn.ts";
import { isGuest, type User } from "../core/users.ts";
import { notLoggedIn, unauthorized } from "../protocol/auth.ts";
import { Hold, withSpectators, writes } from "../protocol/endpoint.ts";
import { aBoolean, aKeptCount, anObject, aString, type Check, JsonList, listOf, missingKey, orNull } from "../protocol/json.ts";
import { boolean, type Decoded, type Decoder, integer, json, nullable, optional, text } from "../protocol/params.ts";
import { withSubscribers } from "../requests/channels.ts";
import { versionFields } from "../resources/server-settings.ts";
import { sharedSnapshot, snapshot } from "../resources/snapshot/index.ts";
import type { SnapshotForm } from "../resources/snapshot/view.ts";
import { isQueueOperator } from "../rules/narrow/queue-narrow.ts";
import { ownQueue } from "../rules/people/own-records.ts";

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

const typeNames = nullable(listOf(aString));
const booleanOrNull = json(orNull(aBoolean));
const wholeNumber = json(aKeptCount);

/** Parameters of a queue, in the order in which they are read. */
const queueParams = {
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

/** The narrow of a queue. @refuses BAD_REQUEST: an operator or operand that queues do not know */
const queueNarrow = (realm: Realm, given: readonly (readonly [string, string])[]): QueueOptions["narrow"] =>
  given.map(([operator, operand]) => {
    if (!isQueueOperator(realm, operator)) return refuse(`Operator ${operator} not supported.`);
    if (operator === "is" && operand === "followed" && has(realm, "isFollowed")) refuse("Operand followed not supported.");
    return [operator, operand] as const;
  });

/**
 * The queue that a client asks for. @silent rulings.undeclaredAvatar
 * @refuses BAD_REQUEST: a guest asks for all public channels, the narrow has an operator or operand that queues do not know
 */
function queueOptions(realm: Realm, caller: User, params: Decoded<typeof queueParams>): QueueOptions {
  if (params.all_public_streams && isGuest(caller)) refuse("User not authorized for this query");
  const narrow = queueNarrow(realm, params.narrow);
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

const registerParams = {
  ...queueParams,
  fetch_event_types: optional(typeNames),
  include_subscribers: optional(withSubscribers, { fallback: false }),
  presence_history_limit_days: optional(integer, { since: "presenceHistory" }),
};

/** Returns what the snapshot is to show. Without fetch keys of its own a client gets those it wants events of. */
function form(given: Decoded<typeof registerParams>, capabilities: ReadonlySet<string>): SnapshotForm {
  const wanted = given.fetch_event_types ?? given.event_types;
  const days = given.presence_history_limit_days;
  return {
    clientGravatar: given.client_gravatar ?? true,
    slimPresence: given.slim_presence,
    includeSubscribers: given.include_subscribers,
    capabilities,
    presenceWindowSeconds: days === undefined ? limits.presenceWindowSeconds : days * 86_400,
    wanted: wanted ? new Set(wanted) : undefined,
  };
}

const timeout = (realm: Realm, lifespanMillis: number): object =>
  has(realm, "idleQueueTimeout") ? { idle_queue_timeout_secs: lifespanMillis / 1000 } : {};

const queueForCaller = writes({
  route: "POST /register",
  params: registerParams,
  rules: ({ realm, caller, params }) => queueOptions(realm, caller, params),
  effect: ({ turn, realm, caller, params, found }) => {
    // Events of a past, where the server's queues have one.
    const past = chanceOf(turn.world.server, "first-events", "", turn.world.counters.queue);
    const queue = openQueue(turn, newQueueId(turn), found, past?.(500));
    return snapshot(realm, caller, form(params, queue.options.capabilities), {
      queue_id: queue.id,
      last_event_id: queue.pruned,
      ...versionFields(realm),
      ...timeout(realm, queue.options.lifespanMillis),
    });
  },
});

/**
 * POST /register: a queue for the events from now on, and the state of the realm up to now. A page that nobody is logged in to gets no
 * queue, and only what is the same whoever asks.
 * @spec    Events; Limits; What the service does > Conventions for every endpoint 7
 * @reply   queue_id, last_event_id (-1, unless the server varies in it), the server's version, and the fields of the fetch keys
 * @refuses BAD_REQUEST: a guest asks for all public channels, an operator that queues do not know, incomplete capabilities;
 *          UNAUTHORIZED (401): nobody, where the organization shows nothing to spectators
 * @silent  rulings.spectators
 */
export const register = withSpectators<typeof registerParams>(queueForCaller, ({ realm, params }) => {
  if (!realm.settings.web_public_streams_enabled) throw unauthorized(realm, notLoggedIn, "Session");
  queueNarrow(realm, params.narrow);
  const known = { queue_id: null, last_event_id: -1, ...versionFields(realm) };
  return sharedSnapshot(realm, form(params, understood(realm, params.client_capabilities)), known);
});

const unknownEvent = (id: number): Refusal => new Refusal(`Event ${id} was not in this queue`);

/** Holds the poll until the next event. The hold starts the queue's idle time anew. */
function hold(turn: Turn, queue: Queue): Hold {
  const held = queue.with({ held: true, lastSeen: turn.now });
  putQueue(turn.world, held);
  return new Hold(held);
}

/**
 * GET /events: what a queue has after an acknowledged event, at once where there is something, else with the next event.
 * A newer poll of the same queue ends the older one.
 * @spec    Events; Endpoints > DELETE /events
 * @reply   events; queue_id where the poll was held or a queue was made
 * @refuses BAD_EVENT_QUEUE_ID: unknown or another's queue; BAD_REQUEST: no queue or no event named, event pruned or never there
 * @silent  rulings.unknownAcknowledgement
 */
export const getEvents = writes({
  route: "GET /events",
  params: {
    queue_id: optional(text()),
    last_event_id: optional(integer),
    dont_block: optional(boolean, { fallback: false }),
    ...queueParams,
  },
  rules: ({ realm, caller, params }) => {
    const { queue_id, last_event_id, dont_block } = params;
    if (queue_id === undefined) {
      return dont_block ? { options: queueOptions(realm, caller, params) } : refuseUnfinished("queue_id");
    }
    if (last_event_id === undefined) return refuseUnfinished("last_event_id");
    const queue = ownQueue(realm, caller, queue_id);
    if (last_event_id < queue.pruned) refuse(`An event newer than ${last_event_id} has already been pruned!`);
    const isKnown = newestUpTo(queue, last_event_id) === last_event_id;
    if (!isKnown && realm.server.rulings.unknownAcknowledgement === "kept") throw unknownEvent(last_event_id);
    return { queue, last_event_id, isKnown };
  },
  effect: ({ turn, params, found }) => {
    if (!found.queue) return { events: [], queue_id: openQueue(turn, newQueueId(turn), found.options).id };
    const queue = acknowledge(turn, found.queue, found.last_event_id);
    if (!found.isKnown) return unknownEvent(found.last_event_id);
    turn.wake(queue);
    if (!queue.newest && !params.dont_block) return hold(turn, queue);
    return { events: new JsonList(eventTexts(queue)) };
  },
});
