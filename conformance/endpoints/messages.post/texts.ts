import fc from "fast-check";
import type { Actor } from "../../client/actor.ts";
import { fetchSource } from "../../client/messages.ts";
import { codePoints, letterKinds, repeatedTo, textOf } from "../../draw/texts.ts";
import { type Body, Untestable } from "../../expect.ts";
import { channelFields } from "./sending.ts";

/** What fills a long content: characters of one or two units of UTF-16, no markup and no emoji. */
export const aFiller = textOf({ max: 8, kinds: letterKinds });

/** By how many characters a text is longer than its bound. */
export const anExcess = fc.oneof({ withCrossShrink: true }, fc.constant(1), fc.integer({ min: 2, max: 300 }));

/** Returns a text of so many characters that begins with a name that nothing on the server has. @throws Untestable: the name is longer */
export function filledTo(length: number, fresh: string, filler: string): string {
  const missing = length - codePoints(fresh);
  if (missing < 0) throw new Untestable(`a text that nothing on the server has yet needs more than ${length} characters`);
  return fresh + repeatedTo(missing, filler);
}

/** A text beyond its bound. */
interface LongText {
  readonly text: string;
  readonly bound: number;
  /** The name of its field in a message. */
  readonly field: "content" | "subject";
  readonly ruling: "longContent" | "longTopic";
}

/** Sends a message with a text beyond its bound: it is refused, or no more than the bound is kept. */
export async function sendBeyond(sender: Actor, fields: Body, { text, bound, field, ruling }: LongText): Promise<void> {
  const { session, expect } = sender;
  const what = `a message with ${field} of ${codePoints(text)} characters`;
  const reply = await sender.send("POST /messages", fields);
  if (reply.body.result === "error") {
    expect.declined(reply, what, field === "content" ? "content" : "topic");
    session.chooses(ruling, "refuse");
    return;
  }
  const id = expect.integer(expect.succeeded(reply, what).id, "the id in the answer");
  const kept = expect.text((await expect.accepted(fetchSource(sender, id)))[field], `the ${field} kept`);
  expect.holds(codePoints(kept) <= bound, `of ${what} ${codePoints(kept)} are kept, where the bound is ${bound}`);
  session.chooses(ruling, "truncate");
}

/** Sends a message to a topic. Returns the topic that is kept; "refused" where the message is. */
export async function topicKept(actor: Actor, channel: number, topic: string): Promise<unknown> {
  const { expect } = actor;
  const reply = await actor.send("POST /messages", channelFields(channel, topic));
  if (reply.body.result === "error") {
    expect.declined(reply, `the topic "${topic}"`, "topic");
    return "refused";
  }
  const id = expect.integer(expect.succeeded(reply, `the topic "${topic}"`).id, "the id in the answer");
  return (await expect.accepted(fetchSource(actor, id, { allow_empty_topic_name: true }))).subject;
}
