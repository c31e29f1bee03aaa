import type { Actor } from "../../client/actor.ts";
import { directFields, fetchMessage, fetchSource, sendMessage, sendToChannel } from "../../client/messages.ts";
import { register } from "../../client/registration.ts";
import type { Session } from "../../client/session.ts";
import { listenForTyping, requireTypists, sharedChannel, typingEventsBy } from "../../client/typing.ts";
import { property } from "../../declare/property.ts";
import { type Body, Untestable } from "../../expect.ts";
import { introduced } from "./introduced.ts";

/** Returns a message without what differs between two messages of the same fields. */
async function plainMessage(actor: Actor, id: number): Promise<Body> {
  const { id: _, timestamp, ...rest } = await actor.expect.accepted(fetchSource(actor, id));
  return rest;
}

/** Requires that messages sent with two spellings of the same fields are the same message but for id and time. */
async function sameMessage(session: Session, one: Body, other: Body, what: string): Promise<void> {
  const { expect } = session;
  const { alice } = session.as;
  const content = session.fresh("twice");
  const [first, second] = [
    await expect.accepted(sendMessage(alice, { ...one, content })),
    await expect.accepted(sendMessage(alice, { ...other, content })),
  ];
  expect.same(await plainMessage(alice, second), await plainMessage(alice, first), what);
}

/** Returns the feature level that the server settings report. */
async function reportedLevel({ nobody, target, expect }: Session): Promise<number> {
  const name = `${target.brand}_feature_level`;
  return expect.integer(expect.succeeded(await nobody.send("GET /server_settings"), "GET /server_settings")[name], name);
}

/** The settings report the level of the server, the same each time or higher. */
export const level = property({
  clause: ["versioning/level", "versioning/monotonic"],
  async holds(session) {
    const { expect } = session;
    const [first, second] = [await reportedLevel(session), await reportedLevel(session)];
    expect.holds(first > 0, `the feature level is ${first}`);
    expect.holds(second >= first, `the feature level falls from ${first} to ${second}`);
  },
});

/** The registration reports the level that the settings report. */
export const sameLevelEverywhere = property({
  clause: "versioning/level",
  async holds(session) {
    const name = `${session.target.brand}_feature_level`;
    const told = (await register(session.as.alice, []))[name];
    if (told === undefined) throw new Untestable(`the registration has no ${name}`);
    session.expect.same(await reportedLevel(session), told, name);
  },
});

/** `private` sends what `direct` sends. */
export const privateForDirect = property({
  clause: "versioning/private-for-direct",
  async holds(session) {
    const to = [session.as.alice.user_id];
    await sameMessage(session, { to, type: "direct" }, { to, type: "private" }, "a message of type private beside one of type direct");
  },
});

/** Starts a topic of the channel `general`. Returns the fields of messages to it. */
async function startTopic(session: Session): Promise<Body & { readonly topic: string }> {
  const [to, topic] = [session.channels.general, session.fresh()];
  await sendToChannel(session.as.alice, to, topic, "first");
  return { type: "stream", to, topic };
}

/** `channel` sends what `stream` sends. */
export const channelForStream = property({
  clause: "versioning/channel-for-stream",
  async holds(session) {
    const fields = await startTopic(session);
    await sameMessage(session, fields, { ...fields, type: "channel" }, "a message of type channel beside one of type stream");
  },
});

/** Typing of type `channel` is told as that of type `stream` is. */
export const typingInChannelForStream = property({
  clause: "versioning/channel-for-stream",
  async holds(session) {
    const { expect } = session;
    const { alice, bob } = session.as;
    await requireTypists(alice, bob);
    const fields = { op: "start", stream_id: await sharedChannel(alice, bob), topic: session.fresh() };
    const queue = await listenForTyping(bob);
    const told: Body[] = [];
    for (const type of ["stream", "channel"]) {
      expect.succeeded(await alice.send("POST /typing", { ...fields, type }), `typing of type ${type}`);
      const { id: _, ...event } = expect.first(await typingEventsBy(queue, alice), `an event of typing of type ${type}`);
      told.push(event);
    }
    expect.same(told[1], told[0], "the event of typing of type channel beside that of type stream");
  },
});

/** `subject` names what `topic` names. */
export const subjectForTopic = property({
  clause: "versioning/subject-for-topic",
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as;
    const { topic, ...rest } = await startTopic(session);
    const what = "a message with subject";
    await sameMessage(session, { ...rest, topic }, { ...rest, subject: topic }, `${what} beside one with topic`);
    const body = expect.succeeded(await alice.send("POST /messages", { ...rest, subject: topic, content: "x" }), what);
    expect.same(body.ignored_parameters_unsupported, undefined, `what ${what} ignored`);
    const id = expect.integer(body.id, `the id of ${what}`);
    expect.same((await expect.accepted(fetchMessage(alice, id))).subject, topic, `the topic of ${what}`);
  },
});

/** `use_first_unread_anchor` finds what the anchor `first_unread` finds. */
export const firstUnread = property({
  clause: "versioning/first-unread",
  async holds(session) {
    const { expect } = session;
    const { alice, bob } = session.as;
    const topic = session.fresh();
    const ids = [
      await sendToChannel(bob, session.channels.general, topic, "one"),
      await sendToChannel(bob, session.channels.general, topic, "two"),
    ];
    const range = { num_before: 1, num_after: 1, narrow: [{ operator: "topic", operand: topic }] };
    const original = expect.succeeded(await alice.send("GET /messages", { ...range, anchor: "first_unread" }), "the anchor first_unread");
    const found = expect.objects(original.messages, "the messages around the first unread one").map(({ id }) => id);
    expect.same(found, ids, "the messages around the first unread one");
    const alias = await alice.send("GET /messages", { ...range, use_first_unread_anchor: true });
    expect.same(expect.succeeded(alias, "use_first_unread_anchor"), original, "the answer to use_first_unread_anchor");
  },
});

/** `realm_uri` is `realm_url`. */
export const realmUri = property({
  clause: "versioning/realm-uri",
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
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as;
    for (const read_by_sender of [true, false]) {
      const what = `a message with read_by_sender=${read_by_sender}`;
      const note = directFields(alice, [alice], session.fresh("read"));
      const body = expect.succeeded(await alice.send("POST /messages", { ...note, read_by_sender }), what);
      expect.same(body.ignored_parameters_unsupported, undefined, `what ${what} ignored`);
      const id = expect.integer(body.id, `the id of ${what}`);
      const { flags } = await expect.accepted(fetchMessage(alice, id));
      expect.same(expect.list(flags, `the flags of ${what}`).includes("read"), read_by_sender, `whether ${what} is read`);
    }
  },
});
