import { test } from "uvu";
import * as assert from "uvu/assert";
import { byDay, someOf } from "../../conformance/night.test.kit.ts";
import { processorMillis } from "../adapters/growth.test.kit.ts";
import { readInstant } from "../core/clock.ts";
import { flagBits } from "../core/flags.ts";
import { systemGroups } from "../core/groups.ts";
import type { MessageId, UserId } from "../core/ids.ts";
import { newestLevel } from "../core/levels.ts";
import { groupSettingNames } from "../core/settings.ts";
import type { World } from "../core/world.ts";
import { createSimulator, RealmFileError } from "../index.ts";
import { activeMembers } from "../rules/groups/membership.ts";
import { maySee } from "../rules/messages/access.ts";
import { choices } from "../rulings/index.ts";
import { loadRealm } from "./load.ts";
import { castOf } from "./users.ts";

const start = readInstant("2026-01-01T12:00:00Z")!;

const load = (realm: unknown, seed = 1): World =>
  loadRealm(
    realm,
    { level: newestLevel, brand: "service", rulings: choices(), seed, started: start / 1000, url: "http://localhost:9991", realm: "test" },
    start,
  );

const user = (world: World, key: string) => world.users.get(world.usersByKey.get(key)!)!;
const channel = (world: World, name: string) => world.channels.get(world.channelsByName.get(name.toLowerCase())!)!;
const group = (world: World, name: string) => world.groups.get(world.groupsByName.get(name)!)!;
const keysOf = (world: World, ids: Iterable<UserId>): string[] => [...ids].map((id) => world.users.get(id)!.key);
const messagesIn = (world: World, topic: string) => [...world.messages.values()].filter((message) => message.topic === topic);
const flagged = (world: World, topic: string, bit: number): string[] => {
  const [message] = messagesIn(world, topic);
  return keysOf(world, message!.received).filter((key) => message!.flagsOf(user(world, key).id) & bit);
};

test("the cast of small is eight accounts in this order, without the bot of the server", () => {
  const { cast } = createSimulator();
  const roles = Object.entries(cast).map(([key, { role }]) => `${key} ${role}`);
  assert.equal(roles, [
    "alice member",
    "bob member",
    "cara member",
    "dana administrator",
    "owen owner",
    "gus guest",
    "robo member",
    "zoe member",
  ]);
  assert.is(cast.alice?.user_id, 12);
  assert.is(cast.alice?.email, "alice@example.com");
  assert.is(cast.alice?.password, "alice-password");
  assert.is(cast.robo?.password, null);
});

test("the bot of the server is the first account", () => {
  const bot = load({ users: {} }).users.get(11 as UserId)!;
  assert.is(bot.key, "notification-bot");
  assert.is(bot.is_system_bot, true);
  assert.is(bot.bot_type, 1);
  assert.is(bot.password, undefined);
});

test("small has its channels with their privacy and subscribers", () => {
  const world = load("small");
  const shown = [...world.channels.values()].map(({ id, name, invite_only, history_public_to_subscribers, is_web_public, is_archived }) => {
    const traits = { invite_only, history_public_to_subscribers, is_web_public, is_archived };
    const subscribers = keysOf(world, world.subscribers.get(id)!.active);
    return [name, Object.values(traits).map(Number).join(""), subscribers.join(" ")];
  });
  assert.equal(shown, [
    ["general", "0100", "alice bob cara dana owen gus robo"],
    ["quiet", "0100", "bob cara"],
    ["team", "1100", "alice bob"],
    ["secret", "1000", "alice cara"],
    ["town-square", "0110", "alice gus"],
    ["attic", "0101", "alice dana"],
  ]);
  assert.equal(world.subscribers.get(channel(world, "general").id)!.all.get(user(world, "alice").id), {
    user_id: user(world, "alice").id,
    is_muted: false,
    pin_to_top: true,
    color: "#76ce90",
    notifications: {},
  });
});

test("a realm has eight system groups, each with the one before it inside and nobody apart", () => {
  const world = load({ users: { ada: { role: "owner" }, gil: { role: "guest" }, hal: { active: false } } });
  assert.equal(
    [...world.groups.values()].map(({ id, name, direct_subgroups }) => [id, name, [...direct_subgroups]]),
    [
      [1, "role:nobody", []],
      [2, "role:owners", []],
      [3, "role:administrators", [2]],
      [4, "role:moderators", [3]],
      [5, "role:fullmembers", [4]],
      [6, "role:members", [5]],
      [7, "role:everyone", [6]],
      [8, "role:internet", [7]],
    ],
  );
  for (const { name } of systemGroups) {
    assert.is(group(world, name).is_system_group, true);
    for (const setting of groupSettingNames) assert.is(group(world, name)[setting], 1);
  }
  const members = (name: string) => keysOf(world, activeMembers(world, group(world, name).id));
  assert.equal(members("role:owners"), ["ada"]);
  assert.equal(members("role:members"), ["ada"]);
  assert.equal(members("role:everyone"), ["ada", "gil"]);
  assert.equal(members("role:nobody"), []);
});

test("group settings are stored in their normal form", () => {
  const value = { members: ["bob", "hal", "ada"], groups: ["crew", "role:owners"] };
  const world = load({
    users: { ada: {}, bob: {}, hal: { active: false } },
    settings: { can_create_groups: { groups: ["crew"] }, can_manage_all_groups: { members: ["hal"] } },
    groups: { crew: { creator: "ada", can_join_group: value, can_leave_group: {} } },
  });
  const [ada, bob] = [user(world, "ada").id, user(world, "bob").id];
  const crew = group(world, "crew");
  assert.equal(crew.can_join_group, { direct_members: [ada, bob], direct_subgroups: [2, crew.id] });
  assert.is(crew.can_leave_group, 1);
  assert.equal(crew.can_manage_group, { direct_members: [ada], direct_subgroups: [] });
  assert.is(crew.can_mention_group, 7);
  assert.is(world.settings.can_create_groups, crew.id);
  assert.is(world.settings.can_manage_all_groups, 1);
  assert.is(world.settings.can_delete_any_message_group, 3);
});

test("equal seeds give equal keys, different seeds different ones", () => {
  const keys = (seed: number) => Object.values(castOf(load("small", seed))).map(({ api_key }) => api_key);
  assert.equal(keys(7), keys(7));
  const both = [...keys(7), ...keys(8)];
  assert.is(new Set(both).size, 16);
  for (const key of both) assert.match(key, /^[A-Za-z0-9]{32}$/);
});

test("who subscribes later has no row of what was sent before", () => {
  const world = load("small");
  const [before, after] = messagesIn(world, "surprise");
  assert.equal(keysOf(world, before!.received), ["cara"]);
  assert.equal(keysOf(world, after!.received), ["alice", "cara"]);
  assert.is(maySee(world, user(world, "alice"), before!), false);
  assert.is(maySee(world, user(world, "alice"), after!), true);
});

test("messages are read by all who received them but those named", () => {
  const world = load("small");
  const names = ["alice", "bob", "cara", "dana", "owen", "gus", "robo"];
  assert.equal(flagged(world, "welcome", flagBits.read), names);
  assert.equal(flagged(world, "open day", flagBits.read), ["alice", "bob", "dana", "owen", "robo"]);
  assert.equal(flagged(world, "open day", flagBits.stream_wildcard_mentioned), names);
  assert.equal(flagged(world, "compost", flagBits.mentioned), ["alice", "bob"]);
  assert.equal(flagged(world, "compost", flagBits.has_alert_word), ["bob"]);
  const [, thanks] = messagesIn(world, "compost");
  assert.equal(keysOf(world, thanks!.flags.keys()), ["dana"]);
});

test("edits happen at their instants and leave their history", () => {
  const world = load("small");
  const [fixed] = messagesIn(world, "tools");
  assert.is(fixed!.content, "The ladder is by the door.");
  assert.is(fixed!.edits[0]?.prev_content, "The ladder is by the dore.");
  const [, moved] = messagesIn(world, "lost and found");
  assert.equal(moved!.edits, [
    {
      user_id: user(world, "dana").id,
      timestamp: (start - (4 * 24 + 23) * 3_600_000) / 1000,
      prev_topic: "tools",
      topic: "lost and found",
    },
  ]);
  assert.is(messagesIn(world, "✔ broken tap").length, 1);
});

test("reactions take their codes from the table, the realm or their name; submessages get ids", () => {
  const world = load("small");
  const [, welcomed] = messagesIn(world, "welcome");
  assert.equal(
    welcomed!.reactions.map(({ emoji_code, reaction_type, user_id }) => [emoji_code, reaction_type, world.users.get(user_id)!.key]),
    [
      ["1f389", "unicode_emoji", "bob"],
      ["1f389", "unicode_emoji", "cara"],
      ["91", "realm_emoji", "cara"],
      ["zulip", "zulip_extra_emoji", "owen"],
    ],
  );
  const [poll] = messagesIn(world, "rota");
  assert.equal(
    poll!.submessages.map(({ id, message_id, msg_type }) => [id, message_id, msg_type]),
    [
      [1, poll!.id, "widget"],
      [2, poll!.id, "widget"],
    ],
  );
});

test("people have what is theirs", () => {
  const world = load("small");
  const alice = user(world, "alice");
  const values = [...world.profileValues.values()].filter(({ user_id }) => user_id === alice.id).map(({ value }) => value);
  assert.is(world.fields.size, 8);
  assert.equal(values, [
    "+43 1 555 0101",
    "Looks after the **tomatoes**.",
    "summer",
    "1990-04-12",
    "https://garden.example.com/alice",
    `[${user(world, "dana").id}]`,
    "alice-arbour",
    "she/her",
  ]);
  const seen = { user_id: alice.id, last_active: start - 30_000, last_connected: start - 15_000, update_id: 1 };
  assert.equal(world.presences.get(alice.id), seen);
  assert.equal([...world.devices.values()], [{ id: 51, user_id: alice.id }]);
  assert.is(alice.has_video_token, true);
  assert.is(user(world, "robo").bot_owner, alice.id);
  assert.equal(
    [...world.views.values()].map(({ fragment, is_pinned, name }) => [fragment, is_pinned, name]),
    [
      ["inbox", true, null],
      ["narrow/has/link", false, "Links"],
    ],
  );
});

test("an address that others may not see is replaced by one made of the id", () => {
  const world = load({ users: { ada: { email: "ada@garden.example", settings: { email_address_visibility: 4 } } } });
  const ada = user(world, "ada");
  assert.is(ada.email, "user12@localhost");
  assert.is(ada.delivery_email, "ada@garden.example");
});

test("a repeated message cycles its senders, counts in its content and moves on in time", () => {
  const world = load({
    users: { ada: {}, bob: {} },
    channels: { hall: { subscribers: "everyone" } },
    messages: [{ at: "-1h", every: "10m", times: 3, from: ["ada", "bob"], to: "hall", topic: "t", content: "no. {n} #{n}" }],
  });
  assert.equal(
    [...world.messages.values()].map(({ id, sender, content, sent }) => [
      id,
      world.users.get(sender)!.key,
      content,
      (start - sent) / 60_000,
    ]),
    [
      [101, "ada", "no. 1 #1", 60],
      [102, "bob", "no. 2 #2", 50],
      [103, "ada", "no. 3 #3", 40],
    ],
  );
});

test("someone who subscribes during a run receives the rest of it", () => {
  const world = load({
    users: { ada: {}, bob: {} },
    channels: { hall: { subscribers: ["ada", "bob"], subscriptions: { bob: { since: "-35m" } } } },
    messages: [{ at: "-1h", every: "10m", times: 5, from: "ada", to: "hall", topic: "t", content: "no. {n}" }],
  });
  assert.equal(
    [...world.messages.values()].map(({ received }) => keysOf(world, received).join(" ")),
    ["ada", "ada", "ada", "ada bob", "ada bob"],
  );
});

test("messages between the same people differ in all that each of them says", () => {
  const given = [
    { topic: "soup", content: "one" },
    { topic: "bread", content: "two", client: "desk" },
    { topic: "Soup", content: "/me waves" },
    { topic: "soup", content: "three", unread_by: "everyone" },
    { topic: "soup", content: "four", unread_by: "everyone" },
    { topic: "soup", content: "five", starred_by: ["bob"] },
    { topic: "bread", content: "**six**" },
    { topic: "soup", content: "seven", reactions: [{ by: "bob", emoji: "tada" }] },
    { topic: "soup", content: "eight", unread_by: ["bob"] },
    { topic: "", content: "/poll nine" },
    { topic: "#7", content: "ten" },
  ];
  const world = load({
    users: { ada: {}, bob: {}, eve: { muted_users: ["ada"] } },
    linkifiers: [{ pattern: "#(?P<id>[0-9]+)", url_template: "https://example.com/{id}" }],
    channels: { hall: { subscribers: "everyone" } },
    messages: given.map((message) => ({ from: "ada", to: "hall", ...message })),
  });
  const flagsOf = (key: string) => [...world.messages.values()].map((message) => message.flagsOf(user(world, key).id));
  const { read, starred } = flagBits;
  const messages = [...world.messages.values()];
  assert.equal(
    messages.map(({ id, topic, content, client }) => ({ id, topic, content, client })),
    given.map(({ topic, content, client = "website" }, i) => ({ id: (101 + i) as MessageId, topic, content, client })),
  );
  assert.equal(
    new Set(messages.map(({ place }) => place.channel !== undefined && place.thread)).size,
    4,
    "topics, whatever their capitals",
  );
  assert.equal(flagsOf("ada"), Array(11).fill(read));
  assert.equal(flagsOf("bob"), [read, read, read, 0, 0, read | starred, read, read, 0, read, read]);
  assert.equal(flagsOf("eve"), [read, read, read, read, read, read, read, read, read, read, read]);
  assert.equal(
    messages.map(({ is_me_message, submessages, reactions }) => [is_me_message, submessages.length, reactions.length].map(Number).join("")),
    ["000", "000", "100", "000", "000", "000", "000", "001", "000", "010", "000"],
  );
  assert.equal(messages.at(-1)?.topic_links, [{ text: "#7", url: "https://example.com/7" }]);
});

test("an alert word stands in some messages and not in others", () => {
  const contents = ["cake", "some PIE", "cake", "pie"];
  const world = load({
    users: { ada: {}, bob: { alert_words: ["pie"] } },
    channels: { hall: { subscribers: "everyone" } },
    messages: contents.map((content) => ({ from: "ada", to: "hall", topic: "t", content })),
  });
  const { id } = user(world, "bob");
  const noticed = [...world.messages.values()].map((message) => (message.flagsOf(id) & flagBits.has_alert_word) !== 0);
  assert.equal(noticed, [false, true, false, true]);
});

test("a poll that is repeated is a poll each time", () => {
  const poll = { times: 3, from: "ada", to: ["ada"], content: "/poll no. {n}" };
  const messages = [...load({ users: { ada: {} }, messages: [poll] }).messages.values()];
  assert.equal(
    messages.map(({ submessages }) =>
      submessages.map(({ id, message_id, content }) => [id, message_id, JSON.parse(content).extra_data.question]),
    ),
    [[[1, 101, "no. 1"]], [[2, 102, "no. 2"]], [[3, 103, "no. 3"]]],
  );
});

test("names that every object has are just names", () => {
  const { cast, channels } = createSimulator({ realm: JSON.parse('{ "users": { "constructor": {} }, "channels": { "__proto__": {} } }') });
  assert.equal(Object.keys(cast), ["constructor"]);
  assert.equal(Object.keys(channels), ["__proto__"]);
});

test("crowded is small with a crowd, a busy topic and a long one", () => {
  const sim = createSimulator({ realm: "crowded" });
  const world = load("crowded");
  assert.equal(Object.keys(sim.cast).slice(0, 8), Object.keys(createSimulator().cast));
  assert.is(Object.keys(sim.cast).length, 30);
  for (const name of Object.keys(createSimulator().channels)) assert.ok(sim.channels[name]);
  assert.is(world.subscribers.get(channel(world, "crowd").id)!.active.size, 29);
  assert.is(new Set(messagesIn(world, "busy").map(({ sender }) => sender)).size, 22);
  const long = messagesIn(world, "long");
  const alice = user(world, "alice");
  assert.is(long.length, 5001);
  assert.ok(long.every((message) => message.received.has(alice.id) && message.flagsOf(alice.id) === flagBits.read));
  assert.is(long[5000]!.content, "Entry 5001 of the garden book");
});

test("equal rows and audiences of messages are one object", () => {
  const world = load("crowded");
  const long = messagesIn(world, "long");
  assert.is(new Set(long.map(({ flags }) => flags)).size, 1);
  assert.is(new Set(long.map(({ received }) => received)).size, 1);
});

const realmOf = (messages: Iterable<object>) => ({
  users: { ada: {}, bob: {} },
  channels: { hall: { subscribers: "everyone" } },
  messages,
});

/** So many messages, as one that is repeated. */
const repeated = (times: number) =>
  realmOf([{ at: "-300d", every: "5s", times, from: ["ada", "bob"], to: "hall", topic: "t", content: "message {n}" }]);

/** So many messages, each in the file, in turns to 100 topics. */
const written = (count: number) =>
  realmOf(
    Array.from({ length: count }, (_, i) => {
      const content = `message ${i + 1}`;
      return { from: i % 2 === 0 ? "ada" : "bob", to: "hall", topic: `t${i % 100}`, content };
    }),
  );

/** The least processor time that a message of so many took, in microseconds. */
function microsPerMessage(realmFor: (count: number) => object, count: number): number {
  const realm = realmFor(count);
  const millis = processorMillis(() => {
    const world = load(realm);
    assert.is(world.messages.get((100 + count) as MessageId)?.content, `message ${count}`);
  });
  return (millis * 1000) / count;
}

const realms = [
  ["of a list", written],
  ["that is repeated", repeated],
] as const;

for (const [what, realm] of someOf(realms, realms.length))
  test(`the time a message ${what} takes to load does not grow with their number`, () => {
    const few = byDay(5000, 10_000);
    microsPerMessage(realm, few);
    const ratio = microsPerMessage(realm, 10 * few) / microsPerMessage(realm, few);
    assert.ok(ratio <= 3, `${ratio} times as long`);
  });

test("a message of a list takes not much longer to load than one that is repeated", () => {
  const count = byDay(20_000, 50_000);
  const ratio = microsPerMessage(written, count) / microsPerMessage(repeated, count);
  assert.ok(ratio <= 3.5, `${ratio} times as long`);
});

test("messages may be any iterable, and those to one topic share what it decides", () => {
  const world = load(realmOf(new Set(written(300).messages)));
  assert.is(world.messages.size, 300);
  assert.is(new Set([...world.messages.values()].slice(200).map(({ place }) => place)).size, 100);
  assert.is(new Set([...world.messages.values()].slice(100).map(({ place }) => place)).size, 100);
});

test("an instant may be so many weeks before the start", () => {
  const world = load({ users: { alice: { joined: "-3w1d" } } });
  assert.is(world.users.require(world.usersByKey.require("alice")).joined, world.now - 22 * 86_400_000);
});

test("a file that was copied may have messages from before its realm was made, as some servers say", () => {
  const file = {
    settings: { date_created: "-1d" },
    users: { alice: {} },
    messages: [
      { from: "alice", to: ["alice"], content: "old", at: "-2w" },
      { from: "alice", to: ["alice"], content: "no instant" },
    ],
  };
  const world = load({ ...file, copied: true });
  assert.equal(
    [...world.messages.values()].map(({ sent }) => world.now - sent),
    [14 * 86_400_000, 14 * 86_400_000],
  );
  assert.is(world.settings.date_created, world.now / 1000 - 86_400);
  assert.throws(
    () => load(file),
    (thrown: unknown) => thrown instanceof RealmFileError && thrown.path === "messages[0].at",
  );
});

test("a file that was copied holds texts as a server has them, and passes over readers whom a message does not reach", () => {
  const file = {
    users: { alice: { full_name: " Al " }, bob: {} },
    groups: { " g\t": {} },
    channels: { c: { subscribers: ["alice"], made: "-3d" } },
    folders: { f: { id: 4, made: "-2d", order: 9 } },
    messages: [
      {
        from: "alice",
        to: "c",
        topic: `a\tb${"x".repeat(80)}`,
        content: "x",
        unread_by: ["bob", "alice"],
        starred_by: ["bob"],
        submessages: [{ id: 5, by: "alice", content: "y" }],
      },
    ],
  };
  const world = load({ ...file, copied: true });
  const [message] = [...world.messages.values()];
  assert.is(message?.submessages[0]?.id, 5);
  assert.equal(
    [...world.folders.values()].map(({ id, order, date_created }) => [id, order, date_created]),
    [[4, 9, world.now / 1000 - 2 * 86400]],
  );
  assert.is([...world.channels.values()][0]?.date_created, world.now / 1000 - 3 * 86400);
  assert.throws(
    () => load(file),
    (thrown: unknown) => thrown instanceof RealmFileError && thrown.path === "users.alice.full_name",
  );
  const neat = { users: { alice: {}, bob: {} }, channels: file.channels, messages: [{ ...file.messages[0], topic: "t" }] };
  assert.throws(
    () => load(neat),
    (thrown: unknown) => thrown instanceof RealmFileError && thrown.path === "messages[0].unread_by[0]",
  );
});

test.run();
