import { test } from "uvu";
import * as assert from "uvu/assert";
import { createSimulator, type Simulator, type SimulatorOptions } from "../server/simulator.ts";
import { flagsText, type MessageForm, messageResource } from "./message.ts";

const start = 1_767_268_800;

const realm = {
  settings: { string_id: "garden" },
  users: {
    una: { full_name: "Una Umbel" },
    vic: { full_name: "Vic Vine", avatar: "uploaded" },
    hid: { full_name: "Hid Holly", settings: { email_address_visibility: 4 } },
    wes: { active: false },
  },
  linkifiers: [{ pattern: "#(?P<id>[0-9]+)", url_template: "https://tasks.example.com/{id}" }],
  emoji: { spade: {} },
  channels: { P: { subscribers: ["una", "vic", "wes"] }, Q: { subscribers: ["una", "vic"] } },
  messages: [
    { from: "una", to: "P", topic: "fix #42", content: "**bold**", at: "-9h", client: "spade/1" },
    { from: "una", to: "P", topic: "", content: "/me digs", at: "-8h" },
    { from: "vic", to: ["hid", "una"], content: "hello #7", at: "-7h", unread_by: ["una"], starred_by: ["una"] },
    { from: "una", to: ["una"], content: "note", at: "-6h" },
  ],
};

const plain = { applyMarkdown: true, clientGravatar: true, emptyTopics: false };

type Shown = Readonly<Record<string, unknown>>;

/** The message of a realm by its number, from 0 on, as somebody sees it. */
function shown(sim: Simulator, number: number, form: Partial<MessageForm> = {}, viewer: string | undefined = "una"): Shown {
  const { world } = sim.snapshot();
  const message = [...world.messages.values()][number]!;
  const user = viewer === "a spectator" ? undefined : world.users.get(world.usersByKey.get(viewer)!)!;
  return JSON.parse(messageResource(world, message, user, { ...plain, viewer: user?.id, ...form }).text);
}

test("a channel message has its fields, each with its value", () => {
  const sim = createSimulator({ realm });
  const fields = {
    id: 101,
    type: "stream",
    sender_id: sim.cast.una!.user_id,
    sender_email: "una@example.com",
    sender_full_name: "Una Umbel",
    sender_realm_str: "garden",
    client: "spade/1",
    avatar_url: null,
    content: "<p><strong>bold</strong></p>",
    content_type: "text/html",
    display_recipient: "P",
    recipient_id: 21,
    stream_id: sim.channels.P!.stream_id,
    subject: "fix #42",
    topic_links: [{ url: "https://tasks.example.com/42", text: "#42" }],
    is_me_message: false,
    timestamp: start - 9 * 3600,
    reactions: [],
    submessages: [],
    flags: ["read"],
  };
  // That there are no others than those of sim/openapi/objects.ts, the test of the OpenAPI document sees.
  const message = shown(sim, 0);
  assert.equal(Object.fromEntries(Object.keys(fields).map((name) => [name, message[name]])), fields);
});

test("a direct message names all its participants by id, and has no topic", () => {
  const sim = createSimulator({ realm });
  const message = shown(sim, 2);
  const hid = sim.cast.hid!.user_id;
  assert.equal(message.display_recipient, [
    { id: sim.cast.una!.user_id, email: "una@example.com", full_name: "Una Umbel", is_mirror_dummy: false },
    { id: sim.cast.vic!.user_id, email: "vic@example.com", full_name: "Vic Vine", is_mirror_dummy: false },
    { id: hid, email: `user${hid}@localhost`, full_name: "Hid Holly", is_mirror_dummy: false },
  ]);
  assert.equal([message.type, message.subject, message.topic_links, "stream_id" in message], ["private", "", [], false]);
  assert.equal(message.flags, ["starred"]);
  assert.is(shown(sim, 2, {}, "hid").recipient_id, message.recipient_id);
  assert.equal((shown(sim, 3).display_recipient as object[]).length, 1);
  const recipients = [0, 1, 2, 3].map((number) => shown(sim, number).recipient_id);
  assert.is(recipients[0], recipients[1]);
  assert.is(new Set(recipients).size, 3);
});

test("content is HTML or its source, and only the start of the source makes a status message", () => {
  const sim = createSimulator({ realm });
  const source = shown(sim, 0, { applyMarkdown: false });
  assert.equal([source.content, source.content_type], ["**bold**", "text/x-markdown"]);
  assert.equal([shown(sim, 0).is_me_message, shown(sim, 1).is_me_message], [false, true]);
});

test("the empty topic is shown by its display name to those who do not know it", () => {
  const sim = createSimulator({ realm: { ...realm, settings: { empty_topic_display_name: "bits and pieces" } } });
  assert.is(shown(sim, 1).subject, "bits and pieces");
  assert.is(shown(sim, 1, { emptyTopics: true }).subject, "");
  assert.is(shown(sim, 3).subject, "");
});

test("an avatar is left for the client to compute only where it can", () => {
  const sim = createSimulator({
    realm: { ...realm, messages: ["una", "vic", "hid"].map((from) => ({ from, to: "P", topic: "x", content: "x" })) },
  });
  const gravatar = (hash: string) => `https://secure.gravatar.com/avatar/${hash}?d=identicon&version=1`;
  const avatars = (clientGravatar: boolean) => [0, 1, 2].map((number) => shown(sim, number, { clientGravatar }).avatar_url);
  const uploaded = `/user_avatars/garden/${sim.cast.vic!.user_id}.png?version=1`;
  assert.equal(avatars(true), [null, uploaded, gravatar("e5f218aa727105ba6ef8396e6eb0e022")]);
  assert.equal(avatars(false), [gravatar("8d164d0fcb902fa64c47abf7f2739d48"), uploaded, gravatar("e5f218aa727105ba6ef8396e6eb0e022")]);
});

test("an avatar is left to those who see the sender's address, on running servers where everybody does", () => {
  const users = {
    una: { settings: { email_address_visibility: 3 } },
    vic: {},
    dan: { role: "administrator" },
    hid: { settings: { email_address_visibility: 4 } },
  };
  const messages = ["una", "hid"].map((from) => ({ from, to: "P", topic: "x", content: "x" }));
  const own = { users, channels: { P: { subscribers: ["una", "vic", "dan", "hid"] } }, messages };
  const readers = ["una", "vic", "dan", "hid"];
  const leftOut = (rulings: SimulatorOptions["rulings"], clientGravatar = true) => {
    const sim = createSimulator({ realm: own, rulings: rulings! });
    return [0, 1].map((number) => readers.filter((as) => shown(sim, number, { clientGravatar }, as).avatar_url === null));
  };
  assert.equal(leftOut({}), [["una", "dan"], ["hid"]]);
  assert.equal(leftOut({}, false), [[], []]);
  assert.equal(leftOut({ avatarsByViewer: "observed" }), [[], []]);
});

test("flags have a fixed order, and either wildcard mention brings the deprecated flag", () => {
  const flagList = (bits: number): unknown => JSON.parse(flagsText(bits));
  assert.equal(flagList(0), []);
  assert.equal(flagList(255), [
    "read",
    "starred",
    "collapsed",
    "mentioned",
    "stream_wildcard_mentioned",
    "topic_wildcard_mentioned",
    "has_alert_word",
    "historical",
    "wildcard_mentioned",
  ]);
  assert.equal(flagList(32), ["topic_wildcard_mentioned", "wildcard_mentioned"]);
  assert.equal(flagList(8), ["mentioned"]);
});

test("who has no row of a message has read it as history, and a spectator just has read it", () => {
  const sim = createSimulator({ realm });
  assert.equal(shown(sim, 0, {}, "hid").flags, ["read", "historical"]);
  assert.equal(shown(sim, 0, {}, "a spectator").flags, ["read"]);
});

test("a row keeps its flags whatever others do, and a star makes a row of history", () => {
  const sim = createSimulator({ realm });
  sim.act({ action: "set_flag", as: "hid", message_id: 101, flag: "starred", op: "add" });
  assert.equal(shown(sim, 0, {}, "hid").flags, ["read", "starred", "historical"]);
  assert.equal(shown(sim, 0).flags, ["read"]);
});

interface EditInFile {
  readonly at: string;
  readonly content?: string;
  readonly topic?: string;
  readonly channel?: string;
}

const visibility = (message_edit_history_visibility_policy: string) => ({ ...realm.settings, message_edit_history_visibility_policy });

function edited(edits: readonly EditInFile[], policy = "all", topic = "x", options: SimulatorOptions = {}): Simulator {
  const message = { from: "una", to: "P", topic, content: "1", at: "-9h", edits: edits.map((edit) => ({ by: "vic", ...edit })) };
  return createSimulator({ ...options, realm: { ...realm, settings: visibility(policy), messages: [message] } });
}

const fourEdits: readonly EditInFile[] = [
  { at: "-8h", content: "*2*" },
  { at: "-7h", topic: "" },
  { at: "-6h", content: "3", topic: "z", channel: "Q" },
  { at: "-5h", content: "4" },
];

const hoursAgo = (hours: number) => start - hours * 3600;

test("an organization shows all of the history, its moves, or nothing; the timestamps stay", () => {
  const moves = edited(fourEdits, "moves");
  const user_id = moves.cast.vic!.user_id;
  const [prev_stream, stream] = [moves.channels.P!.stream_id, moves.channels.Q!.stream_id];
  assert.equal(shown(moves, 0).edit_history, [
    { user_id, timestamp: hoursAgo(6), prev_stream, stream, prev_topic: "general chat", topic: "z" },
    { user_id, timestamp: hoursAgo(7), prev_topic: "x", topic: "general chat" },
  ]);
  assert.equal(shown(edited([{ at: "-8h", content: "2" }], "moves"), 0).edit_history, []);
  const none = shown(edited(fourEdits, "none"), 0);
  assert.is("edit_history" in none, false);
  for (const sim of [moves, edited(fourEdits, "none")]) {
    const { last_edit_timestamp, last_moved_timestamp } = shown(sim, 0);
    assert.equal([last_edit_timestamp, last_moved_timestamp], [hoursAgo(5), hoursAgo(6)]);
  }
});

test("before there was a choice of moves the whole history was shown", () => {
  const history = (level: number) => (shown(edited(fourEdits, "moves", "x", { level }), 0).edit_history as object[]).length;
  assert.equal([history(357), history(358)], [4, 2]);
});

test("a message that was never edited or moved has none of the fields of edits", () => {
  const absent = (message: Shown) => ["last_edit_timestamp", "last_moved_timestamp", "edit_history"].filter((name) => !(name in message));
  assert.equal(absent(shown(createSimulator({ realm }), 0)), ["last_edit_timestamp", "last_moved_timestamp", "edit_history"]);
  assert.equal(absent(shown(edited([{ at: "-8h", content: "2" }]), 0)), ["last_moved_timestamp"]);
  assert.equal(absent(shown(edited([{ at: "-8h", topic: "y" }]), 0)), ["last_edit_timestamp"]);
});

test("resolving a topic and unresolving it is no move", () => {
  const long = "t".repeat(60);
  const rows: [from: string, to: string, isMove: boolean][] = [
    ["x", "✔ x", false],
    ["✔ x", "x", false],
    ["x", "✔ y", true],
    ["x", "✔x", true],
    ["x", "X", true],
    [long, `✔ ${long.slice(0, 55)}...`, false],
    [long, `✔ ${long.slice(0, 54)}u...`, true],
  ];
  for (const [from, to, isMove] of rows) {
    const message = shown(edited([{ at: "-8h", topic: to }], "all", from), 0);
    assert.is(message.last_moved_timestamp, isMove ? hoursAgo(8) : undefined, `${from} -> ${to}`);
    assert.is((message.edit_history as object[]).length, 1);
  }
  const both = shown(
    edited([
      { at: "-8h", topic: "y" },
      { at: "-7h", topic: "✔ y" },
    ]),
    0,
  );
  assert.is(both.last_moved_timestamp, hoursAgo(8));
});

test("names are those of now, in messages of before too", () => {
  const sim = createSimulator({ realm });
  assert.is(shown(sim, 0).sender_full_name, "Una Umbel");
  sim.act({ action: "set_user", as: "una", property: "full_name", value: "Una Urtica" });
  sim.act({ action: "set_channel", channel: "P", property: "name", value: "Plots" });
  const message = shown(sim, 0);
  assert.equal([message.sender_full_name, message.display_recipient], ["Una Urtica", "Plots"]);
});

test("the recipient of a message between two is one of them for servers where they are no group", () => {
  const two = { users: { una: {}, vic: {}, wes: {} }, channels: {} };
  const seen = (options: SimulatorOptions) => {
    const sim = createSimulator({ realm: two, ...options });
    const idOf = (name: string) => sim.cast[name]!.user_id;
    const send = (from: string, ...to: string[]) =>
      sim.as(from).send("POST /messages", { type: "private", to: to.map(idOf), content: "soup" }).body.id as number;
    const queues = ["una", "vic"].map((name) => sim.as(name).send("POST /register", { event_types: ["message"] }).body.queue_id);
    const ids = [send("una", "una"), send("vic", "vic"), send("una", "vic"), send("vic", "una"), send("una", "vic", "wes")];
    const range = { anchor: "oldest", num_before: 0, num_after: 9 };
    return ["una", "vic"].map((name, i) => {
      const listed = sim.as(name).send("GET /messages", range).body.messages as { id: number; recipient_id: number }[];
      const found = sim.as(name).send("GET /messages", { ...range, narrow: [["search", "soup"]] }).body.messages;
      assert.equal(
        (found as Shown[]).map(({ recipient_id }) => recipient_id),
        listed.map(({ recipient_id }) => recipient_id),
      );
      const { events } = sim.as(name).send("GET /events", { queue_id: queues[i], last_event_id: -1 }).body;
      const told = (events as { message: Shown }[]).map(({ message }) => message.recipient_id);
      assert.equal(
        told,
        listed.map(({ recipient_id }) => recipient_id),
      );
      for (const { id, recipient_id } of listed)
        assert.is((sim.as(name).send(`GET /messages/${id}`).body.message as Shown).recipient_id, recipient_id);
      return ids.map((id) => listed.find((message) => message.id === id)?.recipient_id);
    }) as [number[], number[]];
  };
  const [byUna, byVic] = seen({ level: 400 });
  const [una, vic, group] = [byUna[0]!, byVic[1]!, byUna[4]!];
  assert.equal(
    [byUna, byVic],
    [
      [una, undefined, vic, vic, group],
      [undefined, vic, una, una, group],
    ],
  );
  assert.is(new Set([una, vic, group]).size, 3);
  const [olderByUna, olderByVic] = seen({ level: 326 });
  assert.equal(
    [olderByUna, olderByVic],
    [
      [una, undefined, vic, una, group],
      [undefined, vic, vic, una, group],
    ],
  );
  for (const options of [{ level: 482 }, { level: 400, rulings: { recipientOfPairs: "set" } }] as const) {
    const [first, second] = seen(options);
    assert.is(new Set([first[2], first[3], second[2], second[3]]).size, 1);
    assert.is(new Set([first[0], second[1], first[2], first[4]]).size, 4);
  }
});

test.run();
