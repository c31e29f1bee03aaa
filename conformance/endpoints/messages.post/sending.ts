import type { Actor, EventQueue } from "../../client/actor.ts";
import { eventsSoFar, fetchSource, type Message, messageOf, sendMessage } from "../../client/messages.ts";
import { type Body, type Expect, Untestable } from "../../expect.ts";

/** The fields of a message to a topic of a channel. */
export const channelFields = (to: number | string, topic: string, content = "hello") => ({
  type: "stream",
  to,
  topic,
  content,
});

/** Sends a message that has to be accepted. Returns it with its content as Markdown, as its sender fetches it. */
export async function sendAndFetch(actor: Actor, fields: Body): Promise<Message> {
  const id = await actor.expect.accepted(sendMessage(actor, fields));
  return actor.expect.accepted(fetchSource(actor, id));
}

/** Returns the ids of the messages of a content that a queue got until now. */
export async function arrivals(queue: EventQueue, content: string): Promise<unknown[]> {
  const messages = (await eventsSoFar(queue)).filter(({ type }) => type === "message").map(messageOf);
  return messages.filter((message) => message.content === content).map(({ id }) => id);
}

/** Returns the ids of the people of a direct message, in ascending order. */
export const peopleOf = (expect: Expect, { display_recipient }: Body): number[] =>
  expect
    .objects(display_recipient, "the display_recipient of a direct message")
    .map(({ id }) => expect.integer(id, "the id of one of its people"))
    .sort((a, b) => a - b);

/** Returns whether a message is read for whoever fetched it. */
export const isRead = (expect: Expect, { flags }: Body): boolean => expect.list(flags, "the flags of a message").includes("read");

/** Returns how many code points a text has. */
export const lengthOf = (text: string): number => Array.from(text).length;

/** Returns a text of so many code points that begins with another and goes on with a filler of one. @throws Untestable: the beginning is longer */
export function filledTo(length: number, start: string, filler: string): string {
  if (lengthOf(start) > length) throw new Untestable(`a text that nothing on the server has yet needs more than ${length} characters`);
  return start + filler.repeat(length - lengthOf(start));
}
