import { test } from "uvu";
import * as assert from "uvu/assert";
import { createSimulator, type Simulator } from "../server/simulator.ts";
import { type Event, listener, refusal } from "./hearing.test.kit.ts";

const linkifiers = (sim: Simulator) => sim.as("alice").send("GET /realm/linkifiers").body.linkifiers as Event[];
const rendered = (sim: Simulator, content: string): unknown => {
  const { id } = sim.as("alice").send("POST /messages", { type: "channel", to: "general", topic: "x", content }).body;
  return (sim.as("alice").send(`GET /messages/${id}`).body.message as Event).content;
};

test("a linkifier comes last, is told to all in the full list, and works at once", () => {
  const sim = createSimulator();
  const hear = listener(sim, "gus", ["realm_linkifiers"]);
  assert.is(rendered(sim, "T-7"), "<p>T-7</p>");
  const fields = { pattern: "T-(?P<id>[0-9]+)", url_template: "https://t.example.com/{id}", example_input: "T-1" };
  const { id } = sim.act({ action: "add_linkifier", ...fields });
  assert.equal(linkifiers(sim).at(-1), { id, ...fields, reverse_template: null, alternative_url_templates: [] });
  assert.equal(hear(), [{ type: "realm_linkifiers", realm_linkifiers: linkifiers(sim) }]);
  assert.is(rendered(sim, "T-7"), '<p><a href="https://t.example.com/7">T-7</a></p>');
});

test("a profile field comes last and is told to all in the full list", () => {
  const sim = createSimulator();
  const hear = listener(sim, "gus", ["custom_profile_fields"]);
  const { id } = sim.act({ action: "add_profile_field", name: "Tool", type: 3, field_data: { spade: { text: "Spade", order: "1" } } });
  const [event] = hear() as [Event];
  const last = (event.fields as Event[]).at(-1)!;
  assert.equal(
    [last.id, last.name, last.type, last.field_data, last.order, last.editable_by_user],
    [id, "Tool", 3, '{"spade":{"text":"Spade","order":"1"}}', id, true],
  );
  assert.is((event.fields as Event[]).length, 9);
  assert.is(sim.as("bob").send("PATCH /users/me/profile_data", { data: [{ id, value: "spade" }] }).status, 200);
});

test("an emoji is told whole to old clients and alone to new ones, and can be used", () => {
  const sim = createSimulator();
  const [old, young] = [listener(sim, "gus", ["realm_emoji"]), listener(sim, "gus", ["realm_emoji"], ["individual_emoji_changes"])];
  const { id } = sim.act({ action: "add_emoji", name: "wheelbarrow" });
  const source_url = `/user_avatars/touchstone/emoji/images/${id}.png`;
  const emoji = { id: String(id), name: "wheelbarrow", source_url, still_url: null, deactivated: false, author_id: null };
  const [event] = old() as [Event];
  assert.is(event.op, "update");
  assert.equal((event.realm_emoji as Record<string, unknown>)[String(id)], emoji);
  assert.is(Object.keys(event.realm_emoji as object).length, 2);
  assert.equal(young(), [{ type: "realm_emoji", op: "add", emoji }]);
  assert.is(rendered(sim, ":wheelbarrow:"), `<p><img alt=":wheelbarrow:" class="emoji" src="${source_url}" title="wheelbarrow"></p>`);
});

test("without a configured provider there are no video calls", () => {
  const sim = createSimulator();
  sim.act({ action: "set_video_provider", configured: false });
  assert.is(sim.as("alice").send("POST /calls/vc/create").body.msg, "VC credentials have not been configured");
  sim.act({ action: "set_video_provider", configured: true });
  assert.is(sim.as("alice").send("POST /calls/vc/create").status, 200);
});

test("a deactivated group is changed for clients that know of such and gone for others", () => {
  const sim = createSimulator();
  const fields = { name: "pickers", description: "", members: [sim.cast.bob!.user_id] };
  const { group_id } = sim.as("alice").send("POST /user_groups/create", fields).body;
  const [old, young] = [listener(sim, "gus", ["user_group"]), listener(sim, "gus", ["user_group"], ["include_deactivated_groups"])];
  sim.act({ action: "deactivate_group", group_id });
  assert.equal(old(), [{ type: "user_group", op: "remove", group_id }]);
  assert.equal(young(), [{ type: "user_group", op: "update", group_id, data: { deactivated: true } }]);
  assert.is(refusal(sim, { action: "deactivate_group", group_id }), "deactivate_group: group_id: the group pickers is deactivated already");
});

test("refusals name the field, and nothing happens", () => {
  const sim = createSimulator();
  const linkifier = { action: "add_linkifier", pattern: "T-(?P<id>[0-9]+)", url_template: "https://t.example.com/{id}" };
  const field = { action: "add_profile_field", name: "Tool", type: 1 };
  const emoji = { action: "add_emoji", name: "wheelbarrow" };
  const ladder: [Event, RegExp][] = [
    [{ ...linkifier, pattern: "" }, /^add_linkifier: pattern: got "", expected text that is not empty$/],
    [{ ...linkifier, pattern: "(" }, /^add_linkifier: [^\n]+$/],
    [{ ...linkifier, pattern: "#(?P<id>[0-9]{2,8})" }, /^add_linkifier: pattern: there is a linkifier .* already$/],
    [{ ...linkifier, url_template: "https://t.example.com/{other}" }, /^add_linkifier: [^\n]+$/],
    [
      { ...linkifier, alternative_url_templates: [1] },
      /^add_linkifier: alternative_url_templates\[0\]: got 1, expected text that is not empty$/,
    ],
    [{ ...field, type: 9 }, /^add_profile_field: type: got 9, expected 1, 2, 3, 4, 5, 6, 7 or 8$/],
    [{ ...field, name: "Phone" }, /^add_profile_field: name: there is a field "Phone" already$/],
    [{ ...field, field_data: {} }, /^add_profile_field: field_data: got {}, expected none: only fields of type 3 and 7 have it$/],
    [
      { ...field, type: 3 },
      /^add_profile_field: field_data: missing, expected an object of options such as \{"1": \{"text": "Tea", "order": "1"\}\}$/,
    ],
    [{ ...field, type: 3, field_data: "{" }, /^add_profile_field: field_data: got "{", expected an object, or the JSON of one$/],
    [{ ...field, type: 3, field_data: [] }, /^add_profile_field: field_data: got \[\], expected an object of options such as \{/],
    [{ ...field, type: 3, field_data: { a: { text: "A" } } }, /^add_profile_field: field_data\.a\.order: missing, expected text$/],
    [{ ...field, type: 7, field_data: { subtype: 1 } }, /^add_profile_field: field_data\.subtype: got 1, expected text$/],
    [{ ...emoji, name: "Big Barrow" }, /^add_emoji: name: it is made of small letters, digits, hyphens and underscores$/],
    [{ ...emoji, name: "watering_can" }, /^add_emoji: name: there is an emoji "watering_can" already$/],
    [{ action: "set_video_provider", configured: "yes" }, /^set_video_provider: configured: got "yes", expected true or false$/],
    [{ action: "deactivate_group", group_id: 1 }, /^deactivate_group: group_id: role:nobody is a system group$/],
    [{ action: "deactivate_group", group_id: 4711 }, /^deactivate_group: group_id: there is no group with id 4711$/],
  ];
  const hear = listener(sim, "alice", ["realm_linkifiers", "custom_profile_fields", "realm_emoji", "user_group"]);
  const before = linkifiers(sim);
  for (const [action, line] of ladder) assert.match(refusal(sim, action), line);
  assert.equal(hear(), []);
  assert.equal(linkifiers(sim), before);
  for (const action of [linkifier, field, emoji]) assert.is(refusal(sim, action), "done");
});

test.run();
