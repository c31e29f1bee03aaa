import fc from "fast-check";
import { createGroup } from "../../client/groups.ts";
import { deleteMessage, sendToChannel, sendToSelf } from "../../client/messages.ts";
import { itemAt } from "../../client/present.ts";
import type { Session } from "../../client/session.ts";
import { property } from "../../declare/property.ts";
import { anActor, members } from "../../draw/people.ts";
import { isEqual, Untestable } from "../../expect.ts";
import { attemptNames, kindOf, sendAttempt } from "./attempts.ts";
import { aStranger, strangeId, unknown } from "./strangers.ts";
import { listenToAll, visibleState, waitingEvents } from "./visible-state.ts";

/** A refused request changes nothing that the caller or an administrator sees, and tells nobody; one that is accepted does. */
export const refusals = property({
  clause: "conventions/refusals-leave-no-trace",
  given: { what: fc.constantFrom(...attemptNames), who: anActor(...members), stranger: aStranger },
  examples: attemptNames.map((what) => ({ what, who: "alice", stranger: unknown })),
  async holds(session, { what, who, stranger }) {
    const { expect, level, as } = session;
    const kind = kindOf(what);
    if (level < kind.since) throw new Untestable(`the target is of level ${level}, before ${kind.since}`);
    const people = [session.actor(who), as.dana];
    const { refused, accepted } = await kind.prepare(session, session.actor(who), strangeId(stranger));
    const queue = await listenToAll(as.dana);
    const before = await visibleState(session, people);
    expect.declined(await sendAttempt(refused), what);
    expect.same(await visibleState(session, people), before, `what can be seen after ${what} was refused`);
    expect.same(await waitingEvents(session, queue), [], `the events of ${what}, which was refused,`);
    expect.succeeded(await sendAttempt(accepted), `what stands for ${what}`);
    const [after] = await visibleState(session, people.slice(0, 1));
    if (isEqual(after, before[0])) session.needsObserved("all that a registration tells of changes");
    expect.holds(!isEqual(after, before[0]), `what stands for ${what} is accepted and changes nothing`);
  },
});

const acts = ["send", "note", "delete", "refused", "group"] as const;

/** What a run has made: ids in the order in which they were given. */
interface GivenIds {
  readonly messages: number[];
  readonly groups: number[];
}

/** Does one act. @throws Unprepared: it is refused */
async function act(session: Session, name: string, does: string, { messages, groups }: GivenIds): Promise<void> {
  const [actor, { dana }, { general }] = [session.actor(name), session.as, session.channels];
  if (does === "send") messages.push(await sendToChannel(actor, general, session.fresh()));
  else if (does === "note") messages.push(await sendToSelf(actor));
  else if (does === "group") groups.push((await createGroup(actor)).id);
  else if (does === "refused") await actor.send("POST /messages", { type: "stream", to: session.fresh(), topic: "t", content: "lost" });
  else if (does === "delete") {
    const id = await sendToChannel(actor, general, session.fresh());
    messages.push(id);
    await deleteMessage(dana, id);
  }
}

/** Ids of messages only grow, whoever sends, and no id is given twice, also where something was deleted or refused in between. */
export const ids = property({
  clause: ["message-resource/id", "message-resource/ids-ascend", "user-group/group-id"],
  given: { steps: fc.array(fc.record({ who: anActor(...members), does: fc.constantFrom(...acts) }), { minLength: 2, maxLength: 8 }) },
  examples: [{ steps: [...acts, ...acts].map((does, i) => ({ who: itemAt(members, i % 2), does })) }],
  async holds(session, { steps }) {
    const { expect } = session;
    const given: GivenIds = { messages: [], groups: [] };
    for (const { who, does } of [...steps, { who: "alice", does: "note" }, { who: "alice", does: "send" }])
      await act(session, who, does, given);
    expect.each(given.messages.slice(1), "second message", (id, i) =>
      expect.holds(id > itemAt(given.messages, i), `the id ${id} of a message was given after ${given.messages[i]}`),
    );
    for (const [what, those] of Object.entries(given)) expect.same(new Set(those).size, those.length, `the number of ids of ${what}`);
  },
});
