import { test } from "uvu";
import * as assert from "uvu/assert";
import { groupRecords } from "../resources/group.ts";
import { createSimulator, type Simulator, type SimulatorOptions } from "../server/simulator.ts";

const users = {
  alice: {},
  bob: {},
  cara: {},
  dana: { role: "administrator" },
  gus: { role: "guest" },
  robo: { bot: { owner: "alice" } },
  zoe: { active: false },
};

const realm = { users, groups: { writers: { members: ["bob"] }, retired: { deactivated: true } } };

const simulator = (options: SimulatorOptions = {}): Simulator => createSimulator({ realm, ...options });

const groupsOf = (sim: Simulator) => groupRecords(sim.snapshot().world, true);
const idOf = (sim: Simulator, name: string): number => groupsOf(sim).find((group) => group.name === name)!.id;

function queueOf(sim: Simulator, name: string): string {
  return String(sim.as(name).send("POST /register", { event_types: ["user_group", "message"] }).body.queue_id);
}

const eventsOf = (sim: Simulator, name: string, queue_id: string) =>
  sim.as(name).send("GET /events", { queue_id, last_event_id: -1, dont_block: true }).body.events as Record<string, unknown>[];

test("a new group is there for everyone, with the rights its creator left out filled in", () => {
  const sim = simulator();
  const { alice, bob, cara } = sim.cast as Record<string, { user_id: number }>;
  const queue = queueOf(sim, "gus");
  const description = "Those who draw";
  const writers = idOf(sim, "writers");
  const answer = sim.as("alice").send("POST /user_groups/create" as string, {
    name: "designers",
    description,
    members: [cara!.user_id, bob!.user_id, cara!.user_id],
    subgroups: [writers],
    colour: "red",
  });
  const id = idOf(sim, "designers");
  assert.equal(answer.body, { result: "success", msg: "", group_id: id, ignored_parameters_unsupported: ["colour"] });
  const creator = { direct_members: [alice!.user_id], direct_subgroups: [] };
  const group = {
    id,
    name: "designers",
    description,
    members: [bob!.user_id, cara!.user_id],
    direct_subgroup_ids: [],
    is_system_group: false,
    creator_id: alice!.user_id,
    date_created: 1_767_268_800,
    can_add_members_group: creator,
    can_join_group: idOf(sim, "role:nobody"),
    can_leave_group: idOf(sim, "role:everyone"),
    can_manage_group: creator,
    can_mention_group: idOf(sim, "role:everyone"),
    can_remove_members_group: idOf(sim, "role:nobody"),
    deactivated: false,
  };
  assert.equal(eventsOf(sim, "gus", queue), [
    { id: 0, type: "user_group", op: "add", group },
    { id: 1, type: "user_group", op: "add_subgroups", group_id: id, direct_subgroup_ids: [writers] },
  ]);
  assert.equal(groupsOf(sim).at(-1), { ...group, direct_subgroup_ids: [writers] });
});

test("settings are stored so that equal sets of people look equal", () => {
  const sim = simulator();
  const [alice, bob] = [sim.cast.alice!.user_id, sim.cast.bob!.user_id];
  const [writers, moderators, nobody] = ["writers", "role:moderators", "role:nobody"].map((name) => idOf(sim, name));
  const { status } = sim.as("alice").send("POST /user_groups/create" as string, {
    name: "designers",
    description: "",
    members: [],
    can_add_members_group: { direct_members: [bob, alice, bob], direct_subgroups: [writers, moderators] },
    can_join_group: { direct_members: [], direct_subgroups: [writers] },
    can_leave_group: { direct_members: [], direct_subgroups: [] },
    can_manage_group: nobody,
    can_mention_group: moderators,
  });
  assert.is(status, 200);
  const stored = groupsOf(sim).at(-1) as Record<string, unknown>;
  assert.equal(stored.can_add_members_group, { direct_members: [alice, bob], direct_subgroups: [moderators, writers] });
  assert.is(stored.can_join_group, writers);
  assert.is(stored.can_leave_group, nobody);
  assert.is(stored.can_manage_group, nobody);
  assert.is(stored.can_mention_group, moderators);
  assert.equal(stored.members, []);
});

/** Requests of one member, each with one fault less, and what each is answered. */
function rungs(sim: Simulator): [Record<string, unknown>, string, Record<string, unknown>?][] {
  const [bob, zoe] = [sim.cast.bob!.user_id, sim.cast.zoe!.user_id];
  const group = (name: string): number => idOf(sim, name);
  const missing = (var_name: string) => ({ code: "REQUEST_VARIABLE_MISSING", var_name });
  const setting = "can_manage_group";
  const both = (direct_members: unknown, direct_subgroups: unknown) => ({ direct_members, direct_subgroups });
  return [
    [{ [setting]: "everyone" }, `${setting} is not valid JSON`],
    [{ [setting]: '"everyone"' }, `${setting}["int"] is not an integer`],
    [{ [setting]: { ...both([], []), members: [] } }, `Argument "members" at ${setting} is unexpected`],
    [{ [setting]: both(["bob"], []) }, `${setting}["direct_members"][0] is not an integer`],
    [{ [setting]: both([9998], [9999]) }, "Missing 'description' argument", missing("description")],
    [{ description: "" }, "Missing 'members' argument", missing("members")],
    [{ members: 9 }, "members is not a list"],
    [{ members: [bob, "9"] }, "members[1] is not an integer"],
    [{ members: [bob, 9997] }, "Missing 'name' argument", missing("name")],
    [{ name: " ", subgroups: 1.5 }, "subgroups is not a list"],
    [{ subgroups: [9996, group("retired")] }, "Invalid user ID: 9997"],
    [{ members: [bob, zoe] }, `Invalid user ID: ${zoe}`],
    [{ members: [bob] }, "User group name can't be empty!"],
    [{ name: "@".repeat(101) }, "User group name cannot exceed 100 characters."],
    [{ name: "@".repeat(100) }, "User group name cannot start with '@'."],
    [{ name: "role:x" }, "User group name cannot start with 'role:'."],
    [{ name: "user:x" }, "User group name cannot start with 'user:'."],
    [{ name: "stream:x" }, "User group name cannot start with 'stream:'."],
    [{ name: "channel:x" }, "User group name cannot start with 'channel:'."],
    [{ name: "writers" }, "Invalid user ID: 9998"],
    [{ [setting]: both([zoe], [9999]) }, `Invalid user ID: ${zoe}`],
    [{ [setting]: both([bob], [9999]) }, "Invalid user group ID: 9999"],
    [{ [setting]: both([bob], [group("retired")]) }, "User group is deactivated."],
    [{ [setting]: 9999 }, "Invalid user group"],
    [{ [setting]: group("retired") }, "User group is deactivated."],
    [{ [setting]: group("role:internet") }, `'${setting}' setting cannot be set to 'role:internet' group.`],
    [{ [setting]: both([], [group("role:everyone")]) }, `'${setting}' setting cannot be set to 'role:everyone' group.`],
    [{ [setting]: bob, can_mention_group: 0 }, "Invalid user group"],
    [
      { [setting]: group("writers"), can_mention_group: group("role:internet") },
      "'can_mention_group' setting cannot be set to 'role:internet' group.",
    ],
    [{ can_mention_group: group("role:owners") }, "'can_mention_group' setting cannot be set to 'role:owners' group."],
    [{ can_mention_group: group("role:nobody") }, "User group 'writers' already exists."],
    [{ name: "retired" }, "User group 'retired' already exists."],
    [{ name: "Writers" }, "Invalid user group ID: 9996"],
    [{ subgroups: [group("retired")] }, "User group is deactivated."],
  ];
}

test("a request to create a group is refused for its first fault, and leaves no trace", () => {
  const sim = simulator();
  const [groups, queue] = [groupsOf(sim), queueOf(sim, "bob")];
  let fields: Record<string, unknown> = {};
  for (const [repaired, msg, extra = {}] of rungs(sim)) {
    fields = { ...fields, ...repaired };
    const { status, body } = sim.as("alice").send("POST /user_groups/create", fields);
    assert.equal([status, body], [400, { result: "error", msg, code: "BAD_REQUEST", ...extra }]);
  }
  assert.equal([groupsOf(sim), eventsOf(sim, "bob", queue)], [groups, []]);
  const { body } = sim.as("alice").send("POST /user_groups/create" as string, { ...fields, subgroups: [] });
  assert.equal(body, { result: "success", msg: "", group_id: groups.at(-1)!.id + 1 });
});

test("who may create a group is settled before its parameters", () => {
  const refusal = (sim: Simulator, name: string) => sim.as(name).send("POST /user_groups/create" as string, { members: "x" }).body.msg;
  const older = simulator({ level: 495 });
  assert.is(refusal(older, "gus"), "Not allowed for guest users");
  assert.is(refusal(older, "robo"), "This endpoint does not accept bot requests.");
  assert.is(refusal(simulator(), "robo"), "Missing 'description' argument");
  const settings = { can_create_groups: "role:administrators" };
  const strict = createSimulator({ realm: { ...realm, settings } });
  assert.is(refusal(strict, "alice"), "Insufficient permission");
  assert.is(refusal(strict, "gus"), "Not allowed for guest users");
  assert.is(refusal(strict, "dana"), "Missing 'description' argument");
});

test("the specification restricts two settings, running servers all six, of which it leaves four open", () => {
  const answers = (sim: Simulator, system: string) =>
    ["add_members", "join", "leave", "manage", "mention", "remove_members"].filter((right) => {
      const fields = { name: `${right} of ${system}`, description: "", members: [], [`can_${right}_group`]: idOf(sim, system) };
      return sim.as("alice").send("POST /user_groups/create", fields).status === 400;
    });
  const observed = simulator({ rulings: "observed" });
  assert.equal(answers(observed, "role:internet"), ["add_members", "join", "leave", "manage", "mention", "remove_members"]);
  assert.equal(answers(observed, "role:everyone"), ["add_members", "join", "manage", "remove_members"]);
  assert.equal(answers(observed, "role:owners"), []);
  const plain = simulator();
  assert.equal(answers(plain, "role:internet"), ["manage", "mention"]);
  assert.equal(answers(plain, "role:everyone"), ["manage"]);
  assert.equal(answers(plain, "role:owners"), ["mention"]);
});

test("an older server knows fewer settings, no subgroups at creation, and answers no id", () => {
  const sim = simulator({ level: 300 });
  const fields = { name: "designers", description: "", members: [], subgroups: [idOf(sim, "writers")], can_leave_group: "x" };
  const { body } = sim.as("alice").send("POST /user_groups/create" as string, fields);
  assert.equal(body, { result: "success", msg: "", ignored_parameters_unsupported: ["can_leave_group", "subgroups"] });
  const group = groupsOf(sim).at(-1)!;
  assert.equal(
    Object.keys(group).filter((key) => key.startsWith("can_")),
    ["can_manage_group", "can_mention_group"],
  );
  assert.equal(group.direct_subgroup_ids, []);
});

test("first members are told of a new group only where the ruling says so", () => {
  for (const [groupCreationNotices, messages] of [
    ["none", 0],
    ["sent", 1],
  ] as const) {
    const sim = simulator({ rulings: { groupCreationNotices } });
    const queue = queueOf(sim, "bob");
    const [alice, bob, robo] = ["alice", "bob", "robo"].map((name) => sim.cast[name]!.user_id);
    const members = [alice, bob, bob, robo];
    sim.as("alice").send("POST /user_groups/create" as string, { name: "designers", description: "", members });
    assert.is(eventsOf(sim, "bob", queue).filter(({ type }) => type === "message").length, messages);
    assert.is(sim.snapshot().world.messages.size, messages);
  }
});

test.run();
