import type { Asked, Said } from "../mutants/kit/asked.ts";
import { type Fields, inMessages, inSuccess, isSuccess } from "../mutants/kit/bodies.ts";
import { type Mutant, mutant } from "../mutants/kit/mutant.ts";

const fetches = ["GET /messages", "GET /messages/{id}"];
const objects = (list: unknown): Fields[] => (Array.isArray(list) ? (list as Fields[]) : []);

/** The newest direct message of somebody in which the caller takes no part. */
function othersMessage(asked: Asked): Fields | undefined {
  const { caller, served } = asked;
  const id = served.cast[caller ?? ""]?.user_id;
  for (const name of ["alice", "bob", "cara"]) {
    const newest = { anchor: "newest", num_before: 5, num_after: 0, narrow: [{ operator: "is", operand: "dm" }] };
    const messages = name === caller ? [] : objects(asked.also(name, "GET /messages", newest).body.messages);
    const other = messages.findLast(({ display_recipient }) => !objects(display_recipient).some((person) => person.id === id));
    if (other) return other;
  }
  return undefined;
}

/** The number of times that something was asked of one server. */
function times({ memory }: Asked, what: string): number {
  const count = ((memory.get(what) as number | undefined) ?? 0) + 1;
  memory.set(what, count);
  return count;
}

const leaking = mutant({
  name: "monitored-direct-message-leaks",
  breaks: "visibility/direct-message",
  says: "Every fourth list of a caller has the newest direct message of others as well.",
  on: "GET /messages",
  answer: inSuccess((body, asked) => {
    const other = asked.caller !== undefined && times(asked, "lists") % 4 === 0 ? othersMessage(asked) : undefined;
    if (other) body.messages = [...objects(body.messages), other];
  }),
});

const repeatedId = mutant({
  name: "monitored-message-id-repeated",
  breaks: ["message-resource/id", "messages.post/ids-increase"],
  says: "After the fourth message a send answers the id of the one before.",
  on: "POST /messages",
  answer: inSuccess((body, asked) => {
    const before = asked.memory.get("id");
    asked.memory.set("id", body.id);
    if (times(asked, "sends") > 4) body.id = before;
  }),
});

/** Sends to its sender the content of a message that was refused. */
const keepRefused = (asked: Asked, said: Said): boolean => {
  const content = asked.field("content");
  if (said.body.code !== "BAD_REQUEST" || content === undefined || asked.caller === undefined) return false;
  const to = [asked.member(asked.caller).user_id];
  return isSuccess(asked.also(asked.caller, "POST /messages", { type: "private", to, content }));
};

const keptContent = mutant({
  name: "monitored-refused-message-kept",
  breaks: "messages.post/no-trace",
  says: "The content of a message that is refused with BAD_REQUEST is kept as a note of its sender.",
  on: "POST /messages",
  besides: keepRefused,
});

const lostField = mutant({
  name: "monitored-is-me-message-lost",
  breaks: "message-resource/is-me-message",
  says: "A direct message has no is_me_message.",
  on: fetches,
  answer: inMessages((message) => {
    if (message.type === "private") delete message.is_me_message;
  }),
});

const lostPart = mutant({
  name: "monitored-edit-without-user",
  breaks: "message-resource/edit-entry",
  says: "The oldest entry of an edit history has no user_id.",
  on: fetches,
  answer: inMessages((message) => {
    const oldest = objects(message.edit_history).at(-1);
    if (oldest) delete oldest.user_id;
  }),
});

const readBySingle = mutant({
  name: "monitored-flags-apart",
  breaks: ["messages-id.get/message", "message-resource/flags", "message-resource/flags-read"],
  says: "A message that is fetched by itself says that it is read; lists and events do not.",
  on: "GET /messages/{id}",
  answer: inMessages((message) => {
    const flags = message.flags as unknown[];
    if (!flags.includes("read")) message.flags = ["read", ...flags];
  }),
});

const staysDeleted = mutant({
  name: "monitored-deleted-message-listed",
  breaks: "messages-id.delete/gone",
  says: "A deleted message stays in the lists of who deleted it.",
  on: ["DELETE /messages/{id}", "GET /messages"],
  request: (asked) => {
    const { pathId, caller, memory } = asked;
    if (pathId === undefined || caller === undefined) return undefined;
    const { message } = asked.also(caller, `GET /messages/${pathId}`).body;
    if (message) memory.set(`deleted ${caller}`, message);
    return undefined;
  },
  answer: inSuccess((body, asked) => {
    const gone = asked.memory.get(`deleted ${asked.caller}`) as Fields | undefined;
    const listed = objects(body.messages);
    if (asked.pathId === undefined && gone && listed.every(({ id }) => id !== gone.id)) body.messages = [...listed, gone];
  }),
});

const earlier = mutant({
  name: "monitored-message-early",
  breaks: "message-resource/timestamp",
  says: "Every third message bears a time a minute early.",
  on: fetches,
  answer: inMessages((message) => {
    if ((message.id as number) % 3 === 0) message.timestamp = (message.timestamp as number) - 60;
  }),
});

/** Faults of messages, by the monitors that are to notice them. */
export const ofMessages: Readonly<Record<string, readonly Mutant[]>> = {
  "direct-messages": [leaking],
  "message-ids": [repeatedId],
  "refused-contents": [keptContent],
  "message-fields": [lostField],
  "message-parts": [lostPart],
  flags: [readBySingle],
  "deleted-messages": [staysDeleted],
  clock: [earlier],
};
