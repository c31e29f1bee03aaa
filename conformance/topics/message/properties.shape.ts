import fc from "fast-check";
import {
  directFields,
  fetchAround,
  fetchMessage,
  fetchMessages,
  sendDirect,
  sendMessage,
  sendToChannel,
  sendToSelf,
  shownMessage,
} from "../../client/messages.ts";
import { fetchPresence } from "../../client/presence.ts";
import { itemAt } from "../../client/present.ts";
import { letTimePass } from "../../client/staging.ts";
import { property } from "../../declare/property.ts";
import { aContent, type ContentShape, contentOf } from "../../draw/contents.ts";
import { anActor, type PersonName, people } from "../../draw/people.ts";
import { aPhrase } from "../../draw/texts.ts";
import { type Body, Untestable } from "../../expect.ts";
import { clauseId, message as record } from "../../text/index.ts";

/** The fields that every message has. */
const always = Object.entries(record.fields).filter(([, { when }]) => when === "always");

/** A message to a topic of general, or to its reader alone. */
interface Fresh {
  readonly sender: PersonName;
  readonly isDirect: boolean;
  readonly content: ContentShape;
}

const hello: ContentShape = { kind: "phrase", text: "hello" };
const inTopic = (sender: PersonName): Fresh => ({ sender, isDirect: false, content: hello });

/**
 * Fresh messages, of a channel or among people, have every field that is always there, and none that only changes bring; they say who sent them, where
 * and in which order.
 */
export const fields = property<{ readonly messages: readonly Fresh[]; readonly reader: PersonName }>({
  clause: [
    ...always.map(([, field]) => clauseId(record, field)),
    "ids-ascend",
    "last-edit-absent",
    "edit-history-absent",
    "stream-id",
    "stream-id-absent",
    "subject-direct",
  ],
  given: {
    messages: fc.array(fc.record({ sender: anActor(), isDirect: fc.boolean(), content: aContent() }), { minLength: 1, maxLength: 4 }),
    reader: anActor(),
  },
  examples: [
    { messages: [inTopic("alice"), inTopic("bob"), { ...inTopic("alice"), isDirect: true }, inTopic("alice")], reader: "bob" },
    { messages: [inTopic("alice"), { ...inTopic("alice"), isDirect: true }], reader: "alice" },
  ],
  async holds(session, { messages, reader: name }, expect) {
    const [reader, stream_id, topic] = [session.actor(name), session.channels.general, session.fresh("who")];
    let last = 0;
    const [names, realms] = [new Map<unknown, unknown>(), new Set<unknown>()];
    for (const { sender: from, isDirect, content } of messages) {
      const [sender, text] = [session.actor(from), contentOf(content)];
      const id = isDirect ? await sendDirect(sender, [reader], text) : await sendToChannel(sender, stream_id, topic, text);
      expect.holds(id > last, `the message ${id} was sent after ${last}`);
      last = id;
      const { user_id: sender_id, email: sender_email } = sender;
      const origin = { id, sender_id, sender_email };
      const expected: Body = isDirect
        ? { ...origin, type: "private", subject: "" }
        : { ...origin, type: "stream", subject: topic, stream_id };
      const listed = expect.first(await expect.accepted(fetchAround(reader, id)), "the message in a list");
      for (const message of [await shownMessage(reader, id), listed]) {
        for (const [field, { type }] of always) expect.typed(message[field], type, field);
        for (const [field, value] of Object.entries(expected)) expect.same(message[field], value, field);
        expect.same([message.reactions, message.submessages], [[], []], "reactions and submessages of a fresh message");
        for (const field of ["last_edit_timestamp", "edit_history", "last_moved_timestamp", ...(isDirect ? ["stream_id"] : [])])
          expect.holds(!(field in message), `a ${isDirect ? "direct" : "channel"} message that was never changed has ${field}`);
        const { sender_full_name, sender_realm_str } = message;
        expect.holds(sender_full_name !== "", "a sender has no name");
        expect.same(sender_full_name, names.get(sender_id) ?? sender_full_name, "the name of the same sender");
        names.set(sender_id, sender_full_name);
        realms.add(sender_realm_str);
      }
    }
    expect.same(realms.size, 1, "the number of organizations");
  },
});

const aVersion = fc.constantFrom("1.0", "0.1", "2.13.5", "10");

/** The client is named after the program that sent the message, whichever program fetches it. */
export const client = property({
  clause: "client",
  given: {
    who: anActor(),
    programs: fc.shuffledSubarray(["First", "Second", "Third", "Fourth"], { minLength: 3, maxLength: 3 }),
    version: aVersion,
  },
  examples: [{ who: "alice", programs: ["First", "Second", "Third"], version: "1.0" }],
  async holds(session, { who, programs, version }, expect) {
    const actor = session.actor(who);
    const [one, other, fetching] = programs.map((name) => `${name}Program`) as [string, string, string];
    const clients: string[] = [];
    for (const name of [one, other, one]) {
      const id = await sendMessage(actor, directFields(actor, [actor], "hello"), { userAgent: `${name}/${version}` });
      const fetched = await expect.accepted(fetchMessage(actor, id, {}, { userAgent: `${fetching}/1.0` }));
      clients.push(expect.text(fetched.client, "client"));
    }
    const [first, second, third] = clients as [string, string, string];
    expect.same(third, first, "the client of the same program");
    expect.holds(!clients.some((name) => name.startsWith(fetching)), "the client is the program that fetches the message");
    if (first === second) throw new Untestable("the target does not tell programs by their User-Agent");
    expect.holds(first.startsWith(one), `the client of ${one} is ${first}`);
  },
});

/** The time of a message is between those that the server gives before and after it was sent. */
export const timestamp = property({
  clause: "timestamp",
  given: { who: anActor(...people), isDirect: fc.array(fc.boolean(), { minLength: 1, maxLength: 3 }) },
  examples: [{ who: "alice", isDirect: [false, false] }],
  async holds(session, { who, isDirect }, expect) {
    const actor = session.actor(who);
    const secondsNow = async () => (await fetchPresence(actor)).server_timestamp;
    const [ids, moments]: [number[], number[]] = [[], [await secondsNow()]];
    for (const direct of isDirect) {
      ids.push(direct ? await sendToSelf(actor) : await sendToChannel(actor, session.channels.general, session.fresh()));
      moments.push(await secondsNow());
      await letTimePass(session);
    }
    for (const [i, id] of ids.entries()) {
      const at = expect.integer((await shownMessage(actor, id)).timestamp, "timestamp");
      const [before, after] = [itemAt(moments, i), itemAt(moments, i + 1)];
      expect.holds(Math.floor(before) <= at && at <= Math.ceil(after), `a message of ${at} was sent between ${before} and ${after}`);
    }
  },
});

const aMeContent = fc
  .tuple(fc.constantFrom("/me #", "# /me", "/mean #", "#", "/ME #", "me #", "`/me #`"), aPhrase)
  .map(([form, text]) => form.replace("#", text));

/** A message that begins with `/me ` is a status message, and no other. */
export const meMessage = property({
  clause: "is-me-message",
  given: { who: anActor(), apply_markdown: fc.boolean(), contents: fc.array(aMeContent, { minLength: 1, maxLength: 4 }) },
  examples: [true, false].map((apply_markdown) => ({
    who: "alice" as const,
    apply_markdown,
    contents: ["/me waves", "waves /me", "/mean", "hello"],
  })),
  async holds(session, { who, apply_markdown, contents }, expect) {
    const actor = session.actor(who);
    const topic = session.fresh("me");
    for (const content of contents) await sendToChannel(actor, session.channels.general, topic, content);
    const messages = await expect.accepted(fetchMessages(actor, [{ operator: "topic", operand: topic }], { apply_markdown }));
    const actual = messages.map(({ is_me_message }) => is_me_message);
    const expected = contents.map((content) => content.startsWith("/me "));
    expect.same(actual, expected, `is_me_message of ${contents.join(", ")}`);
  },
});
