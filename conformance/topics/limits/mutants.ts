import { type Change, refusal } from "../../mutants/kit/bodies.ts";
import type { InterceptedRequest } from "../../mutants/kit/intercepted.ts";
import { type Mutant, onRoute } from "../../mutants/kit/mutant.ts";
import { folderLimits, type Limit, limitNames, messageLimits, mostMessages, typingPeriods } from "../../text/limits.ts";

const registering = onRoute("POST /register", "limits");
const sending = onRoute("POST /messages", "limits");
const creating = onRoute("POST /channel_folders/create", "limits");
const fetching = onRoute("GET /messages", "limits");
const updating = onRoute("PATCH /channel_folders/{id}", "limits");

/** Changes numbers that a registration tells. */
const telling =
  (names: readonly string[], change: (value: number) => unknown): Change =>
  (body) =>
    Object.fromEntries(names.flatMap((name) => (typeof body[name] === "number" ? [[name, change(body[name])]] : [])));

const bounds = ["message-length", "topic-length", "policy-topic-length", "folder-name-length", "folder-description-length"];

/** Bounds that a registration does not tell, or tells wrong. */
const untold: readonly Mutant[] = [
  registering("bounds-not-told", "told")
    .says("The bounds of messages are not told.")
    .answers(telling(messageLimits, () => undefined)),
  registering("bounds-as-text", "told").says("The bounds of messages are told as texts.").answers(telling(messageLimits, String)),
  registering("bounds-of-folders-not-told", "folders-told")
    .says("The bounds of folders are not told.")
    .answers(telling(folderLimits, () => undefined)),
  registering("bounds-of-folders-zero", "folders-told")
    .says("The bounds of folders are told as 0.")
    .answers(telling(folderLimits, () => 0)),
  registering("typing-interval-not-told", ["typing-periods", "typing.post/periods-told"])
    .says("One of the typing intervals is not told.")
    .answers(telling(typingPeriods.slice(1, 2), () => undefined)),
  registering("typing-intervals-with-fractions", ["typing-periods", "typing.post/periods-told"])
    .says("The typing intervals are told with fractions.")
    .answers(telling(typingPeriods, (value) => value + 0.5)),
  registering(
    "bounds-told-too-low",
    bounds.map((bound) => `${bound}-exceeded`),
  )
    .says("All bounds are told one lower than those that hold.")
    .answers(telling(limitNames, (value) => value - 1)),
  registering("bounds-told-too-high", bounds)
    .says("All bounds are told one higher than those that hold.")
    .answers(telling(limitNames, (value) => value + 1)),
  registering("deletion-limit-told-twice-as-long", "deletion-in-time")
    .says("The time limit on deleting is half of what is told.")
    .answers(telling(["realm_message_content_delete_limit_seconds"], (seconds) => seconds * 2)),
  registering("deletion-limit-told-half-as-long", "deletion-time")
    .says("The time limit on deleting is twice what is told.")
    .answers(telling(["realm_message_content_delete_limit_seconds"], (seconds) => seconds / 2)),
];

/** Faults at the bounds themselves. */
const bounded: readonly Mutant[] = [
  fetching("recommended-count-refused", ["recommended-per-request", "messages-per-request"])
    .says("A fetch of 1000 messages is refused.")
    .refuses((request) => Number(request.field("num_before")) + Number(request.field("num_after")) >= 1000),
  fetching("too-many-ids-cut", "message-ids-exceeded")
    .says("Of more ids than a request may have the first are fetched, as many as it may have.")
    .takes((request) => {
      const ids = request.list("message_ids");
      return ids.length > mostMessages && request.with({ message_ids: ids.slice(0, mostMessages) });
    }),
  updating("folder-described-at-bound-cut", [
    "folder-description-length",
    "channel_folders-id.patch/description-bound",
    "channel_folders.create.post/description-bound",
  ])
    .says("A changed description loses the last of as many characters as it may have.")
    .reads("description", (text, request) => [...text].slice(0, request.bound("max_channel_folder_description_length") - 1).join("")),
];

const ofTopics = ["topic-length", "messages.post/topic-bound", "messages.post/sends-to-channel"];

const units = (text: string): number => text.length;
const bytes = (text: string): number => new TextEncoder().encode(text).length;

/** Refuses texts that are too long when they are counted otherwise than in code points. */
const countedIn = (count: (text: string) => number, field: string, limit: Limit) => (request: InterceptedRequest) => {
  const text = request.field(field);
  return text !== undefined && count(text) > request.bound(limit);
};

/** Lengths that are counted in units of UTF-16 or in bytes: characters of some planes count as several. */
const miscounted: readonly Mutant[] = [
  sending("content-counted-in-utf-16", ["message-length", "messages.post/content-bound"])
    .says("Content is counted in units of UTF-16.")
    .refuses(countedIn(units, "content", "max_message_length")),
  sending("topic-counted-in-utf-16", ofTopics)
    .says("A topic is counted in units of UTF-16.")
    .refuses(countedIn(units, "topic", "max_topic_length")),
  sending("topic-counted-in-bytes", ofTopics)
    .says("A topic is counted in bytes.")
    .refuses(countedIn(bytes, "topic", "max_topic_length")),
  onRoute("POST /user_topics", "limits")("policy-topic-counted-in-utf-16", [
    "policy-topic-length",
    "topic-policy/any-to-any",
    "user_topics.post/topic-bound",
  ])
    .says("The topic of a policy is counted in units of UTF-16.")
    .refuses(countedIn(units, "topic", "max_topic_length")),
  creating("folder-name-counted-in-bytes", "folder-name-length")
    .says("A folder's name is counted in bytes.")
    .refuses(countedIn(bytes, "name", "max_channel_folder_name_length")),
  updating("folder-description-counted-in-utf-16", "folder-description-length")
    .says("A changed description is counted in units of UTF-16.")
    .refuses(countedIn(units, "description", "max_channel_folder_description_length")),
];

/** A limit of which nothing tells: after the first call within a run, every second one is refused. */
const unsaid = onRoute("GET /realm/linkifiers", "limits")("calls-limited-unsaid", "rates")
  .says("Every second call for linkifiers is refused as one too many, and no header tells of a limit.")
  .replies((request) => request.count("calls") % 2 === 0 && request.wouldSucceed() && refusal("RATE_LIMIT_HIT", { "retry-after": 30 }));

/** Faults of bounds, in what is told of them and in how they are kept. */
export const mutants: readonly Mutant[] = [...untold, ...bounded, ...miscounted, unsaid];
