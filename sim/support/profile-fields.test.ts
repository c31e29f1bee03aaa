import { test } from "uvu";
import * as assert from "uvu/assert";
import { type Event, listener } from "../actions/hearing.test.kit.ts";
import { createSimulator, type Simulator } from "../server/simulator.ts";

const success = { result: "success", msg: "" };
const failure = (msg: string, code = "BAD_REQUEST", extra = {}) => ({ result: "error", msg, code, ...extra });
const notAdministrator = failure("Must be an organization administrator", "UNAUTHORIZED_PRINCIPAL");
const missing = (name: string) => failure(`Missing '${name}' argument`, "REQUEST_VARIABLE_MISSING", { var_name: name });

const fieldsOf = (sim: Simulator) => sim.as("gus").send("GET /realm/profile_fields").body.custom_fields as Event[];
const fieldOf = (sim: Simulator, name: string) => fieldsOf(sim).find((field) => field.name === name)!;
const create = (sim: Simulator, fields: Event, as = "dana") => sim.as(as).send("POST /realm/profile_fields", fields);
const change = (sim: Simulator, name: string, fields: Event, as = "dana") =>
  sim.as(as).send(`PATCH /realm/profile_fields/${fieldOf(sim, name).id}`, fields);
const profileOf = (sim: Simulator, name: string): Record<string, { value: string }> =>
  Object.fromEntries(
    sim
      .snapshot()
      .world.profileValues.range(`${sim.cast[name]!.user_id}:`, `${sim.cast[name]!.user_id};`)
      .map(({ field_id, value }) => [field_id, { value }]),
  );
const told = (sim: Simulator) => ({ type: "custom_profile_fields", fields: fieldsOf(sim) });

test("everybody reads the fields in order", () => {
  const sim = createSimulator();
  const { custom_fields, ...rest } = sim.as("gus").send("GET /realm/profile_fields").body;
  assert.equal(rest, success);
  const [phone] = custom_fields as [Event];
  assert.equal(phone, {
    id: phone.id,
    type: 1,
    name: "Phone",
    hint: "How to reach you in a hurry",
    field_data: "",
    order: 81,
    required: false,
    editable_by_user: true,
  });
});

test("a new field comes last and is told to all in the full list", () => {
  const sim = createSimulator();
  const hear = listener(sim, "gus", ["custom_profile_fields"]);
  const { id, ...rest } = create(sim, {
    field_type: 1,
    name: " Tool ",
    hint: "spade",
    required: true,
    display_in_profile_summary: true,
  }).body;
  assert.equal(rest, success);
  const tool = { id, type: 1, name: "Tool", hint: "spade", field_data: "", order: id, required: true, editable_by_user: true };
  assert.equal(fieldOf(sim, "Tool"), { ...tool, display_in_profile_summary: true });
  assert.equal(hear(), [told(sim)]);
  const field_data = { spade: { text: "Spade", order: "1" }, rake: { text: "Rake", order: "2" } };
  create(sim, { field_type: 3, name: "Best tool", field_data, editable_by_user: false });
  const best = fieldOf(sim, "Best tool");
  assert.equal([best.type, best.field_data, best.editable_by_user], [3, JSON.stringify(field_data), false]);
  create(sim, { field_type: 7, field_data: { subtype: "twitter" }, name: "ignored" });
  assert.is(fieldOf(sim, "Twitter username").field_data, '{"subtype":"twitter"}');
  const custom = { subtype: "custom", url_pattern: "https://example.com/%(username)s" };
  create(sim, { field_type: 7, name: "Tracker", field_data: custom });
  assert.is(fieldOf(sim, "Tracker").field_data, JSON.stringify(custom));
});

test("a new field is refused for its first fault", () => {
  const sim = createSimulator();
  create(sim, { field_type: 1, name: "Shown", display_in_profile_summary: true });
  const hear = listener(sim, "gus", ["custom_profile_fields"]);
  const before = fieldsOf(sim);
  const choice = { text: "Spade", order: "1" };
  const select = (field_data: unknown) => ({ field_type: 3, field_data });
  const account = (field_data: unknown) => ({ field_type: 7, field_data });
  const ladder: [Event, object | string][] = [
    [{ display_in_profile_summary: "x" }, "display_in_profile_summary is not valid JSON"],
    [{ display_in_profile_summary: true, field_data: [] }, "field_data is not a dict"],
    [{ display_in_profile_summary: true }, missing("field_type")],
    [{ display_in_profile_summary: true, field_type: "x" }, "field_type is not valid JSON"],
    [{ display_in_profile_summary: true, field_type: 9 }, "Only 2 custom profile fields can be displayed in the profile summary."],
    [select({}), "Field must have at least one choice."],
    [select({ " ": choice }), "'value' cannot be blank."],
    [select({ a: "Spade" }), "field_data is not a dict"],
    [select({ a: { order: "1" } }), "text key is missing from field_data"],
    [select({ a: { ...choice, more: "x" } }), "Unexpected arguments: more"],
    [select({ a: { ...choice, order: 1 } }), 'field_data["order"] is not a string'],
    [select({ a: { ...choice, text: " " } }), 'field_data["text"] cannot be blank.'],
    [select({ a: choice, b: choice }), "Field must not have duplicate choices."],
    [select({ a: choice }), "Label cannot be blank."],
    [account({}), "subtype key is missing from field_data"],
    [account({ subtype: "" }), 'field_data["subtype"] cannot be blank.'],
    [account({ subtype: "custom", url_pattern: "x" }), "URL pattern must contain '%(username)s'."],
    [account({ subtype: "custom", url_pattern: "%(username)s" }), 'field_data["url_pattern"] is not a URL'],
    [account({ subtype: "custom" }), "Custom external account must define URL pattern"],
    [account({ subtype: "myspace" }), "Invalid external account type"],
    [account({ subtype: "twitter" }), "done"],
    [account({ subtype: "twitter" }), "A field with that label already exists."],
    [{ field_type: 9 }, "Label cannot be blank."],
    [{ field_type: 9, name: "n".repeat(41), hint: "h".repeat(81) }, "hint is too long (limit: 80 characters)"],
    [{ field_type: 9, name: "n".repeat(41) }, "name is too long (limit: 40 characters)"],
    [{ field_type: 9, name: "Phone" }, "Invalid field type."],
    [{ field_type: 1, name: " Phone" }, "A field with that label already exists."],
  ];
  assert.equal(create(sim, {}, "alice").body, notAdministrator);
  for (const [fields, expected] of ladder) {
    const { body } = create(sim, fields);
    if (expected === "done") assert.is(body.result, "success");
    else assert.equal(body, typeof expected === "string" ? failure(expected) : expected);
  }
  assert.is(hear().length, 1);
  assert.equal(fieldsOf(sim).slice(0, -1), before);
  const fresh = createSimulator();
  const unfit = create(fresh, { field_type: 2, name: "Life", display_in_profile_summary: true });
  assert.equal(unfit.body, failure("Field type not supported for display in profile summary."));
});

test("a field changes in what is given", () => {
  const sim = createSimulator();
  const hear = listener(sim, "gus", ["custom_profile_fields"]);
  const before = fieldOf(sim, "Phone");
  const fields = { name: " Telephone", hint: "", required: true, editable_by_user: false, display_in_profile_summary: true };
  assert.equal(change(sim, "Phone", fields).body, success);
  assert.equal(fieldOf(sim, "Telephone"), { ...before, ...fields, name: "Telephone" });
  assert.equal(hear(), [told(sim)]);
  assert.equal(change(sim, "Telephone", { display_in_profile_summary: false }).body, success);
  assert.equal(fieldOf(sim, "Telephone"), { ...before, name: "Telephone", hint: "", required: true, editable_by_user: false });
  assert.equal(change(sim, "Code host", { required: true, name: "Code host" }).body, success);
  assert.is(fieldOf(sim, "Code host").required, true);
});

test("values that are no choice any more are forgotten, and nobody hears whose they were", () => {
  const sim = createSimulator();
  const hear = listener(sim, "gus", ["custom_profile_fields", "realm_user"]);
  const { id } = fieldOf(sim, "Favourite season");
  sim.as("bob").send("PATCH /users/me/profile_data", { data: [{ id, value: "spring" }] });
  hear();
  assert.equal(change(sim, "Favourite season", { field_data: { spring: { text: "Springtime", order: "1" } } }).body, success);
  assert.equal(hear(), [told(sim)]);
  assert.equal([profileOf(sim, "alice")[id as number], profileOf(sim, "bob")[id as number]], [undefined, { value: "spring" }]);
});

test("a change is refused for its first fault", () => {
  const sim = createSimulator();
  create(sim, { field_type: 1, name: "Shown", display_in_profile_summary: true });
  const hear = listener(sim, "gus", ["custom_profile_fields"]);
  const before = fieldsOf(sim);
  const ladder: [string, Event, string][] = [
    ["Phone", { field_data: "x" }, "field_data is not valid JSON"],
    ["Phone", { display_in_profile_summary: true, name: "" }, "Only 2 custom profile fields can be displayed in the profile summary."],
    ["Shown", { display_in_profile_summary: true, name: "" }, "Label cannot be blank."],
    ["Phone", { name: "About" }, "A field with that label already exists."],
    ["Code host", { name: "x" }, "Default custom field cannot be updated."],
    ["Code host", { hint: "x" }, "Default custom field cannot be updated."],
    ["Code host", { field_data: { subtype: "twitter" } }, "Default custom field cannot be updated."],
    ["Favourite season", { field_data: {} }, "Field must have at least one choice."],
  ];
  assert.equal(change(sim, "Phone", {}, "alice").body, notAdministrator);
  for (const [name, fields, msg] of ladder) assert.equal(change(sim, name, fields).body, failure(msg));
  for (const method of ["PATCH", "DELETE"]) {
    assert.equal(sim.as("dana").send(`${method} /realm/profile_fields/9999`).body, failure("Field id 9999 not found."));
  }
  assert.equal([fieldsOf(sim), hear()], [before, []]);
});

test("a field is removed with everybody's values of it", () => {
  const sim = createSimulator();
  const hear = listener(sim, "gus", ["custom_profile_fields", "realm_user"]);
  const { id } = fieldOf(sim, "About");
  const route = `DELETE /realm/profile_fields/${id}`;
  assert.equal(sim.as("alice").send(route).body, notAdministrator);
  assert.is(profileOf(sim, "bob")[id as number]!.value, "Builds raised beds.");
  assert.equal(sim.as("dana").send(route).body, success);
  assert.is(fieldOf(sim, "About"), undefined);
  assert.equal(profileOf(sim, "bob"), {});
  assert.is(Object.keys(profileOf(sim, "alice")).length, 7);
  assert.equal(hear(), [told(sim)]);
});

test("fields are put in order", () => {
  const sim = createSimulator();
  const hear = listener(sim, "gus", ["custom_profile_fields"]);
  const ids = fieldsOf(sim).map(({ id }) => id as number);
  const order = (list: unknown, as = "dana") => sim.as(as).send("PATCH /realm/profile_fields", { order: list }).body;
  assert.equal(order(ids, "alice"), notAdministrator);
  assert.equal(order(undefined), missing("order"));
  assert.equal(order("x"), failure("order is not valid JSON"));
  assert.equal(order(ids.slice(1)), failure("Invalid order mapping."));
  assert.equal(hear(), []);
  assert.equal(order(ids.toReversed()), success);
  assert.equal(
    fieldsOf(sim).map(({ id, order }) => [id, order]),
    ids.toReversed().map((id, place) => [id, place]),
  );
  assert.equal(hear(), [told(sim)]);
});

test("people forget their own values, all or none, and everybody hears of those that were there", () => {
  const sim = createSimulator();
  const [phone, mentor, about] = ["Phone", "Mentor", "About"].map((name) => fieldOf(sim, name).id as number) as [number, number, number];
  const hear = listener(sim, "gus", ["realm_user"]);
  const forget = (as: string, data: unknown) => sim.as(as).send("DELETE /users/me/profile_data", { data });
  const ladder: [string, unknown, object][] = [
    ["robo", "x", failure("This endpoint does not accept bot requests.")],
    ["alice", undefined, missing("data")],
    ["alice", "x", failure("data is not valid JSON")],
    ["alice", [phone, "x"], failure("data[1] is not an integer")],
    ["alice", [phone, 9999], failure("Field id 9999 not found.")],
    ["alice", [phone, mentor], failure("You are not allowed to change this field. Contact an administrator to update it.")],
  ];
  for (const [as, data, expected] of ladder) assert.equal(forget(as, data).body, expected);
  assert.equal(hear(), []);
  assert.equal(forget("bob", [phone, about]).body, success);
  assert.equal(profileOf(sim, "bob"), {});
  const { user_id } = sim.cast.bob!;
  const person = { user_id, custom_profile_field: { id: about, value: null } };
  assert.equal(hear(), [{ type: "realm_user", op: "update", person }]);
});

test.run();
