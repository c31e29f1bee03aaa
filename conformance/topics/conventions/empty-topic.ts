import fc from "fast-check";
import type { Actor } from "../../client/actor.ts";
import { levels } from "../../client/levels.ts";
import { fetchMessage, sendToChannel } from "../../client/messages.ts";
import { register } from "../../client/registration.ts";
import type { Session } from "../../client/session.ts";
import { anActor, type PersonName } from "../../draw/people.ts";
import { aPhrase } from "../../draw/texts.ts";
import { prepared, Untestable } from "../../expect.ts";

/** Returns the topic of a message as it is fetched. @throws Differs: it cannot be fetched */
export async function topicOf(actor: Actor, id: number, allow_empty_topic_name?: boolean): Promise<string> {
  const { expect } = actor;
  const form = allow_empty_topic_name === undefined ? {} : { allow_empty_topic_name };
  return expect.text((await expect.accepted(fetchMessage(actor, id, form))).subject, "the subject of a message");
}

/** What a registration tells of the empty topic. */
interface EmptyTopic {
  /** The display name. */
  readonly name: string;
  /** Whether the channel `general` takes messages without a topic; undefined where the server tells it in words of its own. */
  readonly isTaken: boolean | undefined;
}

/** Whether a channel takes messages without a topic, by the word for its policy. */
const taking: Readonly<Record<string, boolean>> = { allow_empty_topic: true, empty_topic_only: true, disable_empty_topic: false };

async function emptyTopic(actor: Actor): Promise<EmptyTopic> {
  const { session } = actor;
  const state = await register(actor, ["realm", "stream"]);
  const { realm_topics_policy, realm_mandatory_topics } = state;
  const name = actor.expect.text(session.told(state, "realm_empty_topic_display_name"), "realm_empty_topic_display_name");
  if (realm_mandatory_topics === undefined) session.told(state, "realm_topics_policy");
  const { general } = actor.session.channels;
  const own = prepared.objects(session.told(state, "streams"), "streams in a registration").find(({ stream_id }) => stream_id === general);
  const policy = own?.topics_policy ?? "inherit";
  if (policy !== "inherit") return { name, isTaken: taking[String(policy)] };
  return { name, isTaken: realm_topics_policy === undefined ? realm_mandatory_topics !== true : taking[String(realm_topics_policy)] };
}

/** What is sent as a topic where it means none. */
type NoTopic = "empty" | "(no topic)" | "display name";

/** Whose message has no topic, who reads it, and how no topic is spelled. */
export interface WithoutTopic {
  readonly sender: PersonName;
  readonly reader: PersonName;
  readonly special: NoTopic;
  readonly phrase: string;
}

export const withoutTopic = {
  sender: anActor(),
  reader: anActor(),
  special: fc.constantFrom<NoTopic[]>("empty", "(no topic)", "display name"),
  phrase: aPhrase,
};

export const plainest: WithoutTopic = { sender: "alice", reader: "alice", special: "empty", phrase: "no topic" };

/** A message without a topic as it was sent. */
interface SentWithoutTopic {
  readonly id: number;
  readonly viewer: Actor;
  /** The display name, which stands for its topic. */
  readonly name: string;
}

/** Sends a message without a topic to the channel `general`. @throws Untestable: it takes none, or not in this spelling */
export async function sendWithoutTopic(session: Session, { sender, reader, special, phrase }: WithoutTopic): Promise<SentWithoutTopic> {
  const [actor, viewer] = [session.actor(sender), session.actor(reader)];
  if (special !== "empty" && session.level < levels.noTopicMeansEmpty)
    throw new Untestable(`the target is of level ${session.level}, before ${levels.noTopicMeansEmpty}`);
  const { name, isTaken } = await emptyTopic(actor);
  const refused = "the channel general does not take the empty topic";
  if (isTaken === false) throw new Untestable(refused);
  const topic = { empty: "", "(no topic)": "(no topic)", "display name": name }[special];
  const sending = sendToChannel(actor, session.channels.general, topic, session.fresh(phrase));
  const id = await session.expect.accepted(isTaken === undefined ? sending.catch(() => Promise.reject(new Untestable(refused))) : sending);
  return { id, viewer, name };
}

/** Whether a client declares support for the empty topic; undefined where it says nothing. */
export const declarations = [undefined, false, true] as const;

export type Declaration = (typeof declarations)[number];

export const sayDeclaration = (declared: Declaration): string => `the empty topic with allow_empty_topic_name=${String(declared)}`;
