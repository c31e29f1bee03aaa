import { type Fields, inMessages, inSuccess, isSuccess } from "../mutants/kit/bodies.ts";
import type { InterceptedRequest, MutableAnswer } from "../mutants/kit/intercepted.ts";
import { type Mutant, mutant } from "../mutants/kit/mutant.ts";

const fetches = ["GET /messages", "GET /messages/{id}"];
const objects = (list: unknown): Fields[] => (Array.isArray(list) ? (list as Fields[]) : []);

/** The newest direct message of somebody in which the caller takes no part. */
function othersMessage(request: InterceptedRequest): Fields | undefined {
  const { caller, served } = request;
  const id = served.cast[caller ?? ""]?.user_id;
  for (const name of ["alice", "bob", "cara"]) {
    const newest = { anchor: "newest", num_before: 5, num_after: 0, narrow: [{ operator: "is", operand: "dm" }] };
    const messages = name === caller ? [] : objects(request.also(name, "GET /messages", newest).body.messages);
    const other = messages.findLast(({ display_recipient }) => !objects(display_recipient).some((person) => person.id === id));
    if (other) return other;
  }
  return undefined;
}

/** The number of times that something was asked of one server. */
function times({ memory }: InterceptedRequest, what: string): number {
  const count = ((memory.get(what) as number | undefined) ?? 0) + 1;
  memory.set(what, count);
  return count;
}

const leaking = mutant({
  name: "monitored-direct-message-leaks",
  breaks: "visibility/direct-message",
  says: "Every fourth list of a caller has the newest direct message of others as well.",
  on: "GET /messages",
  answer: inSuccess((body, request) => {
    const other = request.caller !== undefined && times(request, "lists") % 4 === 0 ? othersMessage(request) : undefined;
    if (other) body.messages = [...objects(body.messages), other];
  }),
});

const repeatedId = mutant({
  name: "monitored-message-id-repeated",
  breaks: ["message-resource/id", "messages.post/ids-increase"],
  says: "After the fourth message a send answers the id of the one before.",
  on: "POST /messages",
  answer: inSuccess((body, request) => {
    const before = request.memory.get("id");
    request.memory.set("id", body.id);
    if (times(request, "sends") > 4) body.id = before;
  }),
});

/** Sends to its sender the content of a message that was refused. */
const keepRefused = (request: InterceptedRequest, said: MutableAnswer): boolean => {
  const content = request.field("content");
  if (said.body.code !== "BAD_REQUEST" || content === undefined || request.caller === undefined) return false;
  const to = [request.member(request.caller).user_id];
  return isSuccess(request.also(request.caller, "POST /messages", { type: "private", to, content }));
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
  request: (request) => {
    const { pathId, caller, memory } = request;
    if (pathId === undefined || caller === undefined) return undefined;
    const { message } = request.also(caller, `GET /messages/${pathId}`).body;
    if (message) memory.set(`deleted ${caller}`, message);
    return undefined;
  },
  answer: inSuccess((body, request) => {
    const gone = request.memory.get(`deleted ${request.caller}`) as Fields | undefined;
    const listed = objects(body.messages);
    if (request.pathId === undefined && gone && listed.every(({ id }) => id !== gone.id)) body.messages = [...listed, gone];
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
