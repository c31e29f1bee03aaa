import { test } from "uvu";
import * as assert from "uvu/assert";
import { realmDefaults, realmGroupDefaults } from "../core/settings.ts";
import { createSimulator } from "../server/simulator.ts";
import { type Event, listener, refusal } from "./hearing.test.kit.ts";

test("a setting works at once and is told to all", () => {
  const sim = createSimulator();
  const hear = listener(sim, "gus", ["realm"]);
  sim.act({ action: "set_realm", property: "message_content_delete_limit_seconds", value: null });
  sim.act({ action: "set_realm", property: "message_content_delete_limit_seconds", value: null });
  assert.equal(hear(), [{ type: "realm", op: "update", property: "message_content_delete_limit_seconds", value: null }]);
  const old = sim.as("alice").send("GET /messages", { anchor: "oldest", num_after: 50, num_before: 0 }).body.messages as Event[];
  const own = old.find(({ sender_id }) => sender_id === sim.cast.alice!.user_id)!;
  assert.is(sim.as("alice").send(`DELETE /messages/${own.id}`).status, 200);
});

test("every setting of the organization can be set to its default", () => {
  const sim = createSimulator();
  for (const [property, value] of Object.entries({ ...realmDefaults, ...realmGroupDefaults })) {
    assert.is(refusal(sim, { action: "set_realm", property, value }), "done", property);
  }
});

test("settings that name people take the id or the name of a group, or an object, and are told as such", () => {
  const sim = createSimulator();
  const hear = listener(sim, "gus", ["realm"]);
  const set = (value: unknown) => sim.act({ action: "set_realm", property: "can_delete_any_message_group", value });
  const nobody = 1;
  const mixed = { direct_members: [sim.cast.bob!.user_id], direct_subgroups: [2] };
  set("role:nobody");
  set(mixed);
  set(nobody);
  const event = (value: unknown) => ({
    type: "realm",
    op: "update_dict",
    property: "default",
    data: { can_delete_any_message_group: value },
  });
  assert.equal(hear(), [event(nobody), event(mixed), event(nobody)]);
});

test("texts of messages that depend on a setting follow it", () => {
  const sim = createSimulator();
  const { id } = sim.as("alice").send("POST /messages", { type: "channel", to: "general", topic: "", content: "x" }).body;
  const subject = () => (sim.as("bob").send(`GET /messages/${id}`).body.message as Event).subject;
  assert.is(subject(), "general chat");
  sim.act({ action: "set_realm", property: "empty_topic_display_name", value: "chit-chat" });
  assert.is(subject(), "chit-chat");
});

test("what belongs to the server is not told", () => {
  const sim = createSimulator();
  const hear = listener(sim, "gus", ["realm"]);
  sim.act({ action: "set_realm", property: "email_auth_enabled", value: false });
  sim.act({ action: "set_realm", property: "icon_url", value: "/icon.png" });
  sim.act({ action: "set_realm", property: "deactivated", value: true });
  sim.act({ action: "set_realm", property: "deactivated", value: false });
  assert.equal(hear(), [
    { type: "realm", op: "update_dict", property: "icon", data: { icon_url: "/icon.png", icon_source: "U" } },
    { type: "realm", op: "deactivated" },
  ]);
  assert.is(
    sim.as().send("POST /fetch_api_key", { username: "alice@example.com", password: "alice-password" }).body.code,
    "PASSWORD_AUTH_DISABLED",
  );
});

test("an icon is told as a registration tells it: a gravatar where none is uploaded", () => {
  const sim = createSimulator();
  const hear = listener(sim, "gus", ["realm"]);
  const registered = () => {
    const { realm_icon_url: icon_url, realm_icon_source: icon_source } = sim.as("gus").send("POST /register", {}).body;
    return { icon_url, icon_source };
  };
  const gravatar = "https://secure.gravatar.com/avatar/0123456789abcdef0123456789abcdef?d=identicon";
  const first = registered();
  assert.is(first.icon_source, "G");
  const set = ["/icon.png", gravatar, ""].map((value) => {
    sim.act({ action: "set_realm", property: "icon_url", value });
    return registered();
  });
  assert.equal(set, [{ icon_url: "/icon.png", icon_source: "U" }, { icon_url: gravatar, icon_source: "G" }, first]);
  assert.equal(
    hear().map(({ data }) => data),
    set,
  );
});

test("refusals name the field, and nothing happens", () => {
  const sim = createSimulator();
  const hear = listener(sim, "alice", ["realm"]);
  const set = { action: "set_realm", property: "waiting_period_threshold", value: 3 };
  const all = [...Object.keys(realmDefaults), ...Object.keys(realmGroupDefaults)];
  const names = `${all.slice(0, 40).join(", ")} or ${all.length - 40} more (sim/actions.md of the package lists all)`;
  const ladder: [Event, string][] = [
    [{ ...set, value: undefined }, "value: missing, expected a whole number, 0 or more"],
    [{ ...set, property: "colour" }, `property: got "colour", expected ${names}`],
    [{ ...set, property: "__proto__" }, `property: got "__proto__", expected ${names}`],
    [{ ...set, value: "3" }, 'value: got "3", expected a whole number, 0 or more'],
    [{ ...set, value: -1 }, "value: got -1, expected a whole number, 0 or more"],
    [{ ...set, property: "presence_disabled" }, "value: got 3, expected true or false"],
    [{ ...set, property: "name", value: "" }, 'value: got "", expected text that is not empty'],
    [{ ...set, property: "topics_policy" }, 'value: got 3, expected "allow_empty_topic" or "disable_empty_topic"'],
    [{ ...set, property: "message_edit_history_visibility_policy", value: "some" }, 'value: got "some", expected "all", "moves" or "none"'],
    [
      { ...set, property: "can_create_groups", value: "role:kings" },
      'value: got "role:kings", expected a group: gardeners, role:administrators, role:everyone, role:fullmembers, role:internet, role:members, role:moderators, role:nobody, role:owners or support',
    ],
    [{ ...set, property: "can_create_groups", value: 4711 }, "Invalid user group ID: 4711"],
    [{ ...set, property: "can_create_groups", value: { direct_members: [] } }, "value.direct_subgroups: missing, expected a list"],
    [{ ...set, property: "can_create_groups", value: { direct_members: [4711], direct_subgroups: [] } }, "Invalid user ID: 4711"],
  ];
  for (const [action, line] of ladder) assert.is(refusal(sim, action), `set_realm: ${line}`);
  assert.equal(hear(), []);
  assert.is(refusal(sim, set), "done");
});

test.run();
