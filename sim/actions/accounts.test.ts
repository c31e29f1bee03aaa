import { test } from "uvu";
import * as assert from "uvu/assert";
import { createSimulator, Held } from "../index.ts";
import { type Event, listener, refusal } from "./hearing.test.kit.ts";

const seconds = 1_767_268_800; // 2026-01-01T12:00:00Z

test("the first sign of life and each return after a while are told, in the old shape and in the new one", () => {
  const sim = createSimulator();
  const [old, slim] = [listener(sim, "bob", ["presence"]), listener(sim, "bob", ["presence"], ["simplified_presence_events"])];
  const { user_id, email } = sim.cast.gus!;
  const set = (status: "active" | "idle", ms: number, timestamp?: number) => {
    sim.advance({ ms });
    sim.act({ action: "set_presence", as: "gus", status, ...(timestamp !== undefined && { timestamp }) });
  };
  set("active", 0);
  set("active", 130_000);
  set("idle", 60_000);
  set("active", 71_000);
  const website = (timestamp: number) => ({ client: "website", status: "active", timestamp, pushable: false });
  const common = { type: "presence", user_id, email };
  assert.equal(old(), [
    { ...common, server_timestamp: seconds, presence: { website: website(seconds) } },
    { ...common, server_timestamp: seconds + 261, presence: { website: website(seconds + 261) } },
  ]);
  assert.equal(slim(), [
    { type: "presence", presences: { [user_id]: { active_timestamp: seconds, idle_timestamp: seconds } } },
    { type: "presence", presences: { [user_id]: { active_timestamp: seconds + 261, idle_timestamp: seconds + 261 } } },
  ]);
});

test("a presence can be put into the past, and is fetched from there", () => {
  const sim = createSimulator();
  sim.act({ action: "set_presence", as: "alice", status: "idle", timestamp: seconds - 3600 });
  const { presences } = sim.as("bob").send("GET /realm/presence").body as { presences: Record<string, Event> };
  const entry = { client: "website", status: "active", timestamp: seconds - 30 };
  assert.equal(presences["alice@example.com"]!.aggregated, entry);
  sim.act({ action: "set_presence", as: "gus", status: "idle", timestamp: seconds - 3600 });
  const later = sim.as("bob").send("GET /realm/presence").body as { presences: Record<string, Event> };
  assert.equal(later.presences["gus@example.com"]!.aggregated, { client: "website", status: "idle", timestamp: seconds - 3600 });
});

test("nobody is told of presences where the organization has none, and none is kept where a person has none", () => {
  const sim = createSimulator();
  sim.act({ action: "set_user", as: "cara", property: "presence_enabled", value: false });
  const hear = listener(sim, "bob", ["presence"]);
  const before = sim.as("bob").send("GET /realm/presence").body.presences;
  sim.act({ action: "set_presence", as: "cara", status: "active" });
  assert.equal(sim.as("bob").send("GET /realm/presence").body.presences, before);
  sim.act({ action: "set_realm", property: "presence_disabled", value: true });
  sim.act({ action: "set_presence", as: "gus", status: "active" });
  assert.equal(hear(), []);
});

test("before level 493 the token is of Zoom", () => {
  const seen = (level: number) => {
    const sim = createSimulator({ level });
    const hear = listener(sim, "bob", ["has_vc_token", "has_zoom_token"]);
    sim.act({ action: "set_video_token", as: "bob", value: true });
    const { has_zoom_token, has_vc_token } = sim.as("bob").send("POST /register" as string, { fetch_event_types: ["video_calls"] }).body;
    return [hear(), has_zoom_token, has_vc_token];
  };
  assert.equal(seen(492), [[{ type: "has_zoom_token", value: true }], true, undefined]);
  assert.equal(seen(493), [[{ type: "has_vc_token", value: true }], false, true]);
});

test("devices and video tokens are told to their owner alone", () => {
  const sim = createSimulator();
  const types = ["device", "has_vc_token"];
  const [bob, cara] = [listener(sim, "bob", types), listener(sim, "cara", types)];
  const { device_id } = sim.act({ action: "register_device", as: "bob" });
  sim.act({ action: "set_video_token", as: "bob", value: true });
  sim.act({ action: "set_video_token", as: "bob", value: true });
  assert.equal(bob(), [
    { type: "device", op: "add", device_id },
    { type: "has_vc_token", value: true },
  ]);
  assert.equal(cara(), []);
  assert.is(sim.as("bob").send("POST /calls/vc/create").status, 200);
  assert.is(sim.as("bob").send("POST /remove_client_device" as string, { device_id }).status, 200);
});

test("with the real brand the token event is named after the real provider", () => {
  const sim = createSimulator({ brand: "zulip" });
  const hear = listener(sim, "bob", ["has_webex_token"]);
  sim.act({ action: "set_video_token", as: "bob", value: true });
  assert.equal(hear(), [{ type: "has_webex_token", value: true }]);
});

test("a deactivated account takes its bots along, is logged out, and comes back without them", () => {
  const sim = createSimulator();
  const types = ["realm_user", "subscription"];
  const [bob, dana] = [listener(sim, "bob", types), listener(sim, "dana", types)];
  const { queue_id } = sim.as("alice").send("POST /register", { event_types: ["message"] }).body;
  const held = sim.as("alice").request("GET /events", { queue_id, last_event_id: -1 });
  if (!(held instanceof Held)) throw new Error("the poll is not held");
  sim.act({ action: "deactivate_user", as: "alice" });
  assert.equal(held.reply?.body.events, []);
  assert.is(sim.as("alice").send("GET /realm/presence").body.msg, "Account is deactivated");
  assert.is(sim.as("robo").send("GET /realm/presence").body.msg, "Account is deactivated");
  const people = bob().filter(({ type }) => type === "realm_user");
  const [alice, robo] = [sim.cast.alice!.user_id, sim.cast.robo!.user_id];
  assert.equal(
    people.map(({ op, person }) => [op, person]),
    [
      ["update", { user_id: robo, is_active: false }],
      ["update", { user_id: alice, is_active: false }],
    ],
  );
  const left = dana().filter(({ op, user_ids }) => op === "peer_remove" && (user_ids as number[])[0] === alice);
  const where = ["team", "secret", "general", "town-square", "attic"].map((name) => sim.channels[name]!.stream_id);
  assert.equal(
    left.flatMap(({ stream_ids }) => stream_ids),
    where,
  );
  const message_id = sim.as("bob").send("POST /messages", { type: "channel", to: "general", topic: "x", content: "y" }).body.id;
  sim.act({ action: "reactivate_user", as: "alice" });
  assert.equal(
    bob().filter(({ type }) => type === "realm_user"),
    [{ type: "realm_user", op: "update", person: { user_id: alice, is_active: true } }],
  );
  assert.equal((sim.as("alice").send(`GET /messages/${message_id}`).body.message as Event).flags, ["read", "historical"]);
  assert.is(sim.as("robo").send("GET /realm/presence").status, 401);
});

test("refusals name the field, and nothing happens", () => {
  const sim = createSimulator();
  const presence = { action: "set_presence", as: "alice", status: "active" };
  const ladder: [Event, string][] = [
    [{ ...presence, as: 12 }, "set_presence: as: got 12, expected a cast member: alice, bob, cara, dana, owen, gus, robo or zoe"],
    [
      { ...presence, as: "notification-bot" },
      'set_presence: as: got "notification-bot", expected a cast member: alice, bob, cara, dana, owen, gus, robo or zoe',
    ],
    [{ ...presence, as: "robo" }, "set_presence: as: robo is a bot, and bots have no presence"],
    [{ ...presence, as: "zoe" }, 'set_presence: as: got "zoe", expected a cast member whose account is active'],
    [{ ...presence, status: "offline" }, 'set_presence: status: got "offline", expected "active" or "idle"'],
    [{ ...presence, timestamp: 1.5 }, "set_presence: timestamp: got 1.5, expected a whole number, 0 or more"],
    [{ ...presence, timestamp: -1 }, "set_presence: timestamp: got -1, expected a whole number, 0 or more"],
    [{ ...presence, timestamp: seconds + 1 }, "set_presence: timestamp is later than now"],
    [{ action: "register_device" }, "register_device: as: missing, expected a cast member: alice, bob, cara, dana, owen, gus, robo or zoe"],
    [{ action: "set_video_token", as: "alice", value: "true" }, 'set_video_token: value: got "true", expected true or false'],
    [{ action: "deactivate_user", as: "zoe" }, "deactivate_user: as: the account of zoe is deactivated already"],
    [{ action: "deactivate_user", as: "owen" }, "deactivate_user: Cannot deactivate the only organization owner."],
    [{ action: "reactivate_user", as: "alice" }, "reactivate_user: as: the account of alice is active already"],
  ];
  const hear = listener(sim, "alice", ["presence", "device", "realm_user", "has_vc_token"]);
  for (const [action, line] of ladder) assert.is(refusal(sim, action), line);
  assert.equal(hear(), []);
  assert.is(refusal(sim, presence), "done");
});

test.run();
