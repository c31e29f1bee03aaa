import { type Fields, refusing, withoutEvents } from "../../mutants/kit/bodies.ts";
import type { InterceptedRequest } from "../../mutants/kit/intercepted.ts";
import { type Breaks, type Mutant, mutant } from "../../mutants/kit/mutant.ts";
import { remember, remembered } from "./mutants.memory.ts";

const route = "POST /messages";

const isToChannel = (request: InterceptedRequest): boolean => /^(channel|stream)$/.test(request.field("type") ?? "");
const isDirect = (request: InterceptedRequest): boolean => /^(direct|private)$/.test(request.field("type") ?? "");
const recipients = (request: InterceptedRequest): unknown[] => {
  const to = request.json("to");
  return Array.isArray(to) ? to : [];
};
const hasOf = (type: string) => (request: InterceptedRequest) =>
  isDirect(request) && recipients(request).some((one) => typeof one === type);
const isSelf = (request: InterceptedRequest) => (one: unknown) =>
  request.caller !== undefined && (one === request.member(request.caller).user_id || one === request.member(request.caller).email);

const refusesType = (name: string, breaks: Breaks, type: string): Mutant =>
  mutant({
    name,
    breaks,
    says: `The type ${type} is refused.`,
    on: route,
    instead: refusing((request) => request.field("type") === type),
  });

/** Faults of POST /messages: where a message goes. */
export const addressing: readonly Mutant[] = [
  refusesType(
    "channel-refused",
    ["messages.post/type-channel-alias", "versioning/channel-for-stream", "messages.post/sends-to-channel"],
    "channel",
  ),
  refusesType(
    "stream-refused",
    ["messages.post/type-channel-alias", "messages.post/type-values", "versioning/channel-for-stream", "messages.post/sends-to-channel"],
    "stream",
  ),
  refusesType("direct-refused", ["messages.post/type-direct", "messages.post/type-values", "messages.post/sends-to-people"], "direct"),
  refusesType(
    "private-refused",
    ["messages.post/type-private-alias", "versioning/private-for-direct", "messages.post/sends-to-people"],
    "private",
  ),
  mutant({
    name: "missing-to-guessed",
    breaks: ["messages.post/to-required", "messages.post/to-missing-code"],
    says: "A message without `to` goes to the channel general, or to its sender.",
    on: route,
    request: (request) => {
      if (request.field("to") !== undefined || !request.caller) return undefined;
      return request.with({ to: isDirect(request) ? [request.member(request.caller).user_id] : "general" });
    },
  }),
  mutant({
    name: "mixed-recipients-accepted",
    breaks: "messages.post/to-one-kind",
    says: "A list of ids and addresses is read as the people that it names.",
    on: route,
    request: (request) => {
      if (!hasOf("number")(request) || !hasOf("string")(request)) return undefined;
      const people = Object.values(request.served.cast);
      return request.with({ to: recipients(request).map((one) => people.find(({ email }) => email === one)?.user_id ?? one) });
    },
  }),
  mutant({
    name: "channel-by-id-refused",
    breaks: ["messages.post/to-channel-name-or-id", "messages.post/sends-to-channel"],
    says: "A channel cannot be named by its id.",
    on: route,
    instead: refusing((request) => isToChannel(request) && typeof request.json("to") === "number"),
  }),
  mutant({
    name: "channel-by-name-refused",
    breaks: ["messages.post/to-channel-name-or-id", "messages.post/sends-to-channel"],
    says: "A channel cannot be named by its name.",
    on: route,
    instead: refusing((request) => isToChannel(request) && request.json("to") === undefined),
  }),
  mutant({
    name: "people-by-address-refused",
    breaks: [
      "messages.post/to-ids-or-addresses",
      "messages.post/to-sender-alone",
      "messages.post/to-sender-listed",
      "messages.post/sends-to-people",
    ],
    says: "People cannot be named by their addresses.",
    on: route,
    instead: refusing(hasOf("string")),
  }),
  mutant({
    name: "people-by-id-refused",
    breaks: ["messages.post/to-ids-or-addresses", "messages.post/sends-to-people"],
    says: "People cannot be named by their ids.",
    on: route,
    instead: refusing(hasOf("number")),
  }),
  mutant({
    name: "first-recipient-only",
    breaks: ["messages.post/sends-to-people", "events/message-told"],
    says: "A direct message to several goes to the first alone.",
    on: route,
    request: (request) =>
      isDirect(request) && recipients(request).length > 1 ? request.with({ to: recipients(request).slice(0, 1) }) : undefined,
  }),
  mutant({
    name: "third-recipient-left-out",
    breaks: "messages.post/sends-to-people",
    says: "A direct message to more than two others goes to two of them.",
    on: route,
    request: (request) => {
      const others = recipients(request).filter((one) => !isSelf(request)(one));
      return isDirect(request) && others.length > 2 ? request.with({ to: others.slice(0, 2) }) : undefined;
    },
  }),
  mutant({
    name: "second-recipient-not-told",
    breaks: "events/message-told",
    says: "Of those to whom a direct message goes the second gets no event of it.",
    besides: (request, said) =>
      isDirect(request) && remember(request, said, "second", recipients(request).filter((one) => !isSelf(request)(one))[1]),
    answer: (said, request) => {
      const own = request.caller === undefined ? undefined : request.served.cast[request.caller];
      const isSecond = ({ message }: Fields): boolean => {
        const second = remembered(request, message as Fields, "second");
        return second !== undefined && (second === own?.user_id || second === own?.email);
      };
      if (request.route === "GET /events") withoutEvents((event) => event.type === "message" && isSecond(event))(said, request);
    },
  }),
  mutant({
    name: "listed-sender-refused",
    breaks: ["messages.post/to-sender-listed", "messages.post/sends-to-people"],
    says: "A sender who is listed among the recipients is refused.",
    on: route,
    instead: refusing((request) => isDirect(request) && recipients(request).length > 1 && recipients(request).some(isSelf(request))),
  }),
  mutant({
    name: "note-to-self-refused",
    breaks: ["messages.post/to-sender-alone", "messages.post/sends-to-people"],
    says: "Nobody can write to themselves.",
    on: route,
    instead: refusing((request) => isDirect(request) && recipients(request).length === 1 && recipients(request).every(isSelf(request))),
  }),
];
