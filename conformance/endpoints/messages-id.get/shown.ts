import fc from "fast-check";
import type { Actor } from "../../client/actor.ts";
import { stageHistory } from "../../client/history.ts";
import { channelOperator, type Message, sendDirect, shownMessage } from "../../client/messages.ts";
import type { Session } from "../../client/session.ts";
import { atProportion } from "../../draw/combinators.ts";
import { type ContentShape, contentOf } from "../../draw/contents.ts";
import { type History, sends } from "../../draw/histories.ts";
import type { PersonName, Recipients } from "../../draw/people.ts";
import { type Body, type Expect, prepared, Untestable } from "../../expect.ts";

/** Requires a single message to be as a list shows it. Nobody can say here whether the client computes addresses of avatars. */
export function requireAsListed(expect: Expect, single: Message, listed: readonly Message[]): void {
  const same = prepared.first(
    listed.filter(({ id }) => id === single.id),
    `the message ${single.id} in a list`,
  );
  expect.typed(single.avatar_url, "string or null", "the avatar_url of a single message");
  expect.same({ ...single, avatar_url: null }, { ...same, avatar_url: null }, `the message ${single.id}`);
}

/** A message of a history, and how somebody asks for it. */
export interface Shown {
  readonly history: History;
  readonly who: PersonName;
  /** Which of the messages that somebody may fetch. */
  readonly at: number;
  readonly apply_markdown: boolean | undefined;
  readonly allow_empty_topic_name: boolean | undefined;
}

export const formOf = ({ apply_markdown, allow_empty_topic_name }: Pick<Shown, "apply_markdown" | "allow_empty_topic_name">): Body => ({
  ...(apply_markdown !== undefined && { apply_markdown }),
  ...(allow_empty_topic_name !== undefined && { allow_empty_topic_name }),
});

/** A parameter that is left out, true or false. */
export const aTruth = fc.constantFrom(undefined, true, false);

/** Plays a history. Returns one of its messages that somebody may fetch, and the narrow in which they find it. */
export async function pick(session: Session, { history, who, at }: Pick<Shown, "history" | "who" | "at">) {
  const staged = await stageHistory(session, history);
  const message = atProportion(at, staged.visibleTo(who));
  if (!message) throw new Untestable(`the history leaves ${who} no message`);
  const actor = session.actor(who);
  const narrow = "letter" in message.place ? [{ operator: channelOperator(actor), operand: staged.channel.id }] : [];
  return { actor, id: message.id, narrow };
}

/** A direct message, and somebody who asks for it. */
export interface Mail {
  readonly mail: Recipients;
  readonly who: PersonName;
  readonly content: ContentShape;
}

export const phrase = (text: string): ContentShape => ({ kind: "phrase", text });

/** Sends a direct message. Returns its id. @throws Unprepared: it is refused */
export const sendMail = (session: Session, { mail: { sender, to }, content }: Mail): Promise<number> =>
  sendDirect(
    session.actor(sender),
    to.map((name) => session.actor(name)),
    contentOf(content),
  );

/** Sends a message to the channel general that is then deleted. Returns its id. @throws Unprepared: it is refused */
export async function deletedMessage(session: Session): Promise<number> {
  const history: History = [...sends("alice", "a", "gone"), { act: "delete", back: 0 }];
  return prepared.first((await stageHistory(session, history)).deleted, "a deleted message").id;
}

/** Returns the status of an answer and what fields it has. */
export const shapeOf = ({ status, body }: { readonly status: number; readonly body: Body }) => [status, Object.keys(body).sort()];

/** Returns the topics of the last move of a message. */
export async function topicsOfMove(actor: Actor, id: number, form: Body): Promise<readonly unknown[]> {
  const { edit_history } = await shownMessage(actor, id, form);
  const move = actor.expect.first(actor.expect.objects(edit_history, "edit_history"), "the move");
  return [move.prev_topic, move.topic];
}
