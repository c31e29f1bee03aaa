import { type Channel, topicKey } from "../../core/channels.ts";
import { instantText } from "../../core/clock.ts";
import type { MessageId } from "../../core/ids.ts";
import type { Message } from "../../core/messages.ts";
import type { Conversation } from "../../core/places.ts";
import type { Realm } from "../../core/realm.ts";
import { wrong } from "../../reader/index.ts";
import { bodyPlace, ControlError } from "./errors.ts";
import type { ControlRequest, ControlRoute, Steered } from "./route.ts";

/** As many as a person looks at. */
const mostTopics = 50;
const mostConversations = 50;
const mostMessages = 100;

interface Part {
  readonly place: string;
  readonly name: string;
  readonly newest: MessageId;
}

const latestFirst = (parts: readonly Part[], most: number): Part[] => [...parts].sort((a, b) => b.newest - a.newest).slice(0, most);

function topicsOf(realm: Realm, { id }: Channel): Part[] {
  return realm.threads.range(topicKey(id, ""), `${id};`).flatMap((thread): Part[] => {
    const newest = realm.byTopic.newest(thread);
    return newest === undefined ? [] : [{ place: `topic-${thread}`, name: realm.messages.require(newest).topic, newest }];
  });
}

function channelShown(realm: Realm, channel: Channel) {
  const topics = topicsOf(realm, channel);
  return {
    place: `channel-${channel.recipient_id}`,
    stream_id: channel.id,
    name: channel.name,
    privacy: channel.is_archived ? "archived" : channel.is_web_public ? "web-public" : channel.invite_only ? "private" : "public",
    subscribers: realm.subscribers.get(channel.id)?.active.size ?? 0,
    topics: latestFirst(topics, mostTopics),
    topic_count: topics.length,
  };
}

function conversationShown(realm: Realm, { recipient_id, users }: Conversation): Part[] {
  const newest = realm.byRecipient.newest(recipient_id);
  const name = users.map((id) => realm.users.require(id).key).join(", ");
  return newest === undefined ? [] : [{ place: `direct-${recipient_id}`, name, newest }];
}

/** Returns where messages are: channels with their topics, and conversations, those written to last first. */
const placesShown = (realm: Realm) => ({
  channels: [...realm.channels.values()].map((channel) => channelShown(realm, channel)),
  conversations: latestFirst(
    [...realm.conversations.values()].flatMap((conversation) => conversationShown(realm, conversation)),
    mostConversations,
  ),
});

const messageShown = (realm: Realm, message: Message) => ({
  id: message.id,
  sender: realm.users.require(message.sender).key,
  topic: message.topic,
  sent: instantText(message.sent),
  edited: message.edits.length > 0,
  content: message.content,
  html: message.rendered,
  reactions: message.reactions.map(({ emoji_name, user_id }) => ({ emoji_name, by: realm.users.require(user_id).key })),
});

export type ShownPart = Part;
export type ShownPlaces = ReturnType<typeof placesShown>;
export type ShownMessage = ReturnType<typeof messageShown>;

function messages({ simulator }: Steered, { id }: ControlRequest): object {
  const realm = simulator.state;
  const [, kind, number] = /^(channel|direct|topic)-(\d{1,9})$/.exec(id) ?? [];
  if (kind === undefined) throw new ControlError(404, `there is no place ${JSON.stringify(id)}; GET /_control/places lists them`);
  const found: Message[] = [];
  for (const one of (kind === "topic" ? realm.byTopic : realm.byRecipient).descending(Number(number))) {
    if (found.push(realm.messages.require(one)) === mostMessages) break;
  }
  return { messages: found.reverse().map((message) => messageShown(realm, message)) };
}

/** A message as the API answers its sender, or the account that `as` names. A copy of the simulator is asked: nothing is written down. */
function wireMessage({ simulator }: Steered, { id, query }: ControlRequest): object {
  const realm = simulator.state;
  const message = /^\d{1,9}$/.test(id) ? realm.messages.get(Number(id) as MessageId) : undefined;
  if (!message) throw new ControlError(404, `there is no message ${JSON.stringify(id)}`);
  const viewer = query.get("as") ?? realm.users.require(message.sender).key;
  const names = Object.keys(simulator.cast);
  if (!names.includes(viewer)) wrong(bodyPlace.at("as"), viewer, `one of ${names.join(", ")}`);
  const { status, body } = simulator.fork().as(viewer).send(`GET /messages/${message.id}`, { allow_empty_topic_name: true });
  return { as: viewer, status, body };
}

export const placeRoutes: readonly ControlRoute[] = [
  { route: "GET /places", run: ({ simulator }) => placesShown(simulator.state) },
  { route: "GET /places/{id}", run: messages },
  { route: "GET /messages/{id}", query: ["as"], run: wireMessage },
];
