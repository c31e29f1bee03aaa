import type { Actor } from "../../client/actor.ts";
import { directType, fetchSource, idsInTopic, sendMessage } from "../../client/messages.ts";
import { property } from "../../declare/property.ts";

/** A type that is none of the four is refused, and nothing is sent. */
export const unknownType = property({
  clause: ["messages.post/type-values", "messages.post/no-trace"],
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as as { alice: Actor };
    const topic = session.fresh();
    for (const type of ["topic", "Stream", "group", "streams", ""]) {
      const fields = { type, to: session.channels.general, topic, content: "hello" };
      expect.declined(await alice.send("POST /messages", fields), `a message of type "${type}"`, "type");
      const toPeople = { type, to: [alice.user_id], content: "hello" };
      expect.declined(await alice.send("POST /messages", toPeople), `a message to people of type "${type}"`, "type");
    }
    expect.same(await idsInTopic(alice, session.channels.general, topic), [], "what is in the topic");
  },
});

/** Without a type a message is refused, and nothing is sent. */
export const typeMissing = property({
  clause: ["messages.post/type-required", "messages.post/no-trace"],
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as as { alice: Actor };
    const topic = session.fresh();
    const fields = { to: session.channels.general, topic, content: "hello" };
    expect.declined(await alice.send("POST /messages", fields), "a message without a type", "type");
    expect.same(await idsInTopic(alice, session.channels.general, topic), [], "what is in the topic");
  },
});

/** `channel` and `stream` send alike. */
export const channelAlias = property({
  clause: ["messages.post/type-channel-alias", "messages.post/type-values"],
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as as { alice: Actor };
    const [topic, to] = [session.fresh(), session.channels.general];
    const plain = await fetchSource(alice, await sendMessage(alice, { type: "stream", to, topic, content: "stream" }));
    const alias = await fetchSource(alice, await sendMessage(alice, { type: "channel", to, topic, content: "channel" }));
    for (const name of ["type", "stream_id", "recipient_id", "display_recipient", "subject"]) {
      expect.same(alias[name], plain[name], `${name} of a message sent as channel`);
    }
  },
});

/** `direct` and its old name `private` send alike. */
export const privateAlias = property({
  clause: ["messages.post/type-private-alias", "messages.post/type-direct", "messages.post/type-values"],
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as as { alice: Actor };
    const to = [alice.user_id];
    const plain = await fetchSource(alice, await sendMessage(alice, { type: "direct", to, content: "direct" }));
    const alias = await fetchSource(alice, await sendMessage(alice, { type: "private", to, content: "private" }));
    for (const name of ["type", "recipient_id", "display_recipient", "subject"]) {
      expect.same(alias[name], plain[name], `${name} of a message sent as private`);
    }
  },
});

/** The answer to a direct message speaks of no topic policy. */
export const directWithoutPolicy = property({
  clause: ["messages.post/automatic-policy-direct", "messages.post/topic-ignored-for-people"],
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as as { alice: Actor };
    const fields = { type: directType(session.as.alice), to: [alice.user_id], topic: session.fresh(), content: "hello" };
    const body = expect.succeeded(await alice.send("POST /messages", fields), "a direct message with a topic");
    expect.same(body.automatic_new_visibility_policy, undefined, "automatic_new_visibility_policy");
    expect.same((await fetchSource(alice, body.id as number)).subject, "", "the topic of a direct message");
  },
});

/** Ids increase from message to message, whoever sends them and wherever to. */
export const idsIncrease = property({
  clause: "messages.post/ids-increase",
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as as { alice: Actor };
    const [topic, to] = [session.fresh(), session.channels.general];
    const ids: number[] = [];
    for (let i = 0; i < 3; i++) {
      ids.push(await sendMessage(alice, { type: "stream", to, topic, content: `${i}` }));
      ids.push(await sendMessage(alice, { type: directType(session.as.alice), to: [alice.user_id], content: `${i}` }));
    }
    const sorted = [...new Set(ids)].sort((a, b) => a - b);
    expect.same(ids, sorted, "the ids of messages in the order of sending");
    const inChannel = ids.filter((_, i) => i % 2 === 0);
    expect.same(await idsInTopic(alice, to, topic), inChannel, "the ids of the topic's messages");
  },
});
