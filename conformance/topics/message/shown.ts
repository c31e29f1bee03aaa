import fc from "fast-check";
import { type Message, sendToChannel, shownMessage } from "../../client/messages.ts";
import type { Session } from "../../client/session.ts";
import { editMessage, letTimePass } from "../../client/staging.ts";
import { anActor } from "../../draw/people.ts";
import type { Body, Expect } from "../../expect.ts";

/** What a change of a message is about. */
export type ChangeKind = "content" | "topic" | "both" | "channel";

type Change = Parameters<typeof editMessage>[2];

/** Who may write, edit their own and move it. */
export const anEditor = anActor("alice", "bob", "cara", "dana", "owen");

export const changeKinds = (minLength: number, ...kinds: readonly ChangeKind[]): fc.Arbitrary<ChangeKind[]> =>
  fc.array(fc.constantFrom(...kinds), { minLength, maxLength: 4 });

/** Returns changes of some kinds: a channel is in turn town-square and general. */
export function changesOf(session: Session, kinds: readonly ChangeKind[]): readonly Change[] {
  let isThere = false;
  return kinds.map((kind, i) => {
    if (kind === "channel") {
      isThere = !isThere;
      return { stream_id: isThere ? session.channels["town-square"] : session.channels.general };
    }
    return { ...(kind !== "topic" && { content: `version ${i}` }), ...(kind !== "content" && { topic: session.fresh("moved") }) };
  });
}

/** Starts a topic of `general` with one message and changes that, with time between the changes. */
export async function changed(session: Session, who: string, changes: readonly Change[]): Promise<{ topic: string; message: Message }> {
  const actor = session.actor(who);
  const topic = session.fresh("thread");
  const id = await sendToChannel(actor, session.channels.general, topic, "first");
  for (const change of changes) {
    await letTimePass(session);
    await editMessage(actor, id, change);
  }
  return { topic, message: await shownMessage(actor, id) };
}

/** Returns the edit history of a message that was changed, the newest edit first. */
export function historyOf(expect: Expect, { edit_history }: Message): readonly [Body, ...Body[]] {
  const [newest, ...older] = expect.objects(edit_history, "the edit_history of a message that was changed");
  return [expect.present(newest, "the newest edit"), ...older];
}

const pairs = {
  content: ["prev_content", "prev_rendered_content"],
  topic: ["prev_topic", "topic"],
  channel: ["prev_stream", "stream"],
} as const;

export type Attribute = keyof typeof pairs;

/** Requires an entry that has who and when, and the fields of what changed, no others. */
export function requireEntry(session: Session, entry: Body, who: string, ...what: Attribute[]): void {
  const { expect } = session;
  expect.same(entry.user_id, session.actor(who).user_id, "the user_id of an edit");
  expect.typed(entry.timestamp, "integer", "the timestamp of an edit");
  for (const attribute of ["content", "topic", "channel"] as const)
    for (const name of pairs[attribute])
      expect.same(name in entry, what.includes(attribute), `whether an edit of the ${what.join(" and ")} has ${name}`);
}

/** Returns the flags of a message. */
export const flagsOf = (expect: Expect, { flags }: Message): readonly string[] =>
  expect.list(flags, "flags").map((flag) => expect.text(flag, "a flag"));
