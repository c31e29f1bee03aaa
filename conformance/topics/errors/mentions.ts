import type { Actor } from "../../client/actor.ts";
import { fetchMessages, idsOf, sendToChannel, topicNarrow } from "../../client/messages.ts";
import { mayMentionMany } from "../../client/permissions.ts";
import { Untestable } from "../../expect.ts";

/** A mention of everyone in the channel `crowd`, or in a topic of it. */
interface WildcardMention {
  readonly wildcard: string;
  /** The content, with `*` where the mention stands. */
  readonly place: string;
  readonly topic: string;
}

/** Requires that a mention is refused with a code and not sent, where the same words without it are. @throws Untestable: it is allowed */
export async function requireMentionRefused(actor: Actor, { wildcard, place, topic }: WildcardMention, code: string): Promise<void> {
  const { expect, session } = actor;
  if (await mayMentionMany(actor)) throw new Untestable(`${actor.name} may mention everyone in the channel crowd`);
  const [to, mark] = [session.channels.crowd, session.fresh("mark")];
  const content = `${place.replaceAll("*", `@**${wildcard}**`)} ${mark}`;
  const reply = await actor.send("POST /messages", { type: "stream", to, topic, content });
  expect.refused(reply, code, {}, `a mention of @**${wildcard}**`);
  const plain = await expect.accepted(sendToChannel(actor, to, topic, `all of you ${mark}`));
  const newest = await expect.accepted(fetchMessages(actor, topicNarrow(to, topic), { num_before: 5 }));
  const marked = newest.filter((message) => String(message.content).includes(mark));
  expect.same(idsOf(marked), [plain], "the messages of a topic to which one was sent without a mention");
}

/** Returns a topic in which so many have written that mentioning them needs a permission. @throws Untestable: there are few */
export async function busyTopic(actor: Actor): Promise<string> {
  const messages = await fetchMessages(actor, topicNarrow(actor.session.channels.crowd, "busy"), { num_before: 50 });
  const participants = new Set(messages.map(({ sender_id }) => sender_id)).size;
  if (participants < 20) throw new Untestable(`only ${participants} have written to the topic busy of the channel crowd`);
  return "busy";
}
