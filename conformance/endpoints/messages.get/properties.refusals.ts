import fc from "fast-check";
import { idsOf, messagesIn, startThread } from "../../client/messages.ts";
import { property } from "../../declare/property.ts";
import { type Body, Untestable } from "../../expect.ts";

const most = 5000;

/** Five thousand messages may be asked for, one more not, whichever side they are on. */
export const limit = property({
  clause: ["messages.get/limit-5000", "messages.get/limit-5000-fits"],
  given: { before: fc.constantFrom(0, 1, 1234, 2500, most - 1, most), anchor: fc.constantFrom("newest", "oldest", "first_unread", "1") },
  runs: 5,
  async holds(session, { before, anchor }) {
    const { expect } = session;
    const { ids, narrow } = await startThread(session, ["one"]);
    const get = (num_before: number, num_after: number) =>
      session.as.alice.send("GET /messages", { anchor, narrow, num_before, num_after });
    const fits = messagesIn(await get(before, most - before));
    expect.holds(
      idsOf(fits).every((id) => ids.includes(id)),
      "a window of 5000 lists what does not match",
    );
    expect.refused(
      await get(before + 1, most - before),
      "BAD_REQUEST",
      {},
      `GET /messages for ${before + 1} and ${most - before} messages`,
    );
    expect.refused(
      await get(before, most - before + 1),
      "BAD_REQUEST",
      {},
      `GET /messages for ${before} and ${most - before + 1} messages`,
    );
  },
});

/** Five thousand ids may be asked for, one more not. */
export const limitOfIds = property({
  clause: ["messages.get/limit-5000", "messages.get/limit-5000-fits", "messages.get/message-ids"],
  async holds(session) {
    const { expect } = session;
    const ids = (count: number) => Array.from({ length: count }, (_, i) => i + 1);
    const fits = await session.as.alice.send("GET /messages", {
      message_ids: ids(most),
      narrow: (await startThread(session, ["one"])).narrow,
    });
    if (!("result" in fits.body)) throw new Untestable(`the target takes no query of that length: ${fits.status}`);
    expect.holds(messagesIn(fits).length <= most, "more messages than ids");
    expect.refused(
      await session.as.alice.send("GET /messages", { message_ids: ids(most + 1) }),
      "BAD_REQUEST",
      {},
      "GET /messages with 5001 ids",
    );
  },
});

/** A full window of five thousand holds as many, where a narrow has more. */
export const fullWindow = property({
  clause: ["messages.get/limit-5000-fits", "messages.get/num-before"],
  async holds(session) {
    const { expect } = session;
    if (session.target.kind === "live") throw new Untestable("5000 messages at once are not asked of a server that others use");
    const reply = await session.as.alice.send("GET /messages", { anchor: "newest", num_before: most, num_after: 0 });
    const ids = idsOf(messagesIn(reply));
    expect.holds(ids.length <= most, `a window of ${most} holds ${ids.length}`);
    expect.same(
      ids,
      [...new Set(ids)].sort((a, b) => a - b),
      "the ids of a large window",
    );
    if (ids.length < most) expect.same(reply.body.found_oldest, true, "found_oldest of a window that is not full");
  },
});

/** A count that is left out is refused, or is nothing. */
export const counts = property({
  clause: "messages.get/counts-required",
  given: { without: fc.constantFrom("num_before", "num_after") },
  runs: 2,
  async holds(session, { without }) {
    const { expect } = session;
    const { ids, narrow } = await startThread(session, ["one", "two", "three"]);
    const all: Body = { anchor: ids[1], narrow, num_before: 1, num_after: 1 };
    const reply = await session.as.alice.send("GET /messages", { ...all, [without]: undefined });
    const isRefused = reply.body.result === "error";
    session.chooses("countsWithAnchor", isRefused ? "required" : "observed");
    if (isRefused) expect.declined(reply, `GET /messages without ${without}`, without);
    else
      expect.same(idsOf(messagesIn(reply)), without === "num_before" ? ids.slice(1) : ids.slice(0, 2), `the messages without ${without}`);
  },
});

/** What is no count is refused. */
export const wrongCount = property({
  clause: "messages.get/counts-wrong",
  given: { name: fc.constantFrom("num_before", "num_after"), value: fc.constantFrom<unknown>("many", "", -1, 1.5, "[1]", "true") },
  runs: 8,
  async holds(session, { name, value }) {
    const { expect } = session;
    const fields = { anchor: "newest", num_before: 1, num_after: 1, [name]: value };
    expect.declined(await session.as.alice.send("GET /messages", fields), `GET /messages with ${name} ${JSON.stringify(value)}`, name);
  },
});

/** What is no anchor is refused. */
export const wrongAnchor = property({
  clause: "messages.get/anchor-wrong",
  given: { anchor: fc.constantFrom("yesterday", "Newest", "first-unread", "1.5", "0x10", "newest,oldest", "ten") },
  runs: 5,
  async holds(session, { anchor }) {
    const { expect } = session;
    const reply = await session.as.alice.send("GET /messages", { anchor, num_before: 1, num_after: 1 });
    expect.refused(reply, "BAD_REQUEST", {}, `GET /messages with the anchor ${anchor}`);
  },
});

/** The anchor date is refused without an instant, and with one that is none. */
export const wrongDate = property({
  clause: ["messages.get/anchor-date-required", "messages.get/anchor-date-wrong"],
  async holds(session) {
    const { expect } = session;
    const fields = { anchor: "date", num_before: 1, num_after: 1 };
    expect.declined(await session.as.alice.send("GET /messages", fields), "the anchor date without an instant", "anchor_date");
    for (const anchor_date of ["yesterday", "2024-13-01", "2024-02-30", "12:00", "1 May 2024"])
      expect.declined(
        await session.as.alice.send("GET /messages", { ...fields, anchor_date }),
        `the anchor date ${anchor_date}`,
        "anchor_date",
      );
  },
});

/** The old spelling of first_unread beside an anchor is refused, or goes before the anchor. */
export const firstUnreadWithAnchor = property({
  clause: "messages.get/use-first-unread-with-anchor",
  async holds(session) {
    const { expect } = session;
    const { ids, narrow } = await startThread(session, ["one", "two", "three"], () => ({ read_by_sender: false }));
    const alice = session.as.alice;
    const window = { num_before: 0, num_after: 0, narrow };
    const reply = await alice.send("GET /messages", { ...window, anchor: ids[2], use_first_unread_anchor: true });
    const isRefused = reply.body.result === "error";
    session.chooses("firstUnreadWithAnchor", isRefused ? "refused" : "observed");
    if (isRefused) expect.refused(reply, "BAD_REQUEST");
    else
      expect.same(
        expect.succeeded(reply),
        expect.succeeded(await alice.send("GET /messages", { ...window, anchor: "first_unread" })),
        "the answer",
      );
  },
});
