import { declined } from "../../client/declined.ts";
import { direct, fetched, inTopic, sent } from "../../client/messaging.ts";
import type { Actor } from "../../client/session.ts";
import { property } from "../../declare/property.ts";
import { same, succeeded } from "../../expect.ts";

/** A type that is none of the four is refused, and nothing is sent. */
export const unknownType = property({
  clause: ["messages.post/type-values", "messages.post/no-trace"],
  async holds(session) {
    const { alice } = session.as as { alice: Actor };
    const topic = session.fresh();
    for (const type of ["topic", "Stream", "group", "streams", ""]) {
      const fields = { type, to: session.channels.general, topic, content: "hello" };
      declined(await alice.send("POST /messages", fields), `a message of type "${type}"`, "type");
      const toPeople = { type, to: [alice.user_id], content: "hello" };
      declined(await alice.send("POST /messages", toPeople), `a message to people of type "${type}"`, "type");
    }
    same(await inTopic(alice, session.channels.general!, topic), [], "what is in the topic");
  },
});

/** Without a type a message is refused, and nothing is sent. */
export const typeMissing = property({
  clause: ["messages.post/type-required", "messages.post/no-trace"],
  async holds(session) {
    const { alice } = session.as as { alice: Actor };
    const topic = session.fresh();
    const fields = { to: session.channels.general, topic, content: "hello" };
    declined(await alice.send("POST /messages", fields), "a message without a type", "type");
    same(await inTopic(alice, session.channels.general!, topic), [], "what is in the topic");
  },
});

/** `channel` and `stream` send alike. */
export const channelAlias = property({
  clause: ["messages.post/type-channel-alias", "messages.post/type-values"],
  async holds(session) {
    const { alice } = session.as as { alice: Actor };
    const [topic, to] = [session.fresh(), session.channels.general!];
    const plain = await fetched(alice, await sent(alice, { type: "stream", to, topic, content: "stream" }));
    const alias = await fetched(alice, await sent(alice, { type: "channel", to, topic, content: "channel" }));
    for (const name of ["type", "stream_id", "recipient_id", "display_recipient", "subject"]) {
      same(alias[name], plain[name], `${name} of a message sent as channel`);
    }
  },
});

/** `direct` and its old name `private` send alike. */
export const privateAlias = property({
  clause: ["messages.post/type-private-alias", "messages.post/type-direct", "messages.post/type-values"],
  async holds(session) {
    const { alice } = session.as as { alice: Actor };
    const to = [alice.user_id];
    const plain = await fetched(alice, await sent(alice, { type: "direct", to, content: "direct" }));
    const alias = await fetched(alice, await sent(alice, { type: "private", to, content: "private" }));
    for (const name of ["type", "recipient_id", "display_recipient", "subject"]) {
      same(alias[name], plain[name], `${name} of a message sent as private`);
    }
  },
});

/** The answer to a direct message speaks of no topic policy. */
export const directWithoutPolicy = property({
  clause: ["messages.post/automatic-policy-direct", "messages.post/topic-ignored-for-people"],
  async holds(session) {
    const { alice } = session.as as { alice: Actor };
    const fields = { type: direct(session), to: [alice.user_id], topic: session.fresh(), content: "hello" };
    const body = succeeded(await alice.send("POST /messages", fields), "a direct message with a topic");
    same(body.automatic_new_visibility_policy, undefined, "automatic_new_visibility_policy");
    same((await fetched(alice, body.id as number)).subject, "", "the topic of a direct message");
  },
});

/** Ids increase from message to message, whoever sends them and wherever to. */
export const idsIncrease = property({
  clause: "messages.post/ids-increase",
  async holds(session) {
    const { alice } = session.as as { alice: Actor };
    const [topic, to] = [session.fresh(), session.channels.general!];
    const ids: number[] = [];
    for (let i = 0; i < 3; i++) {
      ids.push(await sent(alice, { type: "stream", to, topic, content: `${i}` }));
      ids.push(await sent(alice, { type: direct(session), to: [alice.user_id], content: `${i}` }));
    }
    const sorted = [...new Set(ids)].sort((a, b) => a - b);
    same(ids, sorted, "the ids of messages in the order of sending");
    const inChannel = ids.filter((_, i) => i % 2 === 0);
    same(await inTopic(alice, to, topic), inChannel, "the ids of the topic's messages");
  },
});
