import { test } from "uvu";
import * as assert from "uvu/assert";
import { fieldRecords, profileData } from "../resources/organization.ts";
import { createSimulator, type Simulator, type SimulatorOptions } from "../server/simulator.ts";

const users = {
  alice: {},
  bob: {},
  dana: { role: "administrator" },
  gus: { role: "guest" },
  robo: { bot: { owner: "alice" } },
  zoe: { active: false },
};

const profile_fields = {
  Phone: { type: 1 },
  Biography: { type: 2 },
  Editor: { type: 3, field_data: { vim: { text: "Vim", order: "1" }, emacs: { text: "Emacs", order: "2" } } },
  Birthday: { type: 4 },
  Website: { type: 5, display_in_profile_summary: true },
  Mentor: { type: 6 },
  GitHub: { type: 7, field_data: { subtype: "github" } },
  Pronouns: { type: 8, hint: "How to speak of you" },
  Badge: { type: 1, editable_by_user: false },
};

const simulator = (options: SimulatorOptions = {}): Simulator => createSimulator({ realm: { users, profile_fields }, ...options });

const fieldId = (sim: Simulator, name: string): number => fieldRecords(sim.snapshot().world).find((field) => field.name === name)!.id;
const userId = (sim: Simulator, name: string): number => sim.cast[name]!.user_id;

function valuesOf(sim: Simulator, name: string): Record<string, unknown> {
  const { world } = sim.snapshot();
  return profileData(world, world.usersByKey.get(name)!);
}

const change = (sim: Simulator, as: string, values: readonly (readonly [string | number, unknown])[]) =>
  sim.as(as).send("PATCH /users/me/profile_data", {
    data: values.map(([field, value]) => ({ id: typeof field === "number" ? field : fieldId(sim, field), value })),
  });

function queueOf(sim: Simulator, name: string): string {
  return String(sim.as(name).send("POST /register", { event_types: ["realm_user"] }).body.queue_id);
}

const eventsOf = (sim: Simulator, name: string, queue_id: string) =>
  sim.as(name).send("GET /events", { queue_id, last_event_id: -1, dont_block: true }).body.events;

test("values of every type are stored, text rendered, and everyone hears of each that changed", () => {
  const sim = simulator();
  const queue = queueOf(sim, "gus");
  const [bob, dana] = [userId(sim, "bob"), userId(sim, "dana")];
  const sent: [string, unknown][] = [
    ["Phone", "+1 *23*"],
    ["Biography", "Likes **tea**"],
    ["Editor", "emacs"],
    ["Birthday", "2000-02-29"],
    ["Website", "https://example.com/~alice"],
    ["Mentor", [dana, bob]],
    ["GitHub", "alice"],
    ["Pronouns", ""],
  ];
  assert.equal(change(sim, "alice", sent).body, { result: "success", msg: "" });
  const rendered: Record<string, string> = { Phone: "<p>+1 <em>23</em></p>", Biography: "<p>Likes <strong>tea</strong></p>" };
  const values = sent.map(([name, value]) => ({
    id: fieldId(sim, name),
    value: name === "Mentor" ? `[${dana},${bob}]` : value,
    ...(rendered[name] && { rendered_value: rendered[name] }),
  }));
  const event = (custom_profile_field: object, id: number) => ({
    id,
    type: "realm_user",
    op: "update",
    person: { user_id: userId(sim, "alice"), custom_profile_field },
  });
  assert.equal(eventsOf(sim, "gus", queue), values.map(event));
  const stored = Object.fromEntries(values.map(({ id, value, rendered_value }) => [id, { value, rendered_value }]));
  assert.equal(valuesOf(sim, "alice"), stored);
  assert.equal(valuesOf(sim, "bob"), {});
});

test("null removes, the same value changes nothing, and one field given twice gets both in order", () => {
  const sim = simulator();
  const phone = fieldId(sim, "Phone");
  change(sim, "gus", [["Phone", "1"]]);
  const queue = queueOf(sim, "bob");
  assert.is(
    change(sim, "gus", [
      ["Phone", "1"],
      ["Mentor", null],
    ]).status,
    200,
  );
  assert.is(change(sim, "gus", []).status, 200);
  assert.equal(eventsOf(sim, "bob", queue), []);
  assert.is(
    change(sim, "gus", [
      ["Phone", "2"],
      ["Phone", "2"],
      ["Phone", "3"],
      ["Phone", ""],
      ["Phone", null],
    ]).status,
    200,
  );
  const events = eventsOf(sim, "bob", queue) as { person: { custom_profile_field: unknown } }[];
  assert.equal(
    events.map(({ person }) => person.custom_profile_field),
    [
      { id: phone, value: "2", rendered_value: "<p>2</p>" },
      { id: phone, value: "3", rendered_value: "<p>3</p>" },
      { id: phone, value: "" },
      { id: phone, value: null },
    ],
  );
  assert.equal(valuesOf(sim, "gus"), {});
});

test("running servers refuse null, and nothing beside it is stored", () => {
  for (const [level, msg] of [
    [372, 'data[1]["value"]["str"] is not a string'],
    [247, 'data[1]["value"] is not an allowed_type'],
  ] as const) {
    const sim = simulator({ level, rulings: "observed" });
    const { status, body } = change(sim, "gus", [
      ["Phone", "1"],
      ["Mentor", null],
    ]);
    assert.equal([status, body.code, body.msg], [400, "BAD_REQUEST", msg]);
    assert.equal(valuesOf(sim, "gus"), {});
  }
});

test("malformed data is refused with its place", () => {
  const sim = simulator();
  const rows: [string | undefined, string][] = [
    [undefined, "Missing 'data' argument"],
    ["x", "data is not valid JSON"],
    ["{}", "data is not a list"],
    ["[1]", "data[0] is not a dict"],
    ['[{"value":""}]', 'data[0]["id"] field is missing: Field required'],
    ['[{"id":1}]', 'data[0]["value"] field is missing: Field required'],
    ['[{"id":1.0,"value":""}]', 'data[0]["id"] is not an integer'],
    ['[{"type":1,"value":""}]', 'data[0]["id"] field is missing: Field required'],
    ['[{"id":1,"value":""},{"id":1,"value":5}]', 'data[1]["value"]["str"] is not a string'],
    ['[{"id":1,"value":["9"]}]', 'data[0]["value"]["str"] is not a string'],
  ];
  for (const [data, msg] of rows) {
    const { status, body } = sim.as("alice").send("PATCH /users/me/profile_data", { data });
    const extra = data === undefined ? { code: "REQUEST_VARIABLE_MISSING", var_name: "data" } : { code: "BAD_REQUEST" };
    assert.equal([status, body], [400, { result: "error", msg, ...extra }]);
  }
});

test("further keys of an entry are ignored, before parameters were typed refused", () => {
  const of = (level?: number) => {
    const sim = createSimulator(level === undefined ? {} : { level });
    const { custom_fields } = sim.as("alice").send("GET /realm/profile_fields" as string).body as { custom_fields: { id: number }[] };
    return sim.as("alice").send("PATCH /users/me/profile_data" as string, { data: [{ id: custom_fields[0]!.id, value: "x", y: 1 }] }).body;
  };
  assert.equal(of(), { result: "success", msg: "" });
  assert.is(of(247).msg, "Unexpected arguments: y");
});

test("a change is refused for its first fault, whatever stands before it, and leaves no trace", () => {
  const sim = simulator();
  const queue = queueOf(sim, "bob");
  const [robo, zoe] = [userId(sim, "robo"), userId(sim, "zoe")];
  const server = sim.snapshot().world.usersByKey.get("notification-bot")!;
  const rows: [string | number, unknown, string][] = [
    [999, null, "Field id 999 not found."],
    ["Badge", "gold", "You are not allowed to change this field. Contact an administrator to update it."],
    ["Badge", null, "You are not allowed to change this field. Contact an administrator to update it."],
    ["Phone", [1], "Phone is not a string"],
    ["Phone", "😀".repeat(51), "Phone is too long (limit: 50 characters)"],
    ["Biography", "b".repeat(501), "Biography is too long (limit: 500 characters)"],
    ["Editor", "nano", "'nano' is not a valid choice for 'Editor'."],
    ["Editor", "toString", "'toString' is not a valid choice for 'Editor'."],
    ["Editor", [], "Editor is not a string"],
    ["Birthday", "", "Birthday is not a date"],
    ["Birthday", "2001-02-29", "Birthday is not a date"],
    ["Birthday", "2001-2-3", "Birthday is not a date"],
    ["Birthday", "2001-02-03T00:00", "Birthday is not a date"],
    ["Birthday", "0000-01-01", "Birthday is not a date"],
    ["Website", "", "Website is not a URL"],
    ["Website", "example.com", "Website is not a URL"],
    ["Website", "https:///path", "Website is not a URL"],
    ["Website", "https://exa mple.com", "Website is not a URL"],
    ["Mentor", "bob", "User IDs is not a list"],
    ["Mentor", [robo], `User with ID ${robo} is a bot`],
    ["Mentor", [9999, robo, 9998, 9999], "Invalid user IDs: 9999, 9998"],
    ["Mentor", [zoe], `User with ID ${zoe} is deactivated`],
    ["Mentor", [server], `Invalid user IDs: ${server}`],
    ["GitHub", "g".repeat(51), "GitHub is too long (limit: 50 characters)"],
    ["Pronouns", "p".repeat(51), "Pronouns is too long (limit: 50 characters)"],
  ];
  for (const [field, value, msg] of rows) {
    const { status, body } = change(sim, "alice", [
      ["Phone", "1"],
      [field, value],
    ]);
    assert.equal([status, body], [400, { result: "error", msg, code: "BAD_REQUEST" }]);
  }
  assert.equal([valuesOf(sim, "alice"), eventsOf(sim, "bob", queue)], [{}, []]);
  const longest: [string, string][] = [
    ["Phone", "😀".repeat(50)],
    ["Biography", "b".repeat(500)],
    ["Website", "ftp://x"],
  ];
  assert.is(change(sim, "alice", longest).status, 200);
});

test("bots store values, which are shown and told, and are refused on running servers", () => {
  const sim = simulator();
  const queue = queueOf(sim, "gus");
  const recordOf = () => {
    const { realm_users } = sim.as("alice").send("POST /register", { fetch_event_types: ["realm_user"] }).body;
    return (realm_users as Record<string, unknown>[]).find(({ user_id }) => user_id === userId(sim, "robo"))!;
  };
  assert.not("profile_data" in recordOf());
  assert.is(change(sim, "robo", [["Phone", "+1 23"]]).status, 200);
  const id = fieldId(sim, "Phone");
  assert.equal(recordOf().profile_data, { [id]: { value: "+1 23", rendered_value: "<p>+1 23</p>" } });
  const custom_profile_field = { id, value: "+1 23", rendered_value: "<p>+1 23</p>" };
  const told = { type: "realm_user", op: "update", person: { user_id: userId(sim, "robo"), custom_profile_field }, id: 0 };
  assert.equal(eventsOf(sim, "gus", queue), [told]);
  assert.is(change(sim, "robo", [["Badge", "gold"]]).status, 400);
  const { status, body } = simulator({ rulings: { botProfiles: "observed" } })
    .as("robo")
    .send("PATCH /users/me/profile_data", {});
  assert.equal([status, body], [400, { result: "error", msg: "This endpoint does not accept bot requests.", code: "BAD_REQUEST" }]);
});

test("administrators edit what others may not; before level 296 everyone does", () => {
  const sim = simulator();
  assert.is(change(sim, "dana", [["Badge", "gold"]]).status, 200);
  assert.is(change(simulator({ level: 295 }), "alice", [["Badge", "gold"]]).status, 200);
});

test("fields are read in their order, optional marks only where set", () => {
  const records = fieldRecords(simulator().snapshot().world);
  const common = { field_data: "", required: false, editable_by_user: true };
  assert.equal(records[4], {
    ...common,
    id: records[0]!.id + 4,
    type: 5,
    name: "Website",
    hint: "",
    order: records[0]!.id + 4,
    display_in_profile_summary: true,
  });
  assert.equal(records[7], {
    ...common,
    id: records[0]!.id + 7,
    type: 8,
    name: "Pronouns",
    hint: "How to speak of you",
    order: records[0]!.id + 7,
  });
  assert.not("editable_by_user" in fieldRecords(simulator({ level: 295 }).snapshot().world)[0]!);
});

test("under the ruling of running servers a link needs a host that is complete", () => {
  const options = { realm: { users: { alice: {} }, profile_fields } };
  const [sim, observed] = [createSimulator(options), createSimulator({ ...options, rulings: "observed" })];
  const status = (server: Simulator, value: string) => change(server, "alice", [["Website", value]]).status;
  const complete = ["http://localhost:80/x", "ftp://1.2.3.4", "https://a:b@exämple.co.uk./?q", "https://[::1]/", "http://a.museum#x"];
  for (const value of complete) assert.equal([status(sim, value), status(observed, value)], [200, 200], value);
  const partial = ["http://x", "https://a.b", "http://a_b.com", "http://-a.com", "http://a..com", "http://1.2.3", "https://x@y/z.com"];
  for (const value of partial) assert.equal([status(sim, value), status(observed, value)], [200, 400], value);
});

test("a list of integers beyond those that can be kept is one of people whom there are not", () => {
  const sim = simulator();
  const id = fieldId(sim, "Mentor");
  const { body } = sim.as("alice").send("PATCH /users/me/profile_data", { data: `[{"id": ${id}, "value": [9007199254740993]}]` });
  assert.equal([body.code, String(body.msg).replace(/\d+$/, "_")], ["BAD_REQUEST", "Invalid user IDs: _"]);
});

test.run();
