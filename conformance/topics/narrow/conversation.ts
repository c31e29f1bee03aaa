import type { Actor } from "../../client/actor.ts";
import { channelNameOf, sendToChannel, type Term, type Thread, topicNarrow } from "../../client/messages.ts";
import type { Session } from "../../client/session.ts";

/** A topic in which two people wrote, some of it with links. */
export interface Conversation extends Thread {
  /** Bob, or alice where there is no other. */
  readonly second: Actor;
  /** What the second wrote. */
  readonly theirs: readonly number[];
  readonly links: readonly number[];
}

/** Starts a topic in which two people write where there are two, some of it with links. */
export async function startConversation(session: Session): Promise<Conversation> {
  const { alice } = session.as;
  const second = "bob" in session.target.cast ? session.as.bob : alice;
  const channel = session.channels.general;
  const topic = session.fresh("narrow");
  const rows = [
    [alice, "plain"],
    [second, "see https://example.com/b"],
    [alice, "see https://example.com/a"],
    [second, "plain too"],
    [alice, "the end"],
  ] as const;
  const sent: { id: number; by: Actor; isLink: boolean }[] = [];
  for (const [by, content] of rows)
    sent.push({ id: await sendToChannel(by, channel, topic, content), by, isLink: content.startsWith("see") });
  const ids = sent.map(({ id }) => id);
  const name = await channelNameOf(alice, ids[0]!);
  const theirs = sent.filter(({ by }) => by.name === second.name).map(({ id }) => id);
  const links = sent.filter(({ isLink }) => isLink).map(({ id }) => id);
  return { channel, name, topic, narrow: topicNarrow(name, topic), ids, second, theirs, links };
}

type Kind = "sender" | "has" | "topic" | "channel" | "channels" | "id";

/** Returns a term of each kind that is of use in a topic, and what it keeps of it. */
export const termsFor = ({
  second,
  theirs,
  links,
  ids,
  topic,
  name,
}: Conversation): Readonly<Record<Kind, readonly [Term, readonly number[]]>> => ({
  sender: [{ operator: "sender", operand: second.email }, theirs],
  has: [{ operator: "has", operand: "link" }, links],
  topic: [{ operator: "topic", operand: topic }, ids],
  channel: [{ operator: "channel", operand: name }, ids],
  channels: [{ operator: "channels", operand: "public" }, ids],
  id: [{ operator: "id", operand: String(ids[1]) }, [ids[1]!]],
});
