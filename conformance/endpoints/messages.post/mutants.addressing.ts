import type { Asked } from "../../mutants/kit/asked.ts";
import { type Fields, reading, refusing, withoutEvents } from "../../mutants/kit/bodies.ts";
import { type Breaks, type Mutant, mutant } from "../../mutants/kit/mutant.ts";
import { remember, remembered } from "./mutants.memory.ts";

const route = "POST /messages";

const isToChannel = (asked: Asked): boolean => /^(channel|stream)$/.test(asked.field("type") ?? "");
const isDirect = (asked: Asked): boolean => /^(direct|private)$/.test(asked.field("type") ?? "");
const recipients = (asked: Asked): unknown[] => {
  const to = asked.json("to");
  return Array.isArray(to) ? to : [];
};
const hasOf = (type: string) => (asked: Asked) => isDirect(asked) && recipients(asked).some((one) => typeof one === type);
const isSelf = (asked: Asked) => (one: unknown) =>
  asked.caller !== undefined && (one === asked.member(asked.caller).user_id || one === asked.member(asked.caller).email);

const refusesType = (name: string, breaks: Breaks, type: string): Mutant =>
  mutant({
    name,
    breaks,
    says: `The type ${type} is refused.`,
    on: route,
    instead: refusing((asked) => asked.field("type") === type),
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
    name: "unknown-type-taken-for-direct",
    breaks: "messages.post/type-values",
    says: "A type that does not exist counts as direct.",
    on: route,
    request: reading("type", (type) => (/^(direct|private|channel|stream)$/.test(type) ? type : "direct")),
  }),
  mutant({
    name: "missing-type-guessed",
    breaks: "messages.post/type-required",
    says: "A message without a type goes to people where `to` is a list, and to a channel otherwise.",
    on: route,
    request: (asked) =>
      asked.field("type") === undefined ? asked.with({ type: Array.isArray(asked.json("to")) ? "private" : "stream" }) : undefined,
  }),
  mutant({
    name: "missing-to-guessed",
    breaks: ["messages.post/to-required", "messages.post/to-missing-code"],
    says: "A message without `to` goes to the channel general, or to its sender.",
    on: route,
    request: (asked) => {
      if (asked.field("to") !== undefined || !asked.caller) return undefined;
      return asked.with({ to: isDirect(asked) ? [asked.member(asked.caller).user_id] : "general" });
    },
  }),
  mutant({
    name: "mixed-recipients-accepted",
    breaks: "messages.post/to-one-kind",
    says: "A list of ids and addresses is read as the people that it names.",
    on: route,
    request: (asked) => {
      if (!hasOf("number")(asked) || !hasOf("string")(asked)) return undefined;
      const people = Object.values(asked.served.cast);
      return asked.with({ to: recipients(asked).map((one) => people.find(({ email }) => email === one)?.user_id ?? one) });
    },
  }),
  mutant({
    name: "channel-by-id-refused",
    breaks: ["messages.post/to-channel-name-or-id", "messages.post/sends-to-channel"],
    says: "A channel cannot be named by its id.",
    on: route,
    instead: refusing((asked) => isToChannel(asked) && typeof asked.json("to") === "number"),
  }),
  mutant({
    name: "channel-by-name-refused",
    breaks: ["messages.post/to-channel-name-or-id", "messages.post/sends-to-channel"],
    says: "A channel cannot be named by its name.",
    on: route,
    instead: refusing((asked) => isToChannel(asked) && asked.json("to") === undefined),
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
    request: (asked) => (isDirect(asked) && recipients(asked).length > 1 ? asked.with({ to: recipients(asked).slice(0, 1) }) : undefined),
  }),
  mutant({
    name: "third-recipient-left-out",
    breaks: "messages.post/sends-to-people",
    says: "A direct message to more than two others goes to two of them.",
    on: route,
    request: (asked) => {
      const others = recipients(asked).filter((one) => !isSelf(asked)(one));
      return isDirect(asked) && others.length > 2 ? asked.with({ to: others.slice(0, 2) }) : undefined;
    },
  }),
  mutant({
    name: "second-recipient-not-told",
    breaks: "events/message-told",
    says: "Of those to whom a direct message goes the second gets no event of it.",
    besides: (asked, said) => isDirect(asked) && remember(asked, said, "second", recipients(asked).filter((one) => !isSelf(asked)(one))[1]),
    answer: (said, asked) => {
      const own = asked.caller === undefined ? undefined : asked.served.cast[asked.caller];
      const isSecond = ({ message }: Fields): boolean => {
        const second = remembered(asked, message as Fields, "second");
        return second !== undefined && (second === own?.user_id || second === own?.email);
      };
      if (asked.route === "GET /events") withoutEvents((event) => event.type === "message" && isSecond(event))(said, asked);
    },
  }),
  mutant({
    name: "listed-sender-refused",
    breaks: ["messages.post/to-sender-listed", "messages.post/sends-to-people"],
    says: "A sender who is listed among the recipients is refused.",
    on: route,
    instead: refusing((asked) => isDirect(asked) && recipients(asked).length > 1 && recipients(asked).some(isSelf(asked))),
  }),
  mutant({
    name: "note-to-self-refused",
    breaks: ["messages.post/to-sender-alone", "messages.post/sends-to-people"],
    says: "Nobody can write to themselves.",
    on: route,
    instead: refusing((asked) => isDirect(asked) && recipients(asked).length === 1 && recipients(asked).every(isSelf(asked))),
  }),
];
