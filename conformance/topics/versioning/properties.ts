import fc from "fast-check";
import type { Extra } from "../../client/actor.ts";
import { directFields, fetchMessage, sendToChannel } from "../../client/messages.ts";
import { itemAt } from "../../client/present.ts";
import { register } from "../../client/registration.ts";
import type { Session } from "../../client/session.ts";
import { setFlag } from "../../client/staging.ts";
import { listenForTyping, requireTypists, sharedChannel, typingToldBy } from "../../client/typing.ts";
import { property } from "../../declare/property.ts";
import { aContent, contentOf } from "../../draw/contents.ts";
import { anActor, recipients, somePeople } from "../../draw/people.ts";
import { topicOf } from "../../draw/topics.ts";
import { type Body, Untestable } from "../../expect.ts";
import { sameMessage, startTopic } from "./aliases.ts";
import { introduced } from "./introduced.ts";
import { aPlainTopic, plainContent, plainTopic, someCounts, toAlice, topicMessages } from "./plain.ts";

/** Returns the feature level that the server settings report. */
async function reportedLevel({ nobody, target, expect }: Session, extra: Extra = {}): Promise<number> {
  const name = `${target.brand}_feature_level`;
  return expect.integer(expect.succeeded(await nobody.send("GET /server_settings", {}, extra), "GET /server_settings")[name], name);
}

/** The settings report the level of the server, the same each time or higher, whichever client asks. */
export const level = property({
  clause: ["versioning/level", "versioning/monotonic"],
  given: { agents: fc.array(fc.constantFrom("touchstone/1", "curl/8", "Mozilla/5.0", "website"), { minLength: 2, maxLength: 5 }) },
  examples: [{ agents: ["touchstone/1", "touchstone/1"] }],
  async holds(session, { agents }) {
    const { expect } = session;
    let last = 1;
    for (const userAgent of agents) {
      const next = await reportedLevel(session, { userAgent });
      expect.holds(next >= last, `the feature level falls from ${last} to ${next}`);
      last = next;
    }
  },
});

/** The registration reports to everybody the level that the settings report. */
export const sameLevelEverywhere = property({
  clause: "versioning/level",
  given: { who: anActor() },
  examples: [{ who: "alice" }],
  async holds(session, { who }) {
    const name = `${session.target.brand}_feature_level`;
    const registered = (await register(session.actor(who), []))[name];
    if (registered === undefined) throw new Untestable(`the registration has no ${name}`);
    session.expect.same(await reportedLevel(session), registered, name);
  },
});

/** `private` sends what `direct` sends, to whomever. */
export const privateForDirect = property({
  clause: "versioning/private-for-direct",
  given: { mail: recipients(), content: aContent() },
  examples: [{ mail: toAlice, content: plainContent }],
  async holds(session, { mail, content }) {
    const fields = { to: mail.to.map((name) => session.actor(name).user_id), content: contentOf(content) };
    const [direct, other] = [
      { ...fields, type: "direct" },
      { ...fields, type: "private" },
    ];
    await sameMessage(session.actor(mail.sender), direct, other, "a message of type private beside one of type direct");
  },
});

/** `channel` sends what `stream` sends. */
export const channelForStream = property({
  clause: "versioning/channel-for-stream",
  ...topicMessages,
  async holds(session, given) {
    const fields = await startTopic(session, given);
    const other = { ...fields, type: "channel" };
    await sameMessage(session.actor(given.who), fields, other, "a message of type channel beside one of type stream");
  },
});

/** Typing of type `channel` is told as that of type `stream` is. */
export const typingInChannelForStream = property({
  clause: "versioning/channel-for-stream",
  serial: "typing",
  given: { people: somePeople({ min: 2, max: 2 }), op: fc.constantFrom("start", "stop"), topic: aPlainTopic },
  examples: [{ people: ["alice", "bob"], op: "start", topic: plainTopic }],
  async holds(session, { people, op, topic }) {
    const { expect } = session;
    const [typist, reader] = [session.actor(itemAt(people, 0)), session.actor(itemAt(people, 1))];
    await requireTypists(typist, reader);
    const stream_id = await sharedChannel(typist, reader);
    const fields = { op, stream_id, topic: topicOf(topic, { fresh: session.fresh(), limit: 60 }) };
    const queue = await listenForTyping(reader);
    const events: Body[] = [];
    for (const type of ["stream", "channel"]) {
      expect.succeeded(await typist.send("POST /typing", { ...fields, type }), `typing of type ${type}`);
      events.push(expect.first(await typingToldBy(queue, typist), `an event of typing of type ${type}`));
    }
    expect.same(events[1], events[0], "the event of typing of type channel beside that of type stream");
  },
});

/** `subject` names what `topic` names. */
export const subjectForTopic = property({
  clause: "versioning/subject-for-topic",
  ...topicMessages,
  async holds(session, given) {
    const { expect } = session;
    const sender = session.actor(given.who);
    const { topic, ...rest } = await startTopic(session, given);
    const what = "a message with subject";
    await sameMessage(sender, { ...rest, topic }, { ...rest, subject: topic }, `${what} beside one with topic`);
    const body = expect.succeeded(await sender.send("POST /messages", { ...rest, subject: topic }), what);
    expect.same(body.ignored_parameters_unsupported, undefined, `what ${what} ignored`);
    const id = expect.integer(body.id, `the id of ${what}`);
    expect.same((await expect.accepted(fetchMessage(sender, id))).subject, topic, `the topic of ${what}`);
  },
});

/** `use_first_unread_anchor` finds what the anchor `first_unread` finds, whatever was read before. */
export const firstUnread = property({
  clause: "versioning/first-unread",
  given: { who: anActor("alice", "cara", "dana", "owen", "gus"), isRead: fc.array(fc.boolean(), { maxLength: 3 }), window: someCounts },
  examples: [
    { who: "alice", isRead: [false, false], window: { num_before: 1, num_after: 1 } },
    { who: "alice", isRead: [true, false], window: { num_before: 1, num_after: 1 } },
  ],
  async holds(session, { who, isRead, window }) {
    const { expect } = session;
    const reader = session.actor(who);
    const topic = session.fresh();
    const ids: number[] = [];
    for (const _ of isRead) ids.push(await sendToChannel(session.as.bob, session.channels.general, topic, "news"));
    for (const [i, id] of ids.entries()) if (isRead[i]) await setFlag(reader, id, "read");
    const range = { ...window, narrow: [{ operator: "topic", operand: topic }] };
    const original = expect.succeeded(await reader.send("GET /messages", { ...range, anchor: "first_unread" }), "the anchor first_unread");
    const unread = isRead.indexOf(false);
    const found = expect.objects(original.messages, "the messages around the first unread one").map(({ id }) => id);
    if (unread >= 0) {
      const expected = ids.slice(Math.max(0, unread - window.num_before), unread + window.num_after + 1);
      expect.same(found, expected, "the messages around the first unread one");
    }
    const alias = await reader.send("GET /messages", { ...range, use_first_unread_anchor: true });
    expect.same(expect.succeeded(alias, "use_first_unread_anchor"), original, "the answer to use_first_unread_anchor");
  },
});

/** `realm_uri` is `realm_url`. */
export const realmUri = property({
  clause: "versioning/realm-uri",
  once: "the endpoint has no parameters",
  async holds({ nobody, expect }) {
    const { realm_uri, realm_url } = expect.succeeded(await nobody.send("GET /server_settings"), "GET /server_settings");
    if (realm_uri === undefined && realm_url === undefined) throw new Untestable("the server speaks for no one organization");
    expect.same(realm_uri, realm_url, "realm_uri");
    expect.text(realm_url, "realm_url");
  },
});

/** Policies of topics can be set. */
export const userTopics = introduced("POST /user_topics", "versioning/user-topics");

/** Folders can be made. */
export const folders = introduced("POST /channel_folders/create", "versioning/channel-folders");

/** Folders can be changed. */
export const folderChanges = introduced("PATCH /channel_folders/{channel_folder_id}", "versioning/channel-folders");

/** Navigation views can be added. */
export const views = introduced("POST /navigation_views", "versioning/navigation-views");

/** Devices can be removed. */
export const devices = introduced("POST /remove_client_device", "versioning/device-removal");

/** Meetings can be made. */
export const meetings = introduced("POST /calls/vc/create", "versioning/video-call");

/** Sending knows `read_by_sender`, and does what it says. */
export const readBySender = property({
  clause: "versioning/read-by-sender",
  given: { mail: recipients(), read_by_sender: fc.boolean(), content: aContent() },
  examples: [true, false].map((read_by_sender) => ({ mail: toAlice, read_by_sender, content: plainContent })),
  async holds(session, { mail, read_by_sender, content }) {
    const { expect } = session;
    const sender = session.actor(mail.sender);
    const what = `a message with read_by_sender=${read_by_sender}`;
    const people = mail.to.map((name) => session.actor(name));
    const body = expect.succeeded(
      await sender.send("POST /messages", { ...directFields(sender, people, contentOf(content)), read_by_sender }),
      what,
    );
    expect.same(body.ignored_parameters_unsupported, undefined, `what ${what} ignored`);
    const id = expect.integer(body.id, `the id of ${what}`);
    const { flags } = await expect.accepted(fetchMessage(sender, id));
    expect.same(expect.list(flags, `the flags of ${what}`).includes("read"), read_by_sender, `whether ${what} is read`);
  },
});
