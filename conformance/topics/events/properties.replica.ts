import fc from "fast-check";
import { type StagedHistory, stagedIds, stageHistory } from "../../client/history.ts";
import { eventsSoFar, fetchSince, idsOf, type Message } from "../../client/messages.ts";
import { itemAt, present } from "../../client/present.ts";
import { capabilities } from "../../client/registration.ts";
import { property } from "../../declare/property.ts";
import { type ActKind, aHistory, type History } from "../../draw/histories.ts";
import { activePeople, anActor, type PersonName } from "../../draw/people.ts";
import { aspects, Replica, rowOf } from "./replica.ts";

const event_types = ["message", "update_message", "delete_message", "reaction", "update_message_flags"];

/** What happens in the histories: nobody comes or goes, as the text does not say what newcomers are told of what was there before. */
const acts: readonly ActKind[] = ["edit", "reaction", "flag", "policy", "move", "delete", "mute"];

/** Returns the messages of the history that are in a reader's own, as a fetch shows them. */
async function fetched({ messages }: StagedHistory, { actor }: Replica): Promise<readonly Message[]> {
  const ids = new Set(stagedIds(messages));
  const all = await actor.expect.accepted(fetchSince(actor, itemAt(messages, 0).id, []));
  return all.filter(({ id }) => ids.has(id));
}

/** Requires a replica that is what a fetch shows. What no event told of is taken over. */
async function compare(staged: StagedHistory, replica: Replica): Promise<void> {
  const { expect, name } = replica.actor;
  const ids = new Set(stagedIds(staged.messages));
  const own = await fetched(staged, replica);
  const remaining = [...replica.rows.keys()].filter((id) => ids.has(id));
  expect.same(remaining, idsOf(own), `the messages that the events for ${name} leave`);
  for (const message of own) {
    const [row, fetchedRow] = [present(replica.rows.get(message.id), `row ${message.id}`), rowOf(message)];
    for (const aspect of aspects)
      if (replica.isInEvents(message.id, aspect)) {
        const what = `${aspect} of the message ${message.id} by the events for ${name}, beside a fetch,`;
        expect[aspect === "content" ? "sameHtml" : "same"](row[aspect], fetchedRow[aspect], what);
      }
  }
  replica.settle(own);
}

interface Told {
  readonly history: History;
  readonly who: PersonName;
  readonly isOftenPolled: boolean;
}

/** One message with all that can become of it. */
const oneOfAll: History = [
  { act: "send", by: "alice", to: { topic: "a" }, content: "**soup**" },
  { act: "react", by: "bob", back: 0, emoji: "tada" },
  { act: "react", by: "alice", back: 0, emoji: "smile" },
  { act: "edit", back: 0, content: "*bread*" },
  { act: "move", by: "alice", back: 0, topic: "b" },
  { act: "flag", by: "bob", back: 0, flag: "starred" },
  { act: "unreact", by: "bob", back: 0, emoji: "tada" },
  { act: "send", by: "bob", to: { people: ["alice"] }, content: "rain" },
  { act: "unflag", by: "bob", back: 0.9, flag: "starred" },
  { act: "delete", back: 0.9 },
];

/** The events of a queue, folded one after the other, give at every point what a fetch shows then. */
export const folded = property<Told>({
  clause: ["events/message-told", "events/changes-told", "messages-id.delete/told"],
  given: {
    history: aHistory({ messages: [1, 4], people: ["alice", "bob", "cara", "gus"], acts }),
    who: anActor(...activePeople),
    isOftenPolled: fc.boolean(),
  },
  examples: [
    { history: oneOfAll, who: "bob", isOftenPolled: true },
    { history: oneOfAll, who: "alice", isOftenPolled: true },
    { history: oneOfAll, who: "bob", isOftenPolled: false },
  ],
  async holds(session, { history, who, isOftenPolled }) {
    const actor = session.actor(who);
    const queue = await actor.queue({ event_types, apply_markdown: true, client_capabilities: capabilities });
    const replica = new Replica(actor);
    const look = async (staged: StagedHistory) => {
      if (staged.messages.length === 0) return;
      for (const event of await eventsSoFar(queue)) replica.fold(event);
      await compare(staged, replica);
    };
    const staged = await stageHistory(session, history, isOftenPolled ? look : undefined);
    await look(staged);
  },
});
