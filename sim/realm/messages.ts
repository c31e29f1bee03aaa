import { limits } from "../core/limits.ts";
import { normaliseContent } from "../markdown/index.ts";
import { type Spot, wrong } from "./fault.ts";
import { idShape } from "./ids.ts";
import { duration, instant } from "./instants.ts";
import { channelName, type Name, userName } from "./names.ts";
import { line, listOf, located, maybe, oneOf, optional, type Read, record, type Shape, text, whole } from "./shapes.ts";

const contentShape: Shape<string> = (value, at) => {
  const content = normaliseContent(text(limits.messageLength)(value, at), limits.messageLength);
  return content === "" ? wrong(at, value, "text that is not just white space") : content;
};
const topicShape = line(limits.topicLength);

const editShape = located(
  record({
    by: userName,
    at: instant,
    content: maybe(contentShape),
    topic: maybe(topicShape),
    channel: maybe(channelName),
  }),
);

const reactionShape = located(
  record({
    by: userName,
    emoji: text(undefined, 1),
    type: optional(oneOf("unicode_emoji", "realm_emoji", "zulip_extra_emoji"), "unicode_emoji"),
    code: maybe(text(undefined, 1)),
  }),
);

const submessageShape = record({ by: userName, type: optional(text(), "widget"), content: text() });

const unreadShape: Shape<"nobody" | "everyone" | readonly Name[]> = (value, at) =>
  Array.isArray(value) ? listOf(userName)(value, at) : oneOf("nobody", "everyone")(value, at);

const fromShape: Shape<readonly Name[]> = (value, at) => (Array.isArray(value) ? listOf(userName)(value, at) : [userName(value, at)]);

const toShape: Shape<Name | readonly Name[]> = (value, at) => {
  if (Array.isArray(value)) return value.length > 0 ? listOf(userName)(value, at) : wrong(at, value, "at least one user");
  return typeof value === "string" ? channelName(value, at) : wrong(at, value, "the name of a channel, or a list of users");
};

const messageKeys = record({
  id: idShape,
  from: fromShape,
  to: toShape,
  topic: maybe(topicShape),
  content: contentShape,
  at: maybe(instant),
  client: optional(line(limits.clientNameLength, 1), "website"),
  unread_by: optional(unreadShape, "nobody"),
  starred_by: optional(listOf(userName), []),
  edits: optional(listOf(editShape), []),
  reactions: optional(listOf(reactionShape), []),
  submessages: optional(listOf(submessageShape), []),
  times: maybe(whole(1, 10_000_000)),
  every: optional(duration, 0),
});

type Keys = Read<typeof messageKeys>;

export interface MessageInFile extends Keys {
  readonly spot: Spot;
}

export type EditInFile = Read<typeof editShape>;
export type ReactionInFile = Read<typeof reactionShape>;

export const messagesShape = listOf<MessageInFile>((value, spot) => {
  const keys = messageKeys(value, spot);
  const { from, to, topic, times } = keys;
  if (from.length === 0) wrong(spot.at("from"), [], "at least one user");
  if (from.length > 1 && times === undefined)
    wrong(
      spot.at("from"),
      from.map(({ name }) => name),
      'one user; a list goes with "times"',
    );
  if (Array.isArray(to) && topic !== undefined) wrong(spot.at("topic"), topic, "none: this is a direct message");
  if (!Array.isArray(to) && topic === undefined) wrong(spot.at("topic"), topic, "the topic of a message to a channel");
  return { ...keys, spot };
});
