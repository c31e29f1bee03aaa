import { inEvents, inMessages, inSuccess, isSuccess, listOf, type MutableFields, withoutEvents } from "../../mutants/kit/bodies.ts";
import type { InterceptedRequest } from "../../mutants/kit/intercepted.ts";
import { type Breaks, type Mutant, onRoute } from "../../mutants/kit/mutant.ts";
import { type Limit, limits } from "../../text/limits.ts";

const route = "POST /messages";
const sending = onRoute(route, "messages.post");
const crowded = onRoute(route, "messages.post", { realm: "crowded" });
const anywhere = onRoute(undefined, "messages.post");
const polling = onRoute("GET /events", "messages.post");

/** Remembers what a request says of the message that it sends. Returns false: nothing was done. */
const remembering =
  (saying: (request: InterceptedRequest) => unknown): NonNullable<Mutant["besides"]> =>
  (request, said) => {
    const value = request.route === route && isSuccess(said) ? saying(request) : undefined;
    if (value !== undefined) request.memory.set(`said of ${String(said.body.id)}`, value);
    return false;
  };

/** Returns what is remembered of a message; undefined where nothing is. */
const remembered = ({ memory }: InterceptedRequest, message: unknown): unknown =>
  memory.get(`said of ${String((message as MutableFields).id)}`);

/** Shows as a field of messages what is remembered of them. */
const keeping = (field: string, saying: (request: InterceptedRequest) => unknown): Pick<Mutant, "besides" | "answer"> => ({
  besides: remembering(saying),
  answer: inMessages((message, request) => ({ [field]: remembered(request, message) ?? message[field] })),
});

/** Returns a parameter that has more code points than its bound; undefined where it has not. */
const beyond = (limit: Limit, request: InterceptedRequest): string | undefined => {
  const text = request.field(limits[limit]);
  return text !== undefined && [...text].length > request.bound(limit) ? text : undefined;
};

/** Refuses one of the two fields without the other, and sends the message all the same. */
const halfEchoSent = (given: string, missing: string, breaks: string): Mutant =>
  sending(`message-with-${given.replace("_", "-")}-alone-refused-and-sent`, [breaks, "no-trace"])
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

const others = (request: InterceptedRequest): unknown[] => request.list("to").filter((one) => !isSelf(request)(one));
const hasOf = (type: string) => (request: InterceptedRequest) =>
  request.isToPeople && request.list("to").some((one) => typeof one === type);
const isSelf =
  ({ account }: InterceptedRequest) =>
  (one: unknown): boolean =>
    account !== undefined && (one === account.user_id || one === account.email);

const refusesType = (name: string, breaks: Breaks, type: string): Mutant =>
  sending(name, breaks)
    .says(`The type ${type} is refused.`)
    .refuses((request) => request.field("type") === type);

const codeOf = (request: InterceptedRequest): unknown => request.wouldSay().body.code;

/** A wildcard refused under another code, or let pass: for either kind. */
const wildcard = (kind: "stream" | "topic", breaks: readonly string[]): Mutant[] => {
  const code = `${kind.toUpperCase()}_WILDCARD_MENTION_NOT_ALLOWED`;
  const other = kind === "stream" ? "TOPIC_WILDCARD_MENTION_NOT_ALLOWED" : "STREAM_WILDCARD_MENTION_NOT_ALLOWED";
  const tamed = (request: InterceptedRequest) =>
    request.with({ content: request.field("content")?.replace(/@\*\*(all|everyone|channel|stream|topic)\*\*/g, "all") });
  return [
    crowded(`${kind}-wildcard-plain-code`, breaks).says(`A ${kind}-wide mention is refused as a bad request.`).recodes(code, "BAD_REQUEST"),
    crowded(`${kind}-wildcard-other-code`, breaks)
      .says(`A ${kind}-wide mention is refused with the code of the other kind.`)
      .recodes(code, other),
    crowded(`${kind}-wildcard-allowed`, breaks)
      .says(`Everybody may mention a whole ${kind}.`)
      .takes((request) => codeOf(request) === code && tamed(request)),
    crowded(`${kind}-wildcard-sent-all-the-same`, [...breaks, "no-trace"])
      .says(`A ${kind}-wide mention is refused, and the message sent all the same.`)
      .also((request, { body }) => body.code === code && request.does(tamed(request))),
  ];
};

const mentions = (words: RegExp) => (request: InterceptedRequest) => words.test(request.field("content") ?? "");
const mentionsInCrowd = (words: RegExp) => (request: InterceptedRequest) =>
  mentions(words)(request) && request.json("to") === request.served.channels.crowd?.stream_id;

export const mutants: readonly Mutant[] = [
  // Where a message goes.
  refusesType("channel-refused", ["type-channel-alias", "versioning/channel-for-stream", "sends-to-channel"], "channel"),
  refusesType("stream-refused", ["type-channel-alias", "type-values", "versioning/channel-for-stream", "sends-to-channel"], "stream"),
  refusesType("direct-refused", ["type-direct", "type-values", "sends-to-people"], "direct"),
  refusesType("private-refused", ["type-private-alias", "versioning/private-for-direct", "sends-to-people"], "private"),
  sending("missing-to-guessed", ["to-required", "to-missing-code"])
    .says("A message without `to` goes to the channel general, or to its sender.")
    .takes((request) => {
      const { caller, account, isToPeople } = request;
      return request.field("to") === undefined && caller !== undefined && request.with({ to: isToPeople ? [account?.user_id] : "general" });
    }),
  sending("mixed-recipients-accepted", "to-one-kind")
    .says("A list of ids and addresses is read as the people that it names.")
    .takes((request) => {
      const people = Object.values(request.served.cast);
      const idOf = (one: unknown): unknown => people.find(({ email }) => email === one)?.user_id ?? one;
      return hasOf("number")(request) && hasOf("string")(request) && request.with({ to: request.list("to").map(idOf) });
    }),
  sending("channel-by-id-refused", ["to-channel-name-or-id", "sends-to-channel"])
    .says("A channel cannot be named by its id.")
    .refuses((request) => request.isToChannel && typeof request.json("to") === "number"),
  sending("channel-by-name-refused", ["to-channel-name-or-id", "sends-to-channel"])
    .says("A channel cannot be named by its name.")
    .refuses((request) => request.isToChannel && request.json("to") === undefined),
  sending("people-by-address-refused", ["to-ids-or-addresses", "to-sender-alone", "to-sender-listed", "sends-to-people"])
    .says("People cannot be named by their addresses.")
    .refuses(hasOf("string")),
  sending("people-by-id-refused", ["to-ids-or-addresses", "sends-to-people"])
    .says("People cannot be named by their ids.")
    .refuses(hasOf("number")),
  sending("first-recipient-only", ["sends-to-people", "events/message-told"])
    .says("A direct message to several goes to the first alone.")
    .takes((request) => request.isToPeople && request.list("to").length > 1 && request.with({ to: request.list("to").slice(0, 1) })),
  sending("third-recipient-left-out", "sends-to-people")
    .says("A direct message to more than two others goes to two of them.")
    .takes((request) => request.isToPeople && others(request).length > 2 && request.with({ to: others(request).slice(0, 2) })),
  anywhere("second-recipient-not-told", "events/message-told")
    .says("Of those to whom a direct message goes the second gets no event of it.")
    .with({
      besides: remembering((request) => (request.isToPeople ? others(request)[1] : undefined)),
      answer: withoutEvents(({ type, message }, request) => {
        const second = type === "message" ? remembered(request, message) : undefined;
        return request.route === "GET /events" && second !== undefined && isSelf(request)(second);
      }),
    }),
  sending("listed-sender-refused", ["to-sender-listed", "sends-to-people"])
    .says("A sender who is listed among the recipients is refused.")
    .refuses((request) => request.isToPeople && request.list("to").length > 1 && request.list("to").some(isSelf(request))),
  sending("note-to-self-refused", ["to-sender-alone", "sends-to-people"])
    .says("Nobody can write to themselves.")
    .refuses((request) => request.isToPeople && request.list("to").length === 1 && request.list("to").every(isSelf(request))),
  // The local echo.
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
  // How a message is refused.
  sending("unknown-channel-plain-code", ["unknown-channel", "errors/unknown-channel", "unknown-channel-id"])
    .says("A channel that does not exist is refused as a bad request.")
    .recodes("STREAM_DOES_NOT_EXIST", "BAD_REQUEST"),
  sending("unknown-channel-not-named", ["unknown-channel", "errors/unknown-channel"])
    .says("The refusal does not say which channel does not exist.")
    .refusesWith("STREAM_DOES_NOT_EXIST", { stream: undefined }),
  sending("unknown-channel-in-capitals", ["unknown-channel", "errors/unknown-channel"])
    .says("The refusal names the channel in other capitals.")
    .refusesWith("STREAM_DOES_NOT_EXIST", ({ stream }) => typeof stream === "string" && { stream: stream.toUpperCase() }),
  sending("unknown-channel-name-stripped", ["unknown-channel-as-requested", "unknown-channel"])
    .says("The refusal names the channel without the characters that HTML escapes.")
    .refusesWith("STREAM_DOES_NOT_EXIST", ({ stream }) => typeof stream === "string" && { stream: stream.replace(/[<>&']/g, "") }),
  sending("odd-channel-name-plain-code", "odd-channel-names")
    .says("A channel whose name is longer than any channel's is refused as a bad request.")
    .refusesWith("STREAM_DOES_NOT_EXIST", ({ stream }) => String(stream).length > 100 && { code: "BAD_REQUEST", stream: undefined }),
  sending("unknown-channel-id-plain-code", "unknown-channel-id")
    .says("A channel id that does not exist is refused as a bad request.")
    .refusesWith("STREAM_DOES_NOT_EXIST", (_, request) => typeof request.json("to") === "number" && { code: "BAD_REQUEST" }),
  sending("unknown-channel-id-not-told", "unknown-channel-id-field")
    .says("The refusal of a channel id that does not exist does not give it back.")
    .refusesWith("STREAM_DOES_NOT_EXIST", (_, request) => Number.isInteger(request.json("to")) && { stream: undefined }),
  sending("unknown-channel-accepted", ["unknown-channel", "errors/unknown-channel", "unknown-channel-id"])
    .says("A message to a channel that does not exist is accepted.")
    .takes((request) => codeOf(request) === "STREAM_DOES_NOT_EXIST" && request.with({ to: "general" })),
  sending("unknown-channel-sent-elsewhere", [
    "no-trace",
    "conventions/refusals-leave-no-trace",
    "unknown-channel",
    "errors/unknown-channel",
  ])
    .says("A message to a channel that does not exist is refused, and a copy goes to the sender.")
    .also((request, { body }) => {
      if (body.code !== "STREAM_DOES_NOT_EXIST" || !request.caller) return false;
      const copy = { type: "direct", to: [request.account?.user_id], content: request.field("content") };
      return request.makes(request.caller, "POST /messages", copy);
    }),
  sending("private-channel-open-to-write", ["hidden-channel", "visibility/private-channel"])
    .says("Everybody may write to private channels.")
    .servesAs("alice", (request) =>
      ["team", "secret"].some((name) => request.field("to") === name || request.json("to") === request.served.channels[name]?.stream_id),
    ),
  // What is done and answered.
  sending("message-not-kept", ["sends-to-channel", "sends-to-people", "id-fetches", "ids-increase"])
    .says("A message is accepted and lost.")
    .swallows(),
  sending("message-sent-twice", ["sends-to-channel", "sends-to-people"])
    .says("A message is filed twice.")
    .also((request, said) => isSuccess(said) && request.caller !== undefined && request.does(request.wire)),
  sending("id-of-the-one-before", "id-fetches")
    .says("The id answered is that of the message before.")
    .tells("id", (id) => Number(id) - 1),
  sending("id-never-grows", ["ids-increase", "message-resource/ids-ascend"])
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
  sending("read-by-sender-not-heeded", "read-by-sender").says("read_by_sender is ignored.").ignores("read_by_sender"),
  sending("read-by-sender-turned", "read-by-sender")
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
  sending("read-by-sender-false-as-absent", "read-by-sender")
    .says("read_by_sender false counts as absent.")
    .takes((request) => request.field("read_by_sender") === "false" && request.with({ read_by_sender: undefined })),
  sending("channel-messages-start-read", "read-by-client")
    .says("Without read_by_sender a message to a channel starts read for its sender, whatever the client.")
    .takes((request) => request.field("read_by_sender") === undefined && request.isToChannel && request.with({ read_by_sender: true })),
  sending("automatic-policy-of-direct-message", "automatic-policy-direct")
    .says("The answer to a direct message says that a policy is followed.")
    .answers((_, { isToPeople }) => isToPeople && { automatic_new_visibility_policy: 3 }),
  sending("every-send-follows", "topic-policy/never-by-sending")
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
  sending("automatic-policy-told-again", "automatic-policy-given")
    .says("Each send to a topic that its sender follows or has unmuted tells the policy.")
    .answers(({ automatic_new_visibility_policy: policy }, request) => {
      const [stream_id, topic] = [request.json("to"), request.field("topic")];
      if (typeof stream_id !== "number" || request.caller === undefined) return undefined;
      const all = listOf(request.registered(request.caller, "user_topic").user_topics);
      const own = all.find((one) => one.stream_id === stream_id && one.topic_name === topic)?.visibility_policy;
      return Number(own) > 1 && { automatic_new_visibility_policy: policy ?? own };
    }),
  sending("automatic-policy-not-told", "automatic-policy-given")
    .says("A send that changed the topic's policy does not say so.")
    .lacks("automatic_new_visibility_policy"),
  sending("automatic-policy-by-mention-not-told", "automatic-policy-by-mention")
    .says("A send that mentions its sender does not say which policy that gives them.")
    .answers((_, request) => String(request.field("content")).includes("@**") && { automatic_new_visibility_policy: undefined }),
  sending("automatic-policy-always-told", ["automatic-policy-given", "automatic-policy-direct"])
    .says("Every send claims to have changed the topic's policy.")
    .tells("automatic_new_visibility_policy", (policy) => policy ?? 3),
  sending("automatic-policy-not-set", ["topic-policy/by-sending", "automatic-policy-given"])
    .says("A send says that it changed the topic's policy; the policy stays.")
    .also((request, { body }) => {
      const [to = "", topic] = [request.field("to"), request.field("topic")];
      const stream_id = request.served.channels[to]?.stream_id ?? Number(to);
      if (body.automatic_new_visibility_policy === undefined || !request.caller) return false;
      return request.makes(request.caller, "POST /user_topics", { stream_id, topic, visibility_policy: 0 });
    }),
  sending("automatic-policy-a-mute", ["automatic-policy-value", "automatic-policy-given"])
    .says("The policy that a send sets is told as muted.")
    .tells("automatic_new_visibility_policy", (policy) => policy && 1),
  // What becomes of content and topic.
  sending("content-in-lower-case", "content-kept")
    .says("The content is stored in lower case.")
    .reads("content", (text) => text.toLowerCase()),
  sending("subject-not-known", ["topic-subject-alias", "versioning/subject-for-topic", "sends-to-channel"])
    .says("The alias subject is not read.")
    .ignores("subject"),
  anywhere("direct-keeps-topic", ["topic-ignored-for-people", "message-resource/subject-direct"])
    .says("A direct message shows the topic that was sent along.")
    .with(keeping("subject", (request) => (request.isToPeople ? request.field("topic") : undefined))),
  sending("no-topic-a-topic-of-its-own", "topic-no-topic")
    .says("(no topic) is a topic like any other.")
    .reads("topic", (topic) => (topic === "(no topic)" ? "no topic" : topic)),
  sending("second-casing-lost", "topic-kept")
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
  sending("topic-bound-one-short", ["topic-bound", "limits/topic-length"])
    .says("A topic of just the greatest length is cut.")
    .reads("topic", (topic, request) => {
      const bound = request.bound("max_topic_length");
      return [...topic].length === bound ? `${[...topic].slice(0, bound - 4).join("")}...` : topic;
    }),
  sending("content-bound-one-short", ["content-bound", "limits/message-length"])
    .says("A message of just the greatest length is cut.")
    .reads("content", (text, request) => {
      const bound = request.bound("max_message_length");
      return [...text].length === bound ? [...text].slice(0, bound - 1).join("") : text;
    }),
  sending("no-topic-accepted-where-required", "topic-mandatory")
    .says("Where topics are required, (no topic) is a topic like any other.")
    .reads("topic", (topic, request) => (topic === "(no topic)" && !request.wouldSucceed() ? "no topic" : topic)),
  anywhere("longer-topic-kept", "topic-beyond")
    .says("A topic longer than the bound is kept whole.")
    .with(keeping("subject", (request) => beyond("max_topic_length", request))),
  anywhere("longer-content-kept", "content-beyond")
    .says("Content longer than the bound is kept whole.")
    .with(keeping("content", (request) => beyond("max_message_length", request))),
  // Who may mention everybody.
  sending("small-channel-wildcard-refused", ["wildcard-few", "errors/channel-wildcard", "errors/topic-wildcard", "sends-to-channel"])
    .says("A channel-wide mention is refused in small channels too.")
    .refuses(mentions(/@\*\*(all|everyone|channel|stream)\*\*/), "STREAM_WILDCARD_MENTION_NOT_ALLOWED"),
  onRoute(undefined, "messages.post", { realm: "crowded" })("quoted-wildcard-flagged", ["wildcard-same", "message-resource/flags-wildcard"])
    .says("A mention of all in a quote, which is let pass, flags the message all the same.")
    .shows(
      ({ content, flags }) =>
        /<blockquote>.*@?all/s.test(String(content)) &&
        Array.isArray(flags) && { flags: [...flags, "stream_wildcard_mentioned", "wildcard_mentioned"] },
    ),
  crowded("quoted-wildcard-refused", ["wildcard-same", "channel-wildcard"])
    .says("A mention of all in a quote, which flags nobody, is refused where there are many.")
    .refuses(mentionsInCrowd(/>.*@\*\*all\*\*/), "STREAM_WILDCARD_MENTION_NOT_ALLOWED"),
  sending("small-topic-wildcard-refused", ["wildcard-few", "errors/channel-wildcard", "errors/topic-wildcard"])
    .says("A topic-wide mention is refused in small topics too.")
    .refuses(mentions(/@\*\*topic\*\*/), "TOPIC_WILDCARD_MENTION_NOT_ALLOWED"),
  crowded("permitted-wildcard-refused", ["wildcard-permitted", "errors/channel-wildcard"])
    .says("Nobody may mention a whole channel of many, whatever their permissions.")
    .refuses(mentionsInCrowd(/@\*\*(all|everyone)\*\*/), "STREAM_WILDCARD_MENTION_NOT_ALLOWED"),
  ...wildcard("stream", ["channel-wildcard", "errors/channel-wildcard"]),
  ...wildcard("topic", ["topic-wildcard", "errors/topic-wildcard"]),
];
