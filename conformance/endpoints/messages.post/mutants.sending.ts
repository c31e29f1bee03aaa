import {
  ignoring,
  inEvents,
  inMessages,
  inSuccess,
  isSuccess,
  lacking,
  type MutableFields,
  reading,
  swallowed,
  withoutEvents,
} from "../../mutants/kit/bodies.ts";
import type { InterceptedRequest, MutableAnswer } from "../../mutants/kit/intercepted.ts";
import { type Mutant, mutant } from "../../mutants/kit/mutant.ts";

const keyOf = (kind: string, id: unknown): string => `${kind} ${String(id)}`;

/** Remembers a value for the message that a request sent, if it did. Returns false: nothing was done. */
export function remember(request: InterceptedRequest, said: MutableAnswer, kind: string, value: unknown): false {
  if (request.route === "POST /messages" && isSuccess(said) && value !== undefined) request.memory.set(keyOf(kind, said.body.id), value);
  return false;
}

/** Returns what is remembered for a message; undefined where nothing is. */
export const remembered = (request: InterceptedRequest, message: MutableFields, kind: string): unknown =>
  request.memory.get(keyOf(kind, message.id));

const route = "POST /messages";

/** Faults of POST /messages: what is done and answered. */
export const sending: readonly Mutant[] = [
  mutant({
    name: "message-not-kept",
    breaks: ["messages.post/sends-to-channel", "messages.post/sends-to-people", "messages.post/id-fetches", "messages.post/ids-increase"],
    says: "A message is accepted and lost.",
    on: route,
    instead: swallowed,
  }),
  mutant({
    name: "message-sent-twice",
    breaks: ["messages.post/sends-to-channel", "messages.post/sends-to-people"],
    says: "A message is filed twice.",
    on: route,
    besides: (request, said) => isSuccess(said) && request.caller !== undefined && "text" in request.served.exchange(request.wire),
  }),
  mutant({
    name: "id-of-the-one-before",
    breaks: "messages.post/id-fetches",
    says: "The id answered is that of the message before.",
    on: route,
    answer: inSuccess((body) => void (body.id = Number(body.id) - 1)),
  }),
  mutant({
    name: "id-never-grows",
    breaks: ["messages.post/ids-increase", "message-resource/ids-ascend"],
    says: "Every send is answered with the id of the first.",
    on: route,
    answer: inSuccess((body, request) => {
      if (!request.memory.has("first")) request.memory.set("first", body.id);
      body.id = request.memory.get("first");
    }),
  }),
  mutant({
    name: "ids-of-deleted-messages-given-again",
    breaks: "messages.post/ids-increase",
    says: "After the deletion of a message the next one gets its id.",
    on: [route, "DELETE /messages/{id}"],
    answer: inSuccess((body, { route: request, pathId, memory }) => {
      if (request !== route) memory.set("deleted", pathId);
      else if (memory.has("deleted")) body.id = memory.get("deleted");
      if (request === route) memory.delete("deleted");
    }),
  }),
  mutant({
    name: "read-by-sender-not-heeded",
    breaks: "messages.post/read-by-sender",
    says: "read_by_sender is ignored.",
    on: route,
    request: ignoring("read_by_sender"),
  }),
  mutant({
    name: "read-by-sender-turned",
    breaks: "messages.post/read-by-sender",
    says: "read_by_sender means its contrary.",
    on: route,
    request: reading("read_by_sender", (text) => text !== "true"),
  }),
  mutant({
    name: "read-by-sender-read-by-all",
    breaks: "messages.post/read-by-sender",
    says: "A message that starts read for its sender starts read for everybody.",
    besides: (request, said) => remember(request, said, "read", request.field("read_by_sender") === "true" || undefined),
    answer: inMessages((message, request) => {
      if (remembered(request, message, "read") && Array.isArray(message.flags)) message.flags = [...new Set([...message.flags, "read"])];
    }),
  }),
  mutant({
    name: "read-by-sender-false-as-absent",
    breaks: "messages.post/read-by-sender",
    says: "read_by_sender false counts as absent.",
    on: route,
    request: (request) => (request.field("read_by_sender") === "false" ? request.with({ read_by_sender: undefined }) : undefined),
  }),
  mutant({
    name: "channel-messages-start-read",
    breaks: "messages.post/read-by-client",
    says: "Without read_by_sender a message to a channel starts read for its sender, whatever the client.",
    on: route,
    request: (request) =>
      request.field("read_by_sender") === undefined && /^(channel|stream)$/.test(request.field("type") ?? "")
        ? request.with({ read_by_sender: true })
        : undefined,
  }),
  mutant({
    name: "automatic-policy-of-direct-message",
    breaks: "messages.post/automatic-policy-direct",
    says: "The answer to a direct message says that a policy is followed.",
    on: route,
    answer: inSuccess((body, request) => {
      if (/^(direct|private)$/.test(request.field("type") ?? "")) body.automatic_new_visibility_policy = 3;
    }),
  }),
  mutant({
    name: "every-send-follows",
    breaks: "topic-policy/never-by-sending",
    says: "Every sender follows the topic, also where their settings say never.",
    on: route,
    besides: (request, said) => {
      const { body } = said;
      const [stream_id, topic] = [request.json("to"), request.field("topic")];
      if (!isSuccess(said) || body.automatic_new_visibility_policy !== undefined || !request.caller || typeof stream_id !== "number")
        return false;
      return isSuccess(request.also(request.caller, "POST /user_topics", { stream_id, topic, visibility_policy: 3 }));
    },
    answer: inSuccess((body, request) => {
      if (typeof request.json("to") === "number") body.automatic_new_visibility_policy ??= 3;
    }),
  }),
  mutant({
    name: "automatic-policy-told-again",
    breaks: "messages.post/automatic-policy-given",
    says: "Each send to a topic that its sender follows or has unmuted tells the policy.",
    on: route,
    answer: inSuccess((body, request) => {
      const [stream_id, topic] = [request.json("to"), request.field("topic")];
      if (typeof stream_id !== "number" || request.caller === undefined) return;
      const { user_topics } = request.also(request.caller, "POST /register", { event_types: [], fetch_event_types: ["user_topic"] }).body;
      const [own] = (user_topics as MutableFields[]).filter((one) => one.stream_id === stream_id && one.topic_name === topic);
      if (Number(own?.visibility_policy) > 1) body.automatic_new_visibility_policy ??= own?.visibility_policy;
    }),
  }),
  mutant({
    name: "automatic-policy-not-told",
    breaks: "messages.post/automatic-policy-given",
    says: "A send that changed the topic's policy does not say so.",
    on: route,
    answer: lacking("automatic_new_visibility_policy"),
  }),
  mutant({
    name: "automatic-policy-always-told",
    breaks: ["messages.post/automatic-policy-given", "messages.post/automatic-policy-direct"],
    says: "Every send claims to have changed the topic's policy.",
    on: route,
    answer: inSuccess((body) => void (body.automatic_new_visibility_policy ??= 3)),
  }),
  mutant({
    name: "automatic-policy-not-set",
    breaks: ["topic-policy/by-sending", "messages.post/automatic-policy-given"],
    says: "A send says that it changed the topic's policy; the policy stays.",
    on: route,
    besides: (request, said) => {
      const to = request.field("to") ?? "";
      const id = request.served.channels[to]?.stream_id ?? Number(to);
      if (said.body.automatic_new_visibility_policy === undefined || !request.caller) return false;
      return isSuccess(
        request.also(request.caller, "POST /user_topics", { stream_id: id, topic: request.field("topic"), visibility_policy: 0 }),
      );
    },
  }),
  mutant({
    name: "automatic-policy-a-mute",
    breaks: ["messages.post/automatic-policy-value", "messages.post/automatic-policy-given"],
    says: "The policy that a send sets is told as muted.",
    on: route,
    answer: inSuccess((body) => {
      if (body.automatic_new_visibility_policy) body.automatic_new_visibility_policy = 1;
    }),
  }),
];

const isDirect = (request: InterceptedRequest): boolean => /^(direct|private)$/.test(request.field("type") ?? "");

/** Returns a text that has more code points than a bound; undefined where it has not. */
const beyond = (bound: number, text = ""): string | undefined => ([...text].length > bound ? text : undefined);

/** Faults of POST /messages: what becomes of content and topic. */
export const texts: readonly Mutant[] = [
  mutant({
    name: "content-in-lower-case",
    breaks: "messages.post/content-kept",
    says: "The content is stored in lower case.",
    on: route,
    request: reading("content", (text) => text.toLowerCase()),
  }),
  mutant({
    name: "subject-not-known",
    breaks: ["messages.post/topic-subject-alias", "versioning/subject-for-topic", "messages.post/sends-to-channel"],
    says: "The alias subject is not read.",
    on: route,
    request: ignoring("subject"),
  }),
  mutant({
    name: "direct-keeps-topic",
    breaks: ["messages.post/topic-ignored-for-people", "message-resource/subject-direct"],
    says: "A direct message shows the topic that was sent along.",
    besides: (request, said) => isDirect(request) && remember(request, said, "topic", request.field("topic")),
    answer: inMessages((message, request) => void (message.subject = remembered(request, message, "topic") ?? message.subject)),
  }),
  mutant({
    name: "no-topic-a-topic-of-its-own",
    breaks: "messages.post/topic-no-topic",
    says: "(no topic) is a topic like any other.",
    on: route,
    request: reading("topic", (topic) => (topic === "(no topic)" ? "no topic" : topic)),
  }),
  mutant({
    name: "second-casing-lost",
    breaks: "messages.post/topic-kept",
    says: "A topic is kept in the case in which somebody wrote it first.",
    on: route,
    request: reading("topic", (topic, { memory }) => {
      const key = `casing ${topic.toLowerCase()}`;
      if (!memory.has(key)) memory.set(key, topic);
      return memory.get(key);
    }),
  }),
  mutant({
    name: "empty-topic-told-as-it-is",
    breaks: "messages.post/topic-empty-told",
    says: "Queues are told of the empty topic as it is, whatever they declared.",
    on: "GET /events",
    answer: inEvents("message", ({ message }) => {
      if ((message as MutableFields).subject === "general chat") (message as MutableFields).subject = "";
    }),
  }),
  mutant({
    name: "empty-topic-told-by-name",
    breaks: "messages.post/topic-empty-told",
    says: "Queues are told of the empty topic by its display name, whatever they declared.",
    on: "GET /events",
    answer: inEvents("message", ({ message }) => {
      if ((message as MutableFields).type === "stream") (message as MutableFields).subject ||= "general chat";
    }),
  }),
  mutant({
    name: "topic-bound-one-short",
    breaks: ["messages.post/topic-bound", "limits/topic-length"],
    says: "A topic of just the greatest length is cut.",
    on: route,
    request: reading("topic", (topic) => ([...topic].length === 60 ? `${[...topic].slice(0, 56).join("")}...` : topic)),
  }),
  mutant({
    name: "content-bound-one-short",
    breaks: ["messages.post/content-bound", "limits/message-length"],
    says: "A message of just the greatest length is cut.",
    on: route,
    request: reading("content", (text) => ([...text].length === 10_000 ? [...text].slice(0, 9_999).join("") : text)),
  }),
  mutant({
    name: "no-topic-accepted-where-required",
    breaks: "messages.post/topic-mandatory",
    says: "Where topics are required, (no topic) is a topic like any other.",
    on: route,
    request: reading("topic", (topic, request) => (topic === "(no topic)" && !isSuccess(request.wouldSay()) ? "no topic" : topic)),
  }),
  mutant({
    name: "longer-topic-kept",
    breaks: "messages.post/topic-beyond",
    says: "A topic longer than the bound is kept whole.",
    besides: (request, said) => remember(request, said, "topic", beyond(60, request.field("topic"))),
    answer: inMessages((message, request) => void (message.subject = remembered(request, message, "topic") ?? message.subject)),
  }),
  mutant({
    name: "longer-content-kept",
    breaks: "messages.post/content-beyond",
    says: "Content longer than the bound is kept whole.",
    besides: (request, said) => remember(request, said, "content", beyond(10_000, request.field("content"))),
    answer: inMessages((message, request) => void (message.content = remembered(request, message, "content") ?? message.content)),
  }),
];

const echo = (type: string, change: (event: MutableFields) => void): Pick<Mutant, "on" | "answer"> => ({
  on: "GET /events",
  answer: inEvents(type, change),
});

/** Refuses one of the two fields without the other, and sends the message all the same. */
const halfEchoSent = (given: string, missing: string, breaks: string): Mutant =>
  mutant({
    name: `message-with-${given.replace("_", "-")}-alone-refused-and-sent`,
    breaks: [breaks, "messages.post/no-trace"],
    says: `A message with ${given} and no ${missing} is refused, and sent all the same.`,
    on: route,
    besides: (request, said) =>
      !isSuccess(said) &&
      request.field(given) !== undefined &&
      request.field(missing) === undefined &&
      "text" in request.served.exchange(request.with({ [given]: undefined })),
  });

/** Faults of the local echo. */
export const echoing: readonly Mutant[] = [
  halfEchoSent("local_id", "queue_id", "messages.post/local-id-needs-queue"),
  halfEchoSent("queue_id", "local_id", "messages.post/queue-needs-local-id"),
  mutant({
    name: "no-local-id",
    breaks: "events/local-echo",
    says: "The message event carries no local_message_id.",
    ...echo("message", (event) => void delete event.local_message_id),
  }),
  mutant({
    name: "local-id-trimmed",
    breaks: ["messages.post/local-id-untouched", "events/local-echo"],
    says: "The local id comes back without its decimals.",
    ...echo("message", (event) => {
      if (typeof event.local_message_id === "string") event.local_message_id = event.local_message_id.replace(/[^0-9a-z].*$/i, "");
    }),
  }),
  mutant({
    name: "local-id-cut",
    breaks: ["messages.post/local-id-untouched", "events/local-echo"],
    says: "Of a local id no more than 16 characters come back.",
    ...echo("message", (event) => {
      if (typeof event.local_message_id === "string") event.local_message_id = [...event.local_message_id].slice(0, 16).join("");
    }),
  }),
  mutant({
    name: "local-id-as-number",
    breaks: ["messages.post/local-id-untouched", "events/local-echo"],
    says: "A local id that looks like a number comes back as one.",
    ...echo("message", (event) => {
      if (event.local_message_id !== undefined && !Number.isNaN(Number(event.local_message_id)))
        event.local_message_id = Number(event.local_message_id);
    }),
  }),
  mutant({
    name: "local-id-to-everybody",
    breaks: "events/local-echo-only-there",
    says: "Every queue gets the local id, not only the one that was named.",
    besides: (request, said) => remember(request, said, "local", request.field("local_id")),
    answer: inEvents("message", (event, request) => {
      const local = remembered(request, event.message as MutableFields, "local");
      if (local !== undefined) event.local_message_id = local;
    }),
  }),
  mutant({
    name: "no-echo-to-own-queue",
    breaks: "events/local-echo",
    says: "The queue that was named gets no message event.",
    on: "GET /events",
    answer: withoutEvents((event) => event.local_message_id !== undefined),
  }),
  mutant({
    name: "automatic-policy-without-event",
    breaks: "events/automatic-policy",
    says: "Nobody is told of a policy that a send changed.",
    on: "GET /events",
    answer: withoutEvents((event) => event.type === "user_topic"),
  }),
];
