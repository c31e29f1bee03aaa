import { type Fields, inRefusal, inSuccess, isSuccess } from "../mutants/kit/bodies.ts";
import { type Mutant, mutant } from "../mutants/kit/mutant.ts";

const objects = (list: unknown): Fields[] => (Array.isArray(list) ? (list as Fields[]) : []);

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
    for (const { aggregated } of Object.values(presences as Record<string, Record<string, Fields>>))
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
export const ofAnswers: Readonly<Record<string, readonly Mutant[]>> = {
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
