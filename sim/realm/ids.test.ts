import { test } from "uvu";
import * as assert from "uvu/assert";
import { createSimulator } from "../server/simulator.ts";

type Body = Readonly<Record<string, unknown>>;

const load = (file: Body) => createSimulator({ realm: file });
function fault(file: Body): string {
  try {
    load(file);
  } catch (thrown) {
    return (thrown as Error).message;
  }
  return "loaded";
}

test("things have the ids that the file gives, and others the next that none has", () => {
  const sim = load({
    users: { alice: {}, bob: { id: 13 }, cara: {}, dana: { id: 100, role: "administrator" } },
    groups: { a: { id: 40 }, b: {} },
    channels: { one: {}, two: { id: 41 }, three: {} },
    profile_fields: { Pronouns: { id: 9, type: 8 }, Food: { type: 1 } },
    messages: [
      { id: 7, from: "alice", to: ["bob"], content: "hi" },
      { from: "alice", to: ["bob"], content: "there", times: 2 },
      { id: 1000, from: "bob", to: ["alice"], content: "ho" },
    ],
    first_ids: { message: 5, channel: 40 },
  });
  const ids = (records: Iterable<{ id: number; name?: string }>) => [...records].map(({ id }) => id);
  assert.equal(
    Object.values(sim.cast).map(({ user_id }) => user_id),
    [12, 13, 14, 100],
  );
  assert.equal(ids(sim.state.groups.values()).slice(8), [9, 40]);
  assert.equal(
    Object.entries(sim.channels).map(([name, { stream_id }]) => [name, stream_id]),
    [
      ["one", 40],
      ["two", 41],
      ["three", 42],
    ],
  );
  assert.equal(ids(sim.state.fields.values()), [9, 81]);
  assert.equal(ids(sim.state.messages.values()), [7, 8, 9, 1000]);
  const made = sim.as("dana").send("POST /users", { email: "finn@example.com", password: "finn-password", full_name: "Finn" }).body.user_id;
  const said = sim.as("dana").send("POST /messages", { type: "direct", to: [100], content: "note" }).body.id;
  assert.equal([made, said], [101, 1001]);
});

test("an id that is given twice, or too small for its place, is an error that names it", () => {
  const rows: [Body, string][] = [
    [
      { users: { alice: { id: 3 }, bob: { id: 3 } } },
      "users.bob.id: got 3, expected an id that nothing else has; users.alice has this one",
    ],
    [{ users: { alice: { id: 9 } } }, "users.alice.id: got 9, expected an id that nothing else has; emailgateway has this one"],
    [{ users: { alice: { id: 0 } } }, "users.alice.id: got 0, expected a whole number from 1 to 2147483647"],
    [
      { users: { alice: {} }, groups: { a: { id: 8 } } },
      "groups.a.id: got 8, expected an id that nothing else has; role:internet has this one",
    ],
    [
      { users: { alice: {} }, first_ids: { pigeon: 3 } },
      "first_ids.pigeon: no such key; known here are user, group, channel, profile_field, linkifier, playground, emoji, domain, folder and message",
    ],
    [
      {
        users: { alice: {} },
        first_ids: { message: 1 },
        messages: [
          { id: 9, from: "alice", to: ["alice"], content: "a" },
          { id: 9, from: "alice", to: ["alice"], content: "b" },
        ],
      },
      "messages[1].id: got 9, expected an id above those before it, 10 or more",
    ],
  ];
  for (const [file, message] of rows) assert.is(fault(file), message);
});

test("a file names default channels, those of announcements, and the rules of passwords", () => {
  const sim = load({
    users: { dana: { role: "administrator" } },
    channels: { news: {}, moderators: { privacy: "private" } },
    default_channels: ["news"],
    settings: { new_stream_announcements_stream_id: "news", moderation_request_channel_id: "moderators", password_min_length: 20 },
  });
  const told = sim.as("dana").send("POST /register").body;
  const { news, moderators } = sim.channels;
  assert.equal(
    [
      told.realm_default_streams,
      told.realm_new_stream_announcements_stream_id,
      told.realm_moderation_request_channel_id,
      told.password_min_length,
    ],
    [[news!.stream_id], news!.stream_id, moderators!.stream_id, 20],
  );
  const weak = sim.as("dana").send("POST /users", { email: "finn@example.com", password: "finn-password", full_name: "Finn" });
  assert.is(weak.body.msg, "The password is too weak.");
  assert.match(
    fault({ users: { a: {} }, settings: { signup_announcements_stream_id: "x" } }),
    /^settings\.signup_announcements_stream_id: got "x", expected a channel/,
  );
});

test("the realm quiet has one owner, and nothing happens in it by itself", () => {
  const sim = createSimulator({ realm: "quiet", brand: "zulip", rulings: "observed" });
  assert.equal([Object.entries(sim.cast).map(([name, { role }]) => [name, role]), Object.keys(sim.channels)], [[["owen", "owner"]], []]);
  const queue = sim.as("owen").send("POST /register").body;
  assert.equal([queue.realm_default_streams, queue.subscriptions, queue.realm_domains, queue.custom_profile_fields], [[], [], [], []]);
  const subscribe = { subscriptions: [{ name: "new", description: "one" }], announce: true };
  assert.is(sim.as("owen").send("POST /users/me/subscriptions", subscribe).status, 200);
  const stream_id = sim.channels.new!.stream_id;
  for (const fields of [{ new_name: "newer" }, { description: "other" }, { is_private: true }, { message_retention_days: 7 }])
    assert.is(sim.as("owen").send(`PATCH /streams/${stream_id}`, fields).status, 200, JSON.stringify(fields));
  assert.is(sim.as("owen").send(`DELETE /streams/${stream_id}`).status, 200);
  const all = { anchor: "newest", num_before: 100, num_after: 0 };
  assert.equal(sim.as("owen").send("GET /messages", all).body.messages, []);
  const events = sim.as("owen").send("GET /events", { queue_id: queue.queue_id, last_event_id: -1, dont_block: true }).body;
  assert.not.ok((events.events as { type: string }[]).some(({ type }) => type === "message"));
});

test("the realm zulip-dev has the cast and ids of a development server", () => {
  const sim = createSimulator({ realm: "zulip-dev", brand: "zulip", rulings: "observed" });
  const of = (name: string) => [sim.cast[name]!.email, sim.cast[name]!.user_id, sim.cast[name]!.role];
  assert.equal(["AARON", "desdemona", "hamlet", "iago", "polonius", "shiva"].map(of), [
    ["AARON@zulip.com", 6, "member"],
    ["desdemona@zulip.com", 9, "owner"],
    ["hamlet@zulip.com", 10, "member"],
    ["iago@zulip.com", 11, "administrator"],
    ["polonius@zulip.com", 13, "guest"],
    ["shiva@zulip.com", 15, "moderator"],
  ]);
  const key = sim.send({ method: "POST", path: "/dev_fetch_api_key", fields: { username: "AARON@zulip.com" } }) as { body: Body };
  assert.equal([key.body.email, key.body.user_id], ["AARON@zulip.com", 6]);
  const told = sim.as("iago").send("POST /register").body;
  const pronouns = (told.custom_profile_fields as { id: number; name: string }[]).find(({ name }) => name === "Pronouns");
  assert.is(pronouns!.id, 9);
  const groups = (told.realm_user_groups as { id: number; name: string }[]).slice(-4).map(({ id, name }) => [id, name]);
  assert.equal(groups, [
    [14, "role:members"],
    [15, "role:everyone"],
    [16, "role:internet"],
    [17, "hamletcharacters"],
  ]);
  assert.ok(Number(told.realm_date_created) > sim.now() / 1000 - 3000);
  const bot = sim.as("desdemona").send("POST /bots", { full_name: "test-bot", short_name: "test-bot" });
  const auth = { email: "test-bot-bot@zulipdev.com", api_key: String(bot.body.api_key) };
  assert.is((sim.send({ method: "GET", path: "/users/me", auth }) as { status: number }).status, 200);
  assert.is(Object.keys(sim.as("hamlet").send("GET /realm/presence").body.presences as object).length, 10);
  const playground = { name: "x", pygments_language: "Python", url_template: "https://example.com/{code}" };
  assert.is(sim.as("iago").send("POST /realm/playgrounds", playground).body.id, 1);
});

test.run();
