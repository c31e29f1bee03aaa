import { test } from "uvu";
import * as assert from "uvu/assert";
import { createSimulator, type Simulator, type SimulatorOptions } from "../../server/simulator.ts";

type Json = Readonly<Record<string, unknown>>;

/**
 * Gil, a guest, shares a channel with Amy and has written with Deb. Una, a member who writes to open channels, and Ben, who has left
 * the organization, are strangers to him.
 */
const realm = {
  settings: { can_access_all_users_group: "role:members" },
  users: {
    gil: { role: "guest" },
    amy: {},
    deb: { active: false },
    una: { full_name: "Una Umbel" },
    ben: { active: false },
    robo: { bot: { owner: "una" } },
  },
  channels: {
    P: { subscribers: ["gil", "amy", "ben"] },
    Q: { subscribers: ["una"] },
    W: { privacy: "web-public", subscribers: ["una"] },
  },
  messages: [
    { from: "una", to: "P", topic: "x", content: "by Una", at: "-2h" },
    { from: "amy", to: "P", topic: "x", content: "by Amy" },
    { from: "robo", to: "P", topic: "x", content: "by Robo" },
    { from: "deb", to: ["gil"], content: "by Deb" },
    { from: "una", to: "W", topic: "x", content: "open" },
  ],
};

const stage = (options: SimulatorOptions = {}): Simulator => createSimulator({ realm, ...options });

const senders = (sim: Simulator, as: string, narrow: Json[] = []): unknown[] => {
  const { body } = sim.as(as).send("GET /messages" as string, { anchor: "newest", num_before: 9, num_after: 0, narrow });
  return (body.messages as Json[]).map(({ sender_full_name }) => sender_full_name);
};

test("a guest who may not know everybody knows those of the same channels and conversations, and bots", () => {
  assert.equal(senders(stage(), "gil"), ["Unknown user", "Amy", "Robo", "Deb"]);
  assert.equal(senders(stage(), "amy"), ["Una Umbel", "Amy", "Robo"]);
  assert.equal(senders(stage({ realm: { ...realm, settings: {} } }), "gil"), ["Una Umbel", "Amy", "Robo", "Deb"]);
  assert.equal(senders(stage({ level: 224 }), "gil"), ["Una Umbel", "Amy", "Robo", "Deb"]);
  assert.is(senders(stage({ level: 225 }), "gil")[0], "Unknown user");
});

test("who comes to a channel of the guest becomes known", () => {
  const sim = stage();
  sim.act({ action: "subscribe", as: "una", channel: "P" });
  assert.is(senders(sim, "gil")[0], "Una Umbel");
});

test("a message of an unknown sender keeps the id and nothing else of them, in a list, alone and as an event", () => {
  const sim = stage();
  const id = sim.cast.una!.user_id;
  const unknown = {
    sender_id: id,
    sender_email: `user${id}@localhost`,
    sender_full_name: "Unknown user",
    avatar_url: "/static/images/unknown-user-avatar.png",
  };
  const sender = (message: unknown) => {
    const { sender_id, sender_email, sender_full_name, avatar_url } = message as Json;
    return { sender_id, sender_email, sender_full_name, avatar_url };
  };
  const narrow = [{ operator: "channel", operand: "W" }];
  const { messages } = sim.as("gil").send("GET /messages", { anchor: "newest", num_before: 1, num_after: 0, narrow }).body;
  const [open] = messages as Json[];
  assert.equal(sender(open), unknown);
  assert.equal(sender(sim.as("gil").send(`GET /messages/${open!.id}`).body.message), unknown);
  const { queue_id } = sim.as("gil").send("POST /register", { event_types: ["message"], fetch_event_types: [] }).body;
  sim.as("una").send("POST /messages", { type: "channel", to: "P", topic: "x", content: "again" });
  const { events } = sim.as("gil").send("GET /events", { queue_id, last_event_id: -1 }).body;
  assert.equal(sender((events as Json[])[0]!.message), unknown);
  assert.is((sender(sim.as("una").send(`GET /messages/${open!.id}`).body.message) as Json).sender_full_name, "Una Umbel");
});

function usersFor(sim: Simulator, as: string, client_capabilities?: Record<string, boolean>): Record<"active" | "gone", Json[]> {
  const { body } = sim.as(as).send("POST /register", { fetch_event_types: ["realm_user"], client_capabilities });
  return { active: body.realm_users as Json[], gone: body.realm_non_active_users as Json[] };
}

const names = (users: readonly Json[]): unknown[] => users.map(({ full_name }) => full_name);

test("the list of users has placeholders for strangers, or none for clients that do without", () => {
  const sim = stage();
  const { active, gone } = usersFor(sim, "gil");
  assert.equal(names(active), ["Gil", "Amy", "Unknown user", "Unknown user", "Robo"]);
  assert.equal(names(gone), ["Deb"]);
  const id = sim.cast.una!.user_id;
  assert.equal(
    active.find(({ user_id }) => user_id === id),
    {
      user_id: id,
      email: `user${id}@localhost`,
      full_name: "Unknown user",
      avatar_url: "/static/images/unknown-user-avatar.png",
      delivery_email: null,
      role: 400,
      is_admin: false,
      is_owner: false,
      is_guest: false,
      is_imported_stub: false,
      is_bot: false,
      timezone: "",
      date_joined: "2026-01-01T12:00+00:00",
      avatar_version: 1,
      profile_data: {},
    },
  );
  const incomplete = { notification_settings_null: true, user_list_incomplete: true };
  assert.equal(names(usersFor(sim, "gil", incomplete).active), ["Gil", "Amy", "Robo"]);
  assert.equal(names(usersFor(stage({ level: 232 }), "gil", incomplete).active), ["Gil", "Amy", "Robo"]);
  assert.is(usersFor(stage({ level: 231 }), "gil", incomplete).active.length, 5);
  assert.equal(names(usersFor(sim, "amy", incomplete).gone), ["Deb", "Ben"]);
});

test("a guest mentions only people that the guest knows", () => {
  const sim = stage();
  const rendered = (as: string, content: string) => {
    const { id } = sim.as(as).send("POST /messages", { type: "channel", to: "P", topic: "x", content }).body;
    return (sim.as(as).send(`GET /messages/${id}`).body.message as Json).content;
  };
  const { una, amy } = sim.cast;
  assert.is(rendered("gil", "@**Una Umbel**"), "<p>@<strong>Una Umbel</strong></p>");
  assert.is(rendered("gil", `@**Una Umbel|${una!.user_id}**`), `<p>@<strong>Una Umbel|${una!.user_id}</strong></p>`);
  assert.is(rendered("gil", "@**Amy**"), `<p><span class="user-mention" data-user-id="${amy!.user_id}">@Amy</span></p>`);
  assert.is(rendered("amy", "@**Una Umbel**"), `<p><span class="user-mention" data-user-id="${una!.user_id}">@Una Umbel</span></p>`);
});

test("a guest cannot write to strangers", () => {
  const sim = stage();
  const send = (as: string, ...to: string[]) =>
    sim.as(as).send("POST /messages", { type: "direct", to: to.map((name) => sim.cast[name]!.user_id), content: "hello" }).body;
  const refusal = { result: "error", msg: "You do not have permission to access some of the recipients.", code: "BAD_REQUEST" };
  assert.equal(send("gil", "una"), refusal);
  assert.equal(send("gil", "amy", "una"), refusal);
  assert.equal(send("gil", "ben"), refusal, "before it is told that the account is deactivated");
  assert.is(send("gil", "amy").result, "success");
  assert.is(send("gil", "robo").result, "success");
  assert.is(send("una", "gil").result, "success");
  assert.is(send("gil", "una").result, "success", "who has written to the guest is known");
});

test("changes of a stranger are not told to the guest, nor presence where the server keeps that back too", () => {
  const sim = stage({ realm: { ...realm, settings: { ...realm.settings, limits_presence_to_accessible_users: true } } });
  const open = (as: string) =>
    sim.as(as).send("POST /register", { event_types: ["realm_user", "presence"], fetch_event_types: [] }).body.queue_id as string;
  const queues = { gil: open("gil"), amy: open("amy") };
  sim.act({ action: "set_user", as: "una", property: "full_name", value: "Una Urtica" });
  sim.act({ action: "set_user", as: "amy", property: "full_name", value: "Amy Arum" });
  sim.act({ action: "set_presence", as: "una", status: "active" });
  sim.act({ action: "set_presence", as: "amy", status: "active" });
  const told = (as: "gil" | "amy") => {
    const { events } = sim.as(as).send("GET /events", { queue_id: queues[as], last_event_id: -1 }).body;
    return (events as Json[]).map(({ type, person, user_id }) => [type, (person as Json | undefined)?.full_name ?? user_id]);
  };
  const [una, amy] = [sim.cast.una!.user_id, sim.cast.amy!.user_id];
  assert.equal(told("gil"), [
    ["realm_user", "Amy Arum"],
    ["presence", amy],
  ]);
  assert.equal(told("amy"), [
    ["realm_user", "Una Urtica"],
    ["realm_user", "Amy Arum"],
    ["presence", una],
    ["presence", amy],
  ]);
});

test.run();
