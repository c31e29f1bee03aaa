import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type Listening, listen } from "../../../sim/adapters/node.ts";
import { createSimulator, type Simulator } from "../../../sim/index.ts";
import type { Target } from "../../client/target.ts";
import { type Body, Untestable } from "../../expect.ts";
import { frontOf } from "../front.test.kit.ts";
import type { HttpTarget } from "../http.ts";
import { thrownBy } from "../odd-server.test.kit.ts";
import { openTarget } from "../probe.ts";

interface Context {
  sim: Simulator;
  server: Listening;
  directory: string;
  target: HttpTarget;
}

const test = suite<Context>("staging over a server's own endpoints");

async function open({ sim, server, directory }: Context, names: readonly string[], more: object = {}): Promise<HttpTarget> {
  const file = join(directory, "target.json");
  const cast = Object.fromEntries(names.map((name) => [name, { email: sim.cast[name]!.email, api_key: sim.cast[name]!.api_key }]));
  writeFileSync(file, JSON.stringify({ url: server.url, cast, channels: { general: "general", team: "team" }, ...more }));
  return openTarget({ file, patience: { poll: 20, clock: 50 } });
}

test.before.each(async (context) => {
  context.sim = createSimulator();
  context.server = await listen(context.sim, { control: false });
  context.directory = mkdtempSync(join(tmpdir(), "touchstone-"));
  context.target = await open(context, ["owen", "dana", "alice", "bob", "gus", "robo"]);
});

test.after.each(async ({ target, server, directory }) => {
  await target.close();
  await server.close();
  rmSync(directory, { recursive: true });
});

/** Returns what the server tells somebody, beside the queue. */
function told({ sim }: Context, as: string, part: string): Body {
  const client_capabilities = { notification_settings_null: true, user_settings_object: true, linkifier_url_template: true };
  return sim
    .fork()
    .as(as)
    .send("POST /register", { fetch_event_types: [part], include_subscribers: true, client_capabilities }).body;
}

const subscribersOf = (context: Context, name: string): unknown => {
  const rows = told(context, "dana", "subscription");
  const all = ["subscriptions", "unsubscribed", "never_subscribed"].flatMap((list) => rows[list] as Body[]);
  return [...(all.find((row) => row.name === name)!.subscribers as number[])].sort();
};

/** Each action that changes what was there, and what it changes. */
const changes: readonly [action: Body, seen: (context: Context) => unknown][] = [
  [
    { action: "set_realm", property: "message_content_delete_limit_seconds", value: 77 },
    (c) => told(c, "bob", "realm").realm_message_content_delete_limit_seconds,
  ],
  [
    { action: "set_realm", property: "can_access_all_users_group", value: "role:members" },
    (c) => told(c, "bob", "realm").realm_can_access_all_users_group,
  ],
  [
    { action: "set_realm", property: "web_public_streams_enabled", value: false },
    (c) => told(c, "bob", "realm").realm_enable_spectator_access,
  ],
  [{ action: "set_realm", property: "email_auth_enabled", value: false }, (c) => told(c, "bob", "realm").realm_email_auth_enabled],
  [{ action: "set_user", as: "bob", property: "role", value: "moderator" }, (c) => told(c, "bob", "realm_user").is_moderator],
  [{ action: "set_user", as: "bob", property: "full_name", value: "Robert" }, (c) => told(c, "bob", "realm_user").full_name],
  [
    { action: "set_user", as: "bob", property: "translate_emoticons", value: true },
    (c) => (told(c, "bob", "user_settings").user_settings as Body).translate_emoticons,
  ],
  [{ action: "set_user", as: "bob", property: "email_address_visibility", value: 4 }, (c) => told(c, "bob", "realm_user").email],
  [{ action: "set_user", as: "owen", property: "email_address_visibility", value: 5 }, (c) => told(c, "owen", "realm_user").email],
  [
    { action: "deactivate_user", as: "gus" },
    (c) => (told(c, "bob", "realm_user").realm_non_active_users as Body[]).map(({ email }) => email),
  ],
  [
    { action: "mute_channel", as: "alice", channel: "general", value: true },
    (c) => (told(c, "alice", "subscription").subscriptions as Body[]).find(({ name }) => name === "general")!.is_muted,
  ],
  [{ action: "unsubscribe", as: "gus", channel: "general" }, (c) => subscribersOf(c, "general")],
  [
    { action: "add_linkifier", pattern: "STG-(?P<id>[0-9]+)", url_template: "https://example.com/{id}", example_input: null },
    (c) => (told(c, "bob", "realm_linkifiers").realm_linkifiers as Body[]).length,
  ],
  [
    { action: "add_profile_field", name: "Staged", type: 1 },
    (c) => (told(c, "bob", "custom_profile_fields").custom_profile_fields as Body[]).length,
  ],
  [
    { action: "add_emoji", name: "staged" },
    (c) =>
      Object.values(told(c, "bob", "realm_emoji").realm_emoji as Record<string, Body>).filter(({ deactivated }) => !deactivated).length,
  ],
];

for (const [action, seen] of changes) {
  const { action: name, property = "", as = "" } = action;
  test(`${name} ${property} ${as} is done, and undone when the run ends`.replaceAll(/ +/g, " "), async (context) => {
    const before = seen(context);
    const run = context.target.isolated();
    await run.staging!.act(action);
    assert.not.equal(seen(context), before);
    // The member is still known by the address that the server now has.
    if (as !== "gus") assert.is((await run.send({ as: String(as || "bob"), method: "GET", path: "/users/me", fields: {} }))!.status, 200);
    await run.close();
    assert.equal(seen(context), before);
    assert.equal(context.target.notes, []);
  });
}

test("a server is sent no parameter that came after its level", async (context) => {
  const sim = createSimulator({ level: 372 });
  const server = await listen(sim, { control: false });
  const target = await open({ ...context, sim, server }, ["owen", "dana", "alice", "gus"]);
  const before = subscribersOf({ ...context, sim }, "general");
  const run = target.isolated();
  const full = { example_input: "STG-7", reverse_template: "STG-{id}", alternative_url_templates: ["https://example.org/{id}"] };
  await run.staging!.act({ action: "add_linkifier", pattern: "STG-(?P<id>[0-9]+)", url_template: "https://example.com/{id}", ...full });
  await run.staging!.act({ action: "create_channel", name: "staged", as: "alice", subscribers: ["alice"] });
  await run.staging!.act({ action: "unsubscribe", as: "gus", channel: "general" });
  await run.close();
  assert.equal([target.notes, subscribersOf({ ...context, sim }, "general")], [[], before]);
  await target.close();
  await server.close();
});

test("what is changed twice is put back to how it was first", async (context) => {
  const run = context.target.isolated();
  const before = told(context, "bob", "realm").realm_message_content_delete_limit_seconds;
  for (const value of [60, null, 90])
    await run.staging!.act({ action: "set_realm", property: "message_content_delete_limit_seconds", value });
  assert.is(told(context, "bob", "realm").realm_message_content_delete_limit_seconds, 90);
  await run.close();
  assert.is(told(context, "bob", "realm").realm_message_content_delete_limit_seconds, before);
});

test("a channel of the run is made, joined, changed, and archived in the end", async (context) => {
  const { sim, target } = context;
  const run = target.isolated();
  const { act } = run.staging!;
  const kind = { invite_only: true, history_public_to_subscribers: false };
  const { stream_id } = await act({ action: "create_channel", name: "staged", as: "alice", subscribers: ["alice"], ...kind });
  await act({ action: "subscribe", as: "gus", channel: "staged" });
  await act({ action: "mute_channel", as: "gus", channel: "staged", value: true });
  const policy = { action: "set_channel", channel: "staged", property: "can_delete_any_message_group" };
  await act({ ...policy, value: { direct_members: [sim.cast.bob!.user_id], direct_subgroups: [] } });
  const row = (told(context, "gus", "subscription").subscriptions as Body[]).find((one) => one.stream_id === stream_id)!;
  assert.equal([row.invite_only, row.history_public_to_subscribers, row.is_muted], [true, false, true]);
  assert.equal(row.can_delete_any_message_group, { direct_members: [sim.cast.bob!.user_id], direct_subgroups: [] });
  await run.close();
  assert.is(
    sim.server.realm.length > 0 &&
      (told(context, "gus", "subscription").subscriptions as Body[]).some((one) => one.stream_id === stream_id),
    false,
  );
  assert.equal(target.notes, []);
});

test("messages are edited, reacted to and flagged by whoever does it, and groups are deactivated", async ({ sim, target }) => {
  const run = target.isolated();
  const { act } = run.staging!;
  const { id } = sim.as("alice").send("POST /messages", { type: "direct", to: [sim.cast.bob!.user_id], content: "soup" }).body;
  await act({ action: "edit_message", as: "alice", message_id: id, content: "bread" });
  await act({ action: "react", as: "bob", message_id: id, emoji_name: "tada" });
  await act({ action: "set_flag", as: "bob", message_id: id, flag: "starred", op: "add" });
  await act({ action: "add_submessage", as: "alice", message_id: id, msg_type: "widget", content: '{"a":1}' });
  const message = () => sim.as("bob").send(`GET /messages/${id}` as "GET /messages/1", { apply_markdown: false }).body.message as Body;
  const { content, reactions, flags } = message();
  assert.equal([content, (reactions as unknown[]).length, (flags as string[]).includes("starred")], ["bread", 1, true]);
  await act({ action: "unreact", as: "bob", message_id: id, emoji_name: "tada" });
  assert.equal(message().reactions, []);
  const { group_id } = sim.as("alice").send("POST /user_groups/create", { name: "g", description: "", members: [] }).body;
  await act({ action: "deactivate_group", group_id });
  assert.type((await act({ action: "register_device", as: "alice" })).device_id, "number");
  await act({ action: "set_presence", as: "alice", status: "active" });
  const { presences } = sim.as("bob").send("GET /realm/presence").body;
  assert.ok(Object.hasOwn(presences as Body, sim.cast.alice!.email));
  await run.close();
});

test("what no endpoint does, and what could not be put back, is untestable and changes nothing", async ({ target }) => {
  const run = target.isolated();
  for (const action of [
    { action: "set_video_token", as: "alice", value: true },
    { action: "set_video_provider", configured: false },
    { action: "set_user", as: "alice", property: "avatar_source", value: "U" },
    { action: "set_realm", property: "limits_presence_to_accessible_users", value: true },
    { action: "set_channel", channel: "general", property: "topics_policy", value: "inherit" },
    { action: "dance" },
  ])
    assert.instance(await thrownBy(run.staging!.act(action)), Untestable, action.action);
  await run.close();
  assert.equal(target.notes, []);
});

test("the clock is waited for as long as that takes little time", async ({ target }) => {
  const run = target.isolated();
  const start = performance.now();
  await run.staging!.advance(5);
  assert.ok(performance.now() - start >= 4);
  assert.match((await thrownBy(run.staging!.advance(51))).message, /control API, which alone moves the clock/);
  await run.close();
});

test("a refusal tells the request and the answer", async (context) => {
  const target = await open(context, ["dana", "alice"]);
  const run = target.isolated();
  const problem = await thrownBy(run.staging!.act({ action: "set_realm", property: "waiting_period_threshold", value: 3 }));
  assert.is(problem.message, "the target has no control API, and PATCH /realm answers 400 UNAUTHORIZED_PRINCIPAL");
  await run.close();
  await target.close();
});

test("what cannot be put back is noted", async ({ sim, target }) => {
  const run = target.isolated();
  const { id } = await run.staging!.act({ action: "add_profile_field", name: "Staged", type: 1 });
  sim.as("owen").send(`DELETE /realm/profile_fields/${id}` as "DELETE /realm/profile_fields/1");
  await run.close();
  assert.is(target.notes.length, 1);
  assert.match(target.notes[0]!, /^not restored: remove the profile field Staged \(the target has no control API, and DELETE /);
});

test("an address is shown again where the server refuses the old one as forbidden", async (context) => {
  const { sim, server } = context;
  const front = await frontOf(server.url, { status: (status) => (status === 401 ? 403 : status) });
  const names = ["owen", "alice", "bob"];
  const target = await open({ ...context, server: { ...server, url: front.url } }, names);
  const shown = () =>
    names.map((name) => told(context, name, "user_settings").user_settings as Body).map((one) => one.email_address_visibility);
  const before = shown();
  const run = target.isolated();
  for (const as of ["alice", "bob"]) await run.staging!.act({ action: "set_user", as, property: "email_address_visibility", value: 4 });
  assert.not.equal(shown(), before);
  assert.is((await run.send({ as: "alice", method: "GET", path: "/users/me", fields: {} }))!.status, 200);
  await run.close();
  await target.close();
  await front.close();
  assert.equal(target.notes, []);
  assert.equal(shown(), before);
  assert.is(sim.as("alice").send("GET /users/me" as string).body.result, "success");
});

test("without an owner or administrator, or where the file forbids it, nothing is staged", async (context) => {
  for (const [names, more] of [
    [["alice", "bob"], {}],
    [["owen", "alice"], { staging: false }],
  ] as const) {
    const target = await open(context, names, more);
    assert.equal([target.staging, target.isolated().staging], [undefined, undefined]);
    await target.close();
  }
});

test("a run that changes what others would notice waits for them, and they for it", async ({ target }) => {
  const order: string[] = [];
  const [first, second, third] = [target.isolated(), target.isolated(), target.isolated()] as [Target, Target, Target];
  const ask = (run: Target) => run.send({ as: "alice", method: "GET", path: "/users/me", fields: {} });
  await ask(first);
  await ask(second);
  const changed = first
    .staging!.act({ action: "set_realm", property: "waiting_period_threshold", value: 3 })
    .then(() => order.push("changed"));
  // The first asks to be alone before the third comes.
  for (let i = 0; i < 20; i++) await Promise.resolve();
  const late = ask(third).then(() => order.push("third"));
  await second.close();
  order.push("second closed");
  await changed;
  await first.close();
  await late;
  await third.close();
  assert.equal(order, ["second closed", "changed", "third"]);
});

test.run();
