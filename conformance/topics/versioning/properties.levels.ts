import { directFields } from "../../client/messages.ts";
import { property } from "../../declare/property.ts";
import { prepared, Untestable } from "../../expect.ts";

type Shown = Readonly<Record<string, unknown>>;

/** Linkifiers are templates of URLs. */
export const urlTemplate = property({
  clause: "versioning/url-template",
  async holds({ as, expect }) {
    const { linkifiers } = expect.succeeded(await as.alice.send("GET /realm/linkifiers"));
    if ((linkifiers as Shown[]).length === 0) throw new Untestable("the organization has no linkifiers");
    for (const linkifier of linkifiers as Shown[]) {
      expect.typed(linkifier.url_template, "string", "url_template of a linkifier");
      expect.same(linkifier.url_format, undefined, "the format string of a linkifier");
    }
  },
});

/** All four policies are taken. */
export const followedPolicy = property({
  clause: "versioning/followed-policy",
  async holds(session) {
    const { expect } = session;
    const fields = { stream_id: session.channels.general, topic: session.fresh() };
    for (const visibility_policy of [1, 2, 3, 0])
      expect.succeeded(
        await session.as.alice.send("POST /user_topics", { ...fields, visibility_policy }),
        `the policy ${visibility_policy}`,
      );
  },
});

/** Messages can be fetched by their ids. */
export const messageIds = property({
  clause: "versioning/message-ids",
  async holds(session) {
    const { expect } = session;
    const alice = session.as.alice;
    const ids = [];
    for (const word of ["one", "two"]) {
      const reply = await alice.send("POST /messages", directFields(alice, [alice], session.fresh(word)));
      ids.push(prepared.succeeded(reply, "a note to oneself").id);
    }
    const body = expect.succeeded(await alice.send("GET /messages", { message_ids: ids }), "a fetch by ids");
    const found = (body.messages as { id: number }[]).map(({ id }) => id);
    expect.same(found, ids, "the ids of the messages fetched by their ids");
    expect.same(body.ignored_parameters_unsupported, undefined, "what a fetch by ids ignored");
  },
});

/** A message is found by the day it was sent on. */
export const anchorDate = property({
  clause: "versioning/anchor-date",
  async holds(session) {
    const { expect } = session;
    const alice = session.as.alice;
    const { id } = prepared.succeeded(
      await alice.send("POST /messages", directFields(alice, [alice], session.fresh("dated"))),
      "a note to oneself",
    );
    const range = {
      anchor: "date",
      anchor_date: "1970-01-02",
      num_before: 0,
      num_after: 1,
      narrow: [{ operator: "sender", operand: alice.email }],
    };
    const body = expect.succeeded(await alice.send("GET /messages", range), "a fetch around a date");
    expect.same(body.ignored_parameters_unsupported, undefined, "what a fetch around a date ignored");
    expect.holds(
      (body.anchor as number) <= (id as number),
      `the first message after 1970 is ${String(body.anchor)}, newer than ${String(id)}`,
    );
    const oldest = expect.succeeded(await alice.send("GET /messages", { ...range, anchor: "oldest", anchor_date: undefined }));
    const first = (all: unknown) => (all as { id: number }[])[0]?.id;
    expect.same(first(body.messages), first(oldest.messages), "the first message on or after a day long ago");
  },
});

/** A message that was moved says when. */
export const lastMoved = property({
  clause: "versioning/last-moved",
  async holds(session) {
    const { expect } = session;
    const alice = session.as.alice;
    const fields = { type: "stream", to: session.channels.general, topic: session.fresh(), content: "moves" };
    const { id } = prepared.succeeded(await alice.send("POST /messages", fields), "a message to the channel general");
    const shown = async () => expect.succeeded(await alice.send(`GET /messages/${String(id)}`)).message as Shown;
    expect.same((await shown()).last_moved_timestamp, undefined, "last_moved_timestamp of a message that was not moved");
    await session.steering.act({ action: "edit_message", as: "alice", message_id: id, topic: session.fresh("moved") });
    expect.typed((await shown()).last_moved_timestamp, "integer", "last_moved_timestamp of a message that was moved");
  },
});
