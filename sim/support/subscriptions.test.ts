import { test } from "uvu";
import * as assert from "uvu/assert";
import { type Event, listener } from "../actions/hearing.test.kit.ts";
import { createSimulator, type Simulator } from "../server/simulator.ts";

const types = ["stream", "subscription"];
const idOf = (sim: Simulator, channel: string): number => sim.channels[channel]!.stream_id;
const userId = (sim: Simulator, name: string): number => sim.cast[name]!.user_id;
const send = (sim: Simulator, as: string, method: string, fields: Event = {}) => {
  const { status, body } = sim.as(as).send(`${method} /users/me/subscriptions`, fields);
  return { status, body };
};
const ok = (fields: Event = {}) => ({ status: 200, body: { result: "success", msg: "", ...fields } });
const refused = (msg: string, code = "BAD_REQUEST", extra: Event = {}) => ({ status: 400, body: { result: "error", msg, code, ...extra } });
const noticed = { new_subscription_messages_sent: true };

/** An event with its channels and subscriptions by their names only. */
const brief = ({ streams, subscriptions, ...rest }: Event): Event => ({
  ...rest,
  ...(streams !== undefined && { streams: names(streams) }),
  ...(subscriptions !== undefined && { subscriptions: names(subscriptions) }),
});
const names = (list: unknown): unknown[] => (list as Event[]).map(({ name, stream_id }) => name ?? stream_id);

const snapshot = (sim: Simulator, as: string, fields: Event = {}) => {
  const client_capabilities = { notification_settings_null: true };
  return sim.as(as).send("POST /register", { fetch_event_types: ["subscription"], client_capabilities, ...fields }).body as Record<
    string,
    Event[]
  >;
};

test("a channel that is there is joined, and a missing one is made first", () => {
  const sim = createSimulator();
  const [alice, bob] = [listener(sim, "alice", types), listener(sim, "bob", types)];
  const subscriptions = [{ name: " Quiet " }, { name: "harvest", description: "one\ntwo", color: "#Abc" }, { name: "QUIET" }];
  const id = userId(sim, "alice");
  assert.equal(
    send(sim, "alice", "POST", { subscriptions }),
    ok({ subscribed: { [id]: ["quiet", "harvest"] }, already_subscribed: {}, ...noticed }),
  );
  assert.equal(
    send(sim, "alice", "POST", { subscriptions }),
    ok({ subscribed: {}, already_subscribed: { [id]: ["quiet", "harvest"] }, ...noticed }),
  );
  const [create, add] = alice() as [Event, Event];
  assert.equal(brief(create), { type: "stream", op: "create", streams: ["harvest"] });
  assert.equal(brief(add), { type: "subscription", op: "add", subscriptions: ["quiet", "harvest"] });
  const [quiet, harvest] = add.subscriptions as [Event, Event];
  assert.equal([harvest.color, harvest.description, harvest.creator_id, harvest.subscribers], ["#Abc", "one two", id, [id]]);
  assert.equal(harvest.can_administer_channel_group, { direct_members: [id], direct_subgroups: [] });
  assert.equal(quiet.subscribers, [id, userId(sim, "bob"), userId(sim, "cara")]);
  assert.equal(bob().map(brief), [
    { type: "stream", op: "create", streams: ["harvest"] },
    { type: "subscription", op: "peer_add", stream_ids: [idOf(sim, "quiet"), idOf(sim, "harvest")], user_ids: [id] },
  ]);
});

test("a new channel begins with a message of who made it, read for that one", () => {
  const sim = createSimulator();
  const [alice, bob] = ["alice", "bob"].map((name) => listener(sim, name, ["message"])) as [() => Event[], () => Event[]];
  const principals = ["alice", "bob"].map((name) => userId(sim, name));
  send(sim, "alice", "POST", { subscriptions: [{ name: "harvest", description: "*Baskets*" }], invite_only: true, principals });
  const [{ message, flags }] = alice() as [{ message: Event; flags: string[] }];
  assert.equal([message.sender_full_name, message.display_recipient, message.subject], ["Notification Bot", "harvest", "channel events"]);
  const who = `@_**Alice Arbour|${userId(sim, "alice")}**`;
  assert.is(
    message.content,
    `**Private, protected history** channel created by ${who}. **Description:**\n\`\`\`\` quote\n*Baskets*\n\`\`\`\``,
  );
  assert.equal([flags, bob()[0]!.flags], [["read"], []]);
});

test("people whom another one subscribes are told in person, but not of channels just made, and no bots", () => {
  const sim = createSimulator();
  const hear = Object.fromEntries(["alice", "cara", "gus", "robo"].map((name) => [name, listener(sim, name, ["message"])]));
  const told = () =>
    Object.fromEntries(
      Object.entries(hear).map(([name, hear]) => [
        name,
        hear()
          .map(({ message }) => message as Event)
          .filter(({ type }) => type === "private")
          .map(({ content }) => content),
      ]),
    );
  const principals = ["alice", "cara", "gus", "robo"].map((name) => userId(sim, name));
  const fields = { subscriptions: [{ name: "team" }, { name: "harvest" }, { name: "general" }], principals };
  const { subscribed } = send(sim, "alice", "POST", fields).body as { subscribed: Event };
  assert.equal(Object.values(subscribed), [["harvest"], ["team", "harvest"], ["team", "harvest"], ["team", "harvest"]]);
  const who = `@**Alice Arbour|${userId(sim, "alice")}** subscribed you to`;
  assert.equal(told(), { alice: [], cara: [`${who} #**team**.`], gus: [`${who} #**team**.`], robo: [] });
  const both = { subscriptions: [{ name: "town-square" }, { name: "secret" }], principals: [userId(sim, "bob")] };
  const bob = listener(sim, "bob", ["message"]);
  assert.equal(send(sim, "alice", "POST", { ...both, send_new_subscription_messages: false }).body, {
    result: "success",
    msg: "",
    subscribed: { [userId(sim, "bob")]: ["town-square", "secret"] },
    already_subscribed: {},
  });
  assert.equal(bob(), []);
  send(sim, "alice", "DELETE", { subscriptions: ["town-square", "secret"] });
  sim.act({ action: "unsubscribe", as: "bob", channel: "town-square" });
  sim.act({ action: "subscribe", as: "alice", channel: "secret" });
  sim.act({ action: "unsubscribe", as: "bob", channel: "secret" });
  send(sim, "alice", "POST", both);
  assert.equal(
    bob().map(({ message }) => (message as Event).content),
    [`${who} the following channels:\n\n* #**secret**\n* #**town-square**\n`],
  );
});

test("several people come with one event for the others", () => {
  const sim = createSimulator();
  const [bob, dana, gus] = [listener(sim, "bob", types), listener(sim, "dana", types), listener(sim, "gus", types)];
  const principals = ["gus@example.com", "cara@example.com"];
  const ids = [userId(sim, "cara"), userId(sim, "gus")];
  const stream_ids = [idOf(sim, "team")];
  send(sim, "alice", "POST", { subscriptions: [{ name: "team" }], principals });
  const peers = [{ type: "subscription", op: "peer_add", stream_ids, user_ids: ids }];
  assert.equal([bob(), dana()], [peers, peers]);
  assert.equal(gus().map(brief), [
    { type: "stream", op: "create", streams: ["team"] },
    { type: "subscription", op: "add", subscriptions: ["team"] },
  ]);
  sim.act({ action: "set_channel", channel: "team", property: "can_remove_subscribers_group", value: "role:members" });
  bob();
  gus();
  assert.equal(
    send(sim, "alice", "DELETE", { subscriptions: ["Team"], principals: [...ids, userId(sim, "robo")] }),
    ok({ removed: ["team", "team"], not_removed: ["team"] }),
  );
  assert.equal(bob(), [{ type: "subscription", op: "peer_remove", stream_ids, user_ids: ids }]);
  assert.equal(gus(), [
    { type: "subscription", op: "remove", subscriptions: [{ name: "team", stream_id: stream_ids[0] }] },
    { type: "stream", op: "delete", streams: [{ stream_id: stream_ids[0] }], stream_ids },
  ]);
});

test("the answer goes by user id at the level that does so, by address before", () => {
  const keys = (level: number) =>
    Object.keys(send(createSimulator({ level }), "alice", "POST", { subscriptions: [{ name: "quiet" }] }).body.subscribed as Event);
  assert.equal([keys(289), keys(288)], [[String(userId(createSimulator(), "alice"))], ["alice@example.com"]]);
  const { body } = send(createSimulator({ level: 396 }), "alice", "POST", { subscriptions: [{ name: "quiet" }] });
  assert.not("new_subscription_messages_sent" in body);
});

test("what is asked of new channels is what they are", () => {
  const sim = createSimulator();
  const folder_id = [...sim.snapshot().world.folders.keys()][0];
  const fields = {
    invite_only: true,
    history_public_to_subscribers: true,
    folder_id,
    topics_policy: "disable_empty_topic",
    message_retention_days: 30,
    can_send_message_group: 3,
    can_subscribe_group: { direct_members: [userId(sim, "cara")], direct_subgroups: [] },
  };
  send(sim, "owen", "POST", { subscriptions: [{ name: "harvest" }], ...fields });
  const stream = sim.as("owen").send(`GET /streams/${idOf(sim, "harvest")}`).body.stream as Event;
  assert.equal(Object.fromEntries(Object.keys(fields).map((key) => [key, stream[key]])), fields);
  assert.is(send(sim, "cara", "POST", { subscriptions: [{ name: "harvest" }] }).status, 200);
});

test("new subscriptions get the first colour that is free, and who comes back finds what was there", () => {
  const sim = createSimulator();
  const subscribe = (name: string) => send(sim, "alice", "POST", { subscriptions: [{ name }] });
  const lists = () => snapshot(sim, "alice");
  const own = (name: string) => lists().subscriptions!.find((one) => one.name === name)!;
  subscribe("quiet");
  assert.equal([own("quiet").color, own("general").color], ["#fae589", "#76ce90"]);
  const stream_id = idOf(sim, "quiet");
  const subscription_data = [
    { stream_id, property: "color", value: "#123456" },
    { stream_id, property: "pin_to_top", value: true },
    { stream_id, property: "push_notifications", value: false },
  ];
  sim.as("alice").send("POST /users/me/subscriptions/properties", { subscription_data });
  send(sim, "alice", "DELETE", { subscriptions: ["quiet", "team"] });
  const { subscriptions, unsubscribed, never_subscribed } = lists();
  assert.equal([unsubscribed, never_subscribed].map(names), [["quiet"], []]);
  assert.not(names(subscriptions).includes("quiet"));
  assert.equal([unsubscribed![0]!.color, unsubscribed![0]!.pin_to_top], ["#123456", true]);
  subscribe("QUIET");
  const { color, pin_to_top, push_notifications, email_notifications } = own("quiet");
  assert.equal([color, pin_to_top, push_notifications, email_notifications], ["#123456", true, false, null]);
  assert.equal(lists().unsubscribed, []);
});

test("when no colour is free, new subscriptions get those that one has least often", () => {
  const sim = createSimulator();
  const colours = () => snapshot(sim, "alice").subscriptions!.map(({ color }) => color);
  const before = new Set(colours());
  const free = 24 - before.size;
  send(sim, "alice", "POST", { subscriptions: Array.from({ length: free }, (_, index) => ({ name: `bed ${index}` })) });
  assert.is(new Set(colours()).size, 24);
  const leastUsed = colours().filter((color, _, all) => all.indexOf(color) === all.lastIndexOf(color));
  send(sim, "alice", "POST", { subscriptions: [{ name: "late" }] });
  assert.is(snapshot(sim, "alice").subscriptions!.find(({ name }) => name === "late")!.color, "#76ce90");
  assert.ok(leastUsed.includes("#76ce90"));
});

test("an event of a new subscription leaves its settings open, whatever the client can read, and a registration spells them out", () => {
  const sim = createSimulator();
  const hear = listener(sim, "alice", ["subscription"], []);
  send(sim, "alice", "POST", { subscriptions: [{ name: "quiet" }] });
  const settings = [
    "audible_notifications",
    "desktop_notifications",
    "email_notifications",
    "push_notifications",
    "wildcard_mentions_notify",
  ];
  const [told] = hear().flatMap(({ subscriptions }) => (subscriptions ?? []) as Event[]) as [Event];
  assert.equal(
    settings.map((name) => told[name]),
    [null, null, null, null, null],
  );
  const registered = snapshot(sim, "alice", { client_capabilities: { notification_settings_null: false } }).subscriptions!;
  const own = registered.find(({ name }) => name === "quiet")!;
  assert.equal(
    settings.map((name) => own[name]),
    [false, false, false, false, null],
  );
});

test("coming and going in one request", () => {
  const sim = createSimulator();
  const id = userId(sim, "alice");
  assert.equal(
    send(sim, "alice", "PATCH", { add: [{ name: "quiet" }, { name: "general" }], delete: ["team", "secret"] }),
    ok({
      subscribed: { [id]: ["quiet"] },
      already_subscribed: { [id]: ["general"] },
      ...noticed,
      removed: ["team", "secret"],
      not_removed: [],
    }),
  );
  assert.equal(send(sim, "alice", "PATCH"), refused('Nothing to do. Specify at least one of "add" or "delete".'));
  assert.equal(send(sim, "alice", "PATCH", { add: [{ name: "shed" }], delete: ["nowhere"] }), refused("Channel(s) (nowhere) do not exist"));
  assert.is(sim.channels.shed, undefined);
});

test("who leaves a channel has read what was sent to it, which stays so for those who come back", () => {
  const sim = createSimulator();
  const id = (as: string, to: string): number =>
    sim.as(as).send("POST /messages", { type: "channel", to, topic: "leaving", content: "hi" }).body.id as number;
  const [inGeneral, inTeam, more] = [id("bob", "general"), id("bob", "team"), id("cara", "general")];
  const unread = () => {
    const narrow = [
      ["is", "unread"],
      ["topic", "leaving"],
    ];
    const { messages } = sim.as("alice").send("GET /messages", { anchor: "newest", num_before: 10, num_after: 0, narrow }).body;
    return (messages as Event[]).map((message) => message.id);
  };
  assert.equal(unread(), [inGeneral, inTeam, more]);
  const heard = ["alice", "bob"].map((as) => listener(sim, as, ["subscription", "update_message_flags"]));
  send(sim, "alice", "DELETE", { subscriptions: ["general"] });
  const [alice, bob] = heard.map((hear) => hear());
  assert.equal(
    alice!.map(({ type, op }) => [type, op]),
    [
      ["subscription", "remove"],
      ["update_message_flags", "add"],
    ],
  );
  const { messages, ...rest } = alice![1]!;
  assert.equal(rest, { type: "update_message_flags", op: "add", operation: "add", flag: "read", all: false });
  assert.equal((messages as number[]).slice(-2), [inGeneral, more]);
  assert.equal(
    bob!.map(({ op }) => op),
    ["peer_remove"],
  );
  assert.equal(unread(), [inTeam]);
  send(sim, "alice", "POST", { subscriptions: [{ name: "general" }] });
  assert.equal(unread(), [inTeam]);
});

test("subscriptions are listed by name, with subscribers where they are asked for", () => {
  const users = Object.fromEntries(Array.from({ length: 250 }, (_, i) => [`p${i}`, { presence: { connected: i < 2 ? "-1d" : "-15d" } }]));
  const channels = { hall: { subscribers: "everyone" }, den: { subscribers: ["p0"] }, attic: { subscribers: ["p0"], archived: true } };
  const sim = createSimulator({ realm: { users, channels } });
  const list = (fields: Event) => send(sim, "p0", "GET", fields).body.subscriptions as Event[];
  const [den, hall] = list({}) as [Event, Event];
  assert.equal([den.name, hall.name, list({}).length, "subscribers" in hall], ["den", "hall", 2, false]);
  assert.equal([hall.email_notifications, hall.is_muted], [null, false]);
  assert.is((list({ include_subscribers: true })[1]!.subscribers as number[]).length, 250);
  const [small, large] = list({ include_subscribers: "partial" }) as [Event, Event];
  const [p0, p1] = ["p0", "p1"].map((name) => userId(sim, name));
  assert.equal([small.subscribers, large.subscribers, large.partial_subscribers], [[p0], undefined, [p0, p1]]);
  assert.equal(send(sim, "p0", "GET", { include_subscribers: '"partial"' }), refused("include_subscribers is not a boolean"));
  const old = createSimulator({ level: 411 });
  assert.equal(send(old, "alice", "GET", { include_subscribers: "partial" }), refused("include_subscribers is not valid JSON"));
});

test("whether somebody else is subscribed", () => {
  const sim = createSimulator();
  const ask = (as: string, user: number, channel: number) => {
    const { status, body } = sim.as(as).send(`GET /users/${user}/subscriptions/${channel}`);
    return { status, body };
  };
  const [team, bob, cara] = [idOf(sim, "team"), userId(sim, "bob"), userId(sim, "cara")];
  assert.equal(ask("alice", bob, team), ok({ is_subscribed: true }));
  assert.equal(ask("alice", cara, team), ok({ is_subscribed: false }));
  assert.equal(ask("cara", bob, team), refused("Invalid channel ID"));
  assert.equal(ask("alice", 4711, team), refused("No such user"));
  assert.equal(ask("alice", userId(sim, "zoe"), team), refused("User is deactivated"));
});

test("one setting of a subscription is changed by the path of its channel", () => {
  const sim = createSimulator();
  const { stream_id } = sim.channels.general!;
  const change = (property: string, value: string) =>
    sim.as("alice").send(`PATCH /users/me/subscriptions/${stream_id}` as string, { property, value }).body;
  const own = () => {
    const { subscriptions } = sim.as("alice").send("GET /users/me/subscriptions").body as { subscriptions: Record<string, unknown>[] };
    return subscriptions.find((one) => one.stream_id === stream_id)!;
  };
  assert.equal(change("color", '"#abcdef"'), { result: "success", msg: "" });
  change("pin_to_top", "true");
  change("in_home_view", "false");
  const { color, pin_to_top, is_muted } = own();
  assert.equal([color, pin_to_top, is_muted], ["#abcdef", true, true]);
  assert.is(change("pin_to_top", "1").msg, "value is not a string or a boolean");
  assert.is(change("weight", "true").msg, "Unknown subscription property: weight");
});

test("the channels of somebody else are told as far as the caller sees them", () => {
  const sim = createSimulator();
  const of = (who: string, whose: string) => sim.as(who).send(`GET /users/${sim.cast[whose]!.user_id}/channels` as string).body;
  const own = (who: string) =>
    (sim.as(who).send("GET /users/me/subscriptions").body.subscriptions as { stream_id: number }[]).map((one) => one.stream_id);
  const alice = [...own("alice")].sort((a, b) => a - b);
  assert.equal(of("alice", "alice").subscribed_channel_ids, alice);
  assert.ok(own("alice").includes(sim.channels.team!.stream_id) && !own("cara").includes(sim.channels.team!.stream_id));
  assert.equal(
    of("cara", "alice").subscribed_channel_ids,
    alice.filter((id) => id !== sim.channels.team!.stream_id),
  );
  assert.is(of("alice", "zoe").msg, "User is deactivated");
});

test.run();
