import { test } from "uvu";
import * as assert from "uvu/assert";
import { createSimulator, type Simulator, type SimulatorOptions } from "../index.ts";

const start = Date.parse("2026-01-01T12:00:00Z") / 1000;
const day = 86_400;
const hour = 3600;

const entry = (status: string, timestamp: number) => ({
  aggregated: { client: "website", status, timestamp },
  website: { client: "website", status, timestamp, pushable: false },
});
const presencesFor = (sim: Simulator, who = "alice") => sim.as(who).send("GET /realm/presence").body.presences as Record<string, object>;

/** A realm of people seen as told, in a channel together or apart. */
function seen(presence: Record<string, object>, more: Record<string, object> = {}, options: SimulatorOptions = {}): Simulator {
  const users = Object.fromEntries(
    Object.entries(presence).map(([name, presence]) => [name, { full_name: name, presence, ...more[name] }]),
  );
  return createSimulator({ realm: { users: { alice: { full_name: "alice" }, ...users } }, ...options });
}

test("the people seen are there by their addresses, with the time of the answer", () => {
  const sim = createSimulator();
  sim.advance({ ms: 1500 });
  assert.equal(sim.as("gus").send("GET /realm/presence").body, {
    result: "success",
    msg: "",
    server_timestamp: start + 1.5,
    presences: {
      "alice@example.com": entry("active", start - 30),
      "bob@example.com": entry("idle", start - 40),
      "cara@example.com": entry("active", start - 2 * day),
      "dana@example.com": entry("idle", start - 300),
      "owen@example.com": entry("active", start - 20 * day),
    },
  });
});

test("someone is active as long as the last sign of life came at most 70 seconds after the last activity", () => {
  const sim = seen({ one: { active: "-100s", connected: "-30s" }, two: { active: "-101s", connected: "-30s" } });
  assert.equal(Object.values(presencesFor(sim)), [entry("active", start - 100), entry("idle", start - 30)]);
});

test("a status does not age, nor does it end, but on running servers with the window of 14 days", () => {
  const old = createSimulator();
  old.advance({ ms: 400 * day * 1000 });
  assert.equal(presencesFor(old)["cara@example.com"], entry("active", start - 2 * day));
  const sim = createSimulator({ rulings: { oldPresences: "observed" } });
  sim.advance({ ms: (14 * day - 2 * day) * 1000 });
  assert.equal(presencesFor(sim)["cara@example.com"], entry("active", start - 2 * day));
  sim.advance({ ms: 1 });
  assert.is(presencesFor(sim)["cara@example.com"], undefined);
});

test("bots, deactivated accounts and those never seen are not there", () => {
  const sim = createSimulator();
  assert.not.ok(["robo-bot@example.com", "zoe@example.com", "gus@example.com"].some((address) => address in presencesFor(sim)));
  sim.act({ action: "deactivate_user", as: "bob" });
  assert.not.ok("bob@example.com" in presencesFor(sim));
});

test("an organization without presence shows nobody, at a time all the same", () => {
  const sim = createSimulator();
  sim.act({ action: "set_realm", property: "presence_disabled", value: true });
  assert.equal(sim.as("alice").send("GET /realm/presence").body, { result: "success", msg: "", server_timestamp: start, presences: {} });
});

test("where the server limits presence to accessible users, guests see those they share a channel or conversation with", () => {
  const seenBy = (who: string) => Object.keys(presencesFor(sim, who)).map((address) => address.split("@")[0]);
  const person = (fields: object = {}) => ({ full_name: "x", presence: { active: "-1m" }, ...fields });
  const sim = createSimulator({
    realm: {
      settings: { limits_presence_to_accessible_users: true, can_access_all_users_group: "role:members" },
      users: {
        alice: person(),
        bob: person({ full_name: "y" }),
        cara: person({ full_name: "z" }),
        gus: person({ full_name: "g", role: "guest" }),
      },
      channels: { shared: { subscribers: ["gus", "bob"] } },
    },
  });
  assert.equal(seenBy("gus"), ["bob", "gus"]);
  assert.equal(seenBy("alice"), ["alice", "bob", "cara", "gus"]);
  sim.as("alice").send("POST /messages", { type: "direct", to: [sim.cast.gus!.user_id], content: "hi" });
  assert.equal(seenBy("gus"), ["alice", "bob", "gus"]);
  sim.act({ action: "set_realm", property: "can_access_all_users_group", value: "role:everyone" });
  assert.equal(seenBy("gus"), ["alice", "bob", "cara", "gus"], "all users are accessible to one whom the group includes");
});

test("a first sign of life that is idle counts from the time of joining", () => {
  const sim = createSimulator();
  sim.act({ action: "set_presence", as: "gus", status: "idle" });
  assert.equal(presencesFor(sim)["gus@example.com"], entry("idle", start));
  sim.advance({ ms: hour * 1000 });
  sim.act({ action: "set_presence", as: "gus", status: "active" });
  assert.equal(presencesFor(sim)["gus@example.com"], entry("active", start + hour));
});

test("parameters are listed as ignored, unless the server is to do as running ones do", () => {
  const ignored = (rulings?: "observed") =>
    createSimulator(rulings && { rulings })
      .as("alice")
      .send("GET /realm/presence" as string, { b: 1, a: 2 }).body.ignored_parameters_unsupported;
  assert.equal(ignored(), ["a", "b"]);
  assert.is(ignored("observed"), undefined);
});

test("those who are not logged in are refused", () => {
  const refused = createSimulator().as().send("GET /realm/presence");
  assert.equal([refused.status, refused.body.code], [401, "UNAUTHORIZED"]);
});

test.run();
