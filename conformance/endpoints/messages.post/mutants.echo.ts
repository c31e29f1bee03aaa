import { type Fields, inEvents, isSuccess, withoutEvents } from "../../mutants/kit/bodies.ts";
import { type Mutant, mutant } from "../../mutants/kit/mutant.ts";
import { remember, remembered } from "./mutants.memory.ts";

const route = "POST /messages";

const echo = (type: string, change: (event: Fields) => void): Pick<Mutant, "on" | "answer"> => ({
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
      const local = remembered(request, event.message as Fields, "local");
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
