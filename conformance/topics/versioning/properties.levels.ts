import fc from "fast-check";
import { fetchMessage, fetchMessages, sendToChannel, sendToSelf } from "../../client/messages.ts";
import { unknownId } from "../../client/people.ts";
import { policyOf } from "../../client/registration.ts";
import { editMessage } from "../../client/staging.ts";
import { property } from "../../declare/property.ts";
import { aDateForm, writtenDate } from "../../draw/dates.ts";
import { anActor, members } from "../../draw/people.ts";
import { topicOf } from "../../draw/topics.ts";
import { aPlainTopic, aTailedTopic, plainTopic, theDay } from "./plain.ts";

/** Linkifiers are templates of URLs, whoever reads them. */
export const urlTemplate = property({
  clause: "versioning/url-template",
  given: { who: anActor() },
  examples: [{ who: "alice" }],
  async holds(session, { who }) {
    const { expect } = session;
    const { linkifiers } = expect.succeeded(await session.actor(who).send("GET /realm/linkifiers"), "GET /realm/linkifiers");
    expect.each(expect.objects(linkifiers, "the linkifiers"), "linkifier", (linkifier) => {
      expect.text(linkifier.url_template, "url_template of a linkifier");
      expect.same(linkifier.url_format, undefined, "the format string of a linkifier");
    });
  },
});

/** All four policies are taken, in any order. */
export const followedPolicy = property({
  clause: "versioning/followed-policy",
  given: {
    who: anActor(),
    topic: aPlainTopic,
    policies: fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 4 }),
  },
  examples: [{ who: "alice", topic: plainTopic, policies: [1, 2, 3, 0] }],
  async holds(session, { who, topic, policies }) {
    const { expect } = session;
    const actor = session.actor(who);
    const fields = { stream_id: session.channels.general, topic: topicOf(topic, { fresh: session.fresh(), limit: 60 }) };
    for (const visibility_policy of policies) {
      expect.succeeded(await actor.send("POST /user_topics", { ...fields, visibility_policy }), `the policy ${visibility_policy}`);
      expect.same(await policyOf(actor, fields.stream_id, fields.topic), visibility_policy, "the policy of the topic");
    }
  },
});

/** Messages can be fetched by their ids in any order, with ids of none among them. */
export const messageIds = property({
  clause: "versioning/message-ids",
  given: { who: anActor(), order: fc.shuffledSubarray([0, 1, 2, unknownId], { minLength: 1 }) },
  examples: [{ who: "alice", order: [0, 1] }],
  async holds(session, { who, order }) {
    const { expect } = session;
    const actor = session.actor(who);
    const sent: number[] = [];
    while (sent.length < 3) sent.push(await sendToSelf(actor, `note ${sent.length}`));
    const ids = sent.filter((_, i) => order.includes(i));
    const message_ids = order.map((i) => sent[i] ?? i);
    const body = expect.succeeded(await actor.send("GET /messages", { message_ids }), "a fetch by ids");
    const found = expect.objects(body.messages, "the messages of a fetch by ids").map(({ id }) => id);
    expect.sameSet(found, ids, "the ids of the messages fetched by their ids");
    expect.same(body.ignored_parameters_unsupported, undefined, "what a fetch by ids ignored");
  },
});

/** The anchor of a day before there were messages is the oldest of them, however the day is written. */
export const anchorDate = property({
  clause: "versioning/anchor-date",
  given: { who: anActor(), form: aDateForm, day: fc.integer({ min: 1, max: 10_000 }) },
  examples: [{ who: "alice", form: theDay, day: 1 }],
  async holds(session, { who, form, day }) {
    const { expect } = session;
    const actor = session.actor(who);
    const id = await sendToSelf(actor, session.fresh("dated"));
    const narrow = [{ operator: "sender", operand: actor.email }];
    const range = { num_before: 0, num_after: 1, narrow };
    const dated = { ...range, anchor: "date", anchor_date: writtenDate(form, day * 86_400_000).text };
    const body = expect.succeeded(await actor.send("GET /messages", dated), "a fetch around a date");
    expect.same(body.ignored_parameters_unsupported, undefined, "what a fetch around a date ignored");
    const anchor = expect.integer(body.anchor, "the anchor of a fetch around a date");
    expect.holds(anchor <= id, `the first message after ${dated.anchor_date} is ${anchor}, newer than ${id}`);
    const [first] = expect.objects(body.messages, "the messages of a fetch around a date");
    const [oldest] = await fetchMessages(actor, narrow, { ...range, anchor: "oldest" });
    expect.same(first?.id, oldest?.id, "the first message on or after a day long ago");
  },
});

/** A message that was moved says when, whoever wrote and reads it. */
export const lastMoved = property({
  clause: "versioning/last-moved",
  given: { author: anActor(...members), reader: anActor(...members), topic: aTailedTopic },
  examples: [{ author: "alice", reader: "alice", topic: plainTopic }],
  async holds(session, { author, reader, topic }) {
    const { expect } = session;
    const [mover, actor] = [session.actor(author), session.actor(reader)];
    const id = await sendToChannel(mover, session.channels.general, session.fresh(), "moves");
    const unmoved = await fetchMessage(actor, id);
    expect.same(unmoved.last_moved_timestamp, undefined, "last_moved_timestamp of a message that was not moved");
    await editMessage(mover, id, { topic: topicOf(topic, { fresh: session.fresh("moved"), limit: 60 }) });
    const moved = await fetchMessage(actor, id);
    expect.integer(moved.last_moved_timestamp, "last_moved_timestamp of a message that was moved");
  },
});
