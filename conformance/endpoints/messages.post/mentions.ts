import fc from "fast-check";
import type { Actor } from "../../client/actor.ts";
import { levels } from "../../client/levels.ts";
import { idsInTopic } from "../../client/messages.ts";
import { mayMentionMany } from "../../client/permissions.ts";
import { itemAt } from "../../client/present.ts";
import type { Session } from "../../client/session.ts";
import type { Reply } from "../../client/target.ts";
import { aPhrase } from "../../draw/texts.ts";
import { Untestable } from "../../expect.ts";
import { channelFields } from "./sending.ts";

/** Content with a word that mentions everybody, and text around it. */
export interface Mention {
  readonly whom: string;
  readonly before: string;
  readonly after: string;
}

const aSide = fc.oneof({ withCrossShrink: true }, fc.constant(""), aPhrase);

/** A mention of everybody by one of some words. */
export const aMention = (...words: readonly string[]): fc.Arbitrary<Mention> =>
  fc.record({ whom: fc.constantFrom(...words), before: aSide, after: aSide });

/** Returns the plainest mention by a word. */
export const plainMention = (whom: string): Mention => ({ whom, before: "", after: "hello" });

/** What may stand around a line with a mention so that a server counts it as none. */
const shells: readonly ((line: string) => string)[] = [
  (line) => line,
  (line) => `> ${line}`,
  (line) => `\`${line}\``,
  (line) => `\`\`\`quote\n${line}\n\`\`\``,
  (line) => `\`\`\`\n${line}\n\`\`\``,
  (line) => `\`\`\`spoiler\n${line}\n\`\`\``,
  (line) => `**${line}**`,
  (line) => `* ${line}`,
];

/** Content with a mention of everybody, loud or silent, in a quote, a block, a list, or plain. */
export const aHiddenMention: fc.Arbitrary<string> = fc
  .record({
    shell: fc.nat(shells.length - 1),
    mark: fc.constantFrom("@", "@_", ""),
    whom: fc.constantFrom("all", "everyone"),
    side: aPhrase,
  })
  .map(({ shell, mark, whom, side }) => itemAt(shells, shell)(`${mark}**${whom}** ${side}`));

const textOfMention = ({ whom, before, after }: Mention): string => `${before} @**${whom}** ${after}`.trim();

export const sendMention = (actor: Actor, to: number, topic: string, mention: Mention): Promise<Reply> =>
  actor.send("POST /messages", channelFields(to, topic, textOfMention(mention)));

/** Sends a mention that has to be accepted. Its message has to be the newest of its topic. */
export async function mentionThere(actor: Actor, to: number, topic: string, mention: Mention): Promise<void> {
  const { expect } = actor;
  const body = expect.succeeded(await sendMention(actor, to, topic, mention), `a message with @**${mention.whom}** by ${actor.name}`);
  const id = expect.integer(body.id, "the id in the answer");
  expect.same((await expect.accepted(idsInTopic(actor, to, topic))).at(-1), id, "the newest message of the topic");
}

/** @throws Untestable: the actor may mention many */
export async function requireRestricted(actor: Actor): Promise<void> {
  if (await mayMentionMany(actor)) throw new Untestable(`${actor.name} may mention many`);
}

/** Returns the code of a refusal that has one of its own from level 229. */
export const wildcardCode = ({ level }: Session, kind: "STREAM" | "TOPIC"): string =>
  level < levels.wildcardCodes ? "BAD_REQUEST" : `${kind}_WILDCARD_MENTION_NOT_ALLOWED`;

const many = 20;

/** Lets so many of the cast write to a topic of a channel. @throws Untestable: not so many may */
export async function gather(session: Session, channel: number, topic: string): Promise<void> {
  let participants = 0;
  for (const name of Object.keys(session.target.cast)) {
    const { body } = await session.actor(name).send("POST /messages", channelFields(channel, topic, "here"));
    if (body.result === "success" && ++participants === many) return;
  }
  throw new Untestable(`only ${participants} of the cast can write in the channel crowd`);
}
