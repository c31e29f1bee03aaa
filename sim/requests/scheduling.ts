import { has } from "../core/levels.ts";
import { withoutSpaceAround } from "../core/limits.ts";
import type { ScheduledPlace } from "../core/personal.ts";
import type { Realm } from "../core/realm.ts";
import { refuse } from "../core/refusal.ts";
import type { User } from "../core/users.ts";
import type { Destination } from "../effects/create-message.ts";
import { anInteger, type Check, listOf } from "../protocol/json.ts";
import { type Decoder, json } from "../protocol/params.ts";
import { type Content, contentOf } from "../resources/content.ts";
import { channelNamed, channelOfId, mayWriteTo, unknownChannel, usersNamed } from "../rules/messages/destination.ts";
import { contentToSend, mayMentionAll, mayMentionGroups, mayPost, mayUseTopic } from "../rules/messages/posting.ts";
import { boundedTopic, topicToSendTo } from "../rules/messages/topics.ts";

const placeTypes = ["direct", "private", "stream", "channel"] as const;
type PlaceType = (typeof placeTypes)[number];

/** Returns what kind of place a message goes to, in the words of the request. */
export const placeType: Decoder<PlaceType> = (given, name, realm) => {
  const type = placeTypes.find((one) => one === given && (one !== "channel" || has(realm, "channelType")));
  return type ?? refuse(`Invalid ${name}${has(realm, "typedParameters") ? ": Value error, Not in the list of possible values" : ""}`);
};

/** One id or several. Of a value that is neither, typed parameters report the first branch. */
const ids: Check<readonly number[]> = (value, at, typed) => {
  const several = Array.isArray(value) && value.every((id) => Number.isInteger(id));
  if (several) return value as number[];
  return Array.isArray(value) && !typed ? listOf(anInteger)(value, at) : [anInteger(value, typed ? `${at}["int"]` : at)];
};

/** The id of a channel, or ids of people. */
export const placeIds = json(ids);

/** The place at which a request wants a message. */
export interface AskedPlace {
  readonly type: PlaceType;
  readonly to: readonly number[];
  readonly topic: string | undefined;
}

/** A message that may be sent, and how the place is written down. */
export interface SendableMessage {
  readonly to: Destination;
  readonly place: ScheduledPlace;
  readonly content: Content;
}

function channelMessage(realm: Realm, sender: User, { to, topic: given }: AskedPlace, text: string): SendableMessage {
  if (to.length !== 1) refuse("Invalid data type for channel ID");
  const [id] = to as [number];
  const asked = topicToSendTo(realm, given && withoutSpaceAround(given));
  const source = contentToSend(realm, text);
  const topic = boundedTopic(realm, asked);
  const channel = channelNamed(realm, sender, channelOfId(id));
  if (!channel) throw unknownChannel(realm, channelOfId(id));
  mayPost(realm, sender, channel);
  mayUseTopic(realm, sender, channel, topic);
  const content = contentOf(realm, sender, source);
  mayMentionAll(realm, sender, channel, topic, content);
  mayMentionGroups(realm, sender, content);
  return { to: { channel, topic }, place: { type: "stream", to: channel.id, topic }, content };
}

function directMessage(realm: Realm, sender: User, { to }: AskedPlace, text: string): SendableMessage {
  if (to.length === 0) refuse("Message must have recipients");
  const recipients = usersNamed(realm, [...new Set(to)]);
  const source = contentToSend(realm, text);
  mayWriteTo(realm, sender, recipients);
  const content = contentOf(realm, sender, source);
  mayMentionGroups(realm, sender, content);
  const others = recipients.filter(({ id }) => id !== sender.id).map(({ id }) => id);
  const place: ScheduledPlace = { type: "private", to: others.length > 0 ? others : [sender.id] };
  return { to: { users: [sender.id, ...others] }, place, content };
}

/** A message that its sender may send now. @refuses what POST /messages does */
export function sendableMessage(realm: Realm, sender: User, asked: AskedPlace, text: string): SendableMessage {
  const toChannel = asked.type === "channel" || asked.type === "stream";
  return toChannel ? channelMessage(realm, sender, asked, text) : directMessage(realm, sender, asked, text);
}

/** A time for sending in UNIX seconds. @refuses BAD_REQUEST: now or in the past */
export const futureTime = (realm: Realm, due: number): number =>
  due * 1000 > realm.now ? due : refuse("Scheduled delivery time must be in the future.");
