import fc from "fast-check";
import type { Actor, EventQueue } from "../../client/actor.ts";
import { isObject, itemAt, present } from "../../client/json.ts";
import { levels } from "../../client/levels.ts";
import {
  brokenIn,
  channelFields,
  deleteMessage,
  editMessage,
  eventsSoFar,
  everyRead,
  messageOf,
  sendDirect,
  sendMessage,
  sendToChannel,
  setFlag,
  setPolicy,
  shownMessage,
} from "../../client/messages.ts";
import { askForKey, requireLogins } from "../../client/people.ts";
import { capabilities, emptyTopicName, fetchServerSettings } from "../../client/registration.ts";
import { ownRealm } from "../../client/session.ts";
import { property } from "../../declare/property.ts";
import { anActor, fullMembers, twoPeople } from "../../draw/people.ts";
import { delicate, textKinds, textOf } from "../../draw/texts.ts";
import { at, prepared, Untestable } from "../../expect.ts";
import { codes } from "../../text/limits.ts";

/** A text that others than its reader have set, with characters that careless servers escape, change or take away. */
const aText = textOf({ max: 20, kinds: textKinds.filter((kind) => kind !== "zero width" && kind !== "grapheme") });

/** The name of a person is told as it is, of the sender and among the people, in every read. */
export const fullName = property({
  clause: ["message-resource/sender-full-name", "message-resource/display-recipient-direct", "events/message-told"],
  given: { pair: twoPeople(...fullMembers), text: aText },
  examples: [{ pair: ["alice", "bob"], text: delicate }],
  async holds(session, { pair: [who, whom], text }, expect) {
    const [sender, reader] = [session.actor(who), session.actor(whom)];
    const { act } = ownRealm(session);
    const before = await sendToChannel(sender, session.channels.general, session.fresh());
    await shownMessage(reader, before);
    await act({ action: "set_user", as: who, property: "full_name", value: text });
    expect.same((await shownMessage(reader, before)).sender_full_name, text, "sender_full_name of a message that was read before");
    const queue = await reader.queue({ event_types: ["message"] });
    const direct = await sendDirect(sender, [reader]);
    const ofSender = "message-resource/sender-full-name";
    for (const [where, { sender_full_name, display_recipient }] of await everyRead(queue, direct)) {
      expect.same(sender_full_name, text, `sender_full_name in ${where}`, brokenIn(where, ofSender));
      const amongPeople = expect.against(brokenIn(where, "message-resource/display-recipient-direct"));
      const own = amongPeople.objects(display_recipient, "display_recipient").find(({ id }) => id === sender.user_id);
      amongPeople.same(at(own, "full_name"), text, `the full_name of the sender in display_recipient of ${where}`);
    }
    const toAll = await sendToChannel(sender, session.channels.general, session.fresh());
    for (const [where, { sender_full_name }] of await everyRead(queue, toAll))
      expect.same(sender_full_name, text, `sender_full_name in ${where} of a channel`, brokenIn(where, ofSender));
  },
});

/** The name of a channel is told as it is, in every read, and messages go to the channel by it; another one that it gets later, too, and no longer the first. */
export const channelName = property({
  clause: [
    "message-resource/display-recipient-channel",
    "messages.post/to-channel-name-or-id",
    "messages.post/unknown-channel",
    "events/message-told",
  ],
  given: { pair: twoPeople(...fullMembers), text: aText },
  examples: [{ pair: ["alice", "bob"], text: delicate }],
  async holds(session, { pair, text }, expect) {
    const [sender, reader] = session.actors(pair);
    const names = [session.fresh("channel"), `${session.fresh("channel")}, ${text}`];
    await session.steering.act({ action: "create_channel", name: names[0], subscribers: pair });
    const queue = await reader.queue({ event_types: ["message"] });
    const ids: number[] = [];
    const ofChannel = "message-resource/display-recipient-channel";
    for (const [i, name] of names.entries()) {
      if (i > 0) await session.steering.act({ action: "set_channel", channel: names[i - 1], property: "name", value: name });
      for (const id of ids) expect.same((await shownMessage(reader, id)).display_recipient, name, "display_recipient of an older message");
      const message = channelFields(name, session.fresh());
      const id = await expect.accepted(sendMessage(sender, message), "messages.post/to-channel-name-or-id");
      for (const [where, { display_recipient }] of await everyRead(queue, id))
        expect.same(display_recipient, name, `display_recipient of a message to a channel in ${where}`, brokenIn(where, ofChannel));
      ids.push(id);
    }
    const former = channelFields(itemAt(names, 0), session.fresh());
    const toUnknown = expect.against("messages.post/unknown-channel");
    const answer = await sender.send("POST /messages", former);
    toUnknown.refused(answer, codes.noSuchChannel, { stream: names[0] }, "a message to a former name");
  },
});

/** The name of the organization is told as it is. */
export const realmName = property({
  clause: "server_settings.get/realm_name",
  given: { text: aText },
  examples: [{ text: delicate }],
  async holds(session, { text }) {
    await ownRealm(session).act({ action: "set_realm", property: "name", value: text });
    const { realm_name } = await session.expect.accepted(fetchServerSettings(session));
    // Servers may omit it.
    if (realm_name === undefined) throw new Untestable("the server settings have no realm_name");
    session.expect.same(realm_name, text, "realm_name");
  },
});

const ofTopics = ["message", "update_message", "update_message_flags", "delete_message", "user_topic"];

/** Returns a queue of events that name topics, for a client that knows the empty one or does not. */
const topicQueue = (actor: Actor, isKnown: boolean): Promise<EventQueue> =>
  actor.queue({ event_types: ofTopics, client_capabilities: { ...capabilities, empty_topic_name: isKnown } });

/** Returns the names under which a queue was told of topics until now. */
async function topicsTold(queue: EventQueue): Promise<unknown[]> {
  const parts = (await eventsSoFar(queue))
    .flatMap((event) =>
      event.type === "message"
        ? [messageOf(event)]
        : [event, ...(isObject(event.message_details) ? Object.values(event.message_details) : [])],
    )
    .filter(isObject);
  return parts
    .filter(({ type }) => type !== "private")
    .flatMap((part) => ["orig_subject", "subject", "topic", "topic_name"].map((name) => part[name]).filter((topic) => topic !== undefined));
}

/** Sends a message to the empty topic, marks it as unread, sets the policy of the topic, moves the message out of it and back, and deletes it. */
async function passThrough(actor: Actor, channel: number): Promise<void> {
  const id = await sendToChannel(actor, channel, "");
  for (const op of ["add", "remove"] as const) await setFlag(actor, id, "read", op);
  prepared.succeeded(await setPolicy(actor, channel, "", 1), "POST /user_topics");
  for (const topic of [actor.session.fresh("elsewhere"), ""]) await editMessage(actor, id, { topic });
  await deleteMessage(actor, id);
}

/** Whatever the display name of the empty topic is, it stands in its place, in events too, and is read as the empty topic. */
export const displayName = property({
  clause: [
    "conventions/empty-topic-displayed",
    "conventions/display-name-read",
    "conventions/empty-topic-declared",
    "conventions/empty-topic-told",
  ],
  given: { who: anActor(...fullMembers), text: aText },
  examples: [{ who: "alice", text: delicate }],
  async holds(session, { who, text }, expect) {
    if (session.level < levels.emptyTopic) throw new Untestable(`at level ${session.level} there is no empty topic`);
    const [actor, realm] = [session.actor(who), ownRealm(session)];
    const before = await sendToChannel(actor, session.channels.general, "");
    await shownMessage(actor, before);
    await realm.act({ action: "set_realm", property: "empty_topic_display_name", value: text });
    expect.same((await shownMessage(actor, before)).subject, text, "the topic of a message that was fetched under the name before");
    const [isTold, declared] = ["conventions/empty-topic-told", "conventions/empty-topic-declared"];
    expect.same(await expect.accepted(emptyTopicName(actor), isTold), text, "realm_empty_topic_display_name", isTold);
    for (const topic of ["", text]) {
      const read = topic === "" ? undefined : "conventions/display-name-read";
      const id = await expect.accepted(sendToChannel(actor, session.channels.general, topic), read);
      const { subject } = await shownMessage(actor, id, { allow_empty_topic_name: true });
      expect.same(subject, "", `the topic of a message to "${topic}"`, read ?? declared);
      expect.same((await shownMessage(actor, id)).subject, text, "the topic as one sees it who does not know of the empty one");
    }
    const [knowing, other] = await Promise.all([true, false].map((isKnown) => topicQueue(actor, isKnown)));
    await passThrough(actor, session.channels.general);
    const told = await topicsTold(present(knowing, "queue"));
    expect.holds(told.includes(""), `a client that knows the empty topic is told of ${JSON.stringify(told)}`, declared);
    const shown = told.map((topic) => (topic === "" ? text : topic));
    expect.same(await topicsTold(present(other, "queue")), shown, "the topics that a client is told of that does not know the empty one");
  },
});

/** A login tells the address of the account as it is written, capitals among it. */
export const address = property({
  clause: ["fetch_api_key.post/email", "authentication/key-exchange"],
  given: { who: anActor(...fullMembers), word: fc.constantFrom("Anna.Maria", "a.b+Garden", "O'NEIL") },
  examples: [{ who: "alice", word: "Anna.Maria" }],
  async holds(session, { who, word }, expect) {
    const actor = session.actor(who);
    await requireLogins(session);
    const value = `${word}@Mail.Example.com`;
    await ownRealm(session).act({ action: "set_user", as: who, property: "delivery_email", value });
    const answer = await askForKey(actor, { username: value });
    const { email } = expect.against("authentication/key-exchange").succeeded(answer, "a login with an address in capitals");
    expect.same(email, value, "email beside the key");
  },
});
