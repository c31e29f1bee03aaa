import { test } from "uvu";
import * as assert from "uvu/assert";
import { type Event, listener } from "../actions/hearing.test.kit.ts";
import { createSimulator, type Simulator } from "../server/simulator.ts";

const ok = { result: "success", msg: "" };
const failure = (msg: string, code = "BAD_REQUEST", extra = {}) => ({ result: "error", msg, code, ...extra });
const idOf = (sim: Simulator, name: string): number => sim.cast[name]!.user_id;
const noticeBot = (sim: Simulator): number => sim.snapshot().world.usersByKey.get("notification-bot")!;
const groupId = (sim: Simulator, name: string): number => sim.snapshot().world.groupsByName.get(name)!;
const userOf = (sim: Simulator, who: string, id: number | string): Event => sim.as(who).send(`GET /users/${id}`).body.user as Event;
const types = ["realm_user", "user_group", "user_settings", "user_status", "subscription", "stream"];
const person = (fields: Event) => ({ type: "realm_user", op: "update", person: fields });

/** Rows of who asks what and what is answered; all but the last are refusals with status 400 or the one given. */
function refusals(sim: Simulator, rows: readonly [who: string, route: string, fields: Event, expected: object, status?: number][]): void {
  for (const [who, route, fields, expected, status = 400] of rows) {
    const refused = sim.as(who).send(route, fields);
    assert.equal([refused.status, refused.body], [status, expected], `${who} ${route} ${JSON.stringify(fields)}`);
  }
}
const bob = (sim: Simulator) => ({
  user_id: idOf(sim, "bob"),
  email: "bob@example.com",
  delivery_email: "bob@example.com",
  full_name: "Bob Birch",
  role: 400,
  is_admin: false,
  is_owner: false,
  is_guest: false,
  is_imported_stub: false,
  is_bot: false,
  is_active: true,
  timezone: "",
  date_joined: "2025-01-01T12:00+00:00",
  avatar_url: null,
  avatar_version: 1,
});

test("an account of one's own has its picture, its profile and the newest message", () => {
  const sim = createSimulator();
  const { id } = sim.as("alice").send("POST /messages", { type: "direct", to: [idOf(sim, "bob")], content: "hi" }).body;
  const { avatar_url, profile_data, max_message_id, ...rest } = sim.as("bob").send("GET /users/me", { x: 1 }).body;
  const { avatar_url: none, ...shown } = bob(sim);
  assert.equal([rest, max_message_id, none], [{ ...ok, ...shown, ignored_parameters_unsupported: ["x"] }, id, null]);
  assert.match(String(avatar_url), /^https:\/\/secure\.gravatar\.com\/avatar\/[0-9a-f]{32}\?/);
  assert.equal(Object.values(profile_data as object), [{ value: "Builds raised beds.", rendered_value: "<p>Builds raised beds.</p>" }]);
});

test("the users are all people and bots, deactivated ones too, but not the server's own", () => {
  const sim = createSimulator();
  const users = (fields: Event = {}) => sim.as("alice").send("GET /users", fields).body.members as Event[];
  assert.equal(
    users().map(({ full_name }) => String(full_name).split(" ")[0]),
    ["Alice", "Bob", "Cara", "Dana", "Owen", "Gus", "Robo", "Zoe"],
  );
  assert.equal(users()[1], bob(sim));
  const full = users({ client_gravatar: false, include_custom_profile_fields: true });
  assert.equal(
    full.map((user) => [user.avatar_url !== null, "profile_data" in user]),
    full.map(({ is_bot }) => [true, !is_bot]),
  );
  const [alice, zoe] = [idOf(sim, "alice"), idOf(sim, "zoe")];
  assert.equal(
    users({ user_ids: [zoe, 999, alice] }).map(({ user_id }) => user_id),
    [alice, zoe],
  );
  const old = createSimulator({ level: 383 })
    .as("alice")
    .send("GET /users", { user_ids: [alice] }).body;
  assert.equal([(old.members as unknown[]).length, old.ignored_parameters_unsupported], [8, ["user_ids"]]);
});

test("one user is found by id and by every address that the viewer may know", () => {
  const sim = createSimulator();
  const id = idOf(sim, "bob");
  for (const name of [id, "bob@example.com", "BOB@example.com", encodeURIComponent("bob@example.com")]) {
    assert.equal(userOf(sim, "alice", name), bob(sim), String(name));
  }
  assert.ok("profile_data" in (sim.as("alice").send(`GET /users/${id}`, { include_custom_profile_fields: true }).body.user as Event));
  const robo = userOf(sim, "bob", idOf(sim, "robo"));
  assert.equal([robo.is_bot, robo.bot_type, robo.bot_owner_id], [true, 1, idOf(sim, "alice")]);
  assert.is(userOf(sim, "bob", idOf(sim, "zoe")).is_active, false);
  sim.as("bob").send("PATCH /settings", { email_address_visibility: 3 });
  const found = (who: string, address: string) => sim.as(who).send(`GET /users/${address}`).body.msg;
  assert.equal([found("alice", "bob@example.com"), found("dana", "bob@example.com")], ["No such user", ""]);
  assert.equal([found("alice", `user${id}@localhost`), found("alice", `user${idOf(sim, "cara")}@localhost`)], ["", ""]);
  const old = createSimulator({ level: 301 });
  assert.is(old.as("alice").send(`GET /users/user${id}@localhost`).body.msg, "No such user");
  refusals(sim, [
    ["alice", "GET /users/999", {}, failure("No such user")],
    ["alice", `GET /users/${noticeBot(sim)}`, {}, failure("No such user")],
    ["alice", "GET /users/nobody", {}, failure("No such user")],
    ["alice", `GET /users/${id}`, { client_gravatar: "maybe" }, failure("client_gravatar is not valid JSON")],
  ]);
});

test("a guest who may not know of everybody sees those they have to do with", () => {
  const users = { alice: {}, bob: {}, gus: { role: "guest" }, robo: { bot: { owner: "bob" } } };
  const settings = { can_access_all_users_group: "role:members" };
  const sim = createSimulator({ realm: { settings, users, channels: { shared: { subscribers: ["alice", "gus"] } } } });
  const hear = listener(sim, "gus", ["realm_user", "user_status"]);
  const seen = (sim.as("gus").send("GET /users").body.members as Event[]).map(({ user_id }) => user_id);
  assert.equal(
    seen,
    ["alice", "gus", "robo"].map((name) => idOf(sim, name)),
  );
  const hidden = failure("Insufficient permission");
  refusals(sim, [
    ["gus", `GET /users/${idOf(sim, "bob")}`, {}, hidden],
    ["gus", "GET /users/bob@example.com", {}, hidden],
    ["gus", `GET /users/${idOf(sim, "bob")}/status`, {}, hidden],
    ["gus", `POST /users/me/muted_users/${idOf(sim, "bob")}`, {}, hidden],
  ]);
  assert.is(sim.as("gus").send(`GET /users/${idOf(sim, "alice")}`).status, 200);
  for (const who of ["bob", "alice"]) sim.as(who).send("POST /users/me/status", { status_text: "away" });
  assert.equal(hear(), [{ type: "user_status", user_id: idOf(sim, "alice"), status_text: "away" }]);
});

test("administrators make accounts, which can log in at once", () => {
  const sim = createSimulator();
  const hear = listener(sim, "gus", types);
  const wanted = { email: "finn@example.com", password: "fennel", full_name: "  Finn Fennel " };
  refusals(sim, [
    ["alice", "POST /users", {}, failure("Must be an organization administrator", "UNAUTHORIZED_PRINCIPAL")],
    ["dana", "POST /users", {}, failure("Missing 'email' argument", "REQUEST_VARIABLE_MISSING", { var_name: "email" })],
    ["dana", "POST /users", { ...wanted, email: "x", full_name: "F", password: "f" }, failure("Name too short!")],
    ["dana", "POST /users", { ...wanted, email: "x", full_name: "😀".repeat(101), password: "f" }, failure("Name too long!")],
    ["dana", "POST /users", { ...wanted, email: "x", full_name: "F@nn", password: "f" }, failure("Invalid characters in name!")],
    ["dana", "POST /users", { ...wanted, email: "x", full_name: "Finn|12", password: "f" }, failure("Invalid format!")],
    ["dana", "POST /users", { ...wanted, email: "x", password: "f" }, failure("Bad name or username")],
    ["dana", "POST /users", { ...wanted, email: "BOB@example.com", password: "f" }, failure("Email is already in use.")],
    ["dana", "POST /users", { ...wanted, password: "fenne" }, failure("The password is too weak.")],
  ]);
  assert.equal(hear(), []);
  const { user_id, ...rest } = sim.as("dana").send("POST /users", wanted).body;
  assert.equal([rest, user_id], [ok, idOf(sim, "finn")]);
  assert.is(sim.as().send("POST /fetch_api_key", { username: "finn@example.com", password: "fennel" }).body.user_id, user_id);
  const { profile_data, ...shown } = { ...bob(sim), user_id, email: wanted.email, delivery_email: wanted.email, profile_data: {} };
  const record = { ...shown, full_name: "Finn Fennel", date_joined: "2026-01-01T12:00+00:00" };
  const own = userOf(sim, "finn", `${Number(user_id)}?client_gravatar=false`);
  assert.match(String(own.avatar_url), /^https:/);
  assert.equal(hear(), [
    { type: "realm_user", op: "add", person: { ...record, avatar_url: own.avatar_url, profile_data } },
    { type: "user_group", op: "add_members", group_id: groupId(sim, "role:members"), user_ids: [user_id] },
    { type: "user_group", op: "add_members", group_id: groupId(sim, "role:fullmembers"), user_ids: [user_id] },
  ]);
  assert.equal(userOf(sim, "finn", Number(user_id)), record);
  const { user_id: second } = sim.as("dana").send("POST /users", { ...wanted, email: "finn@example.org" }).body;
  assert.is(idOf(sim, `user${second}`), second);
});

test("a new account begins in the default channels", () => {
  const sim = createSimulator();
  const stream_id = sim.channels.general!.stream_id;
  sim.as("dana").send("POST /default_streams", { stream_id });
  const hear = listener(sim, "bob", ["subscription"]);
  sim.as("dana").send("POST /users", { email: "finn@example.com", password: "fennel", full_name: "Finn Fennel" });
  const { subscriptions } = sim.as("finn").send("GET /users/me/subscriptions").body;
  assert.equal(
    (subscriptions as Event[]).map(({ name }) => name),
    ["general"],
  );
  assert.equal(hear(), [{ type: "subscription", op: "peer_add", stream_ids: [stream_id], user_ids: [idOf(sim, "finn")] }]);
});

test("administrators change names, roles and profiles; owners of bots the names of their bots", () => {
  const sim = createSimulator();
  const hear = listener(sim, "gus", types);
  const [id, robo, owen] = [idOf(sim, "bob"), idOf(sim, "robo"), idOf(sim, "owen")];
  const [phone] = [...sim.snapshot().world.fields.values()].map((field) => field.id);
  const ownersOnly = failure("Must be an organization owner", "UNAUTHORIZED_PRINCIPAL");
  const lastOwner = failure("The owner permission cannot be removed from the only organization owner.");
  refusals(sim, [
    ["alice", `PATCH /users/${id}`, { role: 150 }, failure("Invalid role: Value error, Not in the list of possible values")],
    ["alice", "PATCH /users/999", { full_name: "x" }, failure("No such user")],
    ["alice", `PATCH /users/${id}`, { full_name: "x" }, failure("Insufficient permission")],
    ["dana", `PATCH /users/${id}`, { role: 100, full_name: "x" }, ownersOnly],
    ["dana", `PATCH /users/${owen}`, { role: 400, full_name: "x" }, ownersOnly],
    ["owen", `PATCH /users/${owen}`, { role: 400, full_name: "x" }, lastOwner],
    ["dana", `PATCH /users/${id}`, { role: 200, full_name: "x", profile_data: [{ id: 999, value: "" }] }, failure("Name too short!")],
    ["dana", `PATCH /users/${id}`, { role: 200, profile_data: [{ id: 999, value: "" }] }, failure("Field id 999 not found.")],
    ["dana", `PATCH /users/${id}`, { profile_data: [{ id: phone, value: 5 }] }, failure('profile_data[0]["value"]["str"] is not a string')],
  ]);
  assert.equal(hear(), []);
  assert.equal(sim.as("alice").send(`PATCH /users/${robo}`, { full_name: "Robo Hoe", role: 400 }).body, ok);
  assert.equal(hear(), [person({ user_id: robo, full_name: "Robo Hoe" })]);
  const all = { full_name: "Bob Beech", role: 300, profile_data: [{ id: phone, value: "1" }] };
  assert.equal(sim.as("dana").send(`PATCH /users/${id}`, all).body, ok);
  assert.equal(hear(), [
    person({ user_id: id, role: 300 }),
    { type: "user_group", op: "remove_members", group_id: groupId(sim, "role:members"), user_ids: [id] },
    { type: "user_group", op: "add_members", group_id: groupId(sim, "role:moderators"), user_ids: [id] },
    { type: "user_group", op: "remove_members", group_id: groupId(sim, "role:fullmembers"), user_ids: [id] },
    person({ user_id: id, full_name: "Bob Beech" }),
    person({ user_id: id, custom_profile_field: { id: phone, value: "1", rendered_value: "<p>1</p>" } }),
  ]);
  sim.as("dana").send(`PATCH /users/${id}`, { full_name: " ", role: 300, profile_data: [{ id: phone, value: "" }] });
  assert.equal(hear(), [person({ user_id: id, custom_profile_field: { id: phone, value: null } })]);
  sim.as("owen").send(`PATCH /users/${id}`, { role: 100 });
  assert.equal(sim.as("owen").send(`PATCH /users/${owen}`, { role: 400 }).body, ok);
});

test("a deactivated account is out until it is given back", () => {
  const sim = createSimulator();
  const hear = listener(sim, "gus", ["realm_user"]);
  const [alice, robo, zoe, owen] = ["alice", "robo", "zoe", "owen"].map((name) => idOf(sim, name)) as [number, number, number, number];
  refusals(sim, [
    ["alice", "DELETE /users/999", {}, failure("No such user")],
    ["alice", `DELETE /users/${robo}`, {}, failure("No such user")],
    ["alice", `DELETE /users/${zoe}`, {}, failure("User is deactivated")],
    ["alice", `DELETE /users/${owen}`, {}, failure("Insufficient permission")],
    ["dana", `DELETE /users/${owen}`, {}, failure("Must be an organization owner", "UNAUTHORIZED_PRINCIPAL")],
    ["owen", `DELETE /users/${owen}`, {}, failure("Cannot deactivate the only organization owner")],
    ["alice", `POST /users/${zoe}/reactivate`, {}, failure("Insufficient permission")],
    ["dana", "POST /users/999/reactivate", {}, failure("No such user")],
  ]);
  assert.equal(sim.as("dana").send(`DELETE /users/${alice}`, { deactivation_notification_comment: "bye" }).body, ok);
  assert.is(sim.as("alice").send("GET /users/me").status, 401);
  assert.equal(hear(), [person({ user_id: robo, is_active: false }), person({ user_id: alice, is_active: false })]);
  assert.equal(sim.as("dana").send(`POST /users/${alice}/reactivate`).body, ok);
  assert.equal(sim.as("dana").send(`POST /users/${alice}/reactivate`).body, ok);
  assert.equal(hear(), [person({ user_id: alice, is_active: true }), person({ user_id: alice, is_active: true })]);
  assert.is(sim.as("alice").send("GET /users/me").status, 200);
});

test("people leave by themselves, but for the last owner and the last of all", () => {
  const sim = createSimulator();
  const lastOwner = { is_last_owner: true, entity: "organization owner" };
  refusals(sim, [
    ["robo", "DELETE /users/me", {}, failure("This endpoint does not accept bot requests.")],
    ["owen", "DELETE /users/me", {}, failure("Cannot deactivate the only organization owner.", "CANNOT_DEACTIVATE_LAST_USER", lastOwner)],
  ]);
  const alone = createSimulator({ realm: { users: { owen: { role: "owner" } } } });
  const lastUser = failure("Cannot deactivate the only user.", "CANNOT_DEACTIVATE_LAST_USER", { is_last_owner: false, entity: "user" });
  refusals(alone, [["owen", "DELETE /users/me", {}, lastUser]]);
  assert.equal(sim.as("bob").send("DELETE /users/me").body, ok);
  assert.is(sim.as("bob").send("GET /users/me").status, 401);
});

test("a new key ends the former one, and a picture gives way to the computed one", () => {
  const sim = createSimulator();
  const hear = listener(sim, "bob", ["realm_user"]);
  const before = sim.as("cara");
  const key = before.send("POST /users/me/api_key/regenerate").body.api_key;
  assert.equal([sim.cast.cara!.api_key, before.send("GET /users/me").body.msg], [key, "Invalid API key"]);
  refusals(sim, [["robo", "POST /users/me/api_key/regenerate", {}, failure("This endpoint does not accept bot requests.")]]);
  const { avatar_url, ...rest } = sim.as("cara").send("DELETE /users/me/avatar").body;
  assert.equal(rest, ok);
  assert.match(String(avatar_url), /^https:\/\/secure\.gravatar\.com\/avatar\/[0-9a-f]{32}\?d=identicon&version=2$/);
  const fields = { avatar_source: "G", avatar_url, avatar_url_medium: `${avatar_url}&s=500`, avatar_version: 2 };
  assert.equal(hear(), [person({ user_id: idOf(sim, "cara"), ...fields })]);
});

test("accounts without a picture have the one that the organization wants", () => {
  const sim = createSimulator();
  sim.as("owen").send("PATCH /realm", { default_avatar_source: "J" });
  const fields = { email: "finn@example.com", full_name: "Finn", password: "a long one" };
  const { user_id } = sim.as("owen").send("POST /users", fields).body;
  const shown = sim.as("alice").send(`GET /users/${user_id}` as "GET /users/1").body.user as Event;
  assert.is(shown.avatar_url, `/user_avatars/touchstone/${user_id}.png?version=1`);
  const { avatar_url } = sim.as("cara").send("DELETE /users/me/avatar").body;
  assert.is(avatar_url, `/user_avatars/touchstone/${idOf(sim, "cara")}.png?version=2`);
});

test("people upload pictures of themselves, where the organization lets them", () => {
  const sim = createSimulator();
  const upload = (who: string, ...names: string[]) =>
    sim.as(who).send(
      "POST /users/me/avatar" as string,
      {},
      names.map((name) => ({ name, type: "", bytes: new Uint8Array(1) })),
    ).body;
  const { avatar_url } = upload("cara", "me.png");
  assert.is(avatar_url, `/user_avatars/touchstone/${idOf(sim, "cara")}.png?version=2`);
  assert.equal(upload("cara"), failure("You must upload exactly one avatar."));
  assert.equal(upload("cara", "a.png", "b.png"), failure("You must upload exactly one avatar."));
  assert.equal(upload("cara", "a.txt"), failure("Could not decode image; did you upload an image file?", "BAD_IMAGE"));
  sim.as("owen").send("PATCH /realm", { avatar_changes_disabled: true });
  assert.equal(upload("cara", "me.png"), failure("Avatar changes are disabled in this organization."));
  assert.is(upload("dana", "me.png").result, "success");
  const remove = (as: string) => sim.as(as).send("DELETE /users/me/avatar").body;
  assert.equal(remove("cara"), failure("Avatar changes are disabled in this organization."));
  assert.is(remove("dana").result, "success");
});

test("where names have to be unique nobody gets one that another has, in whatever letters", () => {
  const sim = createSimulator();
  const refused = failure("Unique names required in this organization.");
  const { full_name: bobs } = sim.as("bob").send("GET /users/me").body as { full_name: string };
  const wide = [...bobs].map((letter) => (/[a-z]/i.test(letter) ? String.fromCharCode(letter.charCodeAt(0) + 0xfee0) : letter)).join("");
  const rename = (full_name: string) => sim.as("alice").send("PATCH /settings", { full_name }).body;
  assert.is(rename(bobs).result, "success");
  assert.is(rename("Alice").result, "success");
  sim.as("owen").send("PATCH /realm", { require_unique_names: true });
  for (const name of [bobs, bobs.toUpperCase(), wide]) assert.equal(rename(name), refused, name);
  assert.is(rename("ALICE").result, "success");
  const account = { email: "new@example.com", password: "long enough to be one" };
  assert.equal(sim.as("owen").send("POST /users", { ...account, full_name: bobs }).body, refused);
  assert.equal(sim.as("owen").send(`PATCH /users/${idOf(sim, "alice")}`, { full_name: bobs }).body, refused);
  assert.equal(sim.as("alice").send("POST /bots", { full_name: bobs, short_name: "weeder" }).body, refused);
  assert.is(sim.as("owen").send("POST /users", { ...account, full_name: "Somebody New" }).body.result, "success");
});

test.run();
