import type { Actor } from "../../client/actor.ts";
import { channelNameOf, channelsOperator, fetchAround, fetchMessages, idsOf, sendToChannel, topicNarrow } from "../../client/messages.ts";
import { subscribersOf } from "../../client/registration.ts";
import type { Session } from "../../client/session.ts";
import { property } from "../../declare/property.ts";
import { anActor, type PersonName } from "../../draw/people.ts";
import { aTopic, type TopicShape, topicOf } from "../../draw/topics.ts";
import { Untestable } from "../../expect.ts";

/** Returns the ids of the messages that a narrow finds. @throws Differs: the request is refused */
const fetchMatchingIds = async (actor: Actor, narrow: readonly unknown[]): Promise<number[]> =>
  idsOf(await actor.expect.accepted(fetchMessages(actor, narrow)));

const topics = aTopic("plain", "text", "cased", "resolved");

const topicFor = (session: Session, topic: TopicShape): string => topicOf(topic, { fresh: session.fresh("narrow"), limit: 60 });

interface Elsewhere {
  readonly by: PersonName;
  readonly who: PersonName;
  readonly topic: TopicShape;
}

/** Without a channel term only what the requester received is found; with one, or in all public channels, the rest too. */
export const personal = property<Elsewhere>({
  clause: ["messages.get/narrow-personal", "messages.get/narrow-public", "narrow/channels", "narrow/channel"],
  given: { by: anActor("bob", "cara"), who: anActor("alice", "dana", "owen"), topic: topics },
  examples: [{ by: "bob", who: "alice", topic: { kind: "plain" } }],
  async holds(session, { by, who: name, topic: shape }) {
    const { channels, expect } = session;
    const [author, reader] = [session.actor(by), session.actor(name)];
    const topic = topicFor(session, shape);
    const id = await sendToChannel(author, channels.quiet, topic, "for those who are there");
    const channel = await channelNameOf(author, id);
    const narrow = [{ operator: "topic", operand: topic }];
    expect.same(await fetchMatchingIds(author, narrow), [id], "the topic for its author");
    if ((await subscribersOf(author, channels.quiet)).includes(reader.user_id))
      throw new Untestable(`${name} is subscribed to the quiet channel`);
    expect.same(await fetchMatchingIds(reader, narrow), [], "the topic, without a channel, for one who did not receive it");
    expect.same(await expect.accepted(fetchAround(reader, id)), [], "the message at its id, without a channel");
    const inPublic = [...narrow, { operator: channelsOperator(reader), operand: "public" }];
    expect.same(await fetchMatchingIds(reader, inPublic), [id], "the topic in all public channels");
    expect.same(await fetchMatchingIds(reader, topicNarrow(channel, topic)), [id], "the topic in its channel");
  },
});

/** Public channels are those that all may read: a private one is not among them. */
export const publicOnly = property<Elsewhere>({
  clause: ["messages.get/narrow-public", "narrow/channels", "visibility/private-channel"],
  given: { by: anActor("alice", "bob"), who: anActor("alice", "bob"), topic: topics },
  examples: [{ by: "alice", who: "alice", topic: { kind: "plain" } }],
  async holds(session, { by, who: name, topic: shape }) {
    const { channels, expect } = session;
    const [author, reader] = [session.actor(by), session.actor(name)];
    const topic = topicFor(session, shape);
    const open = await sendToChannel(author, channels.general, topic, "for all");
    const closed = await sendToChannel(author, channels.team, topic, "for some");
    const narrow = { operator: "topic", operand: topic };
    const isPublic = { operator: channelsOperator(reader), operand: "public" };
    expect.same(await fetchMatchingIds(reader, [narrow]), [open, closed], "the topic for one who received both");
    expect.same(await fetchMatchingIds(reader, [narrow, isPublic]), [open], "the topic in public channels");
    expect.same(await fetchMatchingIds(reader, [narrow, { ...isPublic, negated: true }]), [closed], "the topic in other channels");
  },
});
