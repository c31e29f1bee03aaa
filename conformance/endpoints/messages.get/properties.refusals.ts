import fc from "fast-check";
import { idsOf, messagesIn, startThread } from "../../client/messages.ts";
import { property } from "../../declare/property.ts";
import { type Body, Untestable } from "../../expect.ts";

const most = 5000;

/** Five thousand messages may be asked for, one more not, whichever side they are on. */
export const limit = property({
  clause: ["messages.get/limit-5000", "messages.get/limit-5000-fits"],
  given: { before: fc.constantFrom(1, 1234, 2500, most - 1), anchor: fc.constantFrom("newest", "oldest", "first_unread", "1") },
  async holds(session, { before, anchor }) {
    const { as, expect } = session;
    const { ids, narrow } = await startThread(session, ["one"]);
    const ask = (num_before: number, num_after: number) => as.alice.send("GET /messages", { anchor, narrow, num_before, num_after });
    for (const count of [0, before, most]) {
      const fits = idsOf(messagesIn(await ask(count, most - count), expect));
      const isOfTopic = fits.length <= 1 && fits.every((id) => ids.includes(id));
      expect.holds(isOfTopic, `a window of ${most} lists what does not match`);
      for (const [num_before, num_after] of [[count + 1, most - count] as const, [count, most - count + 1] as const])
        expect.refused(await ask(num_before, num_after), "BAD_REQUEST", {}, `GET /messages for ${num_before} and ${num_after} messages`);
    }
  },
});

/** Five thousand ids may be asked for, one more not. */
export const limitOfIds = property({
  clause: ["messages.get/limit-5000", "messages.get/limit-5000-fits", "messages.get/message-ids"],
  async holds(session) {
    const { as, expect } = session;
    const { ids: known, narrow } = await startThread(session, ["one"]);
    const fetchSome = (count: number) => {
      const others = Array.from({ length: count }, (_, i) => i + 1).filter((id) => !known.includes(id));
      return as.alice.send("GET /messages", { message_ids: [...known, ...others].slice(0, count), narrow });
    };
    const fits = await fetchSome(most);
    if (!("result" in fits.body)) throw new Untestable(`the target takes no query of that length: ${fits.status}`);
    expect.same(idsOf(messagesIn(fits, expect)), known, "what 5000 ids have within the narrow");
    expect.refused(await fetchSome(most + 1), "BAD_REQUEST", {}, "GET /messages with 5001 ids");
  },
});

/** A full window of five thousand holds as many, where a narrow has more. */
export const fullWindow = property({
  clause: ["messages.get/limit-5000-fits", "messages.get/num-before"],
  async holds(session) {
    const { as, expect } = session;
    if (session.target.kind === "live") throw new Untestable("5000 messages at once are not asked of a server that others use");
    const sent = await startThread(session, ["one", "two"]);
    const reply = await as.alice.send("GET /messages", { anchor: "newest", num_before: most, num_after: 0 });
    const ids = idsOf(messagesIn(reply, expect));
    expect.holds(ids.length <= most, `a window of ${most} holds ${ids.length}`);
    const sorted = [...new Set(ids)].sort((a, b) => a - b);
    expect.same(ids, sorted, "the ids of a large window");
    expect.same(ids.slice(-2), sent.ids, "the last ids of a large window");
    if (ids.length < most) expect.same(reply.body.found_oldest, true, "found_oldest of a window that is not full");
  },
});

/** A count that is left out is refused, or is nothing. */
export const counts = property({
  clause: "messages.get/counts-required",
  async holds(session) {
    const { as, expect } = session;
    const { ids, narrow } = await startThread(session, ["one", "two", "three"]);
    const all: Body = { anchor: ids[1], narrow, num_before: 1, num_after: 1 };
    expect.same(idsOf(messagesIn(await as.alice.send("GET /messages", all), expect)), ids, "the messages with both counts");
    for (const without of ["num_before", "num_after"]) {
      const reply = await as.alice.send("GET /messages", { ...all, [without]: undefined });
      const isRefused = reply.body.result === "error";
      session.chooses("countsWithAnchor", isRefused ? "required" : "observed");
      const left = without === "num_before" ? ids.slice(1) : ids.slice(0, 2);
      if (isRefused) expect.declined(reply, `GET /messages without ${without}`, without);
      else expect.same(idsOf(messagesIn(reply, expect)), left, `the messages without ${without}`);
    }
  },
});

/** What is no count is refused. */
export const wrongCount = property({
  clause: "messages.get/counts-wrong",
  async holds({ as, expect }) {
    const fields = { anchor: "newest", num_before: 1, num_after: 1 };
    expect.succeeded(await as.alice.send("GET /messages", fields), "GET /messages with two counts");
    for (const name of ["num_before", "num_after"])
      for (const value of ["many", "", -1, 1.5, "[1]", "true"]) {
        const reply = await as.alice.send("GET /messages", { ...fields, [name]: value });
        expect.declined(reply, `GET /messages with ${name} ${JSON.stringify(value)}`, name);
      }
  },
});

/** What is no anchor is refused. */
export const wrongAnchor = property({
  clause: "messages.get/anchor-wrong",
  async holds({ as, expect }) {
    const fetchAt = (anchor: string) => as.alice.send("GET /messages", { anchor, num_before: 1, num_after: 1 });
    for (const anchor of ["newest", "oldest", "first_unread", "1"])
      expect.succeeded(await fetchAt(anchor), `GET /messages with the anchor ${anchor}`);
    for (const anchor of ["yesterday", "Newest", "first-unread", "1.5", "0x10", "newest,oldest", "ten"])
      expect.refused(await fetchAt(anchor), "BAD_REQUEST", {}, `GET /messages with the anchor ${anchor}`);
  },
});

/** The anchor date is refused without an instant, and with one that is none. */
export const wrongDate = property({
  clause: ["messages.get/anchor-date-required", "messages.get/anchor-date-wrong"],
  async holds({ as, expect }) {
    const fetchAt = (anchor_date?: string) => as.alice.send("GET /messages", { anchor: "date", num_before: 1, num_after: 1, anchor_date });
    expect.succeeded(await fetchAt("2024-02-29"), "the anchor date 2024-02-29");
    expect.declined(await fetchAt(), "the anchor date without an instant", "anchor_date");
    for (const anchor_date of ["yesterday", "2024-13-01", "2024-02-30", "12:00", "1 May 2024"])
      expect.declined(await fetchAt(anchor_date), `the anchor date ${anchor_date}`, "anchor_date");
  },
});

/** The old spelling of first_unread beside an anchor is refused, or goes before the anchor. */
export const firstUnreadWithAnchor = property({
  clause: "messages.get/use-first-unread-with-anchor",
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as;
    const { ids, narrow } = await startThread(session, ["one", "two", "three"], () => ({ read_by_sender: false }));
    const ask = (fields: Body) => alice.send("GET /messages", { num_before: 0, num_after: 0, narrow, ...fields });
    const old = expect.succeeded(await ask({ use_first_unread_anchor: true }), "GET /messages with use_first_unread_anchor");
    expect.same(idsOf(messagesIn(await ask({ anchor: ids[2] }), expect)), [ids[2]], "the messages at the anchor alone");
    const reply = await ask({ anchor: ids[2], use_first_unread_anchor: true });
    const isRefused = reply.body.result === "error";
    session.chooses("firstUnreadWithAnchor", isRefused ? "refused" : "observed");
    if (isRefused) expect.declined(reply, "GET /messages with use_first_unread_anchor and an anchor");
    else expect.same(expect.succeeded(reply), old, "the answer to use_first_unread_anchor beside an anchor");
  },
});
