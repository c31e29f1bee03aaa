import { test } from "uvu";
import * as assert from "uvu/assert";
import { createSimulator, type Simulator } from "../server/simulator.ts";
import { type Event, listener, refusal } from "./hearing.test.kit.ts";

const types = ["realm_user", "user_group", "stream", "user_settings", "alert_words", "muted_users"];
const idOf = (sim: Simulator, name: string): number => sim.cast[name]!.user_id;
const set = (sim: Simulator, as: string, property: string, value: unknown) => sim.act({ action: "set_user", as, property, value });
const person = (fields: Event) => ({ type: "realm_user", op: "update", person: fields });

test("a new name is told to all and stands on messages sent before", () => {
  const sim = createSimulator();
  const { id } = sim.as("alice").send("POST /messages", { type: "channel", to: "general", topic: "x", content: "y" }).body;
  const hear = listener(sim, "gus", types);
  const name = () => (sim.as("bob").send(`GET /messages/${id}`).body.message as Event).sender_full_name;
  assert.is(name(), "Alice Arbour");
  set(sim, "alice", "full_name", "Alice Birch");
  assert.is(name(), "Alice Birch");
  assert.equal(hear(), [person({ user_id: idOf(sim, "alice"), full_name: "Alice Birch" })]);
});

test("a new role changes the system group and the channels that are seen", () => {
  const sim = createSimulator();
  const [gus, bob] = [listener(sim, "gus", types), listener(sim, "bob", types)];
  const user_id = idOf(sim, "gus");
  const groups = new Map([...sim.snapshot().world.groups.values()].map(({ name, id }) => [name, id]));
  set(sim, "gus", "role", "administrator");
  const common = [
    person({ user_id, role: 200 }),
    { type: "user_group", op: "remove_members", group_id: groups.get("role:everyone"), user_ids: [user_id] },
    { type: "user_group", op: "add_members", group_id: groups.get("role:administrators"), user_ids: [user_id] },
  ];
  assert.equal(bob(), common);
  const heard = gus();
  assert.equal(heard.slice(0, 3), common);
  assert.equal(
    (heard[3]!.streams as Event[]).map(({ name }) => name),
    ["quiet", "team", "secret"],
  );
  set(sim, "gus", "role", 600);
  const lost = ["quiet", "team", "secret"].map((name) => sim.channels[name]!.stream_id);
  const gone = { type: "stream", op: "delete", streams: lost.map((stream_id) => ({ stream_id })), stream_ids: lost };
  assert.equal(gus().at(-1), gone);
});

test("hiding an address changes the API address, and tells each what they see of the real one", () => {
  const sim = createSimulator();
  const [alice, bob, dana] = [listener(sim, "alice", types), listener(sim, "bob", types), listener(sim, "dana", types)];
  const user_id = idOf(sim, "alice");
  set(sim, "alice", "email_address_visibility", 3);
  const renamed = person({ user_id, new_email: `user${user_id}@localhost` });
  const setting = { type: "user_settings", op: "update", property: "email_address_visibility", value: 3 };
  const pictured = (events: Event[]) => {
    const { avatar_url, ...rest } = events.at(-1)!.person as Event;
    assert.match(String(avatar_url), /^https:.*version=1$/);
    assert.equal(rest, { user_id, avatar_source: "G", avatar_url_medium: `${avatar_url}&s=500`, avatar_version: 1 });
    return events.slice(0, -1);
  };
  assert.equal(pictured(alice()), [setting, renamed]);
  assert.equal(pictured(bob()), [person({ user_id, delivery_email: null }), renamed]);
  assert.equal(pictured(dana()), [renamed]);
  set(sim, "alice", "delivery_email", "arbour@example.com");
  assert.equal(bob(), []);
  assert.equal(dana(), [person({ user_id, delivery_email: "arbour@example.com" })]);
  set(sim, "alice", "email_address_visibility", 1);
  const shown = [person({ user_id, delivery_email: "arbour@example.com" }), person({ user_id, new_email: "arbour@example.com" })];
  assert.equal(pictured(bob()), shown);
});

test("pictures, time zones, alert words and muted people are told to whom they concern", () => {
  const sim = createSimulator();
  const [alice, bob] = [listener(sim, "alice", types), listener(sim, "bob", types)];
  const user_id = idOf(sim, "alice");
  set(sim, "alice", "avatar_source", "U");
  set(sim, "alice", "timezone", "Asia/Tokyo");
  set(sim, "alice", "alert_words", ["soup", "soup", "bread"]);
  set(sim, "alice", "muted_users", ["bob"]);
  const base = `/user_avatars/touchstone/${user_id}`;
  const both = [
    person({
      user_id,
      avatar_source: "U",
      avatar_url: `${base}.png?version=2`,
      avatar_url_medium: `${base}-medium.png?version=2`,
      avatar_version: 2,
    }),
    person({ user_id, email: "alice@example.com", timezone: "Asia/Tokyo" }),
  ];
  assert.equal(bob(), both);
  assert.equal(alice(), [
    both[0],
    { type: "user_settings", op: "update", property: "timezone", value: "Asia/Tokyo" },
    both[1],
    { type: "alert_words", alert_words: ["soup", "bread"] },
    { type: "muted_users", muted_users: [{ id: idOf(sim, "bob"), timestamp: Math.floor(sim.now() / 1000) }] },
  ]);
});

test("a time zone is one by its name", () => {
  const sim = createSimulator();
  assert.throws(
    () => set(sim, "alice", "timezone", "Mars/Base"),
    /value: got "Mars\/Base", expected a name of the IANA database such as "Europe\/Vienna", or ""$/,
  );
});

test("a personal setting works at once", () => {
  const sim = createSimulator();
  set(sim, "alice", "automatically_follow_topics_policy", 4);
  set(sim, "alice", "automatically_unmute_topics_in_muted_streams_policy", 4);
  const { body } = sim.as("alice").send("POST /messages", { type: "channel", to: "general", topic: "new", content: "y" });
  assert.is(body.automatic_new_visibility_policy, undefined);
});

test("refusals name the field, and nothing happens", () => {
  const sim = createSimulator();
  const hear = listener(sim, "alice", types);
  const role = { action: "set_user", as: "alice", property: "role", value: "owner" };
  const ladder: [Event, RegExp][] = [
    [{ ...role, as: "mallory" }, /^as: got "mallory", expected a cast member: alice, /],
    [
      { ...role, property: "height" },
      /^property: got "height", expected full_name, role, avatar_source, .* or [0-9]+ more \(sim\/actions\.md of the package lists all\)$/,
    ],
    [
      { ...role, value: "king" },
      /^value: got "king", expected owner \(100\), administrator \(200\), moderator \(300\), member \(400\) or guest \(600\)$/,
    ],
    [{ ...role, value: 150 }, /^value: got 150, expected 100, 200, 300, 400 or 600$/],
    [{ ...role, property: "full_name", value: "" }, /^value: got "", expected text of 1 to 100 characters$/],
    [{ ...role, property: "avatar_source", value: "X" }, /^value: got "X", expected "G" or "U"$/],
    [{ ...role, property: "delivery_email", value: "alice" }, /^value is not an address such as alice@example\.com$/],
    [{ ...role, property: "delivery_email", value: "BOB@example.com" }, /^value: the address BOB@example\.com is in use$/],
    [{ ...role, property: "muted_users", value: ["nobody"] }, /^value\[0\]: got "nobody", expected a cast member: alice, /],
    [{ ...role, property: "translate_emoticons", value: 1 }, /^value: got 1, expected true or false$/],
    [{ ...role, property: "email_address_visibility", value: 6 }, /^value: got 6, expected 1, 2, 3, 4 or 5$/],
  ];
  for (const [action, line] of ladder) assert.match(refusal(sim, action).replace("set_user: ", ""), line);
  assert.equal(hear(), []);
  assert.is(refusal(sim, role), "done");
});

test.run();
