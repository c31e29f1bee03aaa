import { directFields, directType, fetchSource, idsInTopic, sendMessage } from "../../client/messages.ts";
import { property } from "../../declare/property.ts";
import { arrivals, channelFields, sendAndFetch } from "./sending.ts";

/** A type that is none of the four is refused, and nothing is sent; with a type that is, the same messages are sent. */
export const unknownType = property({
  clause: ["messages.post/type-values", "messages.post/no-trace"],
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as;
    const queue = await alice.queue({ event_types: ["message"] });
    const [channel, topic, content] = [session.channels.general, session.fresh(), session.fresh("hello")];
    const [toChannel, toPeople] = [channelFields(channel, topic, content), directFields(alice, [alice], content)];
    for (const type of ["topic", "Stream", "group", "streams", ""]) {
      expect.declined(await alice.send("POST /messages", { ...toChannel, type }), `a message of type "${type}"`, "type");
      expect.declined(await alice.send("POST /messages", { ...toPeople, type }), `a message to people of type "${type}"`, "type");
    }
    const sent = [await expect.accepted(sendMessage(alice, toChannel)), await expect.accepted(sendMessage(alice, toPeople))];
    expect.same(await arrivals(queue, content), sent, "the messages that arrive, those of unknown types refused");
    expect.same(await expect.accepted(idsInTopic(alice, channel, topic)), sent.slice(0, 1), "what is in the topic");
  },
});

/** Without a type a message is refused, and nothing is sent; with one it is sent. */
export const typeMissing = property({
  clause: ["messages.post/type-required", "messages.post/no-trace"],
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as;
    const [channel, topic] = [session.channels.general, session.fresh()];
    const fields = channelFields(channel, topic);
    expect.missing(await alice.send("POST /messages", { ...fields, type: undefined }), "type");
    const sent = await expect.accepted(sendMessage(alice, fields));
    expect.same(await expect.accepted(idsInTopic(alice, channel, topic)), [sent], "what is in the topic");
  },
});

/** `channel` and `stream` send alike. */
export const channelAlias = property({
  clause: ["messages.post/type-channel-alias", "messages.post/type-values"],
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as;
    const fields = channelFields(session.channels.general, session.fresh());
    const plain = await sendAndFetch(alice, fields);
    const alias = await sendAndFetch(alice, { ...fields, type: "channel" });
    for (const name of ["type", "stream_id", "recipient_id", "display_recipient", "subject"])
      expect.same(alias[name], expect.present(plain[name], `${name} of a message sent as stream`), `${name} of a message sent as channel`);
  },
});

/** `direct` and its old name `private` send alike. */
export const privateAlias = property({
  clause: ["messages.post/type-private-alias", "messages.post/type-direct", "messages.post/type-values"],
  async holds({ as: { alice }, expect }) {
    const fields = { ...directFields(alice, [alice], "hello"), type: "direct" };
    const plain = await sendAndFetch(alice, fields);
    const alias = await sendAndFetch(alice, { ...fields, type: "private" });
    for (const name of ["type", "recipient_id", "display_recipient", "subject"])
      expect.same(alias[name], expect.present(plain[name], `${name} of a message sent as direct`), `${name} of a message sent as private`);
  },
});

/** The answer to a direct message speaks of no topic policy. */
export const directWithoutPolicy = property({
  clause: ["messages.post/automatic-policy-direct", "messages.post/topic-ignored-for-people"],
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as;
    const fields = { type: directType(alice), to: [alice.user_id], topic: session.fresh(), content: "hello" };
    const body = expect.succeeded(await alice.send("POST /messages", fields), "a direct message with a topic");
    expect.same(body.automatic_new_visibility_policy, undefined, "automatic_new_visibility_policy");
    const message = await expect.accepted(fetchSource(alice, expect.integer(body.id, "the id in the answer")));
    expect.same(message.subject, "", "the topic of a direct message");
  },
});

/** Ids increase from message to message, whoever sends them and wherever to. */
export const idsIncrease = property({
  clause: "messages.post/ids-increase",
  async holds(session) {
    const { expect } = session;
    const { alice, bob } = session.as;
    const fields = channelFields(session.channels.general, session.fresh());
    const inChannel: number[] = [];
    const ids: number[] = [];
    for (let i = 0; i < 3; i++) {
      for (const sender of [alice, bob]) inChannel.push(await expect.accepted(sendMessage(sender, fields)));
      ids.push(...inChannel.slice(-2), await expect.accepted(sendMessage(alice, directFields(alice, [alice], `${i}`))));
    }
    const sorted = [...new Set(ids)].sort((a, b) => a - b);
    expect.same(ids, sorted, "the ids of messages in the order of sending");
    expect.same(
      await expect.accepted(idsInTopic(alice, session.channels.general, fields.topic)),
      inChannel,
      "the ids of the topic's messages",
    );
  },
});
