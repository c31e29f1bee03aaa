import {
  directFields,
  fetchAround,
  fetchMessages,
  idsOf,
  messageIn,
  sendMessage,
  sendToChannel,
  sendToSelf,
  shownMessage,
} from "../../client/messages.ts";
import { fetchPresence } from "../../client/presence.ts";
import { ownRealm } from "../../client/serial.ts";
import { letTimePass } from "../../client/staging.ts";
import { property } from "../../declare/property.ts";
import { Untestable } from "../../expect.ts";

/** The fields that every message has, with their types. */
const always = {
  id: "integer",
  type: "string",
  sender_id: "integer",
  sender_email: "string",
  sender_full_name: "string",
  sender_realm_str: "string",
  client: "string",
  avatar_url: "string or null",
  content: "string",
  content_type: "string",
  recipient_id: "integer",
  subject: "string",
  topic_links: "array",
  is_me_message: "boolean",
  timestamp: "integer",
  reactions: "array",
  submessages: "array",
  flags: "array",
};

/** A fresh message, of a channel or among people, has every field that is always there, and none that only edits bring. */
export const fields = property({
  clause: [
    "message-resource/id",
    "message-resource/type",
    "message-resource/sender-id",
    "message-resource/sender-email",
    "message-resource/sender-full-name",
    "message-resource/sender-realm-str",
    "message-resource/client",
    "message-resource/avatar-url",
    "message-resource/content",
    "message-resource/content-type",
    "message-resource/recipient-id",
    "message-resource/subject",
    "message-resource/topic-links",
    "message-resource/is-me-message",
    "message-resource/timestamp",
    "message-resource/reactions",
    "message-resource/submessages",
    "message-resource/flags",
    "message-resource/last-edit-absent",
    "message-resource/edit-history-absent",
    "message-resource/stream-id",
    "message-resource/stream-id-absent",
  ],
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as;
    const channel = session.channels.general;
    const [inChannel, note] = [await sendToChannel(alice, channel, session.fresh()), await sendToSelf(alice)];
    for (const id of [inChannel, note]) {
      const listed = expect.first(await expect.accepted(fetchAround(alice, id)), "the message in a list");
      for (const message of [await shownMessage(alice, id), listed]) {
        for (const [name, type] of Object.entries(always)) expect.typed(message[name], type, name);
        expect.same([message.reactions, message.submessages], [[], []], "reactions and submessages of a fresh message");
        for (const name of ["last_edit_timestamp", "edit_history", "last_moved_timestamp"])
          expect.holds(!(name in message), `a message that was never changed has ${name}`);
        if (id === note) expect.holds(!("stream_id" in message), "a direct message has a stream_id");
        else expect.same(message.stream_id, channel, "stream_id");
      }
    }
  },
});

/** A message says who sent it, where and in which order. */
export const sender = property({
  clause: [
    "message-resource/id",
    "message-resource/ids-ascend",
    "message-resource/type",
    "message-resource/sender-id",
    "message-resource/sender-email",
    "message-resource/sender-full-name",
    "message-resource/sender-realm-str",
    "message-resource/subject",
    "message-resource/stream-id",
  ],
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as;
    const second = "bob" in session.target.cast ? session.as.bob : alice;
    const [channel, topic] = [session.channels.general, session.fresh("who")];
    const senders = [alice, second, alice];
    const sent: number[] = [];
    for (const actor of senders) sent.push(await sendToChannel(actor, channel, topic));
    expect.holds(sent[0]! < sent[1]! && sent[1]! < sent[2]!, `later messages have lower ids: ${sent}`);
    const messages = await expect.accepted(fetchMessages(second, [{ operator: "topic", operand: topic }]));
    expect.same(idsOf(messages), sent, "the ids");
    for (const [i, { type, sender_id, sender_email, subject, stream_id }] of messages.entries()) {
      expect.same([sender_id, sender_email], [senders[i]!.user_id, senders[i]!.email], "the sender");
      expect.same([type, subject, stream_id], ["stream", topic, channel], "the type and the place");
    }
    const names = messages.map(({ sender_full_name }) => expect.text(sender_full_name, "sender_full_name"));
    expect.same(names[0], names[2], "the name of the same sender");
    for (const name of names) expect.holds(name !== "", "a sender has no name");
    expect.same(new Set(messages.map(({ sender_realm_str }) => sender_realm_str)).size, 1, "the number of organizations");
  },
});

/** The client is named after the program that sent the message, whichever program fetches it. */
export const client = property({
  clause: "message-resource/client",
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as;
    const clients: string[] = [];
    for (const userAgent of ["FirstProgram/1.0", "SecondProgram/1.0", "FirstProgram/1.0"]) {
      const id = await sendMessage(alice, directFields(alice, [alice], "hello"), { userAgent });
      const fetched = await expect.accepted(alice.send(`GET /messages/${id}`, {}, { userAgent: "ThirdProgram/1.0" }).then(messageIn));
      clients.push(expect.text(fetched.client, "client"));
    }
    const [first, second, third] = clients;
    expect.same(third, first, "the client of the same program");
    expect.holds(!clients.some((name) => name.startsWith("ThirdProgram")), "the client is the program that fetches the message");
    if (first === second) throw new Untestable("the target does not tell programs by their User-Agent");
    expect.holds(first!.startsWith("FirstProgram"), `the client of FirstProgram is ${first}`);
  },
});

/** The time of a message is between those that the server gives before and after it was sent. */
export const timestamp = property({
  clause: "message-resource/timestamp",
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as;
    const secondsNow = async () => (await fetchPresence(alice)).server_timestamp;
    const [ids, moments]: [number[], number[]] = [[], [await secondsNow()]];
    for (const content of ["one", "two"]) {
      ids.push(await sendToChannel(alice, session.channels.general, session.fresh(), content));
      moments.push(await secondsNow());
      await letTimePass(session);
    }
    for (const [i, id] of ids.entries()) {
      const at = expect.integer((await shownMessage(alice, id)).timestamp, "timestamp");
      const [before, after] = [moments[i]!, moments[i + 1]!];
      expect.holds(Math.floor(before) <= at && at <= Math.ceil(after), `a message of ${at} was sent between ${before} and ${after}`);
    }
  },
});

/** A message that begins with `/me ` is a status message, and no other. */
export const meMessage = property({
  clause: "message-resource/is-me-message",
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as;
    const [topic, contents] = [session.fresh("me"), ["/me waves", "waves /me", "/mean", "hello"]];
    for (const content of contents) await sendToChannel(alice, session.channels.general, topic, content);
    for (const form of [{ apply_markdown: true }, { apply_markdown: false }]) {
      const messages = await expect.accepted(fetchMessages(alice, [{ operator: "topic", operand: topic }], form));
      const told = messages.map(({ is_me_message }) => is_me_message);
      expect.same(told, [true, false, false, false], `is_me_message of ${contents}`);
    }
  },
});

/** What a linkifier matches in a topic is listed with the address it stands for. */
export const topicLinks = property({
  clause: ["message-resource/topic-links", "message-resource/topic-links-linkified"],
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as;
    const pattern = { pattern: "TICKET-(?P<n>[0-9]+)", url_template: "https://tickets.example.com/{n}" };
    await ownRealm(session).act({ action: "add_linkifier", ...pattern });
    const links = async (topic: string) => {
      const { topic_links } = await shownMessage(alice, await sendToChannel(alice, session.channels.general, topic));
      return expect.objects(topic_links, "topic_links").map(({ text, url }) => ({ text, url }));
    };
    const both = [
      { text: "TICKET-12", url: "https://tickets.example.com/12" },
      { text: "TICKET-7", url: "https://tickets.example.com/7" },
    ];
    expect.same(await links("TICKET-12 and TICKET-7"), both, "topic_links");
    expect.same(await links("no ticket"), [], "topic_links of a topic without links");
  },
});
