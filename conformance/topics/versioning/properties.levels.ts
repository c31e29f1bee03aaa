import { fetchMessage, fetchMessages, sendToChannel, sendToSelf } from "../../client/messages.ts";
import { policyOf } from "../../client/registration.ts";
import { editMessage } from "../../client/staging.ts";
import { property } from "../../declare/property.ts";

/** Linkifiers are templates of URLs. */
export const urlTemplate = property({
  clause: "versioning/url-template",
  async holds({ as, expect }) {
    const { linkifiers } = expect.succeeded(await as.alice.send("GET /realm/linkifiers"), "GET /realm/linkifiers");
    expect.each(expect.objects(linkifiers, "the linkifiers"), "linkifier", (linkifier) => {
      expect.text(linkifier.url_template, "url_template of a linkifier");
      expect.same(linkifier.url_format, undefined, "the format string of a linkifier");
    });
  },
});

/** All four policies are taken. */
export const followedPolicy = property({
  clause: "versioning/followed-policy",
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as;
    const fields = { stream_id: session.channels.general, topic: session.fresh() };
    for (const visibility_policy of [1, 2, 3, 0]) {
      expect.succeeded(await alice.send("POST /user_topics", { ...fields, visibility_policy }), `the policy ${visibility_policy}`);
      expect.same(await policyOf(alice, fields.stream_id, fields.topic), visibility_policy, "the policy of the topic");
    }
  },
});

/** Messages can be fetched by their ids. */
export const messageIds = property({
  clause: "versioning/message-ids",
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as;
    const ids = [await sendToSelf(alice, session.fresh("one")), await sendToSelf(alice, session.fresh("two"))];
    const body = expect.succeeded(await alice.send("GET /messages", { message_ids: ids }), "a fetch by ids");
    const found = expect.objects(body.messages, "the messages of a fetch by ids").map(({ id }) => id);
    expect.same(found, ids, "the ids of the messages fetched by their ids");
    expect.same(body.ignored_parameters_unsupported, undefined, "what a fetch by ids ignored");
  },
});

/** A message is found by the day it was sent on. */
export const anchorDate = property({
  clause: "versioning/anchor-date",
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as;
    const id = await sendToSelf(alice, session.fresh("dated"));
    const narrow = [{ operator: "sender", operand: alice.email }];
    const range = { num_before: 0, num_after: 1, narrow };
    const dated = { ...range, anchor: "date", anchor_date: "1970-01-02" };
    const body = expect.succeeded(await alice.send("GET /messages", dated), "a fetch around a date");
    expect.same(body.ignored_parameters_unsupported, undefined, "what a fetch around a date ignored");
    const anchor = expect.integer(body.anchor, "the anchor of a fetch around a date");
    expect.holds(anchor <= id, `the first message after 1970 is ${anchor}, newer than ${id}`);
    const [first] = expect.objects(body.messages, "the messages of a fetch around a date");
    const [oldest] = await fetchMessages(alice, narrow, { ...range, anchor: "oldest" });
    expect.same(first?.id, oldest?.id, "the first message on or after a day long ago");
  },
});

/** A message that was moved says when. */
export const lastMoved = property({
  clause: "versioning/last-moved",
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as;
    const id = await sendToChannel(alice, session.channels.general, session.fresh(), "moves");
    const unmoved = await fetchMessage(alice, id);
    expect.same(unmoved.last_moved_timestamp, undefined, "last_moved_timestamp of a message that was not moved");
    await editMessage(alice, id, { topic: session.fresh("moved") });
    const moved = await fetchMessage(alice, id);
    expect.integer(moved.last_moved_timestamp, "last_moved_timestamp of a message that was moved");
  },
});
