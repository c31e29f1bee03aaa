import fc from "fast-check";
import type { Actor } from "../../client/actor.ts";
import { fetchMessages, idsOf, type Message, messagesIn, sendDirect, sendToChannel, startThread } from "../../client/messages.ts";
import { unknownId } from "../../client/people.ts";
import { property } from "../../declare/property.ts";
import type { Body } from "../../expect.ts";

/** Fetches messages by their ids. @throws Differs: the request is refused */
const fetchByIds = async (actor: Actor, message_ids: readonly number[], more: Body = {}): Promise<readonly Message[]> =>
  messagesIn(await actor.send("GET /messages", { message_ids, ...more }), actor.expect);

/** The messages of a list of ids are those that exist, by id and each once, as a window shows them; there is no anchor. */
export const byIds = property({
  clause: ["messages.get/message-ids", "messages.get/reply-anchor-absent", "messages.get/messages-sorted", "messages.get/history-limited"],
  given: { picked: fc.array(fc.nat(3), { minLength: 1, maxLength: 6 }) },
  async holds(session, { picked }) {
    const { expect } = session;
    const { alice } = session.as;
    const topic = await startThread(session, ["one", "two", "three", "four"]);
    const all = await expect.accepted(fetchMessages(alice, topic.narrow));
    const descending = [...topic.ids].reverse();
    for (const ids of [descending, picked.map((i) => topic.ids[i]!)]) {
      const message_ids = [unknownId, ...ids, ids[0]!];
      const reply = await alice.send("GET /messages", { message_ids });
      const body = expect.succeeded(reply, "GET /messages with message_ids");
      const expected = all.filter(({ id }) => message_ids.includes(id));
      expect.same(messagesIn(reply, expect), expected, "the messages of the ids");
      expect.holds(!("anchor" in body), `the answer to message_ids has the anchor ${String(body.anchor)}`);
      if ("found_anchor" in body) expect.same(body.found_anchor, false, "found_anchor without an anchor");
      expect.same(body.history_limited, false, "history_limited where no oldest messages are fetched");
    }
  },
});

/** No ids give no messages. */
export const noIds = property({
  clause: "messages.get/message-ids",
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as;
    const { ids } = await startThread(session, ["one"]);
    expect.same(await fetchByIds(alice, []), [], "the messages of no ids");
    expect.same(await fetchByIds(alice, [unknownId]), [], "the messages of an id that no message has");
    expect.same(idsOf(await fetchByIds(alice, [unknownId, ...ids])), ids, "the messages of an id, and of another that no message has");
  },
});

/** Ids of messages that the requester may not see are passed over. */
export const notOthers = property({
  clause: ["messages.get/message-ids", "visibility/direct-message"],
  async holds(session) {
    const { expect } = session;
    const { alice, bob, cara } = session.as;
    const secret = await sendDirect(alice, [bob], "between us");
    const open = await sendToChannel(alice, session.channels.general, session.fresh("open"), "for all");
    expect.same(idsOf(await fetchByIds(bob, [secret, open])), [secret, open], "what the recipient gets");
    expect.same(idsOf(await fetchByIds(cara, [secret, open])), [open], "what another gets");
  },
});

/** A narrow filters the messages of the ids. */
export const narrowed = property({
  clause: "messages.get/message-ids-narrow",
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as;
    const topic = await startThread(session, ["one", "two"]);
    const other = await sendToChannel(alice, topic.channel, session.fresh("other"), "three");
    expect.same(idsOf(await fetchByIds(alice, [other, ...topic.ids])), [...topic.ids, other], "the ids without a narrow");
    expect.same(idsOf(await fetchByIds(alice, [other, ...topic.ids], { narrow: topic.narrow })), topic.ids, "the ids within the narrow");
  },
});

/** Ids together with a range that asks for something are refused. */
export const notBoth = property({
  clause: "messages.get/message-ids-alone",
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as;
    const { ids: message_ids } = await startThread(session, ["one"]);
    const rows: Body[] = [
      { anchor: "newest" },
      { anchor: message_ids[0] },
      { num_before: 1 },
      { num_after: 1 },
      { use_first_unread_anchor: true },
      { anchor: "newest", num_before: 1, num_after: 1 },
      { anchor: "oldest", num_before: 0, num_after: 0, include_anchor: true },
    ];
    for (const row of rows) {
      const reply = await alice.send("GET /messages", { message_ids, ...row });
      expect.declined(reply, `GET /messages with message_ids and ${JSON.stringify(row)}`);
    }
    expect.same(idsOf(await fetchByIds(alice, message_ids)), message_ids, "the messages of the ids alone");
  },
});

/** Ids together with a range that asks for nothing are refused, or taken as without it. */
export const company = property({
  clause: "messages.get/message-ids-company",
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as;
    const { ids: message_ids } = await startThread(session, ["one"]);
    const rows: Body[] = [
      { include_anchor: true },
      { include_anchor: false },
      { num_before: 0 },
      { num_after: 0 },
      { use_first_unread_anchor: false },
    ];
    const alone = await fetchByIds(alice, message_ids);
    expect.same(idsOf(alone), message_ids, "the messages of the ids alone");
    for (const row of rows) {
      const reply = await alice.send("GET /messages", { message_ids, ...row });
      const isRefused = reply.body.result === "error";
      session.chooses("messageIdsCompany", isRefused ? "none" : "observed");
      if (isRefused) expect.declined(reply, `GET /messages with message_ids and ${JSON.stringify(row)}`);
      else expect.same(messagesIn(reply, expect), alone, `the messages of the ids with ${JSON.stringify(row)}`);
    }
  },
});
