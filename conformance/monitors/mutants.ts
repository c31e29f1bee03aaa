import { inSuccess, listOf, type MutableFields } from "../mutants/kit/bodies.ts";
import type { InterceptedRequest } from "../mutants/kit/intercepted.ts";
import { type Mutant, onRoute } from "../mutants/kit/mutant.ts";

const polling = onRoute("GET /events");
const creating = onRoute("POST /channel_folders/create");
const listing = onRoute("GET /messages", "messages.get");
const fetching = onRoute(["GET /messages", "GET /messages/{id}"], "message-resource");
const single = onRoute("GET /messages/{id}", "message-resource");
const sending = onRoute("POST /messages", "messages.post");
const presence = onRoute("GET /realm/presence");

/** The newest direct message of somebody in which the caller takes no part. */
function othersMessage(request: InterceptedRequest): MutableFields | undefined {
  const newest = { anchor: "newest", num_before: 5, num_after: 0, narrow: [{ operator: "is", operand: "dm" }] };
  const isOwn = ({ id }: MutableFields): boolean => id === request.account?.user_id;
  for (const name of ["alice", "bob", "cara"]) {
    const messages = name === request.caller ? [] : listOf(request.also(name, "GET /messages", newest).body.messages);
    const other = messages.findLast(({ display_recipient }) => !listOf(display_recipient).some(isOwn));
    if (other) return other;
  }
  return undefined;
}

/** Faults of messages, by the monitors that are to notice them. */
const ofMessages: Readonly<Record<string, Mutant>> = {
  "direct-messages": listing("monitored-direct-message-leaks", "visibility/direct-message")
    .says("Every fourth list of a caller has the newest direct message of others as well.")
    .answers(({ messages }, request) => {
      const other = request.caller !== undefined && request.count("lists") % 4 === 0 && othersMessage(request);
      return other && { messages: [...listOf(messages), other] };
    }),
  "message-ids": sending("monitored-message-id-repeated", ["message-resource/id", "ids-increase"])
    .says("After the fourth message a send answers the id of the one before.")
    .answers(({ id }, request) => {
      const before = request.memory.get("id");
      request.memory.set("id", id);
      return request.count("sends") > 4 && { id: before };
    }),
  "message-order": listing("monitored-messages-reversed", "messages-sorted")
    .says("A list of two messages comes with the newer one first.")
    .answers(({ messages }, request) => {
      const listed = listOf(messages);
      return listed.length === 2 && request.field("message_ids") === undefined && { messages: listed.toReversed() };
    }),
  "refused-contents": sending("monitored-refused-message-kept", ["no-trace", "conventions/refusals-leave-no-trace"])
    .says("The content of a message that is refused with BAD_REQUEST is kept as a note of its sender.")
    .also((request, { body }) => {
      const content = request.field("content");
      if (body.code !== "BAD_REQUEST" || content === undefined || !request.caller) return false;
      return request.makes(request.caller, "POST /messages", { type: "private", to: [request.account?.user_id], content });
    }),
  "message-fields": fetching("monitored-is-me-message-lost", "is-me-message")
    .says("A direct message has no is_me_message.")
    .shows(({ type }) => type === "private" && { is_me_message: undefined }),
  "message-parts": fetching("monitored-edit-without-user", "edit-entry")
    .says("The oldest entry of an edit history has no user_id.")
    .shows(({ edit_history }) => void delete listOf(edit_history).at(-1)?.user_id),
  flags: single("monitored-flags-apart", ["messages-id.get/message", "flags", "flags-read"])
    .says("A message that is fetched by itself says that it is read; lists and events do not.")
    .shows(({ flags }) => ({ flags: [...new Set(["read", ...(flags as unknown[])])] })),
  "deleted-messages": onRoute(["DELETE /messages/{id}", "GET /messages"])("monitored-deleted-message-listed", "messages-id.delete/gone")
    .says("A deleted message stays in the lists of who deleted it.")
    .with({
      request: (request) => {
        const { pathId, caller } = request;
        const { message } = pathId !== undefined && caller ? request.also(caller, `GET /messages/${pathId}`).body : {};
        if (message) request.memory.set(`deleted ${caller}`, message);
        return undefined;
      },
      answer: inSuccess(({ messages }, request) => {
        const gone = request.memory.get(`deleted ${request.caller}`) as MutableFields | undefined;
        const isShown = request.pathId === undefined && gone && listOf(messages).every(({ id }) => id !== gone.id);
        return isShown && { messages: [...listOf(messages), gone] };
      }),
    }),
  windows: listing("monitored-window-below", "num-before")
    .says("With num_before 0 and a num_after, the message below the anchor is listed, too.")
    .takes((request) => request.field("num_before") === "0" && request.field("num_after") !== "0" && request.with({ num_before: 1 })),
  clock: fetching("monitored-message-early", "timestamp")
    .says("Every third message bears a time a minute early.")
    .shows(({ id, timestamp }) => Number(id) % 3 === 0 && { timestamp: Number(timestamp) - 60 }),
};

/** Faults of other answers, by the monitors that are to notice them. */
const ofAnswers: Readonly<Record<string, Mutant>> = {
  "event-ids": polling("monitored-event-ids-restart", "events/ids-ascend")
    .says("The ids of the events of a queue begin again after the second.")
    .answersEach("events", ({ id }) => ({ id: Number(id) % 2 })),
  "acknowledged-events": polling("monitored-acknowledged-again", "events/ids-ascend")
    .says("Every second poll brings what the poll before it brought, acknowledged or not.")
    .answers(({ events }, request) => {
      const queue = `polled ${request.field("queue_id")}`;
      const before = listOf(request.memory.get(queue));
      request.memory.set(queue, before.length > 0 ? [] : listOf(events));
      return before.length > 0 && { events: [...before, ...listOf(events)] };
    }),
  "made-ids": creating("monitored-folder-id-shared", "folder/id")
    .says("The second folder gets the id of the first.")
    .tells("channel_folder_id", (id, request) => request.first("folder", id)),
  "refused-names": creating("monitored-refused-folder-kept", "conventions/refusals-leave-no-trace")
    .says("A folder that is refused for want of credentials is there nevertheless.")
    .also((request, { status }) => {
      const name = request.field("name");
      return status === 401 && name !== undefined && request.makes("owen", "POST /channel_folders/create", { name, description: "" });
    }),
  "returned-fields": listing("monitored-found-oldest-missing", ["conventions/success-returns", "found-oldest"])
    .says("An empty list of messages comes without found_oldest.")
    .answers(({ messages }) => listOf(messages).length === 0 && { found_oldest: undefined }),
  "presence-entries": presence("monitored-aggregated-pushable", "presence/pushable-absent")
    .says("The presence of whoever is idle has pushable under aggregated.")
    .answers(({ presences }) => {
      for (const { aggregated } of Object.values(presences as Record<string, Record<string, MutableFields>>))
        if (aggregated?.status === "idle") aggregated.pushable = false;
    }),
  "linkifier-fields": onRoute("GET /realm/linkifiers")("monitored-example-missing", "linkifier/example_input")
    .says("A linkifier without an example has no example_input at all.")
    .answersEach("linkifiers", ({ example_input }) => example_input === null && { example_input: undefined }),
  "settings-fields": onRoute("GET /server_settings")("monitored-icon-null", "server_settings.get/realm_icon")
    .says("The settings have null as realm_icon.")
    .answers({ realm_icon: null }),
  "success-envelope": onRoute("POST /user_topics")("monitored-success-with-words", "conventions/success-envelope")
    .says("The success of a policy that is taken back has a msg.")
    .answers((_, request) => request.field("visibility_policy") === "0" && { msg: "The policy is gone." }),
  "error-envelope": onRoute("PATCH /channel_folders/{id}")("monitored-error-without-code", ["errors/body", "conventions/error-envelope"])
    .says("A refused change of a folder has no code.")
    .refusesWith("BAD_REQUEST", { code: undefined }),
  "error-fields": polling("monitored-queue-id-missing", ["errors/unknown-queue", "errors/deleted-queue", "events/queue-deleted"])
    .says("BAD_EVENT_QUEUE_ID has no queue_id, on GET /events alone.")
    .refusesWith("BAD_EVENT_QUEUE_ID", { queue_id: undefined }),
  clock: presence("monitored-time-goes-back", "realm.presence.get/server_timestamp")
    .says("Each time presence is asked for, the time is a minute earlier than the time before.")
    .tells("server_timestamp", (time, request) => Number(time) - 60 * (request.count("asked") - 1)),
  secrets: presence("monitored-key-in-presence", "authentication/key-exchange")
    .says("The presence of each caller comes with the caller's key.")
    .answers((_, { account }) => account !== undefined && { own: { api_key: account.api_key } }),
};

/** Faults by the monitors that are to notice them. */
export const mutantsByMonitor: readonly (readonly [monitor: string, mutant: Mutant])[] = [ofMessages, ofAnswers].flatMap(Object.entries);

/** Faults that monitors notice. */
export const mutants: readonly Mutant[] = mutantsByMonitor.map(([, mutant]) => mutant);
