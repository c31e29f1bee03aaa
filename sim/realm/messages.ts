import { limits } from "../core/limits.ts";
import { normaliseContent } from "../markdown/index.ts";
import { schemaOf } from "../protocol/schema.ts";
import {
  line,
  listOf,
  located,
  maybe,
  noted,
  oneOf,
  optional,
  type Read,
  record,
  shape,
  streamOf,
  text,
  whole,
  wrong,
} from "../reader/index.ts";
import { idShape } from "./ids.ts";
import { duration, writtenInstant } from "./instants.ts";
import { channelName, type Name, userName } from "./names.ts";

const contentText = text(limits.messageLength);

const contentShape = shape<string>({ ...schemaOf(contentText), description: "Markdown." }, (value, at) => {
  const content = normaliseContent(contentText(value, at), limits.messageLength);
  return content === "" ? wrong(at, value, "text that is not just white space") : content;
});

const topicShape = line(limits.topicLength);

const editShape = located(
  record({
    by: userName,
    at: writtenInstant,
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

const submessageShape = record({ id: idShape, by: userName, type: optional(text(), "widget"), content: text() });

const userNames = listOf(userName);
const someUsers = listOf(userName, "at least one user", 1);
const nobodyOrAll = oneOf("nobody", "everyone");

const unreadShape = shape<"nobody" | "everyone" | readonly Name[]>({ anyOf: [schemaOf(nobodyOrAll), schemaOf(userNames)] }, (value, at) =>
  Array.isArray(value) ? userNames(value, at) : nobodyOrAll(value, at),
);

const fromShape = shape<readonly Name[]>({ anyOf: [schemaOf(userName), schemaOf(someUsers)] }, (value, at) =>
  Array.isArray(value) ? someUsers(value, at) : [userName(value, at)],
);

const toShape = shape<Name | readonly Name[]>({ anyOf: [schemaOf(channelName), schemaOf(someUsers)] }, (value, at) => {
  if (Array.isArray(value)) return someUsers(value, at);
  return typeof value === "string" ? channelName(value, at) : wrong(at, value, "the name of a channel, or a list of users");
});

const messageKeys = record({
  id: idShape,
  from: noted("The sender; beside times, a list of users who take turns.", fromShape),
  to: noted("The name of a channel, or a list of users for a direct message. The sender is always in.", toShape),
  topic: noted("For channels only, and required there; may be empty.", maybe(topicShape)),
  content: contentShape,
  at: noted("When it was sent, not before the message above; default when that was sent.", maybe(writtenInstant)),
  client: optional(line(limits.clientNameLength, 1), "website"),
  unread_by: noted("Who has not read it; everyone does not include the sender.", optional(unreadShape, "nobody")),
  starred_by: optional(listOf(userName), []),
  edits: optional(listOf(editShape), []),
  reactions: optional(listOf(reactionShape), []),
  submessages: optional(listOf(submessageShape), []),
  times: noted("How often it is sent; {n} in the content is then 1, 2, 3 and so on.", maybe(whole(1, 10_000_000))),
  every: noted('The time between two of them, such as "30s"; default none.', maybe(duration)),
});

export type MessageInFile = Read<typeof messageKeys>;
export type EditInFile = Read<typeof editShape>;
export type ReactionInFile = Read<typeof reactionShape>;

const messageShape = shape<MessageInFile>(schemaOf(messageKeys), (value, place) => {
  const keys = messageKeys(value, place);
  const { from, to, topic, times } = keys;
  if (from.length > 1 && times === undefined)
    wrong(
      place.at("from"),
      from.map(({ name }) => name),
      'one user; a list goes with "times"',
    );
  if (Array.isArray(to) && topic !== undefined) wrong(place.at("topic"), topic, "none: this is a direct message");
  if (!Array.isArray(to) && topic === undefined) wrong(place.at("topic"), topic, "the topic of a message to a channel");
  return keys;
});

export const messagesShape = streamOf(messageShape);
