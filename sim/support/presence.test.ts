import { test } from "uvu";
import * as assert from "uvu/assert";
import { type Event, listener } from "../actions/hearing.test.kit.ts";
import { createSimulator, type Simulator } from "../server/simulator.ts";

const ok = { result: "success", msg: "" };
const failure = (msg: string, code = "BAD_REQUEST", extra = {}) => ({ result: "error", msg, code, ...extra });
const idOf = (sim: Simulator, name: string): number => sim.cast[name]!.user_id;
const seconds = 1_767_268_800; // 2026-01-01T12:00:00Z
const ping = (sim: Simulator, who: string, fields: Event = {}) =>
  sim.as(who).send("POST /users/me/presence", { status: "active", ...fields }).body;
const presenceOf = (sim: Simulator, who: number | string, viewer = "alice") => sim.as(viewer).send(`GET /users/${who}/presence`).body;

test("a sign of life brings the presences of all, a ping nothing", () => {
  const sim = createSimulator({ rulings: { oldPresences: "observed" } });
  sim.advance({ ms: 500 });
  assert.equal(ping(sim, "gus", { ping_only: true, new_user_input: true }), ok);
  const { presences, presence_last_update_id, ...rest } = ping(sim, "gus", { status: "idle" });
  assert.equal(rest, { ...ok, server_timestamp: seconds + 0.5 });
  assert.equal(presences, sim.as("gus").send("GET /realm/presence").body.presences);
  assert.type(presence_last_update_id, "number");
  const slim = ping(sim, "gus", { slim_presence: true }).presences as Event;
  assert.equal(slim[idOf(sim, "gus")], { active_timestamp: seconds, idle_timestamp: seconds });
  assert.equal(
    Object.keys(slim),
    ["alice", "bob", "cara", "dana", "gus"].map((name) => String(idOf(sim, name))),
  );
});

test("who knows the presences up to an update gets those that changed since, however old", () => {
  const sim = createSimulator();
  const { presence_last_update_id: registered } = sim.as("alice").send("POST /register", { fetch_event_types: ["presence"] }).body;
  assert.equal(Object.keys(ping(sim, "bob", { last_update_id: registered }).presences as Event), [String(idOf(sim, "bob"))]);
  const since = ping(sim, "bob", { last_update_id: registered }).presence_last_update_id;
  assert.is(since, Number(registered) + 1);
  const none = ping(sim, "bob", { last_update_id: since });
  assert.equal([none.presences, none.presence_last_update_id], [{}, since]);
  assert.is(Object.keys(ping(sim, "bob", { last_update_id: -1 }).presences as Event).length, 4);
  assert.is(Object.keys(ping(sim, "bob", { last_update_id: -1, history_limit_days: 1 }).presences as Event).length, 3);
  assert.equal(ping(sim, "bob", { history_limit_days: 0 }).presences, {});
  assert.equal(ping(sim, "bob", { history_limit_days: 30, slim_presence: true }).ignored_parameters_unsupported, undefined);
  const old = ping(createSimulator({ level: 262 }), "bob", { last_update_id: 1, history_limit_days: 0 });
  assert.equal(
    [old.ignored_parameters_unsupported, "presence_last_update_id" in old, Object.keys(old.presences as Event).length],
    [["history_limit_days", "last_update_id"], false, 4],
  );
});

test("the times that are kept move only by more than 55 seconds, and a return is told after 130", () => {
  const sim = createSimulator();
  const hear = listener(sim, "bob", ["presence"]);
  const { user_id, email } = sim.cast.gus!;
  const times = () => ((ping(sim, "alice", { slim_presence: true, status: "idle" }).presences as Event)[user_id] as Event) ?? {};
  const after = (ms: number, status: string): unknown[] => {
    sim.advance({ ms });
    ping(sim, "gus", { status });
    const { active_timestamp, idle_timestamp } = times() as { active_timestamp: number; idle_timestamp: number };
    return [active_timestamp - seconds, idle_timestamp - seconds];
  };
  assert.equal(after(0, "active"), [0, 0]);
  assert.equal(after(55_000, "active"), [0, 0]);
  assert.equal(after(1_000, "idle"), [0, 56]);
  assert.equal(after(1_000, "active"), [57, 57]);
  assert.equal(after(130_000, "active"), [187, 187]);
  assert.equal(after(131_000, "active"), [318, 318]);
  const event = (timestamp: number, status = "active") => ({
    type: "presence",
    user_id,
    email,
    server_timestamp: timestamp,
    presence: { website: { client: "website", status, timestamp, pushable: false } },
  });
  assert.equal(hear(), [event(seconds), event(seconds + 318)]);
});

test("a presence of one person ages: after 200 seconds they are offline", () => {
  const sim = createSimulator();
  ping(sim, "bob");
  const answer = (status: string) => ({
    ...ok,
    presence: { aggregated: { status, timestamp: seconds }, website: { status: "active", timestamp: seconds } },
  });
  assert.equal([presenceOf(sim, idOf(sim, "bob")), presenceOf(sim, "BOB@example.com")], [answer("active"), answer("active")]);
  sim.advance({ ms: 200_000 });
  assert.equal(presenceOf(sim, idOf(sim, "bob")), answer("active"));
  sim.advance({ ms: 1_000 });
  assert.equal(presenceOf(sim, "bob@example.com"), answer("offline"));
});

test("refusals name what is wrong", () => {
  const sim = createSimulator();
  const start = sim.as("alice").send("GET /realm/presence").body;
  const rows: [string, string, Event, object][] = [
    ["robo", "POST /users/me/presence", { status: "away" }, failure("This endpoint does not accept bot requests.")],
    ["gus", "POST /users/me/presence", {}, failure("Missing 'status' argument", "REQUEST_VARIABLE_MISSING", { var_name: "status" })],
    ["gus", "POST /users/me/presence", { status: "away", ping_only: "1" }, failure("ping_only is not a boolean")],
    ["gus", "POST /users/me/presence", { status: "away" }, failure("Invalid status: away")],
    ["gus", "GET /users/999/presence", {}, failure("No such user")],
    ["gus", "GET /users/nobody@example.com/presence", {}, failure("No such user")],
    ["gus", `GET /users/${idOf(sim, "zoe")}/presence`, {}, failure("No such user")],
    ["gus", "GET /users/robo-bot@example.com/presence", {}, failure("Presence is not supported for bot users.")],
    ["gus", `GET /users/${idOf(sim, "gus")}/presence`, {}, failure(`No presence data for ${idOf(sim, "gus")}`)],
    ["gus", "GET /users/gus@example.com/presence", {}, failure("No presence data for gus@example.com")],
  ];
  for (const [who, route, fields, expected] of rows) {
    const refused = sim.as(who).send(route, fields);
    assert.equal([refused.status, refused.body], [400, expected], `${route} ${JSON.stringify(fields)}`);
  }
  assert.equal(sim.as("alice").send("GET /realm/presence").body, start);
});

test("who shows no presence was last seen before others took them for offline, and signs of life count for nothing", () => {
  const sim = createSimulator();
  const hear = listener(sim, "bob", ["presence", "user_settings"], ["simplified_presence_events"]);
  const set = (presence_enabled: boolean) => sim.as("alice").send("PATCH /settings", { presence_enabled });
  set(false);
  const alice = idOf(sim, "alice");
  const hidden = { active_timestamp: seconds - 320, idle_timestamp: seconds - 320 };
  const slim = () => (ping(sim, "alice", { slim_presence: true }).presences as Event)[alice];
  assert.equal([slim(), hear()], [hidden, [{ type: "presence", presences: { [alice]: hidden } }]]);
  sim.advance({ ms: 1000 });
  set(true);
  const shown = { active_timestamp: seconds + 1, idle_timestamp: seconds + 1 };
  assert.equal([slim(), hear()], [shown, [{ type: "presence", presences: { [alice]: shown } }]]);
});

test("who hides their presence was last active and connected before others take them for offline", () => {
  const sim = createSimulator();
  ping(sim, "bob", { new_user_input: true });
  assert.equal(sim.as("bob").send("PATCH /settings", { presence_enabled: false }).body, ok);
  const { presences } = sim.as("alice").send("GET /realm/presence").body as { presences: Record<string, { website: Event }> };
  assert.equal(presences["bob@example.com"]!.website, { client: "website", status: "active", timestamp: seconds - 320, pushable: false });
  const slim = ping(sim, "alice", { slim_presence: true }).presences as Event;
  assert.equal(slim[idOf(sim, "bob")], { active_timestamp: seconds - 320, idle_timestamp: seconds - 320 });
});

test.run();
