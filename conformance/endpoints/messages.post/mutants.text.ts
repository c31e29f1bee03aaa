import { type Fields, ignoring, inEvents, inMessages, isSuccess, reading } from "../../mutants/kit/bodies.ts";
import type { InterceptedRequest, MutableAnswer } from "../../mutants/kit/intercepted.ts";
import { type Mutant, mutant } from "../../mutants/kit/mutant.ts";
import { remember, remembered } from "./mutants.memory.ts";

const route = "POST /messages";

const isDirect = (request: InterceptedRequest): boolean => /^(direct|private)$/.test(request.field("type") ?? "");

/** Returns a text that has more code points than a bound; undefined where it has not. */
const beyond = (bound: number, text = ""): string | undefined => ([...text].length > bound ? text : undefined);

const displayName = "display name";

/** Remembers the display name of the empty topic that a registration tells. Returns false: nothing was done. */
const noteDisplayName = ({ memory }: InterceptedRequest, { body }: MutableAnswer): false => {
  if (body.realm_empty_topic_display_name !== undefined) memory.set(displayName, body.realm_empty_topic_display_name);
  return false;
};

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
    on: ["GET /events", "POST /register"],
    answer: inEvents("message", ({ message }, { memory }) => {
      if ((message as Fields).subject === memory.get(displayName)) (message as Fields).subject = "";
    }),
    besides: noteDisplayName,
  }),
  mutant({
    name: "empty-topic-told-by-name",
    breaks: "messages.post/topic-empty-told",
    says: "Queues are told of the empty topic by its display name, whatever they declared.",
    on: ["GET /events", "POST /register"],
    answer: inEvents("message", ({ message }, { memory }) => {
      if ((message as Fields).type === "stream") (message as Fields).subject ||= memory.get(displayName);
    }),
    besides: noteDisplayName,
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
