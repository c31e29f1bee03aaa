import type { Asked, Said } from "../../mutants/kit/asked.ts";
import { type Fields, ignoring, inMessages, isSuccess, reading, refusing } from "../../mutants/kit/bodies.ts";
import { type Breaks, type Mutant, mutant } from "../../mutants/kit/mutant.ts";

const route = "POST /messages";

const isToChannel = (asked: Asked): boolean => /^(channel|stream)$/.test(asked.field("type") ?? "");
const isDirect = (asked: Asked): boolean => /^(direct|private)$/.test(asked.field("type") ?? "");
const recipients = (asked: Asked): unknown[] => {
  const to = asked.json("to");
  return Array.isArray(to) ? to : [];
};
const hasOf = (type: string) => (asked: Asked) => isDirect(asked) && recipients(asked).some((one) => typeof one === type);
const isSelf = (asked: Asked) => (one: unknown) =>
  asked.caller !== undefined && (one === asked.served.cast[asked.caller]!.user_id || one === asked.served.cast[asked.caller]!.email);

const refusesType = (name: string, breaks: Breaks, type: string): Mutant =>
  mutant({
    name,
    breaks,
    says: `The type ${type} is refused.`,
    on: route,
    instead: refusing((asked) => asked.field("type") === type),
  });

/** What a mutant remembers of the messages that were sent, by id. */
const keep = (asked: Asked, said: Said, kind: string, value: unknown): boolean => {
  if (isSuccess(said) && value !== undefined) asked.memory.set(`${kind} ${String(said.body.id)}`, value);
  return false;
};
const kept = (asked: Asked, message: Fields, kind: string): unknown => asked.memory.get(`${kind} ${String(message.id)}`);

/** Faults of POST /messages: where a message goes. */
export const addressing: readonly Mutant[] = [
  refusesType("channel-refused", ["messages.post/type-channel-alias", "versioning/channel-for-stream"], "channel"),
  refusesType(
    "stream-refused",
    ["messages.post/type-channel-alias", "messages.post/type-values", "versioning/channel-for-stream"],
    "stream",
  ),
  refusesType("direct-refused", "messages.post/type-direct", "direct"),
  refusesType("private-refused", ["messages.post/type-private-alias", "versioning/private-for-direct"], "private"),
  mutant({
    name: "unknown-type-taken-for-direct",
    breaks: "messages.post/type-values",
    says: "A type that does not exist counts as direct.",
    on: route,
    request: reading("type", (type) => (/^(direct|private|channel|stream)$/.test(type) ? type : "direct")),
  }),
  mutant({
    name: "channel-by-id-refused",
    breaks: "messages.post/to-channel-name-or-id",
    says: "A channel cannot be named by its id.",
    on: route,
    instead: refusing((asked) => isToChannel(asked) && typeof asked.json("to") === "number"),
  }),
  mutant({
    name: "channel-by-name-refused",
    breaks: "messages.post/to-channel-name-or-id",
    says: "A channel cannot be named by its name.",
    on: route,
    instead: refusing((asked) => isToChannel(asked) && asked.json("to") === undefined),
  }),
  mutant({
    name: "people-by-address-refused",
    breaks: "messages.post/to-ids-or-addresses",
    says: "People cannot be named by their addresses.",
    on: route,
    instead: refusing(hasOf("string")),
  }),
  mutant({
    name: "people-by-id-refused",
    breaks: "messages.post/to-ids-or-addresses",
    says: "People cannot be named by their ids.",
    on: route,
    instead: refusing(hasOf("number")),
  }),
  mutant({
    name: "first-recipient-only",
    breaks: "messages.post/sends-to-people",
    says: "A direct message to several goes to the first alone.",
    on: route,
    request: (asked) => (isDirect(asked) && recipients(asked).length > 1 ? asked.with({ to: recipients(asked).slice(0, 1) }) : undefined),
  }),
  mutant({
    name: "listed-sender-refused",
    breaks: "messages.post/to-sender-listed",
    says: "A sender who is listed among the recipients is refused.",
    on: route,
    instead: refusing((asked) => isDirect(asked) && recipients(asked).length > 1 && recipients(asked).some(isSelf(asked))),
  }),
  mutant({
    name: "note-to-self-refused",
    breaks: "messages.post/to-sender-alone",
    says: "Nobody can write to themselves.",
    on: route,
    instead: refusing((asked) => isDirect(asked) && recipients(asked).length === 1 && recipients(asked).every(isSelf(asked))),
  }),
  mutant({
    name: "subject-not-known",
    breaks: ["messages.post/topic-subject-alias", "versioning/subject-for-topic"],
    says: "The alias subject is not read.",
    on: route,
    request: ignoring("subject"),
  }),
  mutant({
    name: "direct-keeps-topic",
    breaks: ["messages.post/topic-ignored-for-people", "message-resource/subject-direct"],
    says: "A direct message shows the topic that was sent along.",
    besides: (asked, said) => asked.route === route && isDirect(asked) && keep(asked, said, "topic", asked.field("topic")),
    answer: inMessages((message, asked) => void (message.subject = kept(asked, message, "topic") ?? message.subject)),
  }),
  mutant({
    name: "missing-topic-accepted",
    breaks: "messages.post/topic-required",
    says: "A channel message needs no topic.",
    on: route,
    request: (asked) =>
      isToChannel(asked) && asked.field("topic") === undefined && asked.field("subject") === undefined
        ? asked.with({ topic: "nothing in particular" })
        : undefined,
  }),
  mutant({
    name: "no-topic-a-topic-of-its-own",
    breaks: "messages.post/topic-no-topic",
    says: "(no topic) is a topic like any other.",
    on: route,
    request: reading("topic", (topic) => (topic === "(no topic)" ? "no topic" : topic)),
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
];
