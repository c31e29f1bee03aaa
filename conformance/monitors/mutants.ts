import { inMessages, inRefusal, inSuccess, isSuccess, type MutableFields } from "../mutants/kit/bodies.ts";
import type { InterceptedRequest, MutableAnswer } from "../mutants/kit/intercepted.ts";
import { type Mutant, mutant } from "../mutants/kit/mutant.ts";

const objects = (list: unknown): MutableFields[] => (Array.isArray(list) ? (list as MutableFields[]) : []);

const restarting = mutant({
  name: "monitored-event-ids-restart",
  breaks: "events/ids-ascend",
  says: "The ids of the events of a queue begin again after the second.",
  on: "GET /events",
  answer: inSuccess((body) => {
    for (const event of objects(body.events)) event.id = (event.id as number) % 2;
  }),
});

const repeating = mutant({
  name: "monitored-acknowledged-again",
  breaks: "events/ids-ascend",
  says: "Every second poll brings what the poll before it brought, acknowledged or not.",
  on: "GET /events",
  answer: inSuccess((body, request) => {
    const { memory } = request;
    const queue = `polled ${request.field("queue_id")}`;
    const [before, events] = [objects(memory.get(queue)), objects(body.events)];
    memory.set(queue, before.length > 0 ? [] : events);
    if (before.length > 0) body.events = [...before, ...events];
  }),
});

const sharedId = mutant({
  name: "monitored-folder-id-shared",
  breaks: "folder/id",
  says: "The second folder gets the id of the first.",
  on: "POST /channel_folders/create",
  answer: inSuccess((body, { memory }) => {
    const first = memory.get("folder") ?? body.channel_folder_id;
    memory.set("folder", first);
    body.channel_folder_id = first;
  }),
});

const keptFolder = mutant({
  name: "monitored-refused-folder-kept",
  breaks: "conventions/refusals-leave-no-trace",
  says: "A folder that is refused for want of credentials is there nevertheless.",
  on: "POST /channel_folders/create",
  besides: (request, said) => {
    const name = request.field("name");
    if (said.status !== 401 || name === undefined) return false;
    return isSuccess(request.also("owen", "POST /channel_folders/create", { name, description: "" }));
  },
});

const halfEnds = mutant({
  name: "monitored-found-oldest-missing",
  breaks: ["conventions/success-returns", "messages.get/found-oldest"],
  says: "An empty list of messages comes without found_oldest.",
  on: "GET /messages",
  answer: inSuccess((body) => {
    if (objects(body.messages).length === 0) delete body.found_oldest;
  }),
});

const pushable = mutant({
  name: "monitored-aggregated-pushable",
  breaks: "presence/pushable-absent",
  says: "The presence of whoever is idle has pushable under aggregated.",
  on: "GET /realm/presence",
  answer: inSuccess(({ presences }) => {
    for (const { aggregated } of Object.values(presences as Record<string, Record<string, MutableFields>>))
      if (aggregated?.status === "idle") aggregated.pushable = false;
  }),
});

const noExample = mutant({
  name: "monitored-example-missing",
  breaks: "linkifier/example_input",
  says: "A linkifier without an example has no example_input at all.",
  on: "GET /realm/linkifiers",
  answer: inSuccess((body) => {
    for (const linkifier of objects(body.linkifiers)) if (linkifier.example_input === null) delete linkifier.example_input;
  }),
});

const noIcon = mutant({
  name: "monitored-icon-null",
  breaks: "server_settings.get/realm_icon",
  says: "The settings have null as realm_icon.",
  on: "GET /server_settings",
  answer: inSuccess((body) => void (body.realm_icon = null)),
});

const wordy = mutant({
  name: "monitored-success-with-words",
  breaks: "conventions/success-envelope",
  says: "The success of a policy that is taken back has a msg.",
  on: "POST /user_topics",
  answer: inSuccess((body, request) => {
    if (request.field("visibility_policy") === "0") body.msg = "The policy is gone.";
  }),
});

const codeless = mutant({
  name: "monitored-error-without-code",
  breaks: ["errors/body", "conventions/error-envelope"],
  says: "A refused change of a folder has no code.",
  on: "PATCH /channel_folders/{id}",
  answer: inRefusal("BAD_REQUEST", ({ body }) => void delete body.code),
});

const queueless = mutant({
  name: "monitored-queue-id-missing",
  breaks: "errors/unknown-queue",
  says: "BAD_EVENT_QUEUE_ID has no queue_id, on GET /events alone.",
  on: "GET /events",
  answer: inRefusal("BAD_EVENT_QUEUE_ID", ({ body }) => void delete body.queue_id),
});

const backwards = mutant({
  name: "monitored-time-goes-back",
  breaks: "realm.presence.get/server_timestamp",
  says: "Each time presence is asked for, the time is a minute earlier than the time before.",
  on: "GET /realm/presence",
  answer: inSuccess((body, { memory }) => {
    const times = ((memory.get("asked") as number | undefined) ?? -1) + 1;
    memory.set("asked", times);
    body.server_timestamp = (body.server_timestamp as number) - 60 * times;
  }),
});

const telltale = mutant({
  name: "monitored-key-in-presence",
  breaks: "authentication/key-exchange",
  says: "The presence of each caller comes with the caller's key.",
  on: "GET /realm/presence",
  answer: inSuccess((body, request) => {
    const member = request.served.cast[request.caller ?? ""];
    if (member) body.own = { api_key: member.api_key };
  }),
});

/** Faults of other answers, by the monitors that are to notice them. */
const ofAnswers: Readonly<Record<string, readonly Mutant[]>> = {
  "event-ids": [restarting],
  "acknowledged-events": [repeating],
  "made-ids": [sharedId],
  "refused-names": [keptFolder],
  "returned-fields": [halfEnds],
  "presence-entries": [pushable],
  "linkifier-fields": [noExample],
  "settings-fields": [noIcon],
  "success-envelope": [wordy],
  "error-envelope": [codeless],
  "error-fields": [queueless],
  clock: [backwards],
  secrets: [telltale],
};

const fetches = ["GET /messages", "GET /messages/{id}"];

/** The newest direct message of somebody in which the caller takes no part. */
function othersMessage(request: InterceptedRequest): MutableFields | undefined {
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
    const gone = request.memory.get(`deleted ${request.caller}`) as MutableFields | undefined;
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

const reversed = mutant({
  name: "monitored-messages-reversed",
  breaks: "messages.get/messages-sorted",
  says: "A list of two messages comes with the newer one first.",
  on: "GET /messages",
  answer: inSuccess((body, request) => {
    const listed = objects(body.messages);
    if (listed.length === 2 && request.field("message_ids") === undefined) body.messages = listed.toReversed();
  }),
});

/** Faults of messages, by the monitors that are to notice them. */
const ofMessages: Readonly<Record<string, readonly Mutant[]>> = {
  "direct-messages": [leaking],
  "message-ids": [repeatedId],
  "message-order": [reversed],
  "refused-contents": [keptContent],
  "message-fields": [lostField],
  "message-parts": [lostPart],
  flags: [readBySingle],
  "deleted-messages": [staysDeleted],
  clock: [earlier],
};

/** Faults by the monitors that are to notice them. */
export const mutantsByMonitor: readonly (readonly [monitor: string, mutant: Mutant])[] = [ofMessages, ofAnswers].flatMap((all) =>
  Object.entries(all).flatMap(([monitor, mutants]) => mutants.map((mutant) => [monitor, mutant] as const)),
);

/** Faults that monitors notice. */
export const mutants: readonly Mutant[] = mutantsByMonitor.map(([, mutant]) => mutant);
