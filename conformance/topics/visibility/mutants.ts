import type { Asked } from "../../mutants/kit/asked.ts";
import { type Fields, isSuccess, messagesIn } from "../../mutants/kit/bodies.ts";
import { type Mutant, mutant } from "../../mutants/kit/mutant.ts";
import { telling } from "./mutants.events.ts";

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

/** Faults by which somebody fetches what is not theirs. */
const fetching: readonly Mutant[] = [
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
    answer: listedFor(["bob", "alice"], ({ stream_id }, asked) => stream_id === asked.served.channels.team?.stream_id),
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
    name: "stars-of-others-shown",
    breaks: ["visibility/personal-state", "message-resource/flags"],
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
    name: "unread-of-others-counted",
    breaks: ["visibility/direct-message", "visibility/private-channel"],
    says: "A registration lists as unread what others have not read yet.",
    on: "POST /register",
    answer: (said, asked) => {
      const { unread_msgs } = said.body as { unread_msgs?: Fields };
      if (!asked.caller || !unread_msgs) return;
      const others = ["alice", "bob"].filter((name) => name !== asked.caller);
      const theirs = others.map((name) => asked.wouldSay(asked.by(name)).body.unread_msgs as Fields);
      const joined = (kind: string) => [unread_msgs, ...theirs].flatMap((each) => each[kind] as Fields[]);
      said.body.unread_msgs = { ...unread_msgs, pms: joined("pms"), streams: joined("streams") };
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

export const mutants: readonly Mutant[] = [...fetching, ...telling];
