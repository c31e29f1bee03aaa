import { type Change, inSuccess, isSuccess, listOf, type MutableFields, messagesIn } from "../../mutants/kit/bodies.ts";
import type { InterceptedRequest, MutableAnswer } from "../../mutants/kit/intercepted.ts";
import { type Mutant, onRoute } from "../../mutants/kit/mutant.ts";

const single = onRoute("GET /messages/{id}", "visibility");
const fetching = onRoute("GET /messages", "visibility");
const matching = onRoute("GET /messages/matches_narrow", "visibility");
const registering = onRoute("POST /register", "visibility");
const deleting = onRoute("DELETE /messages/{id}", "visibility");

/** The parts of a server that notes something of what succeeds, and tells of it in polls that have events, before these. */
const announcing = <T>(
  noted: (request: InterceptedRequest, body: MutableFields) => T | undefined,
  eventOf: (noted: T, request: InterceptedRequest, events: readonly MutableFields[]) => MutableFields | false,
): Pick<Mutant, "besides" | "answer"> => ({
  besides: (request, said) => {
    const found = request.route !== "GET /events" && isSuccess(said) ? noted(request, said.body) : undefined;
    if (found !== undefined) request.memory.set("noted", found);
    return false;
  },
  answer: inSuccess((body, request) => {
    const [events, found] = [listOf(body.events), request.memory.get("noted")];
    const event = events.length > 0 && found !== undefined && eventOf(found as T, request, events);
    return event && { events: [{ ...event, id: events[0]?.id }, ...events] };
  }),
});

/** Faults by which somebody is told of what is not theirs. */
const telling: readonly Mutant[] = [
  onRoute(["POST /messages", "GET /events"], "visibility")("direct-messages-told-to-another", ["no-event", "events/message-untold"])
    .says("A third person gets the event of a direct message.")
    .with(
      announcing(
        (request, { id }) =>
          Array.isArray(request.json("to")) && request.caller !== undefined
            ? (request.also(request.caller, `GET /messages/${String(id)}`).body.message as MutableFields)
            : undefined,
        (message, { account }) =>
          account !== undefined &&
          listOf(message.display_recipient).every(({ id }) => id !== account.user_id) && { type: "message", message, flags: [] },
      ),
    ),
  onRoute(["POST /user_topics", "GET /events"], "visibility")("policies-told-to-everybody", ["personal-state", "topic-policy/personal"])
    .says("The event of a topic policy reaches other people's queues too.")
    .with(
      announcing(
        (request) => {
          const [stream_id, visibility_policy] = [request.json("stream_id"), request.json("visibility_policy")];
          return { by: request.caller, policy: { stream_id, topic_name: request.field("topic"), visibility_policy } };
        },
        ({ by, policy }, { caller }) => by !== caller && { type: "user_topic", ...policy },
      ),
    ),
  onRoute(["DELETE /messages/{id}", "GET /events"], "visibility")("deletions-told-to-everybody", ["no-event", "messages-id.delete/untold"])
    .says("The deletion of a message is told to those who could not see it.")
    .with(
      announcing(
        ({ pathId }) => pathId,
        (id, _, events) =>
          events.every(({ type }) => type !== "delete_message") && { type: "delete_message", message_ids: [id], message_type: "private" },
      ),
    ),
];

const everybody = ["owen", "dana", "cara", "bob", "alice"];

/** The same request under a name that would get an answer. */
const asSomebodyWhoMay = (request: InterceptedRequest, picked: (body: MutableFields) => boolean) => {
  if (!request.caller || request.wouldSucceed()) return undefined;
  const isGood = (said: MutableAnswer): boolean => isSuccess(said) && picked(said.body);
  return everybody.map((name) => request.by(name)).find((wire) => isGood(request.wouldSay(wire)));
};

const typeOf = (body: MutableFields): unknown => (body.message as MutableFields | undefined)?.type;
const channelOf = (body: MutableFields): unknown => (body.message as MutableFields | undefined)?.stream_id;
const isOf = (request: InterceptedRequest, channel: string, body: MutableFields): boolean =>
  channelOf(body) === request.served.channels[channel]?.stream_id;

/** Lists what others would see beside what the caller sees. */
const listedFor =
  (others: readonly string[], picked: (message: MutableFields, request: InterceptedRequest) => boolean): Change =>
  ({ messages }, request) => {
    if (!request.caller) return undefined;
    const own = listOf(messages);
    const theirs = others.flatMap((name) => (name === request.caller ? [] : listOf(request.wouldSay(request.by(name)).body.messages)));
    // The caller's own view of a message goes before those of others, and theirs in turn.
    const all = new Map([...own, ...theirs.filter((one) => picked(one, request))].reverse().map((message) => [message.id, message]));
    return { messages: [...all.values()].sort((a, b) => Number(a.id) - Number(b.id)) };
  };

/** Faults by which somebody fetches what is not theirs. */
const shown: readonly Mutant[] = [
  single("direct-messages-of-others-open", ["direct-message", "messages-id.get/invisible", "errors/message-invisible"])
    .says("Direct messages between others can be fetched by their id.")
    .takes((request) => asSomebodyWhoMay(request, (body) => typeOf(body) === "private")),
  single("left-channels-open", ["private-channel", "like-missing"])
    .says("Who fetched a message of a private channel once can fetch it for ever.")
    .with({
      besides: ({ memory, caller, pathId }, said) => {
        if (isSuccess(said) && typeOf(said.body) === "stream") memory.set(`${caller} saw ${pathId}`, true);
        return false;
      },
      request: (request) =>
        request.memory.has(`${request.caller} saw ${request.pathId}`) && asSomebodyWhoMay(request, (body) => typeOf(body) === "stream"),
    }),
  single("private-channels-open", ["private-channel", "messages-id.get/invisible", "errors/message-invisible"])
    .says("Messages of private channels can be fetched by their id.")
    .takes((request) => asSomebodyWhoMay(request, (body) => isOf(request, "team", body))),
  single("invisible-told-apart", ["like-missing", "messages-id.get/invisible", "errors/message-invisible"])
    .says("A message that the user may not see is refused otherwise than one that does not exist.")
    .refusesWith(undefined, (_, request) => everybody.some((name) => request.wouldSucceed(request.by(name))) && { code: "NOT_ALLOWED" }),
  single("protected-history-open", ["protected-history", "messages-id.get/invisible"])
    .says("Newcomers of a channel with protected history can fetch what came before them.")
    .takes((request) => asSomebodyWhoMay(request, (body) => typeOf(body) === "stream" && !isOf(request, "team", body))),
  fetching("direct-messages-of-others-listed", ["direct-message", "messages.post/sends-to-people", "messages.get/num-before"])
    .says("Lists show direct messages between others.")
    .answers(listedFor(["bob", "cara", "alice"], ({ type }) => type === "private")),
  fetching("private-channels-listed", ["private-channel", "messages.get/num-before"])
    .says("Lists show messages of private channels.")
    .answers(listedFor(["bob", "alice"], ({ stream_id }, request) => stream_id === request.served.channels.team?.stream_id)),
  fetching("history-before-subscription-listed", [
    "before-subscribing",
    "flagged-before-subscribing",
    "limits/history-before-subscription",
    "messages.get/narrow-personal",
    "messages.get/num-before",
  ])
    .says("A user's own history includes what came before they subscribed.")
    .answers(
      listedFor(
        ["alice", "bob", "cara"],
        ({ type, stream_id }, request) => type === "stream" && stream_id !== request.served.channels.team?.stream_id,
      ),
    ),
  fetching("own-history-without-channels", ["since-subscribing", "messages.get/narrow-personal"])
    .says("A user's own history has direct messages alone, and no channel messages at all.")
    .answers(({ messages }, request) => {
      const isOfChannel = /"(stream|channel|channels|streams)"/.test(request.field("narrow") ?? "");
      return !isOfChannel && { messages: listOf(messages).filter(({ type }) => type === "private") };
    }),
  matching("matches-of-others", ["direct-message", "private-channel", "protected-history", "messages.matches_narrow.get/agrees-with-fetch"])
    .says("Messages that the user cannot see match too.")
    .answers(({ messages }, request) => {
      const found = ["bob", "cara", "alice", "dana"].map((name) => request.wouldSay(request.by(name)).body.messages as MutableFields);
      return request.caller !== undefined && { messages: Object.assign({}, ...found, messages) };
    }),
  fetching("stars-of-others-shown", ["personal-state", "message-resource/flags"])
    .says("Lists show a message as starred that somebody else has starred.")
    .changes((said, request) => {
      if (!request.caller) return undefined;
      const all = everybody.flatMap((name) => messagesIn(request.wouldSay(request.by(name))));
      const starred = new Set(all.filter(({ flags }) => Array.isArray(flags) && flags.includes("starred")).map(({ id }) => id));
      for (const message of messagesIn(said))
        if (starred.has(message.id)) message.flags = [...new Set([...(message.flags as string[]), "starred"])];
      return undefined;
    }),
  registering("unread-of-others-counted", ["direct-message", "private-channel"])
    .says("A registration lists as unread what others have not read yet.")
    .answers(({ unread_msgs }, request) => {
      if (!request.caller || !unread_msgs) return undefined;
      const others = ["alice", "bob"].filter((name) => name !== request.caller);
      const all = [unread_msgs, ...others.map((name) => request.wouldSay(request.by(name)).body.unread_msgs)] as MutableFields[];
      const joined = (kind: string) => all.flatMap((each) => each[kind]);
      return { unread_msgs: { ...unread_msgs, pms: joined("pms"), streams: joined("streams") } };
    }),
  deleting("unseen-deleted-by-administrator", "messages-id.delete/no-access")
    .says("A direct message between others can be deleted by an administrator who cannot see it.")
    .takes((request) => {
      const { caller } = request;
      if ((caller !== "dana" && caller !== "owen") || request.wouldSucceed()) return undefined;
      if (request.makes(caller, `GET /messages/${request.pathId}`)) return undefined;
      return everybody.map((name) => request.by(name)).find((wire) => request.wouldSucceed(wire));
    }),
];

export const mutants: readonly Mutant[] = [...shown, ...telling];
