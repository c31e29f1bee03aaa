import { isSuccess, type MutableFields, messagesIn } from "../../mutants/kit/bodies.ts";
import type { InterceptedRequest } from "../../mutants/kit/intercepted.ts";
import { type Mutant, mutant } from "../../mutants/kit/mutant.ts";

/** Whether a request sends a direct message. */
const isDirectSend = (request: InterceptedRequest): boolean => request.route === "POST /messages" && Array.isArray(request.json("to"));

/** Faults by which somebody is told of what is not theirs. */
const telling: readonly Mutant[] = [
  mutant({
    name: "direct-messages-told-to-another",
    breaks: ["visibility/no-event", "events/message-untold"],
    says: "A third person gets the event of a direct message.",
    on: ["POST /messages", "GET /events"],
    besides: (request, said) => {
      if (!isDirectSend(request) || !isSuccess(said) || !request.caller) return false;
      const { message } = request.also(request.caller, `GET /messages/${String(said.body.id)}`).body;
      request.memory.set("overheard", message);
      return false;
    },
    answer: (said, request) => {
      const message = request.memory.get("overheard") as MutableFields | undefined;
      const events = said.body.events;
      if (request.route !== "GET /events" || !message || !Array.isArray(events) || events.length === 0 || !request.caller) return;
      const own = request.member(request.caller).user_id;
      const people = message.display_recipient;
      if (!Array.isArray(people) || people.some((one: MutableFields) => one.id === own)) return;
      said.body.events = [{ type: "message", message, flags: [], id: (events[0] as MutableFields).id }, ...events];
    },
  }),
  mutant({
    name: "policies-told-to-everybody",
    breaks: ["visibility/personal-state", "topic-policy/personal"],
    says: "The event of a topic policy reaches other people's queues too.",
    on: ["POST /user_topics", "GET /events"],
    besides: (request, said) => {
      const policy = {
        stream_id: request.json("stream_id"),
        topic_name: request.field("topic"),
        visibility_policy: request.json("visibility_policy"),
      };
      if (request.route === "POST /user_topics" && isSuccess(said)) request.memory.set("policy", { by: request.caller, policy });
      return false;
    },
    answer: ({ body }, request) => {
      const change = request.memory.get("policy") as { by: string; policy: MutableFields } | undefined;
      if (!change || change.by === request.caller || !Array.isArray(body.events) || body.events.length === 0) return;
      body.events = [{ type: "user_topic", ...change.policy, id: (body.events[0] as MutableFields).id }, ...body.events];
    },
  }),
  mutant({
    name: "deletions-told-to-everybody",
    breaks: ["visibility/no-event", "messages-id.delete/untold"],
    says: "The deletion of a message is told to those who could not see it.",
    on: ["DELETE /messages/{id}", "GET /events"],
    besides: (request, said) => {
      if (request.route !== "GET /events" && isSuccess(said)) request.memory.set("deleted", request.pathId);
      return false;
    },
    answer: ({ body }, { route, memory }) => {
      const id = memory.get("deleted");
      if (route !== "GET /events" || id === undefined || !Array.isArray(body.events) || body.events.length === 0) return;
      const first = body.events[0] as MutableFields;
      if (!body.events.some(({ type }: MutableFields) => type === "delete_message"))
        body.events = [{ type: "delete_message", message_ids: [id], message_type: "private", id: first.id }, ...body.events];
    },
  }),
];

const everybody = ["owen", "dana", "cara", "bob", "alice"];

/** The same request under a name that would get an answer. */
const asSomebodyWhoMay = (request: InterceptedRequest, picked: (body: MutableFields) => boolean) => {
  if (!request.caller || isSuccess(request.wouldSay())) return undefined;
  const name = everybody.find((one) => {
    const said = request.wouldSay(request.by(one));
    return isSuccess(said) && picked(said.body);
  });
  return name ? request.by(name) : undefined;
};

const typeOf = (body: MutableFields): unknown => (body.message as MutableFields | undefined)?.type;
const channelOf = (body: MutableFields): unknown => (body.message as MutableFields | undefined)?.stream_id;
const isOf = (request: InterceptedRequest, channel: string, body: MutableFields): boolean =>
  channelOf(body) === request.served.channels[channel]?.stream_id;

/** Lists what others would see beside what the caller sees. */
const listedFor =
  (others: readonly string[], picked: (message: MutableFields, request: InterceptedRequest) => boolean): NonNullable<Mutant["answer"]> =>
  (said, request) => {
    if (!request.caller || !isSuccess(said)) return;
    const own = messagesIn(said);
    const ids = new Set(own.map(({ id }) => id));
    const found = others.filter((name) => name !== request.caller).flatMap((name) => messagesIn(request.wouldSay(request.by(name))));
    for (const message of found.filter((one) => picked(one, request))) {
      if (!ids.has(message.id)) own.push(message);
      ids.add(message.id);
    }
    said.body.messages = own.sort((a, b) => Number(a.id) - Number(b.id));
  };

/** Faults by which somebody fetches what is not theirs. */
const fetching: readonly Mutant[] = [
  mutant({
    name: "direct-messages-of-others-open",
    breaks: ["visibility/direct-message", "messages-id.get/invisible", "errors/message-invisible"],
    says: "Direct messages between others can be fetched by their id.",
    on: "GET /messages/{id}",
    request: (request) => asSomebodyWhoMay(request, (body) => typeOf(body) === "private"),
  }),
  mutant({
    name: "left-channels-open",
    breaks: ["visibility/private-channel", "visibility/like-missing"],
    says: "Who fetched a message of a private channel once can fetch it for ever.",
    on: "GET /messages/{id}",
    besides: (request, said) => {
      if (!isSuccess(said) || typeOf(said.body) !== "stream") return false;
      request.memory.set(`${request.caller} saw ${request.pathId}`, true);
      return false;
    },
    request: (request) =>
      request.memory.has(`${request.caller} saw ${request.pathId}`)
        ? asSomebodyWhoMay(request, (body) => typeOf(body) === "stream")
        : undefined,
  }),
  mutant({
    name: "private-channels-open",
    breaks: ["visibility/private-channel", "messages-id.get/invisible", "errors/message-invisible"],
    says: "Messages of private channels can be fetched by their id.",
    on: "GET /messages/{id}",
    request: (request) => asSomebodyWhoMay(request, (body) => isOf(request, "team", body)),
  }),
  mutant({
    name: "invisible-told-apart",
    breaks: ["visibility/like-missing", "messages-id.get/invisible", "errors/message-invisible"],
    says: "A message that the user may not see is refused otherwise than one that does not exist.",
    on: "GET /messages/{id}",
    answer: (said, request) => {
      const isThere = everybody.some((name) => isSuccess(request.wouldSay(request.by(name))));
      if (!isSuccess(said) && isThere) said.body.code = "NOT_ALLOWED";
    },
  }),
  mutant({
    name: "protected-history-open",
    breaks: ["visibility/protected-history", "messages-id.get/invisible"],
    says: "Newcomers of a channel with protected history can fetch what came before them.",
    on: "GET /messages/{id}",
    request: (request) => asSomebodyWhoMay(request, (body) => typeOf(body) === "stream" && !isOf(request, "team", body)),
  }),
  mutant({
    name: "direct-messages-of-others-listed",
    breaks: ["visibility/direct-message", "messages.post/sends-to-people", "messages.get/num-before"],
    says: "Lists show direct messages between others.",
    on: "GET /messages",
    answer: listedFor(["bob", "cara", "alice"], ({ type }) => type === "private"),
  }),
  mutant({
    name: "private-channels-listed",
    breaks: ["visibility/private-channel", "messages.get/num-before"],
    says: "Lists show messages of private channels.",
    on: "GET /messages",
    answer: listedFor(["bob", "alice"], ({ stream_id }, request) => stream_id === request.served.channels.team?.stream_id),
  }),
  mutant({
    name: "history-before-subscription-listed",
    breaks: [
      "visibility/before-subscribing",
      "limits/history-before-subscription",
      "messages.get/narrow-personal",
      "messages.get/num-before",
    ],
    says: "A user's own history includes what came before they subscribed.",
    on: "GET /messages",
    answer: listedFor(
      ["alice", "bob", "cara"],
      ({ type, stream_id }, request) => type === "stream" && stream_id !== request.served.channels.team?.stream_id,
    ),
  }),
  mutant({
    name: "own-history-without-channels",
    breaks: ["visibility/since-subscribing", "messages.get/narrow-personal"],
    says: "A user's own history has direct messages alone, and no channel messages at all.",
    on: "GET /messages",
    answer: (said, request) => {
      const isOfChannel = /"(stream|channel|channels|streams)"/.test(request.field("narrow") ?? "");
      if (isSuccess(said) && !isOfChannel) said.body.messages = messagesIn(said).filter(({ type }) => type === "private");
    },
  }),
  mutant({
    name: "matches-of-others",
    breaks: ["visibility/direct-message", "visibility/private-channel", "messages.matches_narrow.get/agrees-with-fetch"],
    says: "Messages that the user cannot see match too.",
    on: "GET /messages/matches_narrow",
    answer: (said, request) => {
      if (!request.caller || !isSuccess(said)) return;
      const found = ["bob", "cara", "alice", "dana"].map((name) => request.wouldSay(request.by(name)).body.messages as MutableFields);
      said.body.messages = Object.assign({}, ...found, said.body.messages);
    },
  }),
  mutant({
    name: "stars-of-others-shown",
    breaks: ["visibility/personal-state", "message-resource/flags"],
    says: "Lists show a message as starred that somebody else has starred.",
    on: "GET /messages",
    answer: (said, request) => {
      if (!request.caller) return;
      const all = everybody.flatMap((name) => messagesIn(request.wouldSay(request.by(name))));
      const starred = new Set(all.filter(({ flags }) => Array.isArray(flags) && flags.includes("starred")).map(({ id }) => id));
      for (const message of messagesIn(said))
        if (starred.has(message.id)) message.flags = [...new Set([...(message.flags as string[]), "starred"])];
    },
  }),
  mutant({
    name: "unread-of-others-counted",
    breaks: ["visibility/direct-message", "visibility/private-channel"],
    says: "A registration lists as unread what others have not read yet.",
    on: "POST /register",
    answer: (said, request) => {
      const { unread_msgs } = said.body as { unread_msgs?: MutableFields };
      if (!request.caller || !unread_msgs) return;
      const others = ["alice", "bob"].filter((name) => name !== request.caller);
      const theirs = others.map((name) => request.wouldSay(request.by(name)).body.unread_msgs as MutableFields);
      const joined = (kind: string) => [unread_msgs, ...theirs].flatMap((each) => each[kind] as MutableFields[]);
      said.body.unread_msgs = { ...unread_msgs, pms: joined("pms"), streams: joined("streams") };
    },
  }),
  mutant({
    name: "unseen-deleted-by-administrator",
    breaks: "messages-id.delete/no-access",
    says: "A direct message between others can be deleted by an administrator who cannot see it.",
    on: "DELETE /messages/{id}",
    request: (request) => {
      if (!request.caller || isSuccess(request.wouldSay())) return undefined;
      const isAdministrator = request.caller === "dana" || request.caller === "owen";
      const seen = isSuccess(request.also(request.caller, `GET /messages/${request.pathId}`));
      const author = everybody.find((name) => isSuccess(request.wouldSay(request.by(name))));
      return isAdministrator && !seen && author ? request.by(author) : undefined;
    },
  }),
];

export const mutants: readonly Mutant[] = [...fetching, ...telling];
