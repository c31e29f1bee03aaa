import fc from "fast-check";
import { isEqual, itemsOf } from "../../client/json.ts";
import { type Message, messagesIn, shownMessage, withoutOthers } from "../../client/messages.ts";
import { property } from "../../declare/property.ts";
import { anActor } from "../../draw/people.ts";
import { at, type Body } from "../../expect.ts";

/** Facts that few messages have, and that only routes beyond the text give to one. */
const rare: readonly ((message: Message) => boolean)[] = [
  ({ reactions }) => itemsOf(reactions).length > 1,
  ({ edit_history }) => itemsOf(edit_history).some((entry) => at(entry, "prev_topic") !== undefined),
  ({ edit_history }) => itemsOf(edit_history).length > 1,
  ({ submessages }) => itemsOf(submessages).length > 0,
  ({ topic_links }) => itemsOf(topic_links).length > 0,
  ({ flags }) => itemsOf(flags).includes("starred"),
  () => true,
];

const sorted = (values: readonly unknown[]): unknown[] => values.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));

const withoutTopics = (history: unknown): Body[] =>
  itemsOf(history).map((entry) => ({ ...(entry as Body), topic: undefined, prev_topic: undefined }));

/** The clauses by which a field of a message alone is to be as in a list, where only so much of it differs; else it is the one about the read. */
const clauses: Readonly<Record<string, readonly (readonly [clause: string, leaves: (value: unknown) => unknown])[]>> = {
  reactions: [["message-resource/reactions-order", (reactions) => sorted(itemsOf(reactions))]],
  edit_history: [
    ["message-resource/edit-history-order", (history) => sorted(itemsOf(history))],
    ["messages-id.get/empty-topic-in-history", withoutTopics],
  ],
};

const clauseOf = (field: string, value: unknown, expected: unknown): string | undefined =>
  clauses[field]?.find(([, leaves]) => isEqual(leaves(value), leaves(expected)))?.[0];

/** Fields that a run looks at: one that only routes beyond the text change, or all others. */
const looks = ["reactions", "edit_history", "others"] as const;

const isLookedAt = (field: string, look: (typeof looks)[number]): boolean => (look === "others" ? !(field in clauses) : field === look);

/** Whether a message's history shows the empty topic as it is. */
const showsEmptyTopic = ({ edit_history }: Message): boolean =>
  itemsOf(edit_history).some((entry) => at(entry, "topic") === "" || at(entry, "prev_topic") === "");

/** Messages that were there before are shown alone as in a list: a server that lets nobody react, edit or move may have some of these. */
export const there = property({
  clause: [
    ...["messages-id.get/message", "messages-id.get/empty-topic-in-history"],
    ...["message-resource/reactions-order", "message-resource/edit-history-order"],
  ],
  given: {
    look: fc.constantFrom(...looks),
    who: anActor("alice", "bob", "cara", "gus"),
    apply_markdown: fc.boolean(),
    allow_empty_topic_name: fc.boolean(),
  },
  examples: [
    ...looks.map((look) => ({ look, who: "alice", apply_markdown: true, allow_empty_topic_name: false }) as const),
    { look: "others", who: "bob", apply_markdown: false, allow_empty_topic_name: true },
  ],
  async holds(session, { look, who, ...form }, expect) {
    const actor = session.actor(who);
    const list = async (): Promise<readonly Message[]> => {
      // The newest are of this run; those from before any are among the oldest.
      const reach = [
        { anchor: "oldest", num_before: 0, num_after: 200 },
        { anchor: "newest", num_before: 50, num_after: 0 },
      ];
      const replies = reach.map((window) => actor.send("GET /messages", { ...window, client_gravatar: false, ...form }));
      return (await Promise.all(replies)).flatMap((reply) => messagesIn(reply));
    };
    const before = await list();
    if (look === "edit_history" && !form.allow_empty_topic_name) {
      const bare = before.find(showsEmptyTopic);
      const what = `edit_history of the message ${bare?.id} has the empty topic, for which its display name is to stand`;
      expect.holds(bare === undefined, what, "messages-id.get/empty-topic-in-history");
    }
    const ids = new Set(rare.flatMap((isRare) => before.findLast(isRare)?.id ?? []));
    const alone = new Map<number, Body>();
    for (const id of ids) alone.set(id, withoutOthers(await shownMessage(actor, id, form)));
    // Others may have changed one between the reads.
    const after = new Map((await list()).map((message) => [message.id, message]));
    for (const message of before.filter(({ id }) => ids.has(id))) {
      const shown = alone.get(message.id) ?? {};
      for (const [field, value] of Object.entries(withoutOthers(message))) {
        if (field === "avatar_url" || !isLookedAt(field, look) || !isEqual(after.get(message.id)?.[field], value)) continue;
        expect.same(
          shown[field],
          value,
          `${field} of the message ${message.id} alone, beside a list`,
          clauseOf(field, shown[field], value),
        );
      }
    }
  },
});
