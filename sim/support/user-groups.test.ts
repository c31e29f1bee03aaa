import { test } from "uvu";
import * as assert from "uvu/assert";
import { type Event, listener } from "../actions/hearing.test.kit.ts";
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
  designers: { description: "draw", creator: "alice", members: ["bob", "zoe"], subgroups: ["writers"] },
  writers: { creator: "cara", members: ["cara", "robo"], subgroups: ["readers"] },
  readers: { members: ["dana"] },
  retired: { creator: "alice", deactivated: true },
  spare: { creator: "alice" },
};

const simulator = (options: SimulatorOptions = {}): Simulator => createSimulator({ realm: { users, groups }, ...options });

const success = { result: "success", msg: "" };
const failure = (msg: string, code = "BAD_REQUEST", extra = {}) => ({ result: "error", msg, code, ...extra });
const everyGroup = (sim: Simulator) =>
  sim.as("owen").send("GET /user_groups", { include_deactivated_groups: true }).body.user_groups as Event[];
const groupOf = (sim: Simulator, name: string) => everyGroup(sim).find((group) => group.name === name)!;
const idOf = (sim: Simulator, name: string): number => groupOf(sim, name).id as number;
const userIds = (sim: Simulator, ...names: string[]): number[] => names.map((name) => sim.cast[name]!.user_id);

/** Sends a request in which `{name}` stands for the id of a group. */
function ask(sim: Simulator, as: string, route: string, fields: Event = {}) {
  return sim.as(as).send(
    route.replace(/\{([^}]+)\}/, (_, name) => String(idOf(sim, name))),
    fields,
  );
}

test("everyone but guests reads the groups, the deactivated ones where asked for", () => {
  const sim = simulator();
  const { user_groups, ...rest } = ask(sim, "robo", "GET /user_groups").body;
  assert.equal(rest, success);
  const names = (user_groups as Event[]).map(({ name }) => name);
  assert.equal(names.slice(-4), ["designers", "writers", "readers", "spare"]);
  assert.equal(
    everyGroup(sim).map(({ name }) => name),
    [...names.slice(0, -1), "retired", "spare"],
  );
  const [alice, bob] = userIds(sim, "alice", "bob");
  const own = { direct_members: [alice], direct_subgroups: [] };
  assert.equal(groupOf(sim, "designers"), {
    id: idOf(sim, "designers"),
    name: "designers",
    description: "draw",
    members: [bob],
    direct_subgroup_ids: [idOf(sim, "writers")],
    is_system_group: false,
    creator_id: alice,
    date_created: groupOf(sim, "spare").date_created,
    can_add_members_group: own,
    can_join_group: idOf(sim, "role:nobody"),
    can_leave_group: idOf(sim, "role:everyone"),
    can_manage_group: own,
    can_mention_group: idOf(sim, "role:everyone"),
    can_remove_members_group: idOf(sim, "role:nobody"),
    deactivated: false,
  });
  assert.equal(ask(sim, "gus", "GET /user_groups").body, failure("Not allowed for guest users"));
  assert.equal(ask(simulator({ level: 495 }), "robo", "GET /user_groups").body, failure("This endpoint does not accept bot requests."));
  const old = ask(simulator({ level: 293 }), "alice", "GET /user_groups", { include_deactivated_groups: true }).body;
  assert.equal(old.ignored_parameters_unsupported, ["include_deactivated_groups"]);
});

test("members are direct ones or those of subgroups too, and active", () => {
  const sim = simulator();
  const [bob, cara, dana, robo] = userIds(sim, "bob", "cara", "dana", "robo");
  const members = (fields: Event) => ask(sim, "bob", "GET /user_groups/{designers}/members", fields).body;
  assert.equal(members({}), { ...success, members: [bob, cara, dana, robo] });
  assert.equal(members({ direct_member_only: true }), { ...success, members: [bob] });
  const isMember = (user: number, fields: Event = {}) =>
    ask(sim, "bob", `GET /user_groups/{designers}/members/${user}`, fields).body.is_user_group_member;
  assert.equal([isMember(bob!), isMember(dana!), isMember(userIds(sim, "alice")[0]!)], [true, true, false]);
  assert.equal([isMember(bob!, { direct_member_only: true }), isMember(dana!, { direct_member_only: true })], [true, false]);
  const subgroups = (fields: Event) => ask(sim, "bob", "GET /user_groups/{designers}/subgroups", fields).body;
  const [writers, readers] = [idOf(sim, "writers"), idOf(sim, "readers")];
  assert.equal(subgroups({}), { ...success, subgroups: [writers, readers] });
  assert.equal(subgroups({ direct_subgroup_only: true }), { ...success, subgroups: [writers] });
  assert.equal(ask(sim, "bob", "GET /user_groups/{role:moderators}/subgroups").body.subgroups, [
    idOf(sim, "role:owners"),
    idOf(sim, "role:administrators"),
  ]);
});

test("what cannot be read is refused", () => {
  const sim = simulator();
  const [bob, robo, zoe] = userIds(sim, "bob", "robo", "zoe");
  const rows: [string, string, Event, string][] = [
    ["gus", "members", { direct_member_only: 1 }, "Not allowed for guest users"],
    ["bob", "members", { direct_member_only: 1 }, "direct_member_only is not a boolean"],
    ["bob", "subgroups", { direct_subgroup_only: "x" }, "direct_subgroup_only is not valid JSON"],
    ["bob", `members/${bob}`, { direct_member_only: "x" }, "direct_member_only is not valid JSON"],
    ["bob", "members/9999", {}, "No such user"],
    ["bob", `members/${robo}`, {}, "No such user"],
    ["bob", `members/${zoe}`, {}, "User is deactivated"],
  ];
  for (const [as, rest, fields, msg] of rows) {
    const { status, body } = ask(sim, as, `GET /user_groups/{designers}/${rest}`, fields);
    assert.equal([status, body], [400, failure(msg)], rest);
  }
  for (const rest of ["members", "members/9999", "subgroups"]) {
    assert.equal(ask(sim, "bob", `GET /user_groups/9999/${rest}`).body, failure("Invalid user group"));
    assert.equal(ask(sim, "bob", `GET /user_groups/{retired}/${rest}`).body, failure("User group is deactivated."));
  }
});

test("name, description and settings change, each with its own event; what is so already does not", () => {
  const sim = simulator();
  const before = groupOf(sim, "designers");
  const hear = listener(sim, "gus", ["user_group"]);
  const [bob, cara] = userIds(sim, "bob", "cara");
  const [members, nobody, writers] = [idOf(sim, "role:members"), idOf(sim, "role:nobody"), idOf(sim, "writers")];
  const people = { direct_members: [bob, cara], direct_subgroups: [writers] };
  const fields = {
    name: "artists",
    description: "paint",
    can_join_group: { new: members, old: nobody },
    can_mention_group: { new: { direct_members: [cara, bob, bob], direct_subgroups: [writers] } },
    can_leave_group: { new: { direct_members: [], direct_subgroups: [] } },
    can_remove_members_group: { new: { direct_members: [], direct_subgroups: [nobody] }, old: null },
  };
  assert.equal(ask(sim, "alice", "PATCH /user_groups/{designers}", fields).body, success);
  const changes = [
    { name: "artists" },
    { description: "paint" },
    { can_join_group: members },
    { can_leave_group: nobody },
    { can_mention_group: people },
  ];
  const common = { type: "user_group", op: "update", group_id: before.id };
  assert.equal(
    hear(),
    changes.map((data) => ({ ...common, data })),
  );
  assert.equal(groupOf(sim, "artists"), Object.assign({}, before, ...changes));
  const same = { name: "artists", description: "paint", can_mention_group: { new: people, old: people }, deactivated: false };
  assert.equal(ask(sim, "owen", "PATCH /user_groups/{artists}", same).body, success);
  assert.equal(hear(), []);
});

test("a change is refused for its first fault, and nothing of it is made", () => {
  const sim = simulator();
  const before = everyGroup(sim);
  const hear = listener(sim, "bob", ["user_group"], ["include_deactivated_groups"]);
  const everyone = idOf(sim, "role:everyone");
  const empty = { direct_members: [], direct_subgroups: [] };
  const bad = { new: 9999, old: 9999 };
  const rows: [string, string, Event, ReturnType<typeof failure>][] = [
    ["gus", "9999", { can_join_group: "x" }, failure("Not allowed for guest users")],
    ["bob", "9999", { can_join_group: "x" }, failure("can_join_group is not valid JSON")],
    ["bob", "9999", { can_join_group: 1 }, failure("can_join_group is not a dict")],
    ["bob", "9999", { can_join_group: { old: 1 } }, failure('can_join_group["new"] field is missing: Field required')],
    ["bob", "9999", { can_join_group: { new: 1, old: "x" } }, failure('can_join_group["old"]["int"] is not an integer')],
    ["bob", "9999", { can_join_group: { new: "x" } }, failure('can_join_group["new"]["int"] is not an integer')],
    ["bob", "9999", { can_join_group: { new: {} } }, failure('direct_members key is missing from can_join_group["new"]')],
    ["bob", "9999", { deactivated: "no" }, failure("deactivated is not valid JSON")],
    ["bob", "9999", {}, failure("No new data supplied")],
    ["bob", "9999", { name: " " }, failure("Invalid user group")],
    ["bob", "{designers}", { name: " " }, failure("Insufficient permission")],
    ["owen", "{role:members}", { name: " " }, failure("Insufficient permission")],
    ["alice", "{designers}", { name: " ", can_join_group: bad }, failure("User group name can't be empty!")],
    ["alice", "{designers}", { name: "n".repeat(101) }, failure("User group name cannot exceed 100 characters.")],
    ["alice", "{designers}", { name: "@x" }, failure("User group name cannot start with '@'.")],
    ["alice", "{designers}", { name: "writers", can_join_group: bad }, failure("User group 'writers' already exists.")],
    [
      "alice",
      "{designers}",
      { name: "x", can_join_group: bad },
      failure("'old' value does not match the expected value.", "EXPECTATION_MISMATCH", { field_name: "old" }),
    ],
    ["alice", "{designers}", { name: "x", can_join_group: { new: 9999 } }, failure("Invalid user group")],
    [
      "alice",
      "{designers}",
      { name: "x", can_join_group: { new: { ...empty, direct_members: [9999] } } },
      failure("Invalid user ID: 9999"),
    ],
    [
      "alice",
      "{designers}",
      { name: "x", can_manage_group: { new: everyone } },
      failure("'can_manage_group' setting cannot be set to 'role:everyone' group."),
    ],
  ];
  for (const [as, group, fields, expected] of rows) {
    const { status, body } = ask(sim, as, `PATCH /user_groups/${group}`, fields);
    assert.equal([status, body], [400, expected]);
  }
  assert.equal([everyGroup(sim), hear()], [before, []]);
});

test("a deactivated group comes back, to old clients as a new one", () => {
  const sim = simulator();
  const { id } = groupOf(sim, "retired");
  const [old, young] = [listener(sim, "gus", ["user_group"]), listener(sim, "gus", ["user_group"], ["include_deactivated_groups"])];
  assert.equal(ask(sim, "alice", "PATCH /user_groups/{retired}", { deactivated: true, name: "resting" }).body, success);
  assert.equal([old(), young()], [[], [{ type: "user_group", op: "update", group_id: id, data: { name: "resting" } }]]);
  assert.equal(ask(sim, "alice", "PATCH /user_groups/{resting}", { deactivated: false }).body, success);
  const group = groupOf(sim, "resting");
  assert.is(group.deactivated, false);
  assert.equal(old(), [{ type: "user_group", op: "add", group }]);
  assert.equal(young(), [{ type: "user_group", op: "update", group_id: id, data: { deactivated: false } }]);
  const route = "PATCH /user_groups/{retired}";
  const renamed = (level: number) => ask(simulator({ level }), "alice", route, { name: "x" }).body;
  assert.equal([renamed(339), renamed(340), renamed(372)], [failure("User group is deactivated."), success, success]);
  const before = simulator({ level: 385 });
  assert.equal(ask(before, "alice", route, { deactivated: false }).body.msg, "No new data supplied");
});

test("a group that nothing depends on is deactivated", () => {
  const sim = simulator();
  const { id } = groupOf(sim, "spare");
  const [old, young] = [listener(sim, "gus", ["user_group"]), listener(sim, "gus", ["user_group"], ["include_deactivated_groups"])];
  assert.equal(ask(sim, "bob", "POST /user_groups/9999/deactivate").body, failure("Invalid user group"));
  assert.equal(ask(sim, "bob", "POST /user_groups/{spare}/deactivate").body, failure("Insufficient permission"));
  assert.equal(ask(sim, "owen", "POST /user_groups/{role:nobody}/deactivate").body, failure("Insufficient permission"));
  assert.equal([old(), young()], [[], []]);
  assert.equal(ask(sim, "alice", "POST /user_groups/{spare}/deactivate").body, success);
  assert.equal(old(), [{ type: "user_group", op: "remove", group_id: id }]);
  assert.equal(young(), [{ type: "user_group", op: "update", group_id: id, data: { deactivated: true } }]);
  assert.equal(ask(sim, "alice", "POST /user_groups/{spare}/deactivate").body, failure("User group is deactivated."));
  assert.is(simulator({ level: 289 }).as("owen").send(`POST /user_groups/${id}/deactivate`).status, 404);
});

test("what depends on a group is listed when it is to be deactivated", () => {
  const channels = { general: { subscribers: "everyone" } };
  const sim = createSimulator({ realm: { users, groups, channels } });
  const [writers, designers] = [idOf(sim, "writers"), idOf(sim, "designers")];
  const [bob] = userIds(sim, "bob");
  const anonymous = { direct_members: [bob], direct_subgroups: [writers] };
  ask(sim, "owen", "PATCH /user_groups/{spare}", { can_mention_group: { new: writers }, can_join_group: { new: anonymous } });
  sim.act({ action: "set_realm", property: "can_create_groups", value: anonymous });
  const stream_id = sim.channels.general!.stream_id;
  sim.act({ action: "set_channel", channel: "general", property: "can_send_message_group", value: writers });
  const objections = [
    { type: "subgroup", supergroup_ids: [designers] },
    { type: "channel", channel_id: stream_id, settings: ["can_send_message_group"] },
    { type: "user_group", group_id: idOf(sim, "spare"), settings: ["can_join_group", "can_mention_group"] },
    { type: "realm", settings: ["can_create_groups"] },
  ];
  assert.equal(
    ask(sim, "owen", "POST /user_groups/{writers}/deactivate").body,
    failure("Cannot deactivate user group in use.", "CANNOT_DEACTIVATE_GROUP_IN_USE", { objections }),
  );
  assert.is(groupOf(sim, "writers").deactivated, false);
});

test("old servers delete groups, and take them out of others", () => {
  const sim = simulator({ level: 289 });
  const hear = listener(sim, "gus", ["user_group"]);
  const { id } = groupOf(sim, "writers");
  const route = `DELETE /user_groups/${id}`;
  assert.equal(sim.as("gus").send(route).body, failure("Not allowed for guest users"));
  assert.equal(sim.as("bob").send(route).body, failure("Insufficient permission"));
  assert.equal(sim.as("cara").send(route).body, success);
  assert.equal(hear(), [{ type: "user_group", op: "remove", group_id: id }]);
  assert.equal(groupOf(sim, "designers").direct_subgroup_ids, []);
  assert.equal(sim.as("cara").send(route).body, failure("Invalid user group"));
  assert.equal(sim.as("cara").send("POST /user_groups/create", { name: "writers", description: "", members: [] }).status, 200);
  assert.equal(simulator().as("cara").send(route).status, 405);
});

test("subgroups come and go under their own path", () => {
  const sim = simulator();
  const hear = listener(sim, "gus", ["user_group"]);
  const [designers, writers, spare] = [idOf(sim, "designers"), idOf(sim, "writers"), idOf(sim, "spare")];
  const route = "POST /user_groups/{designers}/subgroups";
  const rows: [string, Event, string][] = [
    ["gus", { add: "x" }, "Not allowed for guest users"],
    ["bob", { add: "x" }, "add is not valid JSON"],
    ["bob", { add: [], delete: [] }, 'Nothing to do. Specify at least one of "add" or "delete".'],
    ["bob", { add: [9999] }, "Insufficient permission"],
    ["alice", { add: [9999] }, "Invalid user group ID: 9999"],
    ["alice", { add: [writers] }, `User group ${writers} is already a subgroup of this group.`],
    ["alice", { add: [designers] }, `User group ${designers} is already a subgroup of one of the passed subgroups.`],
    ["alice", { add: [spare], delete: [9999] }, "Invalid user group ID: 9999"],
  ];
  for (const [as, fields, msg] of rows) assert.equal(ask(sim, as, route, fields).body, failure(msg));
  assert.equal(hear(), []);
  assert.equal(ask(sim, "alice", route, { add: [spare], delete: [writers] }).body, success);
  assert.equal(groupOf(sim, "designers").direct_subgroup_ids, [spare]);
  const common = { type: "user_group", group_id: designers };
  assert.equal(hear(), [
    { ...common, op: "add_subgroups", direct_subgroup_ids: [spare] },
    { ...common, op: "remove_subgroups", direct_subgroup_ids: [writers] },
  ]);
});

test.run();
