import { type StagedHistory, type StagedMessage, stageHistory } from "../../client/history.ts";
import { levels } from "../../client/levels.ts";
import { fetchAround, fetchSince, type Message, shownMessage } from "../../client/messages.ts";
import { itemAt } from "../../client/present.ts";
import { ownRealm } from "../../client/serial.ts";
import { property } from "../../declare/property.ts";
import { aHistory, type History } from "../../draw/histories.ts";
import { activePeople, anActor, type PersonName } from "../../draw/people.ts";
import { type Expect, Untestable } from "../../expect.ts";
import { anEditor, type ChangeKind, changed, changeKinds, changesOf, historyOf } from "./shown.ts";

/** Returns the edits of a message, the newest first, as far as the history that was played knows them. */
const editsMade = ({ session, topics }: StagedHistory, { edits }: StagedMessage) =>
  edits
    .map(({ by, prev_content, prev_letter }) => ({
      user_id: session.actor(by).user_id,
      prev_content,
      prev_topic: prev_letter && topics[prev_letter],
    }))
    .reverse();

/** Returns the edits that a message shows, without what a played history does not know; none where it shows no history. */
const editsShown = (expect: Expect, { edit_history }: Message) =>
  edit_history === undefined
    ? []
    : expect.objects(edit_history, "edit_history").map(({ user_id, prev_content, prev_topic }) => ({ user_id, prev_content, prev_topic }));

interface Read {
  readonly history: History;
  readonly who: PersonName;
}

const edited: History = [
  { act: "send", by: "alice", to: { topic: "a" }, content: "soup" },
  { act: "edit", back: 0, content: "bread" },
  { act: "move", by: "bob", back: 0, topic: "b" },
  { act: "edit", back: 0, content: "soup" },
];

/** Every message shows the edits that were made of it, the newest first, and none that was not made; to whoever reads it. */
export const made = property<Read>({
  clause: [
    "message-resource/edit-history-order",
    "message-resource/edit-history-absent",
    "message-resource/edit-entry",
    "message-resource/edit-entry-content",
    "message-resource/edit-entry-topic",
    "message-resource/last-edit-absent",
  ],
  given: {
    history: aHistory({ messages: [1, 4], people: ["alice", "bob", "cara", "dana"], acts: ["edit", "move", "edit", "reaction"] }),
    who: anActor(...activePeople),
  },
  examples: [
    { history: edited, who: "alice" },
    { history: edited, who: "bob" },
  ],
  async holds(session, { history, who }) {
    const { expect } = session;
    const staged = await stageHistory(session, history);
    const own = staged.receivedBy(who);
    if (own.length === 0) throw new Untestable(`nothing was sent to ${who}`);
    const listed = await expect.accepted(fetchSince(session.actor(who), itemAt(own, 0).id, []));
    const byId = new Map(listed.map((message) => [message.id, message]));
    for (const message of own) {
      const found = expect.present(byId.get(message.id), `the message ${message.id} in a list`);
      expect.same(editsShown(expect, found), editsMade(staged, message), `the edits of the message ${message.id}`);
      expect.same("edit_history" in found, message.edits.length > 0, `whether the message ${message.id} has an edit_history`);
      const isEdited = message.edits.some(({ prev_content }) => prev_content !== undefined || session.level < levels.lastMoved);
      expect.same("last_edit_timestamp" in found, isEdited, `whether the message ${message.id} has a last_edit_timestamp`);
    }
  },
});

interface Disallowed {
  readonly who: PersonName;
  readonly reader: PersonName;
  readonly kinds: readonly ChangeKind[];
}

/** Lists show the same history as single fetches; neither does where the organization does not let people see it. */
export const disallowed = property<Disallowed>({
  clause: ["message-resource/edit-history-disallowed", "messages-id.get/message"],
  given: { who: anEditor, reader: anActor(), kinds: changeKinds(1, "content", "topic", "both") },
  examples: [
    { who: "alice", reader: "alice", kinds: ["content"] },
    { who: "alice", reader: "dana", kinds: ["content"] },
  ],
  async holds(session, { who, reader, kinds }) {
    const { expect } = session;
    const actor = session.actor(reader);
    const { id } = (await changed(session, who, changesOf(session, kinds))).message;
    const listed = async () => expect.first(await expect.accepted(fetchAround(actor, id)), "the message in a list");
    const message = await shownMessage(actor, id);
    historyOf(expect, message);
    const [{ avatar_url: _, ...single }, { avatar_url: __, ...inList }] = [message, await listed()];
    expect.same(inList, single, "the listed message");
    await ownRealm(session).act({ action: "set_realm", property: "message_edit_history_visibility_policy", value: "none" });
    for (const hidden of [await shownMessage(actor, id), await listed()])
      expect.holds(!("edit_history" in hidden), "edit_history is shown though the organization does not let people see it");
  },
});
