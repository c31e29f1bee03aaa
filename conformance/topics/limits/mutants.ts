import { type AlterAnswer, inSuccess, isSuccess, reading, refusal, refusing } from "../../mutants/kit/bodies.ts";
import { type Mutant, onRoute } from "../../mutants/kit/mutant.ts";

const registering = onRoute("POST /register");
const sending = onRoute("POST /messages");
const creating = onRoute("POST /channel_folders/create");
const fetching = onRoute("GET /messages");
const updating = onRoute("PATCH /channel_folders/{id}");

/** Changes numbers that a registration tells. */
const telling = (names: readonly string[], change: (value: number) => unknown): AlterAnswer =>
  inSuccess((body) => {
    for (const name of names) if (typeof body[name] === "number") body[name] = change(body[name]);
  });

const ofMessages = ["max_message_length", "max_topic_length"];
const ofFolders = ["max_channel_folder_name_length", "max_channel_folder_description_length"];
const ofTyping = ["started_wait", "stopped_wait", "started_expiry"].map((name) => `server_typing_${name}_period_milliseconds`);

/** Bounds that a registration does not tell, or tells wrong. */
const untold: readonly Mutant[] = [
  registering("bounds-not-told", "limits/told", "The bounds of messages are not told.", { answer: telling(ofMessages, () => undefined) }),
  registering("bounds-as-text", "limits/told", "The bounds of messages are told as texts.", { answer: telling(ofMessages, String) }),
  registering("bounds-of-folders-not-told", "limits/folders-told", "The bounds of folders are not told.", {
    answer: telling(ofFolders, () => undefined),
  }),
  registering("bounds-of-folders-zero", "limits/folders-told", "The bounds of folders are told as 0.", {
    answer: telling(ofFolders, () => 0),
  }),
  registering(
    "typing-interval-not-told",
    ["limits/typing-periods", "typing.post/periods-told"],
    "One of the typing intervals is not told.",
    {
      answer: telling(ofTyping.slice(1, 2), () => undefined),
    },
  ),
  registering(
    "typing-intervals-with-fractions",
    ["limits/typing-periods", "typing.post/periods-told"],
    "The typing intervals are told with fractions.",
    {
      answer: telling(ofTyping, (value) => value + 0.5),
    },
  ),
  registering(
    "bounds-told-too-low",
    [
      "limits/message-length-exceeded",
      "limits/topic-length-exceeded",
      "limits/policy-topic-length-exceeded",
      "limits/folder-name-length-exceeded",
      "limits/folder-description-length-exceeded",
    ],
    "All bounds are told one lower than those that hold.",
    { answer: telling([...ofMessages, ...ofFolders], (value) => value - 1) },
  ),
  registering(
    "bounds-told-too-high",
    [
      "limits/message-length",
      "limits/topic-length",
      "limits/policy-topic-length",
      "limits/folder-name-length",
      "limits/folder-description-length",
    ],
    "All bounds are told one higher than those that hold.",
    { answer: telling([...ofMessages, ...ofFolders], (value) => value + 1) },
  ),
  registering("deletion-limit-told-twice-as-long", "limits/deletion-in-time", "The time limit on deleting is half of what is told.", {
    answer: telling(["realm_message_content_delete_limit_seconds"], (seconds) => seconds * 2),
  }),
  registering("deletion-limit-told-half-as-long", "limits/deletion-time", "The time limit on deleting is twice what is told.", {
    answer: telling(["realm_message_content_delete_limit_seconds"], (seconds) => seconds / 2),
  }),
];

/** Faults at the bounds themselves. */
const bounded: readonly Mutant[] = [
  fetching(
    "recommended-count-refused",
    ["limits/recommended-per-request", "limits/messages-per-request"],
    "A fetch of 1000 messages is refused.",
    { instead: refusing((request) => Number(request.field("num_before")) + Number(request.field("num_after")) >= 1000) },
  ),
  fetching("too-many-ids-cut", "limits/message-ids-exceeded", "Of more than 5000 ids the first 5000 are fetched.", {
    request: reading("message_ids", (text, request) => {
      const ids = request.json("message_ids");
      return Array.isArray(ids) && ids.length > 5000 ? ids.slice(0, 5000) : text;
    }),
  }),
  updating(
    "folder-described-at-bound-cut",
    ["limits/folder-description-length", "channel_folders-id.patch/description-bound", "channel_folders.create.post/description-bound"],
    "A changed description is cut to a thousand characters.",
    {
      request: reading("description", (text) => [...text].slice(0, 1000).join("")),
    },
  ),
];

const units = (text: string): number => text.length;
const bytes = (text: string): number => new TextEncoder().encode(text).length;

/** Refuses texts that are too long when they are counted otherwise than in code points. */
const countedIn = (count: (text: string) => number, field: string, bound: number) => ({
  instead: refusing((request) => count(request.field(field) ?? "") > bound),
});

/** Lengths that are counted in units of UTF-16 or in bytes: characters of some planes count as several. */
const miscounted: readonly Mutant[] = [
  sending(
    "content-counted-in-utf-16",
    ["limits/message-length", "messages.post/content-bound"],
    "Content is counted in units of UTF-16.",
    countedIn(units, "content", 10_000),
  ),
  sending(
    "topic-counted-in-utf-16",
    ["limits/topic-length", "messages.post/topic-bound", "messages.post/sends-to-channel"],
    "A topic is counted in units of UTF-16.",
    countedIn(units, "topic", 60),
  ),
  sending(
    "topic-counted-in-bytes",
    ["limits/topic-length", "messages.post/topic-bound", "messages.post/sends-to-channel"],
    "A topic is counted in bytes.",
    countedIn(bytes, "topic", 60),
  ),
  onRoute("POST /user_topics")(
    "policy-topic-counted-in-utf-16",
    ["limits/policy-topic-length", "topic-policy/any-to-any", "user_topics.post/topic-bound"],
    "The topic of a policy is counted in units of UTF-16.",
    countedIn(units, "topic", 60),
  ),
  creating(
    "folder-name-counted-in-bytes",
    "limits/folder-name-length",
    "A folder's name is counted in bytes.",
    countedIn(bytes, "name", 60),
  ),
  updating(
    "folder-description-counted-in-utf-16",
    "limits/folder-description-length",
    "A changed description is counted in units of UTF-16.",
    countedIn(units, "description", 1024),
  ),
];

/** A limit of which nothing tells: after the first call within a run, every second one is refused. */
const unsaid = onRoute("GET /realm/linkifiers")(
  "calls-limited-unsaid",
  "limits/rates",
  "Every second call for linkifiers is refused as one too many, and no header tells of a limit.",
  {
    instead: (request) => {
      const calls = Number(request.memory.get("calls") ?? 0) + 1;
      request.memory.set("calls", calls);
      return calls % 2 === 0 && isSuccess(request.wouldSay()) ? refusal("RATE_LIMIT_HIT", { "retry-after": 30 }) : undefined;
    },
  },
);

/** Faults of bounds, in what is told of them and in how they are kept. */
export const mutants: readonly Mutant[] = [...untold, ...bounded, ...miscounted, unsaid];
