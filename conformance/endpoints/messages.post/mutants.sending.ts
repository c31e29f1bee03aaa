import { inEvents, inMessages, inSuccess, isSuccess, listOf, type MutableFields } from "../../mutants/kit/bodies.ts";
import type { InterceptedRequest } from "../../mutants/kit/intercepted.ts";
import { type Mutant, onRoute } from "../../mutants/kit/mutant.ts";

const route = "POST /messages";
const posting = onRoute(route, "messages.post");
const anywhere = onRoute(undefined, "messages.post");
const polling = onRoute("GET /events", "messages.post");

/** Remembers what a request says of the message that it sends. Returns false: nothing was done. */
export const remembering =
  (saying: (request: InterceptedRequest) => unknown): NonNullable<Mutant["besides"]> =>
  (request, said) => {
    const value = request.route === route && isSuccess(said) ? saying(request) : undefined;
    if (value !== undefined) request.memory.set(`said of ${String(said.body.id)}`, value);
    return false;
  };

/** Returns what is remembered of a message; undefined where nothing is. */
export const remembered = ({ memory }: InterceptedRequest, message: unknown): unknown =>
  memory.get(`said of ${String((message as MutableFields).id)}`);

/** Shows as a field of messages what is remembered of them. */
const keeping = (field: string, saying: (request: InterceptedRequest) => unknown): Pick<Mutant, "besides" | "answer"> => ({
  besides: remembering(saying),
  answer: inMessages((message, request) => ({ [field]: remembered(request, message) ?? message[field] })),
});

/** Faults of POST /messages: what is done and answered. */
export const sending: readonly Mutant[] = [
  posting("message-not-kept", ["sends-to-channel", "sends-to-people", "id-fetches", "ids-increase"])
    .says("A message is accepted and lost.")
    .swallows(),
  posting("message-sent-twice", ["sends-to-channel", "sends-to-people"])
    .says("A message is filed twice.")
    .also((request, said) => isSuccess(said) && request.caller !== undefined && request.does(request.wire)),
  posting("id-of-the-one-before", "id-fetches")
    .says("The id answered is that of the message before.")
    .tells("id", (id) => Number(id) - 1),
  posting("id-never-grows", ["ids-increase", "message-resource/ids-ascend"])
    .says("Every send is answered with the id of the first.")
    .tells("id", (id, request) => request.first("first", id)),
  anywhere("ids-of-deleted-messages-given-again", "ids-increase")
    .says("After the deletion of a message the next one gets its id.")
    .with({
      on: [route, "DELETE /messages/{id}"],
      answer: inSuccess((body, { route: request, pathId, memory }) => {
        if (request !== route) memory.set("deleted", pathId);
        else if (memory.has("deleted")) body.id = memory.get("deleted");
        if (request === route) memory.delete("deleted");
      }),
    }),
  posting("read-by-sender-not-heeded", "read-by-sender").says("read_by_sender is ignored.").ignores("read_by_sender"),
  posting("read-by-sender-turned", "read-by-sender")
    .says("read_by_sender means its contrary.")
    .reads("read_by_sender", (text) => text !== "true"),
  anywhere("read-by-sender-read-by-all", "read-by-sender")
    .says("A message that starts read for its sender starts read for everybody.")
    .with({
      besides: remembering((request) => request.field("read_by_sender") === "true" || undefined),
      answer: inMessages(
        (message, request) =>
          remembered(request, message) === true && Array.isArray(message.flags) && { flags: [...new Set([...message.flags, "read"])] },
      ),
    }),
  posting("read-by-sender-false-as-absent", "read-by-sender")
    .says("read_by_sender false counts as absent.")
    .takes((request) => request.field("read_by_sender") === "false" && request.with({ read_by_sender: undefined })),
  posting("channel-messages-start-read", "read-by-client")
    .says("Without read_by_sender a message to a channel starts read for its sender, whatever the client.")
    .takes((request) => request.field("read_by_sender") === undefined && request.isToChannel && request.with({ read_by_sender: true })),
  posting("automatic-policy-of-direct-message", "automatic-policy-direct")
    .says("The answer to a direct message says that a policy is followed.")
    .answers((_, { isToPeople }) => isToPeople && { automatic_new_visibility_policy: 3 }),
  posting("every-send-follows", "topic-policy/never-by-sending")
    .says("Every sender follows the topic, also where their settings say never.")
    .with({
      besides: (request, said) => {
        const [stream_id, topic] = [request.json("to"), request.field("topic")];
        if (!isSuccess(said) || said.body.automatic_new_visibility_policy !== undefined || !request.caller || typeof stream_id !== "number")
          return false;
        return request.makes(request.caller, "POST /user_topics", { stream_id, topic, visibility_policy: 3 });
      },
      answer: inSuccess(
        ({ automatic_new_visibility_policy: policy }, request) =>
          typeof request.json("to") === "number" && { automatic_new_visibility_policy: policy ?? 3 },
      ),
    }),
  posting("automatic-policy-told-again", "automatic-policy-given")
    .says("Each send to a topic that its sender follows or has unmuted tells the policy.")
    .answers(({ automatic_new_visibility_policy: policy }, request) => {
      const [stream_id, topic] = [request.json("to"), request.field("topic")];
      if (typeof stream_id !== "number" || request.caller === undefined) return undefined;
      const all = listOf(request.registered(request.caller, "user_topic").user_topics);
      const own = all.find((one) => one.stream_id === stream_id && one.topic_name === topic)?.visibility_policy;
      return Number(own) > 1 && { automatic_new_visibility_policy: policy ?? own };
    }),
  posting("automatic-policy-not-told", "automatic-policy-given")
    .says("A send that changed the topic's policy does not say so.")
    .lacks("automatic_new_visibility_policy"),
  posting("automatic-policy-always-told", ["automatic-policy-given", "automatic-policy-direct"])
    .says("Every send claims to have changed the topic's policy.")
    .tells("automatic_new_visibility_policy", (policy) => policy ?? 3),
  posting("automatic-policy-not-set", ["topic-policy/by-sending", "automatic-policy-given"])
    .says("A send says that it changed the topic's policy; the policy stays.")
    .also((request, { body }) => {
      const [to = "", topic] = [request.field("to"), request.field("topic")];
      const stream_id = request.served.channels[to]?.stream_id ?? Number(to);
      if (body.automatic_new_visibility_policy === undefined || !request.caller) return false;
      return request.makes(request.caller, "POST /user_topics", { stream_id, topic, visibility_policy: 0 });
    }),
  posting("automatic-policy-a-mute", ["automatic-policy-value", "automatic-policy-given"])
    .says("The policy that a send sets is told as muted.")
    .tells("automatic_new_visibility_policy", (policy) => policy && 1),
];

/** Returns a text that has more code points than a bound; undefined where it has not. */
const beyond = (bound: number, text = ""): string | undefined => ([...text].length > bound ? text : undefined);

/** Faults of POST /messages: what becomes of content and topic. */
export const texts: readonly Mutant[] = [
  posting("content-in-lower-case", "content-kept")
    .says("The content is stored in lower case.")
    .reads("content", (text) => text.toLowerCase()),
  posting("subject-not-known", ["topic-subject-alias", "versioning/subject-for-topic", "sends-to-channel"])
    .says("The alias subject is not read.")
    .ignores("subject"),
  anywhere("direct-keeps-topic", ["topic-ignored-for-people", "message-resource/subject-direct"])
    .says("A direct message shows the topic that was sent along.")
    .with(keeping("subject", (request) => (request.isToPeople ? request.field("topic") : undefined))),
  posting("no-topic-a-topic-of-its-own", "topic-no-topic")
    .says("(no topic) is a topic like any other.")
    .reads("topic", (topic) => (topic === "(no topic)" ? "no topic" : topic)),
  posting("second-casing-lost", "topic-kept")
    .says("A topic is kept in the case in which somebody wrote it first.")
    .reads("topic", (topic, request) => request.first(`casing ${topic.toLowerCase()}`, topic)),
  polling("empty-topic-told-as-it-is", "topic-empty-told")
    .says("Queues are told of the empty topic as it is, whatever they declared.")
    .delivers("message", ({ message }) => {
      if ((message as MutableFields).subject === "general chat") (message as MutableFields).subject = "";
    }),
  polling("empty-topic-told-by-name", "topic-empty-told")
    .says("Queues are told of the empty topic by its display name, whatever they declared.")
    .delivers("message", ({ message }) => {
      if ((message as MutableFields).type === "stream") (message as MutableFields).subject ||= "general chat";
    }),
  posting("topic-bound-one-short", ["topic-bound", "limits/topic-length"])
    .says("A topic of just the greatest length is cut.")
    .reads("topic", (topic) => ([...topic].length === 60 ? `${[...topic].slice(0, 56).join("")}...` : topic)),
  posting("content-bound-one-short", ["content-bound", "limits/message-length"])
    .says("A message of just the greatest length is cut.")
    .reads("content", (text) => ([...text].length === 10_000 ? [...text].slice(0, 9_999).join("") : text)),
  posting("no-topic-accepted-where-required", "topic-mandatory")
    .says("Where topics are required, (no topic) is a topic like any other.")
    .reads("topic", (topic, request) => (topic === "(no topic)" && !request.wouldSucceed() ? "no topic" : topic)),
  anywhere("longer-topic-kept", "topic-beyond")
    .says("A topic longer than the bound is kept whole.")
    .with(keeping("subject", (request) => beyond(60, request.field("topic")))),
  anywhere("longer-content-kept", "content-beyond")
    .says("Content longer than the bound is kept whole.")
    .with(keeping("content", (request) => beyond(10_000, request.field("content")))),
];

/** Refuses one of the two fields without the other, and sends the message all the same. */
const halfEchoSent = (given: string, missing: string, breaks: string): Mutant =>
  posting(`message-with-${given.replace("_", "-")}-alone-refused-and-sent`, [breaks, "no-trace"])
    .says(`A message with ${given} and no ${missing} is refused, and sent all the same.`)
    .also(
      (request, said) =>
        !isSuccess(said) &&
        request.field(given) !== undefined &&
        request.field(missing) === undefined &&
        request.does(request.with({ [given]: undefined })),
    );

/** Makes a mutant that gives local ids back otherwise. */
const inLocalIds = (name: string, says: string, change: (id: string) => unknown): Mutant =>
  polling(name, ["local-id-untouched", "events/local-echo"])
    .says(says)
    .delivers("message", ({ local_message_id: id }) => typeof id === "string" && { local_message_id: change(id) });

/** Faults of the local echo. */
export const echoing: readonly Mutant[] = [
  halfEchoSent("local_id", "queue_id", "local-id-needs-queue"),
  halfEchoSent("queue_id", "local_id", "queue-needs-local-id"),
  polling("no-local-id", "events/local-echo")
    .says("The message event carries no local_message_id.")
    .delivers("message", { local_message_id: undefined }),
  inLocalIds("local-id-trimmed", "The local id comes back without its decimals.", (id) => id.replace(/[^0-9a-z].*$/i, "")),
  inLocalIds("local-id-cut", "Of a local id no more than 16 characters come back.", (id) => [...id].slice(0, 16).join("")),
  inLocalIds("local-id-as-number", "A local id that looks like a number comes back as one.", (id) =>
    Number.isNaN(Number(id)) ? id : Number(id),
  ),
  anywhere("local-id-to-everybody", "events/local-echo-only-there")
    .says("Every queue gets the local id, not only the one that was named.")
    .with({
      besides: remembering((request) => request.field("local_id")),
      answer: inEvents("message", ({ message, local_message_id }, request) => ({
        local_message_id: remembered(request, message) ?? local_message_id,
      })),
    }),
  polling("no-echo-to-own-queue", "events/local-echo")
    .says("The queue that was named gets no message event.")
    .drops((event) => event.local_message_id !== undefined),
  polling("automatic-policy-without-event", "events/automatic-policy")
    .says("Nobody is told of a policy that a send changed.")
    .drops((event) => event.type === "user_topic"),
];
