import { lacking, reading, refusing } from "../../mutants/kit/bodies.ts";
import { type Mutant, mutant } from "../../mutants/kit/mutant.ts";

/** Faults of the empty topic. */
export const topicMutants: readonly Mutant[] = [
  mutant({
    name: "empty-topic-shown-bare",
    breaks: ["conventions/empty-topic-displayed", "message-resource/subject-empty-topic", "messages-id.get/allow-empty-topic-name-default"],
    says: "Clients that do not declare support for empty topics see the empty string.",
    on: ["GET /messages", "GET /messages/{id}"],
    request: (request) => (request.field("allow_empty_topic_name") === "true" ? undefined : request.with({ allow_empty_topic_name: true })),
  }),
  mutant({
    name: "empty-topic-always-named",
    breaks: ["conventions/empty-topic-declared", "messages-id.get/allow-empty-topic-name"],
    says: "Clients that declare support for empty topics see the display name all the same.",
    on: ["GET /messages", "GET /messages/{id}"],
    request: reading("allow_empty_topic_name", () => undefined),
  }),
  mutant({
    name: "display-name-a-topic-of-its-own",
    breaks: ["conventions/display-name-read", "messages.post/topic-empty"],
    says: "The display name of the empty topic is a topic like any other.",
    request: reading("topic", (topic) => (topic === "general chat" ? "general chat " + "·" : topic)),
  }),
  mutant({
    name: "empty-topic-refused",
    breaks: ["conventions/empty-topic", "messages.post/topic-empty"],
    says: "The empty topic is refused.",
    on: "POST /messages",
    instead: refusing((request) => request.field("topic") === "" && /channel|stream/.test(request.field("type") ?? "")),
  }),
  mutant({
    name: "display-name-not-told",
    breaks: "conventions/empty-topic-told",
    says: "A registration does not tell the display name of the empty topic.",
    on: "POST /register",
    answer: lacking("realm_empty_topic_display_name"),
  }),
];
