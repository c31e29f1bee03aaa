import type { Asked } from "../../mutants/kit/asked.ts";
import { type Fields, isSuccess, messagesIn } from "../../mutants/kit/bodies.ts";
import { type Mutant, mutant } from "../../mutants/kit/mutant.ts";

const everybody = ["owen", "dana", "cara", "bob", "alice"];

/** The same request under a name that would get an answer. */
const asSomebodyWhoMay = (asked: Asked, picked: (body: Fields) => boolean) => {
  if (!asked.caller || isSuccess(asked.wouldSay())) return undefined;
  const name = everybody.find((one) => {
    const said = asked.wouldSay(asked.by(one));
    return isSuccess(said) && picked(said.body);
  });
  return name ? asked.by(name) : undefined;
};

const typeOf = (body: Fields): unknown => (body.message as Fields | undefined)?.type;
const channelOf = (body: Fields): unknown => (body.message as Fields | undefined)?.stream_id;
const isOf = (asked: Asked, channel: string, body: Fields): boolean => channelOf(body) === asked.served.channels[channel]?.stream_id;

/** Lists what others would see beside what the caller sees. */
const listedFor =
  (others: readonly string[], picked: (message: Fields, asked: Asked) => boolean): NonNullable<Mutant["answer"]> =>
  (said, asked) => {
    if (!asked.caller || !isSuccess(said)) return;
    const own = messagesIn(said);
    const ids = new Set(own.map(({ id }) => id));
    const found = others.filter((name) => name !== asked.caller).flatMap((name) => messagesIn(asked.wouldSay(asked.by(name))));
    for (const message of found.filter((one) => picked(one, asked))) {
      if (!ids.has(message.id)) own.push(message);
      ids.add(message.id);
    }
    said.body.messages = own.sort((a, b) => Number(a.id) - Number(b.id));
  };

/** Whether a request sends a direct message. */
const isDirectSend = (asked: Asked): boolean => asked.route === "POST /messages" && Array.isArray(asked.json("to"));

/** Faults by which somebody sees what is not theirs. */
export const mutants: readonly Mutant[] = [
  mutant({
    name: "direct-messages-of-others-open",
    breaks: ["visibility/direct-message", "messages-id.get/invisible", "errors/message-invisible"],
    says: "Direct messages between others can be fetched by their id.",
    on: "GET /messages/{id}",
    request: (asked) => asSomebodyWhoMay(asked, (body) => typeOf(body) === "private"),
  }),
  mutant({
    name: "private-channels-open",
    breaks: ["visibility/private-channel", "messages-id.get/invisible", "errors/message-invisible"],
    says: "Messages of private channels can be fetched by their id.",
    on: "GET /messages/{id}",
    request: (asked) => asSomebodyWhoMay(asked, (body) => isOf(asked, "team", body)),
  }),
  mutant({
    name: "invisible-told-apart",
    breaks: ["visibility/like-missing", "messages-id.get/invisible", "errors/message-invisible"],
    says: "A message that the user may not see is refused otherwise than one that does not exist.",
    on: "GET /messages/{id}",
    answer: (said, asked) => {
      const isThere = everybody.some((name) => isSuccess(asked.wouldSay(asked.by(name))));
      if (!isSuccess(said) && isThere) said.body.code = "NOT_ALLOWED";
    },
  }),
  mutant({
    name: "protected-history-open",
    breaks: ["visibility/protected-history", "messages-id.get/invisible"],
    says: "Newcomers of a channel with protected history can fetch what came before them.",
    on: "GET /messages/{id}",
    request: (asked) => asSomebodyWhoMay(asked, (body) => typeOf(body) === "stream" && !isOf(asked, "team", body)),
  }),
  mutant({
    name: "direct-messages-of-others-listed",
    breaks: ["visibility/direct-message", "messages.post/sends-to-people"],
    says: "Lists show direct messages between others.",
    on: "GET /messages",
    answer: listedFor(["bob", "cara", "alice"], ({ type }) => type === "private"),
  }),
  mutant({
    name: "private-channels-listed",
    breaks: "visibility/private-channel",
    says: "Lists show messages of private channels.",
    on: "GET /messages",
    answer: listedFor(["bob", "alice"], ({ stream_id }, asked) => stream_id === asked.served.channels.team?.stream_id),
  }),
  mutant({
    name: "history-before-subscription-listed",
    breaks: ["visibility/before-subscribing", "limits/history-before-subscription", "messages.get/narrow-personal"],
    says: "A user's own history includes what came before they subscribed.",
    on: "GET /messages",
    answer: listedFor(
      ["alice", "bob", "cara"],
      ({ type, stream_id }, asked) => type === "stream" && stream_id !== asked.served.channels.team?.stream_id,
    ),
  }),
  mutant({
    name: "own-history-without-channels",
    breaks: ["visibility/since-subscribing", "messages.get/narrow-personal"],
    says: "A user's own history has direct messages alone, and no channel messages at all.",
    on: "GET /messages",
    answer: (said, asked) => {
      const isOfChannel = /"(stream|channel|channels|streams)"/.test(asked.field("narrow") ?? "");
      if (isSuccess(said) && !isOfChannel) said.body.messages = messagesIn(said).filter(({ type }) => type === "private");
    },
  }),
  mutant({
    name: "matches-of-others",
    breaks: ["visibility/direct-message", "visibility/private-channel", "messages.matches_narrow.get/agrees-with-fetch"],
    says: "Messages that the user cannot see match too.",
    on: "GET /messages/matches_narrow",
    answer: (said, asked) => {
      if (!asked.caller || !isSuccess(said)) return;
      const found = ["bob", "cara", "alice", "dana"].map((name) => asked.wouldSay(asked.by(name)).body.messages as Fields);
      said.body.messages = Object.assign({}, ...found, said.body.messages);
    },
  }),
  mutant({
    name: "direct-messages-told-to-another",
    breaks: ["visibility/no-event", "events/message-untold"],
    says: "A third person gets the event of a direct message.",
    on: ["POST /messages", "GET /events"],
    besides: (asked, said) => {
      if (!isDirectSend(asked) || !isSuccess(said) || !asked.caller) return false;
      const { message } = asked.also(asked.caller, `GET /messages/${String(said.body.id)}`).body;
      asked.memory.set("overheard", message);
      return false;
    },
    answer: (said, asked) => {
      const message = asked.memory.get("overheard") as Fields | undefined;
      const events = said.body.events;
      if (asked.route !== "GET /events" || !message || !Array.isArray(events) || events.length === 0 || !asked.caller) return;
      const own = asked.served.cast[asked.caller]!.user_id;
      const people = message.display_recipient;
      if (!Array.isArray(people) || people.some((one: Fields) => one.id === own)) return;
      said.body.events = [{ type: "message", message, flags: [], id: (events[0] as Fields).id }, ...events];
    },
  }),
  mutant({
    name: "policies-told-to-everybody",
    breaks: "visibility/personal-state",
    says: "The event of a topic policy reaches other people's queues too.",
    on: ["POST /user_topics", "GET /events"],
    besides: (asked, said) => {
      const policy = {
        stream_id: asked.json("stream_id"),
        topic_name: asked.field("topic"),
        visibility_policy: asked.json("visibility_policy"),
      };
      if (asked.route === "POST /user_topics" && isSuccess(said)) asked.memory.set("policy", { by: asked.caller, policy });
      return false;
    },
    answer: ({ body }, asked) => {
      const told = asked.memory.get("policy") as { by: string; policy: Fields } | undefined;
      if (!told || told.by === asked.caller || !Array.isArray(body.events) || body.events.length === 0) return;
      body.events = [{ type: "user_topic", ...told.policy, id: (body.events[0] as Fields).id }, ...body.events];
    },
  }),
  mutant({
    name: "stars-of-others-shown",
    breaks: "visibility/personal-state",
    says: "Lists show a message as starred that somebody else has starred.",
    on: "GET /messages",
    answer: (said, asked) => {
      if (!asked.caller) return;
      const all = everybody.flatMap((name) => messagesIn(asked.wouldSay(asked.by(name))));
      const starred = new Set(all.filter(({ flags }) => Array.isArray(flags) && flags.includes("starred")).map(({ id }) => id));
      for (const message of messagesIn(said))
        if (starred.has(message.id)) message.flags = [...new Set([...(message.flags as string[]), "starred"])];
    },
  }),
  mutant({
    name: "unseen-deleted-by-administrator",
    breaks: "messages-id.delete/no-access",
    says: "A direct message between others can be deleted by an administrator who cannot see it.",
    on: "DELETE /messages/{id}",
    request: (asked) => {
      if (!asked.caller || isSuccess(asked.wouldSay())) return undefined;
      const isAdministrator = asked.caller === "dana" || asked.caller === "owen";
      const seen = isSuccess(asked.also(asked.caller, `GET /messages/${asked.pathId}`));
      const author = everybody.find((name) => isSuccess(asked.wouldSay(asked.by(name))));
      return isAdministrator && !seen && author ? asked.by(author) : undefined;
    },
  }),
];
