import { test } from "uvu";
import * as assert from "uvu/assert";
import { type Event, listener } from "../actions/hearing.test.kit.ts";
import { createSimulator, type Simulator } from "../server/simulator.ts";

const idOf = (sim: Simulator, name: string): number => sim.cast[name]!.user_id;
const nameOf = (sim: Simulator, id: unknown): string => [...sim.snapshot().world.groups.values()].find((group) => group.id === id)!.name;
/** Returns an event of a group, in short. */
const brief =
  (sim: Simulator) =>
  ({ op, group_id, user_ids }: Event): string =>
    `${String(op)} ${nameOf(sim, group_id)} ${JSON.stringify(user_ids)}`;

/** Requests with what each tells everyone of system groups; `#` is the id of bob. */
const rows: readonly (readonly [route: string, fields: Event, told: readonly string[]])[] = [
  [
    "PATCH /users/#",
    { role: 300 },
    ["remove_members role:members [#]", "add_members role:moderators [#]", "remove_members role:fullmembers [#]"],
  ],
  [
    "PATCH /users/#",
    { role: 400 },
    ["remove_members role:moderators [#]", "add_members role:members [#]", "add_members role:fullmembers [#]"],
  ],
  ["PATCH /users/#", { role: 400 }, []],
  [
    "PATCH /users/#",
    { role: 600 },
    ["remove_members role:members [#]", "add_members role:everyone [#]", "remove_members role:fullmembers [#]"],
  ],
  ["PATCH /users/#", { role: 200 }, ["remove_members role:everyone [#]", "add_members role:administrators [#]"]],
];

test("a change of role is told group by group, of the full members last", () => {
  const sim = createSimulator({ level: 372 });
  const hear = listener(sim, "gus", ["user_group"]);
  const bob = String(idOf(sim, "bob"));
  for (const [route, fields, told] of rows) {
    assert.is(sim.as("owen").send(route.replace("#", bob), fields).status, 200);
    assert.equal(
      hear().map(brief(sim)),
      told.map((line) => line.replace("#", bob)),
    );
  }
});

test("members are direct members of their group, and the full ones of another too", () => {
  const users = { alice: { joined: "-20d" }, bob: { joined: "-1d" }, owen: { role: "owner" }, robo: { bot: { owner: "alice" } } };
  const sim = createSimulator({ level: 372, realm: { settings: { waiting_period_threshold: 3 }, users } });
  const [alice, bob, robo] = [idOf(sim, "alice"), idOf(sim, "bob"), idOf(sim, "robo")];
  const direct = (name: string) => {
    const id = sim.snapshot().world.groupsByName.get(name)!;
    const { user_groups } = sim.as("alice").send("GET /user_groups").body as { user_groups: { id: number; members: number[] }[] };
    const { members } = sim.as("alice").send(`GET /user_groups/${id}/members`, { direct_member_only: true }).body;
    assert.equal(members, user_groups.find((group) => group.id === id)!.members);
    return members;
  };
  assert.equal(
    [direct("role:members"), direct("role:fullmembers")],
    [
      [alice, bob, robo],
      [alice, robo],
    ],
  );
});

test("a longer waiting period takes members out of the full ones, a shorter one brings them back", () => {
  const users = { owen: { role: "owner" }, alice: { joined: "-20d" }, bob: { joined: "-2d" }, cara: { joined: "-1d" } };
  const sim = createSimulator({ level: 372, realm: { users } });
  const hear = listener(sim, "alice", ["user_group"]);
  const young = JSON.stringify([idOf(sim, "bob"), idOf(sim, "cara")]);
  const set = (waiting_period_threshold: number) => sim.as("owen").send("PATCH /realm", { waiting_period_threshold }).status;
  assert.equal([set(3), hear().map(brief(sim))], [200, [`remove_members role:fullmembers ${young}`]]);
  assert.equal([set(1), hear().map(brief(sim))], [200, [`add_members role:fullmembers ${young}`]]);
  assert.equal([set(0), hear()], [200, []]);
});

test.run();
