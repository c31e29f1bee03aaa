import type { Actor } from "../../client/actor.ts";
import { directFields } from "../../client/messages.ts";
import { register } from "../../client/registration.ts";
import type { Session } from "../../client/session.ts";
import { property } from "../../declare/property.ts";
import { prepared, Untestable } from "../../expect.ts";
import { besides, callTo, sendWith, successOf } from "../each-call.ts";

type Shown = Readonly<Record<string, unknown>>;

/** A message as sent in two ways, without what must differ. */
async function shown(actor: Actor, id: unknown): Promise<Shown> {
  const { expect } = actor;
  const { message } = expect.succeeded(await actor.send(`GET /messages/${String(id)}`, { apply_markdown: false }));
  const { id: own, timestamp, ...rest } = message as Shown;
  return rest;
}

/** Messages sent with two spellings of the same fields are the same message but for id and time. */
async function sameMessage(session: Session, one: Shown, other: Shown, what: string): Promise<void> {
  const { expect } = session;
  const alice = session.as.alice;
  const content = session.fresh("twice");
  const ids = [];
  for (const fields of [one, other]) ids.push(expect.succeeded(await alice.send("POST /messages", { ...fields, content }), what).id);
  expect.same(await shown(alice, ids[1]), await shown(alice, ids[0]), what);
}

/** The settings report the level of the server, the same each time or higher. */
export const level = property({
  clause: ["versioning/level", "versioning/monotonic"],
  async holds({ nobody, target, expect }) {
    const read = async () => expect.succeeded(await nobody.send("GET /server_settings"))[`${target.brand}_feature_level`];
    const [first, second] = [await read(), await read()];
    expect.typed(first, "integer", `${target.brand}_feature_level`);
    expect.holds((first as number) > 0, `the feature level is ${String(first)}`);
    expect.holds((second as number) >= (first as number), `the feature level falls from ${String(first)} to ${String(second)}`);
  },
});

/** The registration reports the level that the settings report. */
export const sameLevelEverywhere = property({
  clause: "versioning/level",
  async holds({ nobody, as, target, expect }) {
    const name = `${target.brand}_feature_level`;
    const told = (await register(as.alice, []))[name];
    if (told === undefined) throw new Untestable(`the registration has no ${name}`);
    expect.same(expect.succeeded(await nobody.send("GET /server_settings"))[name], told, name);
  },
});

/** `private` sends what `direct` sends. */
export const privateForDirect = property({
  clause: "versioning/private-for-direct",
  async holds(session) {
    const fields = { to: [session.as.alice.user_id] };
    await sameMessage(
      session,
      { ...fields, type: "direct" },
      { ...fields, type: "private" },
      "a message of type private beside one of type direct",
    );
  },
});

const toGeneral = (session: Session): Shown => ({ type: "stream", to: session.channels.general, topic: session.fresh() });

/** `channel` sends what `stream` sends. */
export const channelForStream = property({
  clause: "versioning/channel-for-stream",
  async holds(session) {
    const fields = toGeneral(session);
    prepared.succeeded(await session.as.alice.send("POST /messages", { ...fields, content: "first" }), "a message to the channel general");
    await sameMessage(session, fields, { ...fields, type: "channel" }, "a message of type channel beside one of type stream");
  },
});

/** Typing of type `channel` is taken as that of type `stream` is. */
export const typingInChannelForStream = property({
  clause: "versioning/channel-for-stream",
  async holds(session) {
    const { expect } = session;
    const fields = { op: "stop", stream_id: session.channels.general, topic: session.fresh() };
    const answers = [];
    for (const type of ["stream", "channel"]) answers.push((await session.as.alice.send("POST /typing", { ...fields, type })).body.result);
    expect.same(answers[1], answers[0], "the result of typing of type channel beside that of type stream");
  },
});

/** `subject` names what `topic` names. */
export const subjectForTopic = property({
  clause: "versioning/subject-for-topic",
  async holds(session) {
    const { expect } = session;
    const { topic, ...rest } = toGeneral(session);
    const first = prepared.succeeded(
      await session.as.alice.send("POST /messages", { ...rest, topic, content: "first" }),
      "a message to general",
    );
    await sameMessage(session, { ...rest, topic }, { ...rest, subject: topic }, "a message with subject beside one with topic");
    const { message } = expect.succeeded(await session.as.alice.send(`GET /messages/${String(first.id)}`));
    expect.same((message as Shown).subject, topic, "the topic of the message");
    const reply = await session.as.alice.send("POST /messages", { ...rest, subject: topic, content: "x" });
    expect.same(expect.succeeded(reply).ignored_parameters_unsupported, undefined, "what a message with subject ignored");
  },
});

/** `use_first_unread_anchor` finds what the anchor `first_unread` finds. */
export const firstUnread = property({
  clause: "versioning/first-unread",
  async holds(session) {
    const { expect } = session;
    const { alice, bob } = session.as;
    const fields = { type: session.target.level >= 174 ? "direct" : "private", to: [alice.user_id, bob.user_id] };
    for (const word of ["one", "two"])
      prepared.succeeded(await bob.send("POST /messages", { ...fields, content: session.fresh(word) }), "a direct message");
    const narrow = [{ operator: "sender", operand: bob.email }];
    const range = { num_before: 1, num_after: 1, narrow };
    const original = expect.succeeded(await alice.send("GET /messages", { ...range, anchor: "first_unread" }));
    const alias = expect.succeeded(await alice.send("GET /messages", { ...range, use_first_unread_anchor: true }));
    expect.same(alias, original, "the answer to use_first_unread_anchor");
  },
});

/** `realm_uri` is `realm_url`. */
export const realmUri = property({
  clause: "versioning/realm-uri",
  async holds({ nobody, expect }) {
    const { realm_uri, realm_url } = expect.succeeded(await nobody.send("GET /server_settings"));
    if (realm_uri === undefined && realm_url === undefined) throw new Untestable("the server speaks for no one organization");
    expect.same(realm_uri, realm_url, "realm_uri");
    expect.typed(realm_url, "string", "realm_url");
  },
});

/** An endpoint that came with a level answers a valid call, and knows all its parameters. */
const introduced = (route: string, ...clauses: readonly string[]) =>
  property({
    clause: [...clauses, "versioning/level-implies"],
    async holds(session) {
      const { expect } = session;
      const call = callTo(route);
      const { known } = besides(call, session.target.level);
      const body = successOf(session, call, await sendWith(session, call, known));
      expect.same(body.ignored_parameters_unsupported, undefined, `what ${route} ignored`);
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
    const alice = session.as.alice;
    for (const read_by_sender of [true, false]) {
      const body = prepared.succeeded(
        await alice.send("POST /messages", { ...directFields(alice, [alice], session.fresh("read")), read_by_sender }),
        "a note to oneself",
      );
      expect.same(body.ignored_parameters_unsupported, undefined, "what POST /messages ignored");
      const { message } = expect.succeeded(await alice.send(`GET /messages/${String(body.id)}`));
      expect.same(
        (message as { flags: string[] }).flags.includes("read"),
        read_by_sender,
        `the flag read with read_by_sender=${read_by_sender}`,
      );
    }
  },
});
