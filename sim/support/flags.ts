import { has } from "../core/levels.ts";
import { limits } from "../core/limits.ts";
import type { Realm } from "../core/realm.ts";
import { refuse } from "../core/refusal.ts";
import type { User } from "../core/users.ts";
import { flagAsAsked, flagMessages, readEverything } from "../effects/flags.ts";
import { type Call, writes, writesOnly } from "../protocol/endpoint.ts";
import { boolean, count, integer, integers, optional, required, text } from "../protocol/params.ts";
import { narrowOrNull } from "../requests/values.ts";
import { accessibleChannel, rowsOf } from "../rules/messages/access.ts";
import { flagChange, ignoredField, toFlag } from "../rules/messages/flags.ts";
import { typedTopic } from "../rules/messages/topics.ts";
import { type Anchor, anchorId, type Extent, readAnchor, type Window, windowOf } from "../rules/messages/window.ts";
import { narrowOf, withEmptyTopic } from "../rules/narrow/narrow.ts";
import { findsNothing, ownHistory, reachesHistory } from "../rules/narrow/operators.ts";
import type { Term } from "../rules/narrow/terms.ts";

/**
 * POST /messages/flags: sets or clears one of the caller's own flags. The event of it lists those messages of which it changes.
 * @reply   messages, as they were asked for; from level 355 on ignored_because_not_subscribed_channels
 * @refuses BAD_REQUEST: no flag, one that people do not set themselves, neither add nor remove, missing or invisible messages
 */
export const updateFlags = writes({
  route: "POST /messages/flags",
  params: { messages: required(integers), op: required(text()), flag: required(text()) },
  rules: ({ realm, caller, params }) => toFlag(realm, caller, params.messages, flagChange(params)),
  effect: ({ turn, caller, params, found }) => {
    flagAsAsked(turn, caller, found);
    return { messages: params.messages, ...ignoredField(turn.world, found) };
  },
});

const narrowParams = {
  anchor: required(text()),
  include_anchor: optional(boolean, { fallback: true }),
  num_before: required(count),
  num_after: required(count),
  narrow: required(narrowOrNull),
  op: required(text()),
  flag: required(text()),
} as const;

type NarrowRequest = Call<"POST /messages/flags/narrow", typeof narrowParams>;

/** The counts asked for, cut to what one request may change, evenly where both are large. */
function counts({ num_before, num_after }: NarrowRequest["params"]): Pick<Extent, "before" | "after"> {
  const most = limits.messagesPerRequest;
  const before = Math.min(num_before, Math.max(most - num_after, most / 2));
  return { before, after: Math.min(num_after, most - before) };
}

type FlagWindow = Omit<Window, "anchor">;

const nothing: FlagWindow = { messages: [], found_anchor: false, found_oldest: true, found_newest: true };

function windowFor(realm: Realm, user: User, terms: readonly Term[], range: Extent & { readonly anchor: Anchor }): FlagWindow {
  if (findsNothing(realm, user, terms)) return nothing;
  const reader = { realm, user };
  const asked = narrowOf(reader, terms);
  const narrow = reachesHistory(reader, terms) ? asked : asked.and(ownHistory(realm, user, terms));
  const anchor = anchorId(range.anchor, { realm, user, terms, asked, narrow });
  return windowOf(realm, narrow, anchor, range);
}

/** The window of the narrow that is asked for. */
function processed({ realm, caller, params }: NarrowRequest): FlagWindow {
  const anchor = readAnchor(realm, params.anchor, undefined);
  const { include_anchor: includeAnchor, num_before, num_after } = params;
  if (!includeAnchor && num_before > 0 && num_after > 0) refuse("The anchor can only be excluded at an end of the range");
  return windowFor(realm, caller, withEmptyTopic(realm, params.narrow ?? []), { anchor, includeAnchor, ...counts(params) });
}

/**
 * POST /messages/flags/narrow: sets or clears one of the caller's own flags around an anchor in a narrow.
 * @reply   processed_count, updated_count, first_processed_id, last_processed_id, found_oldest, found_newest; from level 355 on
 *          ignored_because_not_subscribed_channels
 * @refuses BAD_REQUEST: a wrong anchor, or one left out in the middle of its window; a wrong flag or operation; BAD_NARROW
 */
export const updateFlagsInNarrow = writes({
  route: "POST /messages/flags/narrow",
  since: "flagsInNarrow",
  params: narrowParams,
  rules: (request) => {
    const { realm, caller, params } = request;
    const window = processed(request);
    const ids = window.messages.map(({ id }) => id);
    return { ...toFlag(realm, caller, ids, flagChange(params)), window };
  },
  effect: ({ turn, caller, found }) => {
    const { messages, found_oldest, found_newest } = found.window;
    flagAsAsked(turn, caller, found);
    return {
      processed_count: messages.length,
      updated_count: found.messages.length,
      first_processed_id: messages[0]?.id ?? null,
      last_processed_id: messages.at(-1)?.id ?? null,
      found_oldest,
      found_newest,
      ...ignoredField(turn.world, found),
    };
  },
});

/**
 * POST /mark_all_as_read: the caller has read everything.
 * @reply nothing beyond the envelope; from level 211 on complete, always true
 */
export const markAll = writes({
  route: "POST /mark_all_as_read",
  effect: ({ turn, caller }) => {
    readEverything(turn, caller);
    return has(turn.world, "completeMark") ? { complete: true } : {};
  },
});

/**
 * POST /mark_stream_as_read: the caller has read a channel.
 * @refuses BAD_REQUEST: unknown channel
 */
export const markChannel = writesOnly({
  route: "POST /mark_stream_as_read",
  params: { stream_id: required(integer) },
  rules: ({ realm, caller, params }) => rowsOf(realm, caller, accessibleChannel(realm, caller, params.stream_id)),
  effect: ({ turn, caller, found: messages }) => flagMessages(turn, caller, messages, "read", "add"),
});

/**
 * POST /mark_topic_as_read: the caller has read a topic.
 * @refuses BAD_REQUEST: unknown channel, no topic of which the caller received a message
 */
export const markTopic = writesOnly({
  route: "POST /mark_topic_as_read",
  params: { stream_id: required(integer), topic_name: required(text()) },
  rules: ({ realm, caller, params }) => {
    const channel = accessibleChannel(realm, caller, params.stream_id);
    const topic = typedTopic(realm, params.topic_name);
    const messages = rowsOf(realm, caller, channel, topic);
    return messages.length > 0 || topic === "" ? messages : refuse(`No such topic '${params.topic_name}'`);
  },
  effect: ({ turn, caller, found: messages }) => flagMessages(turn, caller, messages, "read", "add"),
});
