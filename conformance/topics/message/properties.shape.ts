import fc from "fast-check";
import type { Actor, ServerEvent } from "../../client/actor.ts";
import { itemAt, objectsIn, present } from "../../client/json.ts";
import { levels } from "../../client/levels.ts";
import {
  addReaction,
  awaitMessage,
  directFields,
  editMessage,
  fetchMessage,
  letTimePass,
  listedMessage,
  messageOf,
  sendDirect,
  sendMessage,
  sendToChannel,
  sendToSelf,
  shownMessage,
} from "../../client/messages.ts";
import { departing, fetchPresence } from "../../client/people.ts";
import type { Session } from "../../client/session.ts";
import { property } from "../../declare/property.ts";
import type { ValueOf } from "../../draw/combinators.ts";
import { aContent, type ContentShape } from "../../draw/contents.ts";
import { anActor, fullMembers, people, twoPeople } from "../../draw/people.ts";
import { aPhrase } from "../../draw/texts.ts";
import { type Body, isEqual, Untestable } from "../../expect.ts";
import { clauseId, named, message as record } from "../../text/index.ts";

const always = Object.entries(record.fields).filter(([, { when }]) => when === "always");

/** Fields that events and fetches both tell of a message: but for those that an event has beside it, or that depend on what a client declares. */
const shared = named([record], ({ when, clause }) => when !== "sometimes" && clause !== "flags" && clause !== "avatar-url");

const isTold = "events/message-told";

const ofField = (name: string): string => clauseId(record, present(record.fields[name], `field ${name} of messages`));

/** The fields that a fresh message does not have, each with the clause that says so: that of the last move holds for later levels than the property. */
const absent = {
  last_edit_timestamp: "message-resource/last-edit-absent",
  edit_history: "message-resource/edit-history-absent",
  last_moved_timestamp: undefined,
};

/** Requires an event, on servers that are held to such, that tells of a message what a fetch tells of it. */
function requireTold({ expect }: Actor, event: ServerEvent, fetched: Body): void {
  const announced = messageOf(event);
  const checkOf = (field: string) => (field === "content" ? "sameHtml" : "same");
  for (const field of [...shared, "display_recipient"])
    expect[checkOf(field)](announced[field], fetched[field], `${field} in an event, beside a fetch,`, isTold);
  expect.against(isTold).sameSet(event.flags, expect.against(ofField("flags")).list(fetched.flags, "flags"), "the flags in an event");
}

/** A message to a topic of general, or to its reader alone. */
const aFresh = fc.record({ sender: anActor(), isDirect: fc.boolean(), content: aContent });

const hello: ContentShape = { kind: "phrase", text: "hello" };
const inTopic = (sender: "alice" | "bob"): ValueOf<typeof aFresh> => ({ sender, isDirect: false, content: hello });

/**
 * Fresh messages, of a channel or among people, have every field that is always there, and none that only changes bring; they say who sent them, where
 * and in which order, and their events say the same.
 */
export const fields = property({
  clause: [
    ...always.map(([, field]) => clauseId(record, field)),
    "ids-ascend",
    "last-edit-absent",
    "edit-history-absent",
    "stream-id",
    "stream-id-absent",
    "subject-direct",
    "events/message-told",
  ],
  given: { messages: fc.array(aFresh, { minLength: 1, maxLength: 4 }), reader: anActor() },
  examples: [
    { messages: [inTopic("alice"), inTopic("bob"), { ...inTopic("alice"), isDirect: true }, inTopic("alice")], reader: "bob" },
    { messages: [inTopic("alice"), { ...inTopic("alice"), isDirect: true }], reader: "alice" },
  ],
  async holds(session, { messages, reader: name }, expect) {
    const [reader, stream_id, topic] = [session.actor(name), session.channels.general, session.fresh("who")];
    let last = 0;
    const [names, realms] = [new Map<unknown, unknown>(), new Set<unknown>()];
    const queue = session.isHeldToObserved ? await reader.queue({ event_types: ["message"], apply_markdown: true }) : undefined;
    for (const { sender: from, isDirect, content } of messages) {
      const [sender, text] = [session.actor(from), content.text];
      const id = isDirect ? await sendDirect(sender, [reader], text) : await sendToChannel(sender, stream_id, topic, text);
      expect.holds(id > last, `the message ${id} was sent after ${last}`, "message-resource/ids-ascend");
      last = id;
      const { user_id: sender_id, email: sender_email } = sender;
      const origin = { id, sender_id, sender_email };
      const expected: Body = isDirect
        ? { ...origin, type: "private", subject: "" }
        : { ...origin, type: "stream", subject: topic, stream_id };
      const listed = await listedMessage(reader, id);
      if (queue) requireTold(reader, await awaitMessage(queue, id, isTold), listed);
      for (const message of [await shownMessage(reader, id), listed]) {
        for (const [field, { type }] of always) expect.against(ofField(field)).typed(message[field], type, field);
        for (const [field, value] of Object.entries(expected))
          expect.same(message[field], value, field, field === "subject" && isDirect ? "message-resource/subject-direct" : ofField(field));
        const { reactions, submessages } = message;
        const added = ofField(isEqual(reactions, []) ? "submessages" : "reactions");
        expect.same([reactions, submessages], [[], []], "reactions and submessages of a fresh message", added);
        for (const [field, clause] of Object.entries({ ...absent, ...(isDirect && { stream_id: "message-resource/stream-id-absent" }) }))
          expect.holds(!(field in message), `a ${isDirect ? "direct" : "channel"} message that was never changed has ${field}`, clause);
        const { sender_full_name, sender_realm_str } = message;
        const ofName = expect.against(ofField("sender_full_name"));
        ofName.holds(sender_full_name !== "", "a sender has no name");
        ofName.same(sender_full_name, names.get(sender_id) ?? sender_full_name, "the name of the same sender");
        names.set(sender_id, sender_full_name);
        realms.add(sender_realm_str);
      }
    }
    expect.same(realms.size, 1, "the number of organizations", ofField("sender_realm_str"));
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
    // In which letters a name is told no sentence says.
    const spelled = (name: string): string => (session.isHeldToObserved ? name : name.toLowerCase());
    expect.holds(spelled(first).startsWith(spelled(one)), `the client of ${one} is ${first}`);
  },
});

/** The time of a message is between those that the server gives before and after it was sent, which go on as time does. */
export const timestamp = property({
  clause: ["message-resource/timestamp", "realm.presence.get/server_timestamp"],
  given: {
    who: anActor(...people),
    sent: fc.array(fc.record({ isDirect: fc.boolean(), seconds: fc.nat(100_000) }), { minLength: 1, maxLength: 3 }),
  },
  examples: [{ who: "alice", sent: [5, 5].map((seconds) => ({ isDirect: false, seconds })) }],
  async holds(session, { who, sent }, expect) {
    const actor = session.actor(who);
    const ofServer = "realm.presence.get/server_timestamp";
    const secondsNow = async () => (await expect.accepted(fetchPresence(actor), ofServer)).server_timestamp;
    const windows: { readonly id: number; readonly before: number; readonly after: number }[] = [];
    let least = await secondsNow();
    // In milliseconds it is wrong by itself, and no measure of the times of messages.
    expect.holds(least < mostSeconds, `server_timestamp is ${least}, no time in seconds`, ofServer);
    for (const { isDirect, seconds } of sent) {
      const before = await secondsNow();
      expect.holds(before >= least, `server_timestamp is ${before}, before ${least}`, ofServer);
      const id = isDirect ? await sendToSelf(actor) : await sendToChannel(actor, session.channels.general, session.fresh());
      windows.push({ id, before, after: await secondsNow() });
      const pause = session.target.kind === "embedded" ? seconds : 0;
      if (pause > 0) await session.steering.advance(pause * 1000);
      least = before + Math.max(0, pause - 1);
    }
    expect.holds((await secondsNow()) >= least, `server_timestamp is before ${least}`, ofServer);
    for (const { id, before, after } of windows) {
      const at = expect.integer((await shownMessage(actor, id)).timestamp, "timestamp");
      expect.holds(Math.floor(before) <= at && at <= Math.ceil(after), `a message of ${at} was sent between ${before} and ${after}`);
    }
  },
});

/** A time in seconds is below this for a thousand years. */
const mostSeconds = 1e11;

/** Operations on a message at an instant that it tells. */
const dated = { edit: "last_edit_timestamp", move: "last_moved_timestamp", send: "timestamp" } as const;

/** The instants of a message are those of the server's clock when it was sent, edited and moved: between those of a message before and one after. */
export const instants = property({
  clause: ["timestamp", "last-edit", "last-moved"],
  given: { who: anActor(...fullMembers), act: fc.constantFrom("edit", "move", "send") },
  examples: (["edit", "move", "send"] as const).map((act) => ({ who: "alice", act }) as const),
  async holds(session, { who, act }, expect) {
    if (act === "move" && session.level < levels.lastMoved) throw new Untestable("the target does not tell when messages were moved");
    const actor = session.actor(who);
    const send = (content: string): Promise<number> => sendToChannel(actor, session.channels.general, session.fresh("dated"), content);
    const timeOf = async (id: number, name: string = dated.send): Promise<number> =>
      expect.against(ofField(name)).integer((await shownMessage(actor, id))[name], name);
    const first = await send("first");
    const sent = await timeOf(first);
    if (act !== "send") await letTimePass(session);
    const before = await timeOf(await send("before"));
    const id = act === "send" ? await send("itself") : first;
    if (act === "edit") await editMessage(actor, id, { content: "second" });
    if (act === "move") await editMessage(actor, id, { topic: session.fresh("elsewhere") });
    const time = await timeOf(id, dated[act]);
    const after = await timeOf(await send("after"));
    expect.same(await timeOf(first), sent, "timestamp of a message that was sent before");
    const what = `${dated[act]} is ${time}, where messages before and after are of ${before} and ${after}`;
    expect.holds(before <= time && time <= after, what, ofField(dated[act]));
  },
});

/** Contents that are a status, and that are none; a status of two lines is one on running servers. */
const aMeContent = fc
  .tuple(fc.constantFrom("/me #", "/me #\nand on", "# /me", "/mean #", "#", "/ME #", "me #", "`/me #`"), aPhrase)
  .map(([form, text]) => form.replace("#", text));

/** A message that begins with `/me ` is a status message, and no other: from edit to edit, in channels and among people, in every form. */
export const meMessage = property({
  clause: "is-me-message",
  given: {
    pair: twoPeople(...fullMembers),
    versions: fc.uniqueArray(aMeContent, { minLength: 1, maxLength: 4 }),
    isDirect: fc.boolean(),
    apply_markdown: fc.boolean(),
  },
  examples: [
    { pair: ["alice", "bob"], versions: ["/me waves", "waves /me", "/mean", "/me sits"], isDirect: true, apply_markdown: true },
    { pair: ["alice", "bob"], versions: ["hello", "/me waves", "waves"], isDirect: false, apply_markdown: false },
    { pair: ["alice", "bob"], versions: ["/me w", "/me sits\nand eats"], isDirect: false, apply_markdown: true },
  ],
  async holds(session, { pair: [from, to], versions, isDirect, apply_markdown }, expect) {
    const [author, reader] = [session.actor(from), session.actor(to)];
    const [first, ...later] = versions.filter((content) => session.isHeldToObserved || !content.includes("\n"));
    if (first === undefined) throw new Untestable("no sentence says whether two lines are a status");
    const id = isDirect
      ? await sendDirect(author, [reader], first)
      : await sendToChannel(author, session.channels.general, session.fresh("me"), first);
    const requireStatus = async (content: string): Promise<void> => {
      const forms = [await listedMessage(reader, id, { apply_markdown }), await shownMessage(reader, id, { apply_markdown })];
      for (const { is_me_message } of forms) expect.same(is_me_message, content.startsWith("/me "), `is_me_message of ${content}`);
    };
    await requireStatus(first);
    for (const content of later) {
      await editMessage(author, id, { content });
      await requireStatus(content);
    }
  },
});

const anAddress = fc.constantFrom("example.com/a", "https://example.com/a", "www.example.com", "a@example.com");

/** The text of each link of a topic stands in the topic: whether an address there becomes a link is open, and what its URL is. */
export const topicLinks = property({
  clause: "topic-links",
  given: { sender: anActor(), address: anAddress },
  examples: [
    { sender: "alice", address: "example.com/a" },
    { sender: "bob", address: "https://example.com/a" },
  ],
  async holds(session, { sender, address }, expect) {
    const topic = `${session.fresh("t")} ${address}`;
    const id = await sendToChannel(session.actor(sender), session.channels.general, topic);
    const { topic_links } = await shownMessage(session.actor(sender), id);
    for (const { text } of expect.objects(topic_links, "topic_links"))
      expect.holds(typeof text === "string" && topic.includes(text), `${JSON.stringify(text)} of topic_links stands in the topic ${topic}`);
  },
});

/** Returns what a message tells of people, who may be gone: no sentence says how they are called then, so that strangers tell ids. */
const peopleIn = ({ sender_id, sender_full_name, edit_history, reactions }: Body, { isHeldToObserved }: Session): Body =>
  isHeldToObserved
    ? { sender_id, sender_full_name, edit_history, reactions }
    : { sender_id, edit_history, reactions: objectsIn(reactions).map(({ emoji_name, user_id }) => ({ emoji_name, user_id })) };

/** Whoever wrote to a message, changed it and reacted to one is told likewise once the account is deactivated. */
export const departed = property({
  clause: ["edit-entry", "reactions", "sender-full-name", "sender-id"],
  given: { reader: anActor("alice", "bob", "cara") },
  examples: [{ reader: "alice" }],
  async holds(session, { reader: name }, expect) {
    const reader = session.actor(name);
    const gone = await departing(session, [name]);
    const { general } = session.channels;
    const ids = [await sendToChannel(gone, general, session.fresh(), "soup"), await sendToChannel(reader, general, session.fresh())];
    await editMessage(gone, itemAt(ids, 0), { content: "bread" });
    for (const id of ids) await addReaction(gone, id, "tada");
    const before = await Promise.all(ids.map((id) => shownMessage(reader, id)));
    await session.steering.act({ action: "deactivate_user", as: gone.name });
    for (const [i, id] of ids.entries()) {
      const former = peopleIn(before[i] ?? {}, session);
      for (const [field, value] of Object.entries(peopleIn(await shownMessage(reader, id), session))) {
        const what = `${field} of a message after an account that it names was deactivated`;
        expect.same(value, former[field], what, ofField(field));
      }
    }
  },
});
