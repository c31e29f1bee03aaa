import { test } from "uvu";
import * as assert from "uvu/assert";
import { Turn } from "../core/turn.ts";
import { deactivateGroup } from "../effects/groups.ts";
import { groupRecords } from "../resources/group.ts";
import { createSimulator, type Simulator, type SimulatorOptions } from "../server/simulator.ts";

const users = {
  alice: {},
  bob: {},
  cara: {},
  dana: { role: "administrator" },
  owen: { role: "owner" },
  gus: { role: "guest" },
  robo: { bot: { owner: "alice" } },
  zoe: { active: false },
};

const groups = {
  designers: { creator: "alice", members: ["bob", "zoe"], subgroups: ["writers"] },
  writers: { creator: "cara", members: ["cara"] },
  readers: {},
  retired: { creator: "alice", deactivated: true },
  club: { can_join_group: "role:members", can_leave_group: "role:members" },
  shifts: { can_add_members_group: { members: ["bob"] }, can_remove_members_group: { members: ["cara"] } },
};

const simulator = (options: SimulatorOptions = {}): Simulator => createSimulator({ realm: { users, groups }, ...options });

const groupOf = (sim: Simulator, name: string) => groupRecords(sim.snapshot().world, true).find((group) => group.name === name)!;
const userId = (sim: Simulator, name: string): number => sim.cast[name]!.user_id;
const userIds = (sim: Simulator, ...names: string[]): number[] => names.map((name) => userId(sim, name));

const change = (sim: Simulator, as: string, group: string | number, fields: Record<string, unknown>) =>
  sim.as(as).send(`POST /user_groups/${typeof group === "number" ? group : groupOf(sim, group).id}/members`, fields);

function queueOf(sim: Simulator, name: string, types: string[], capabilities: string[] = []): string {
  const client_capabilities = { notification_settings_null: true, ...Object.fromEntries(capabilities.map((one) => [one, true])) };
  return String(sim.as(name).send("POST /register", { event_types: types, client_capabilities }).body.queue_id);
}

const eventsOf = (sim: Simulator, name: string, queue_id: string) =>
  sim.as(name).send("GET /events", { queue_id, last_event_id: -1, dont_block: true }).body.events as Record<string, unknown>[];

test("members and subgroups come and go in one request, and everyone hears of it in order", () => {
  const sim = simulator();
  const [bob, cara, robo] = userIds(sim, "bob", "cara", "robo");
  const { id } = groupOf(sim, "designers");
  const [writers, readers] = [groupOf(sim, "writers").id, groupOf(sim, "readers").id];
  const queue = queueOf(sim, "gus", ["user_group"]);
  const fields = { add: [robo, cara], delete: [bob], add_subgroups: [readers], delete_subgroups: [writers] };
  assert.equal(change(sim, "alice", "designers", fields).body, { result: "success", msg: "" });
  assert.equal(groupOf(sim, "designers").members, [cara, robo]);
  assert.equal(groupOf(sim, "designers").direct_subgroup_ids, [readers]);
  const type = "user_group";
  assert.equal(eventsOf(sim, "gus", queue), [
    { id: 0, type, op: "add_members", group_id: id, user_ids: [robo, cara] },
    { id: 1, type, op: "remove_members", group_id: id, user_ids: [bob] },
    { id: 2, type, op: "add_subgroups", group_id: id, direct_subgroup_ids: [readers] },
    { id: 3, type, op: "remove_subgroups", group_id: id, direct_subgroup_ids: [writers] },
  ]);
});

test("people whom somebody else adds or removes get a direct message; bots and the caller do not", () => {
  const sim = simulator();
  const add = userIds(sim, "alice", "cara", "robo");
  const [alice, bob] = [queueOf(sim, "alice", ["message"]), queueOf(sim, "bob", ["message"])];
  const cara = queueOf(sim, "cara", ["message"]);
  change(sim, "alice", "designers", { add, delete: [userId(sim, "bob")] });
  assert.equal(eventsOf(sim, "alice", alice), []);
  const messagesTo = (name: string, queue: string) =>
    eventsOf(sim, name, queue).map((event) => {
      const { type, content, sender_full_name } = event.message as Record<string, unknown>;
      return { type, content, sender_full_name };
    });
  const mention = (word: string) => `@_**Alice|${userId(sim, "alice")}** ${word} the group @_*designers*.`;
  const sender = { type: "private", sender_full_name: "Notification Bot" };
  assert.equal(messagesTo("cara", cara), [{ ...sender, content: mention("added you to") }]);
  assert.equal(messagesTo("bob", bob), [{ ...sender, content: mention("removed you from") }]);
  assert.is(sim.snapshot().world.messages.size, 2);

  const silent = simulator({ rulings: { groupNotices: "none" } });
  assert.is(change(silent, "alice", "designers", { add }).status, 200);
  assert.is(silent.snapshot().world.messages.size, 0);
});

test("a request for no change is accepted and told to nobody; running servers refuse it", () => {
  const [sim, observed] = [simulator(), simulator({ rulings: "observed" })];
  const queue = queueOf(sim, "bob", ["user_group", "message"]);
  const before = groupRecords(sim.snapshot().world, true);
  for (const fields of [{}, { add: [] }, { add: [], delete: [], add_subgroups: [], delete_subgroups: [] }]) {
    assert.equal(change(sim, "bob", "designers", fields).body, { result: "success", msg: "" });
    assert.match(String(change(observed, "bob", "designers", fields).body.msg), /^Nothing to do\./);
  }
  assert.equal([groupRecords(sim.snapshot().world, true), eventsOf(sim, "bob", queue)], [before, []]);
  assert.is(change(sim, "bob", 9999, {}).body.msg, "Invalid user group");
});

test("guests change members where a setting lets them, and nowhere where servers refuse guests", () => {
  const left = (rulings: SimulatorOptions["rulings"], setting: string, as = "gus") => {
    const guests = { crew: { creator: "alice", members: ["gus", "bob"], can_leave_group: setting } };
    const sim = createSimulator({ realm: { users, groups: guests }, ...(rulings && { rulings }) });
    return change(sim, as, "crew", { delete: userIds(sim, as) }).body.msg;
  };
  assert.is(left({}, "role:everyone"), "");
  assert.is(left({}, "role:members"), "Insufficient permission");
  assert.is(left({ guestEditors: "no" }, "role:everyone"), "Not allowed for guest users");
  assert.is(left({ guestEditors: "no" }, "role:everyone", "bob"), "");
});

test("a change is refused for its first fault, and leaves no trace", () => {
  const sim = simulator({ rulings: { emptyMemberUpdate: "observed" } });
  const [alice, bob, cara, zoe] = userIds(sim, "alice", "bob", "cara", "zoe");
  const id = (name: string): number => groupOf(sim, name).id;
  const server = sim.snapshot().world.usersByKey.get("notification-bot")!;
  const before = groupRecords(sim.snapshot().world, true);
  const queue = queueOf(sim, "bob", ["user_group", "message"]);
  const nothing = `Nothing to do. Specify at least one of "add", "delete", "add_subgroups" or "delete_subgroups".`;
  const rows: [string, string | number, Record<string, unknown>, string][] = [
    ["gus", 9999, { add: "x" }, "add is not valid JSON"],
    ["bob", 9999, { add: "x", add_subgroups: "x" }, "add is not valid JSON"],
    ["bob", 9999, { add: [], add_subgroups: ["x"] }, "add_subgroups[0] is not an integer"],
    ["bob", 9999, { delete: 9 }, "delete is not a list"],
    ["bob", 9999, { delete_subgroups: {} }, "delete_subgroups is not a list"],
    ["bob", 9999, {}, nothing],
    ["bob", 9999, { add: [], delete: [], add_subgroups: [], delete_subgroups: [] }, nothing],
    ["bob", 9999, { add: [9998], delete: [9998] }, "Invalid user group"],
    ["bob", 9999, { delete: [9998] }, "Invalid user ID: 9998"],
    ["bob", "role:members", { add: [9998] }, "Insufficient permission"],
    ["owen", "role:members", { add: [9998] }, "Insufficient permission"],
    ["bob", "designers", { add: [9998] }, "Insufficient permission"],
    ["bob", "designers", { delete: [bob, cara] }, "Insufficient permission"],
    ["bob", "designers", { add_subgroups: [9998] }, "Insufficient permission"],
    ["bob", "designers", { delete_subgroups: [9998] }, "Insufficient permission"],
    ["dana", "designers", { add: [cara] }, "Insufficient permission"],
    ["alice", "designers", { add: [cara, 9998] }, "Invalid user ID: 9998"],
    ["alice", "designers", { add: [cara, server] }, `Invalid user ID: ${server}`],
    ["alice", "designers", { add: [cara, zoe] }, `Invalid user ID: ${zoe}`],
    ["alice", "designers", { add: [cara, bob] }, `User ${bob} is already a member of this group`],
    ["alice", "designers", { add: [cara], delete: [zoe] }, `Invalid user ID: ${zoe}`],
    ["alice", "designers", { add: [cara], delete: [alice] }, `There is no member '${alice}' in this user group`],
    ["alice", "designers", { add: [cara], add_subgroups: [id("readers"), 9997] }, "Invalid user group ID: 9997"],
    ["alice", "designers", { add: [cara], add_subgroups: [id("retired")] }, "User group is deactivated."],
    [
      "alice",
      "designers",
      { add: [cara], add_subgroups: [id("writers")] },
      `User group ${id("writers")} is already a subgroup of this group.`,
    ],
    [
      "alice",
      "designers",
      { add_subgroups: [id("designers")] },
      `User group ${id("designers")} is already a subgroup of one of the passed subgroups.`,
    ],
    [
      "cara",
      "writers",
      { add_subgroups: [id("designers")] },
      `User group ${id("writers")} is already a subgroup of one of the passed subgroups.`,
    ],
    ["alice", "designers", { add: [cara], delete_subgroups: [9997] }, "Invalid user group ID: 9997"],
    [
      "alice",
      "designers",
      { add: [cara], delete_subgroups: [id("readers")] },
      `User group ${id("readers")} is not a subgroup of this group.`,
    ],
  ];
  for (const [as, group, fields, msg] of rows) {
    const { status, body } = change(sim, as, group, fields);
    assert.equal([status, body], [400, { result: "error", msg, code: "BAD_REQUEST" }]);
  }
  assert.equal([groupRecords(sim.snapshot().world, true), eventsOf(sim, "bob", queue)], [before, []]);
  assert.is(sim.snapshot().world.messages.size, 0);
  assert.is(change(sim, "alice", "designers", { add: [cara], delete_subgroups: [id("writers")] }).status, 200);
});

test("each step is judged by what the steps before it leave", () => {
  const sim = simulator();
  const [bob, cara] = userIds(sim, "bob", "cara");
  const writers = groupOf(sim, "writers").id;
  const queue = queueOf(sim, "gus", ["user_group"]);
  assert.is(change(sim, "alice", "designers", { add: [cara, cara], delete: [cara] }).status, 200);
  assert.equal(groupOf(sim, "designers").members, [bob]);
  assert.equal(
    eventsOf(sim, "gus", queue).map(({ op, user_ids }) => [op, user_ids]),
    [
      ["add_members", [cara]],
      ["remove_members", [cara]],
    ],
  );
  assert.is(sim.snapshot().world.messages.size, 2);
  const again = change(sim, "alice", "designers", { add_subgroups: [writers], delete_subgroups: [writers] });
  assert.is(again.body.msg, `User group ${writers} is already a subgroup of this group.`);
  const own = createSimulator({ realm: { users, groups: { own: { members: ["bob"], can_manage_group: "own" } } } });
  const left = change(own, "bob", "own", { delete: [bob], add_subgroups: [groupOf(own, "role:nobody").id] });
  assert.is(left.body.msg, "Insufficient permission");
  assert.equal(groupOf(own, "own").members, [bob]);
  assert.is(change(own, "bob", "own", { delete: [bob] }).status, 200);
});

test("joining and leaving are for oneself alone, adding and removing for those the settings name", () => {
  const sim = simulator();
  const [alice, bob, cara] = userIds(sim, "alice", "bob", "cara");
  const rows: [string, string, Record<string, unknown>, number][] = [
    ["alice", "club", { add: [alice, bob] }, 400],
    ["alice", "club", { add: [alice] }, 200],
    ["bob", "club", { add: [bob] }, 200],
    ["bob", "club", { delete: [alice] }, 400],
    ["bob", "club", { delete: [bob] }, 200],
    ["cara", "shifts", { add: [cara] }, 400],
    ["bob", "shifts", { add: [alice, cara] }, 200],
    ["bob", "shifts", { delete: [alice] }, 400],
    ["cara", "shifts", { delete: [alice] }, 200],
    ["bob", "shifts", { add_subgroups: [groupOf(sim, "writers").id] }, 200],
    ["cara", "shifts", { delete_subgroups: [groupOf(sim, "writers").id] }, 400],
    ["owen", "shifts", { delete_subgroups: [groupOf(sim, "writers").id], delete: [cara] }, 200],
  ];
  for (const [as, group, fields, status] of rows)
    assert.is(change(sim, as, group, fields).status, status, `${as} ${JSON.stringify(fields)}`);
  assert.equal([groupOf(sim, "club").members, groupOf(sim, "shifts").members], [[alice], []]);
  assert.is(sim.snapshot().world.messages.size, 4);
});

test("whether removers may remove subgroups is a ruling", () => {
  const sim = simulator({ rulings: { subgroupRemoval: "removers" } });
  const writers = groupOf(sim, "writers").id;
  assert.is(change(sim, "bob", "shifts", { add_subgroups: [writers] }).status, 200);
  assert.is(change(sim, "bob", "shifts", { delete_subgroups: [writers] }).status, 400);
  assert.is(change(sim, "cara", "shifts", { delete_subgroups: [writers] }).status, 200);
});

test("a deactivated group keeps its members until level 391, and only clients that know of it hear", () => {
  const older = simulator({ level: 390 });
  const fields = { add: [userId(older, "bob")] };
  assert.is(change(older, "alice", "retired", fields).body.msg, "User group is deactivated.");
  const sim = simulator();
  const [plain, aware] = [queueOf(sim, "bob", ["user_group"]), queueOf(sim, "bob", ["user_group"], ["include_deactivated_groups"])];
  assert.is(change(sim, "alice", "retired", fields).status, 200);
  assert.equal(eventsOf(sim, "bob", plain), []);
  const { id } = groupOf(sim, "retired");
  assert.equal(eventsOf(sim, "bob", aware), [
    { id: 0, type: "user_group", op: "add_members", group_id: id, user_ids: [userId(sim, "bob")] },
  ]);
});

test("before groups had managers, administrators changed all of them and others those that they are in", () => {
  const verdict = (level: number, as: string, group: string) => {
    const sim = simulator({ level });
    return change(sim, as, group, { add: userIds(sim, "robo") }).body.msg;
  };
  const no = "Insufficient permission";
  const members = { 282: ["", "", no, no], 283: ["", no, "", no], 298: ["", no, "", no], 299: [no, no, "", no] };
  for (const [level, expected] of Object.entries(members)) {
    const actual = [
      verdict(Number(level), "dana", "designers"),
      verdict(Number(level), "bob", "designers"),
      verdict(Number(level), "alice", "designers"),
      verdict(Number(level), "cara", "designers"),
    ];
    assert.equal(actual, expected, `level ${level}`);
  }
});

test("a setting of a group permits from its level on", () => {
  const verdict = (level: number, as: string, group: string, fields: (sim: Simulator) => object) => {
    const sim = simulator({ level });
    return change(sim, as, group, { ...fields(sim) }).body.msg === "";
  };
  const add = (sim: Simulator) => ({ add: userIds(sim, "robo") });
  const join = (sim: Simulator) => ({ add: userIds(sim, "bob") });
  assert.equal([verdict(304, "bob", "shifts", add), verdict(305, "bob", "shifts", add)], [false, true]);
  assert.equal([verdict(300, "bob", "club", join), verdict(301, "bob", "club", join)], [false, true]);
});

test("before level 303 deactivated accounts are members like others, and before 253 none need be named", () => {
  const verdicts = (level: number) => {
    const sim = simulator({ level });
    const zoe = userIds(sim, "zoe");
    const create = (fields: object) =>
      sim.as("alice").send("POST /user_groups/create" as string, { name: "new", description: "", ...fields }).body.msg;
    return [
      change(sim, "owen", "readers", { add: zoe }).body.msg,
      change(sim, "owen", "designers", { delete: zoe }).body.msg,
      create({ members: zoe }),
    ];
  };
  assert.equal(verdicts(302), ["", "", ""]);
  assert.equal(verdicts(303), Array(3).fill(`Invalid user ID: ${userId(simulator(), "zoe")}`));
  assert.equal(
    [252, 253].map(
      (level) =>
        simulator({ level })
          .as("alice")
          .send("POST /user_groups/create" as string, { name: "n", description: "" }).status,
    ),
    [200, 400],
  );
});

test("bots manage groups from level 496 on, and subgroups are changed from 311 on", () => {
  const older = simulator({ level: 310, rulings: { emptyMemberUpdate: "observed" } });
  const refused = (name: string) => change(older, name, "club", { add_subgroups: [1] }).body.msg;
  assert.is(refused("robo"), "This endpoint does not accept bot requests.");
  assert.is(refused("alice"), `Nothing to do. Specify at least one of "add" or "delete".`);
  const sim = simulator();
  assert.is(change(sim, "robo", "club", { add: [userId(sim, "robo")] }).status, 200);
  assert.equal(groupOf(sim, "club").members, [userId(sim, "robo")]);
});

test("deactivating a group tells each client what it understands, once", () => {
  const sim = simulator();
  const [plain, aware] = [queueOf(sim, "bob", ["user_group"]), queueOf(sim, "bob", ["user_group"], ["include_deactivated_groups"])];
  const { world } = sim.snapshot();
  const { id } = groupOf(sim, "club");
  const turn = new Turn(world);
  deactivateGroup(turn, world.groups.get(id)!);
  deactivateGroup(turn, world.groups.get(id)!);
  sim.restore({ world });
  assert.is(groupOf(sim, "club").deactivated, true);
  assert.equal(eventsOf(sim, "bob", plain), [{ id: 0, type: "user_group", op: "remove", group_id: id }]);
  assert.equal(eventsOf(sim, "bob", aware), [{ id: 0, type: "user_group", op: "update", group_id: id, data: { deactivated: true } }]);
  assert.not(groupRecords(world, false).some((group) => group.name === "club"));
});

test.run();
