import { test } from "uvu";
import * as assert from "uvu/assert";
import { type Event, listener } from "../actions/hearing.test.kit.ts";
import { createSimulator, type Simulator } from "../server/simulator.ts";

const success = { result: "success", msg: "" };
const failure = (msg: string, code = "BAD_REQUEST", extra = {}) => ({ result: "error", msg, code, ...extra });
const change = (sim: Simulator, fields: Event, as = "owen") => sim.as(as).send("PATCH /realm", fields);
const snapshotOf = (sim: Simulator) =>
  sim
    .fork()
    .as("gus")
    .send("POST /register", { fetch_event_types: ["realm"] }).body;
const groupId = (sim: Simulator, name: string): number =>
  (sim.as("alice").send("GET /user_groups").body.user_groups as Event[]).find((group) => group.name === name)!.id as number;

test("settings change, work at once, and are told to all", () => {
  const sim = createSimulator();
  const hear = listener(sim, "gus", ["realm"]);
  const fields = {
    name: "Garden",
    message_content_delete_limit_seconds: '"unlimited"',
    message_content_edit_limit_seconds: 60,
    allow_message_editing: false,
    topics_policy: "disable_empty_topic",
    enable_spectator_access: false,
    waiting_period_threshold: 3,
  };
  const told = { ...fields, name: "updated", topics_policy: "updated", message_content_delete_limit_seconds: null };
  assert.equal(change(sim, fields).body, { ...success, ...told });
  const update = (property: string, value: unknown) => ({ type: "realm", op: "update", property, value });
  const defaults = (data: Event) => ({ type: "realm", op: "update_dict", property: "default", data });
  assert.equal(hear(), [
    update("name", "Garden"),
    update("message_content_delete_limit_seconds", null),
    defaults({ allow_message_editing: false }),
    defaults({ topics_policy: "disable_empty_topic", mandatory_topics: true }),
    defaults({ message_content_edit_limit_seconds: 60 }),
    update("waiting_period_threshold", 3),
    update("enable_spectator_access", false),
  ]);
  const { realm_name, realm_mandatory_topics, realm_message_content_delete_limit_seconds, realm_waiting_period_threshold } =
    snapshotOf(sim);
  assert.equal(
    [realm_name, realm_mandatory_topics, realm_message_content_delete_limit_seconds, realm_waiting_period_threshold],
    ["Garden", true, null, 3],
  );
  assert.equal(change(sim, fields).body, success);
  assert.equal(change(sim, {}).body, success);
  assert.equal(hear(), []);
});

test("settings that name people are given as old and new, and told as they are read", () => {
  const sim = createSimulator();
  const hear = listener(sim, "gus", ["realm"]);
  const [members, administrators] = [groupId(sim, "role:members"), groupId(sim, "role:administrators")];
  const mixed = { direct_members: [sim.cast.bob!.user_id], direct_subgroups: [administrators] };
  const fields = {
    can_delete_any_message_group: { new: members, old: administrators },
    can_create_groups: { new: mixed },
    can_manage_all_groups: { new: groupId(sim, "role:owners") },
  };
  assert.equal(change(sim, fields).body, { ...success, can_delete_any_message_group: members, can_create_groups: mixed });
  const event = (data: Event) => ({ type: "realm", op: "update_dict", property: "default", data });
  const events = hear();
  assert.is(events.length, 2);
  for (const one of [event({ can_delete_any_message_group: members }), event({ can_create_groups: mixed })]) {
    assert.ok(events.some((heard) => JSON.stringify(heard) === JSON.stringify(one)));
  }
  assert.equal(snapshotOf(sim).realm_can_create_groups, mixed);
});

test("owners turn logging in by password off where another way is left", () => {
  const sim = createSimulator();
  const methods = () => snapshotOf(sim).realm_authentication_methods as Record<string, Event>;
  assert.equal(methods().Email, { enabled: true, available: true });
  const off = { authentication_methods: { Email: false, RemoteUser: true } };
  assert.equal(change(sim, off, "dana").body, failure("Must be an organization owner", "UNAUTHORIZED_PRINCIPAL"));
  assert.equal(
    change(sim, { authentication_methods: { Email: false } }).body,
    failure("At least one authentication method must be enabled."),
  );
  assert.equal(change(sim, { authentication_methods: { Email: 1 } }).body, failure('authentication_methods["Email"] is not a boolean'));
  assert.equal(change(sim, off).body, success);
  assert.equal(methods().Email, { enabled: false, available: true });
  const fields = { username: sim.cast.alice!.email, password: sim.cast.alice!.password! };
  const refused = sim.send({ method: "POST", path: "/api/v1/fetch_api_key", fields });
  assert.is("body" in refused && refused.body.code, "PASSWORD_AUTH_DISABLED");
  assert.equal(change(sim, { authentication_methods: { Email: true } }).body, success);
  assert.is(methods().Email!.enabled, true);
});

test("a change is refused for its first fault, and nothing of it is made", () => {
  const sim = createSimulator();
  const hear = listener(sim, "gus", ["realm"]);
  const before = snapshotOf(sim);
  const id = (name: string) => groupId(sim, `role:${name}`);
  const owner = failure("Must be an organization owner", "UNAUTHORIZED_PRINCIPAL");
  const bad = { new: 9999, old: 9999 };
  const cannot = (setting: string, group: string) => failure(`'${setting}' setting cannot be set to 'role:${group}' group.`);
  const ladder: [string, Event, object][] = [
    ["alice", { name: "n".repeat(41) }, failure("Must be an organization administrator", "UNAUTHORIZED_PRINCIPAL")],
    ["dana", { name: "n".repeat(41) }, failure("name is too long (limit: 40 characters)")],
    ["dana", { name: "x", description: "d".repeat(1001) }, failure("description is too long (limit: 1000 characters)")],
    ["dana", { message_content_delete_limit_seconds: "x" }, failure("message_content_delete_limit_seconds is not valid JSON")],
    ["dana", { message_content_delete_limit_seconds: [] }, failure('message_content_delete_limit_seconds["int"] is not an integer')],
    ["dana", { message_content_delete_limit_seconds: '"x"' }, failure("Bad value for 'message_content_delete_limit_seconds': x")],
    ["dana", { message_content_delete_limit_seconds: 0 }, failure("Bad value for 'message_content_delete_limit_seconds': 0")],
    ["dana", { allow_message_editing: 1 }, failure("allow_message_editing is not a boolean")],
    ["dana", { topics_policy: "some" }, failure("Invalid topics_policy")],
    ["dana", { waiting_period_threshold: -1 }, failure("waiting_period_threshold is too small")],
    ["dana", { name: "x", can_delete_any_message_group: 1 }, failure("can_delete_any_message_group is not a dict")],
    ["dana", { name: "x", waiting_period_threshold: 3, can_delete_any_message_group: bad }, owner],
    ["dana", { name: "x", can_create_groups: { new: 1 } }, owner],
    ["dana", { name: "x", can_manage_all_groups: { new: 1 } }, owner],
    [
      "dana",
      { name: "x", can_delete_any_message_group: bad },
      failure("'old' value does not match the expected value.", "EXPECTATION_MISMATCH", { field_name: "old" }),
    ],
    ["dana", { name: "x", can_delete_any_message_group: { new: 9999 } }, failure("Invalid user group")],
    ["dana", { name: "x", can_delete_any_message_group: { new: id("everyone") } }, cannot("can_delete_any_message_group", "everyone")],
    ["owen", { name: "x", can_manage_all_groups: { new: id("nobody") } }, cannot("can_manage_all_groups", "nobody")],
    ["dana", { name: "x", can_delete_own_message_group: { new: id("internet") } }, cannot("can_delete_own_message_group", "internet")],
  ];
  for (const [as, fields, expected] of ladder) {
    const { status, body } = change(sim, fields, as);
    assert.equal([status, body], [400, expected]);
  }
  const { queue_id: _, ...after } = snapshotOf(sim);
  const { queue_id: __, ...former } = before;
  assert.equal([after, hear()], [former, []]);
});

test("guests' view of others is a system group", () => {
  const sim = createSimulator();
  const setting_name = "can_access_all_users_group";
  const set = (value: unknown) => change(sim, { [setting_name]: { new: value } }).body;
  const support = groupId(sim, "support");
  assert.equal(set(support), failure(`'${setting_name}' must be a system user group.`, "SYSTEM_GROUP_REQUIRED", { setting_name }));
  assert.is(set(groupId(sim, "role:owners")).msg, `'${setting_name}' setting cannot be set to 'role:owners' group.`);
  assert.is(set(groupId(sim, "role:members")).result, "success");
});

test("who creates channels for spectators is a system group of few", () => {
  const sim = createSimulator();
  const setting_name = "can_create_web_public_channel_group";
  const set = (value: unknown) => change(sim, { [setting_name]: { new: value } }).body;
  const required = failure(`'${setting_name}' must be a system user group.`, "SYSTEM_GROUP_REQUIRED", { setting_name });
  assert.equal(set(groupId(sim, "support")), required);
  assert.equal(set({ direct_members: [sim.cast.alice?.user_id], direct_subgroups: [] }), required);
  for (const name of ["role:internet", "role:everyone", "role:members", "role:fullmembers"])
    assert.equal(set(groupId(sim, name)), failure(`'${setting_name}' setting cannot be set to '${name}' group.`));
  for (const name of ["role:moderators", "role:administrators", "role:nobody", "role:owners"])
    assert.is(set(groupId(sim, name)).result, "success", name);
});

test("settings newer than the server are ignored", () => {
  const sim = createSimulator({ level: 351 });
  const fields = { can_mention_many_users_group: "x", topics_policy: "x", message_edit_history_visibility_policy: "x" };
  const ignored_parameters_unsupported = Object.keys(fields).sort();
  assert.equal(change(sim, fields).body, { ...success, ignored_parameters_unsupported });
});

test("administrators see how the welcome bot would greet", () => {
  const sim = createSimulator();
  const hear = listener(sim, "dana", ["message"]);
  const { message_id } = sim
    .as("dana")
    .send("POST /realm/test_welcome_bot_custom_message", { welcome_message_custom_text: "Hello **you**" }).body;
  const [{ message }] = hear() as [{ message: Event }];
  assert.equal([message.id, message.sender_full_name, message.content], [message_id, "Welcome Bot", "Hello **you**"]);
  const refused = (fields: Event, as = "dana") => sim.as(as).send("POST /realm/test_welcome_bot_custom_message", fields).body.code;
  assert.equal(
    [refused({ welcome_message_custom_text: "" }), refused({ welcome_message_custom_text: "x" }, "bob")],
    ["BAD_REQUEST", "UNAUTHORIZED_PRINCIPAL"],
  );
});

test.run();
