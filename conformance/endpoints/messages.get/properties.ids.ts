import fc from "fast-check";
import { fetchMessages, idsOf, messagesIn, sendDirect, sendToChannel, startThread } from "../../client/messages.ts";
import { property } from "../../declare/property.ts";
import type { Body } from "../../expect.ts";

const missing = 2_000_000_000;

/** The messages of a list of ids are those that exist, by id and each once, as a window shows them; there is no anchor. */
export const byIds = property({
  clause: ["messages.get/message-ids", "messages.get/reply-anchor-absent", "messages.get/messages-sorted", "messages.get/history-limited"],
  given: { picked: fc.array(fc.nat(3), { minLength: 1, maxLength: 6 }) },
  async holds(session, { picked }) {
    const { expect } = session;
    const topic = await startThread(session, ["one", "two", "three", "four"]);
    const message_ids = [...picked.map((i) => topic.ids[i]), missing, topic.ids[picked[0]!]];
    const reply = await session.as.alice.send("GET /messages", { message_ids });
    const body = expect.succeeded(reply, "GET /messages with message_ids");
    const all = await fetchMessages(session.as.alice, topic.narrow);
    expect.same(
      messagesIn(reply),
      all.filter(({ id }) => message_ids.includes(id)),
      "the messages of the ids",
    );
    expect.holds(!("anchor" in body), `the answer to message_ids has the anchor ${String(body.anchor)}`);
    if ("found_anchor" in body) expect.same(body.found_anchor, false, "found_anchor without an anchor");
  },
});

/** No ids give no messages. */
export const noIds = property({
  clause: "messages.get/message-ids",
  async holds(session) {
    const { expect } = session;
    const alice = session.as.alice;
    expect.same(messagesIn(await alice.send("GET /messages", { message_ids: [] })), [], "the messages of no ids");
    expect.same(messagesIn(await alice.send("GET /messages", { message_ids: [missing] })), [], "the messages of an id that no message has");
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
    expect.same(
      idsOf(messagesIn(await bob.send("GET /messages", { message_ids: [secret, open] }))),
      [secret, open],
      "what the recipient gets",
    );
    expect.same(idsOf(messagesIn(await cara.send("GET /messages", { message_ids: [secret, open] }))), [open], "what another gets");
  },
});

/** A narrow filters the messages of the ids. */
export const narrowed = property({
  clause: "messages.get/message-ids-narrow",
  async holds(session) {
    const { expect } = session;
    const topic = await startThread(session, ["one", "two"]);
    const alice = session.as.alice;
    const other = await sendToChannel(alice, topic.channel, session.fresh("other"), "three");
    const message_ids = [other, ...topic.ids];
    expect.same(
      idsOf(messagesIn(await alice.send("GET /messages", { message_ids, narrow: topic.narrow }))),
      topic.ids,
      "the ids within the narrow",
    );
  },
});

/** Ids together with a range that asks for something are refused. */
export const notBoth = property({
  clause: "messages.get/message-ids-alone",
  async holds(session) {
    const { expect } = session;
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
      const reply = await session.as.alice.send("GET /messages", { message_ids, ...row });
      expect.refused(reply, "BAD_REQUEST", {}, `GET /messages with message_ids and ${JSON.stringify(row)}`);
    }
  },
});

/** Ids together with a range that asks for nothing are refused, or taken as without it. */
export const company = property({
  clause: "messages.get/message-ids-company",
  async holds(session) {
    const { expect } = session;
    const { ids: message_ids } = await startThread(session, ["one"]);
    const rows: Body[] = [
      { include_anchor: true },
      { include_anchor: false },
      { num_before: 0 },
      { num_after: 0 },
      { use_first_unread_anchor: false },
    ];
    for (const row of rows) {
      const reply = await session.as.alice.send("GET /messages", { message_ids, ...row });
      const isRefused = reply.body.result === "error";
      session.chooses("messageIdsCompany", isRefused ? "none" : "observed");
      if (isRefused) expect.refused(reply, "BAD_REQUEST");
      else expect.same(idsOf(messagesIn(reply)), message_ids, `the messages of the ids with ${JSON.stringify(row)}`);
    }
  },
});
