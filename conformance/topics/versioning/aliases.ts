import type { Actor } from "../../client/actor.ts";
import { fetchSource, sendMessage, sendToChannel, withoutOthers } from "../../client/messages.ts";
import type { Session } from "../../client/session.ts";
import { contentOf } from "../../draw/contents.ts";
import { topicOf } from "../../draw/topics.ts";
import type { Body } from "../../expect.ts";
import type { TopicMessage } from "./plain.ts";

/** Returns a message without what differs between two messages of the same fields. */
async function plainMessage(actor: Actor, id: number): Promise<Body> {
  const { id: _, timestamp, ...rest } = await actor.expect.accepted(fetchSource(actor, id));
  return withoutOthers(rest);
}

/** Requires that messages sent with two spellings of the same fields are the same message but for id and time. */
export async function sameMessage(sender: Actor, one: Body, other: Body, what: string): Promise<void> {
  const { expect } = sender;
  const first = await expect.accepted(sendMessage(sender, one));
  const second = await expect.accepted(sendMessage(sender, other));
  expect.same(await plainMessage(sender, second), await plainMessage(sender, first), what);
}

/** Starts a topic of the channel `general`. Returns the fields of messages to it. */
export async function startTopic(
  session: Session,
  { who, topic: shape, content }: TopicMessage,
): Promise<Body & { readonly topic: string }> {
  const [to, topic] = [session.channels.general, topicOf(shape, { fresh: session.fresh(), limit: 60 })];
  await sendToChannel(session.actor(who), to, topic, "first");
  return { type: "stream", to, topic, content: contentOf(content) };
}
