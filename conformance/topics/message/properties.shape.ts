import { fetchMessage, fetchMessages, sendDirect, sendToChannel, startThread } from "../../client/messages.ts";
import { ownRealm } from "../../client/serial.ts";
import { property } from "../../declare/property.ts";
import { type Body, Untestable } from "../../expect.ts";

const always: Body = {
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

/** A fresh message has every field that is always there, and none that only edits bring. */
export const fields = property({
  clause: [
    "message-resource/avatar-url",
    "message-resource/content-type",
    "message-resource/topic-links",
    "message-resource/reactions",
    "message-resource/submessages",
    "message-resource/flags",
    "message-resource/client",
    "message-resource/content",
    "message-resource/timestamp",
    "message-resource/is-me-message",
    "message-resource/recipient-id",
    "message-resource/sender-realm-str",
    "message-resource/last-edit-absent",
    "message-resource/edit-history-absent",
    "message-resource/stream-id",
    "message-resource/stream-id-absent",
  ],
  async holds(session) {
    const { expect } = session;
    const alice = session.as.alice;
    const { ids, channel } = await startThread(session, ["one"]);
    const direct = await sendDirect(alice, [alice], "note to self");
    for (const id of [ids[0]!, direct]) {
      const message = await fetchMessage(alice, id);
      for (const [name, type] of Object.entries(always)) expect.typed(message[name], String(type), name);
      expect.same([message.reactions, message.submessages], [[], []], "reactions and submessages of a fresh message");
      for (const flag of message.flags as unknown[]) expect.typed(flag, "string", "a flag");
      for (const name of ["last_edit_timestamp", "edit_history", "last_moved_timestamp"])
        expect.holds(!(name in message), `a message that was never changed has ${name}`);
      if (id === direct) expect.holds(!("stream_id" in message), "a direct message has a stream_id");
      else expect.same(message.stream_id, channel, "stream_id");
    }
  },
});

/** A message says who sent it, where, what and when. */
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
    const alice = session.as.alice;
    const second = "bob" in session.target.cast ? session.as.bob : alice;
    const channel = session.channels.general;
    const topic = session.fresh("who");
    const sent: number[] = [];
    for (const actor of [alice, second, alice]) sent.push(await sendToChannel(actor, channel, topic, "hello"));
    expect.holds(sent[0]! < sent[1]! && sent[1]! < sent[2]!, `later messages have lower ids: ${sent}`);
    const messages = await fetchMessages(second, [{ operator: "topic", operand: topic }]);
    expect.same(
      messages.map(({ id }) => id),
      sent,
      "the ids",
    );
    const people = [alice, second, alice];
    for (const [i, message] of messages.entries()) {
      expect.same(message.type, "stream", "type");
      expect.same([message.sender_id, message.sender_email], [people[i]!.user_id, people[i]!.email], "the sender");
      expect.same([message.subject, message.stream_id], [topic, channel], "the place");
    }
    const names = messages.map(({ sender_full_name }) => sender_full_name);
    expect.same(names[0], names[2], "the name of the same sender");
    for (const name of names) expect.holds(name !== "", "a sender has no name");
    expect.same(new Set(messages.map(({ sender_realm_str }) => sender_realm_str)).size, 1, "the number of organizations");
  },
});

/** The client is named after the program that sent the message. */
export const client = property({
  clause: "message-resource/client",
  async holds(session) {
    const { expect } = session;
    const alice = session.as.alice;
    const clients: unknown[] = [];
    for (const userAgent of ["FirstProgram/1.0", "SecondProgram/1.0", "FirstProgram/1.0"]) {
      const message = { type: "stream", to: session.channels.general, topic: session.fresh("client"), content: "hello" };
      const { id } = expect.succeeded(await alice.send("POST /messages", message, { userAgent }));
      clients.push((await fetchMessage(alice, Number(id))).client);
    }
    const [first, second, third] = clients;
    expect.same(third, first, "the client of the same program");
    if (first === second) throw new Untestable("the target does not tell programs by their User-Agent");
    expect.holds(String(first).startsWith("FirstProgram"), `the client of FirstProgram is ${String(first)}`);
  },
});

/** The time of a message is between those that the server gives before and after. */
export const timestamp = property({
  clause: "message-resource/timestamp",
  async holds(session) {
    const { expect } = session;
    const alice = session.as.alice;
    const now = async () => Number(expect.succeeded(await alice.send("GET /realm/presence")).server_timestamp);
    const before = await now();
    const { ids } = await startThread(session, ["one", "two"]);
    const after = await now();
    const [first, second] = [await fetchMessage(alice, ids[0]!), await fetchMessage(alice, ids[1]!)].map((message) =>
      Number(message.timestamp),
    );
    expect.typed(first, "integer", "timestamp");
    const inOrder = Math.floor(before) <= first! && first! <= second! && second! <= Math.ceil(after);
    expect.holds(inOrder, `messages of ${first} and ${second} were sent between ${before} and ${after}`);
  },
});

/** A message that begins with `/me ` is a status message, and no other. */
export const meMessage = property({
  clause: "message-resource/is-me-message",
  async holds(session) {
    const { expect } = session;
    const contents = ["/me waves", "waves /me", "/mean", "hello"];
    const { narrow } = await startThread(session, contents);
    for (const form of [{ apply_markdown: true }, { apply_markdown: false }])
      expect.same(
        (await fetchMessages(session.as.alice, narrow, form)).map((message) => message.is_me_message),
        [true, false, false, false],
        `is_me_message of ${contents}`,
      );
  },
});

/** What a linkifier matches in a topic is listed with the address it stands for. */
export const topicLinks = property({
  clause: ["message-resource/topic-links", "message-resource/topic-links-linkified"],
  async holds(session) {
    const { expect } = session;
    const steering = ownRealm(session);
    await steering.act({ action: "add_linkifier", pattern: "TICKET-(?P<n>[0-9]+)", url_template: "https://tickets.example.com/{n}" });
    const alice = session.as.alice;
    const links = async (topic: string) => {
      const { topic_links } = await fetchMessage(alice, await sendToChannel(alice, session.channels.general, topic, "hello"));
      return expect.objects(topic_links, "topic_links").map(({ text, url }) => ({ text, url }));
    };
    expect.same(
      await links("TICKET-12 and TICKET-7"),
      [
        { text: "TICKET-12", url: "https://tickets.example.com/12" },
        { text: "TICKET-7", url: "https://tickets.example.com/7" },
      ],
      "topic_links",
    );
    expect.same(await links("no ticket"), [], "topic_links of a topic without links");
  },
});
