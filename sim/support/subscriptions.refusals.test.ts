import { test } from "uvu";
import * as assert from "uvu/assert";
import { type Event, listener } from "../actions/hearing.test.kit.ts";
import { createSimulator, type Simulator } from "../server/simulator.ts";

const idOf = (sim: Simulator, channel: string): number => sim.channels[channel]!.stream_id;
const userId = (sim: Simulator, name: string): number => sim.cast[name]!.user_id;
const send = (sim: Simulator, as: string, route: string, fields: Event = {}) => {
  const { status, body } = sim.as(as).send(route, fields);
  return { status, body };
};
const ok = (fields: Event = {}) => ({ status: 200, body: { result: "success", msg: "", ...fields } });
const refused = (msg: string, code = "BAD_REQUEST", extra: Event = {}) => ({ status: 400, body: { result: "error", msg, code, ...extra } });
const missing = (name: string) => refused(`Missing '${name}' argument`, "REQUEST_VARIABLE_MISSING", { var_name: name });
const post = "POST /users/me/subscriptions";
const notEnough = refused("Insufficient permission");

/** Each row is the request of the row above with one fault less, and another one that shows now. */
function climb(sim: Simulator, as: string, route: string, rungs: readonly (readonly [Event, unknown])[]): void {
  let fields: Event = {};
  for (const [more, expected] of rungs) {
    fields = { ...fields, ...more };
    assert.equal(send(sim, as, route, fields), expected, JSON.stringify(fields));
  }
}

test("a ladder of refusals to subscribing", () => {
  const sim = createSimulator();
  sim.act({ action: "unsubscribe", as: "alice", channel: "secret" });
  const hear = listener(sim, "owen", ["stream", "subscription", "message"]);
  assert.equal(send(sim, "gus", post), refused("Not allowed for guest users"));
  climb(sim, "alice", post, [
    [{ principals: ["zoe@example.com", 1] }, refused('principals["list[str]"][1] is not a string')],
    [{ principals: "[99999999999999999999, 1.5]" }, refused('principals["list[str]"][1] is not an integer')],
    [{ principals: ["nobody@example.com"], announce: 1 }, refused("announce is not a boolean")],
    [{ announce: true }, missing("subscriptions")],
    [{ subscriptions: "x" }, refused("subscriptions is not valid JSON")],
    [{ subscriptions: ["x"] }, refused("Invalid subscriptions[0]: Input should be a valid dictionary or instance of AddSubscriptionData")],
    [{ subscriptions: [{}] }, refused('subscriptions[0]["name"] field is missing: Field required')],
    [{ subscriptions: [{ name: 7 }] }, refused('subscriptions[0]["name"] is not a string')],
    [{ subscriptions: [{ name: "", color: "red" }] }, refused('subscriptions[0]["color"] is not a valid hex color code')],
    [
      { subscriptions: [{ name: "", description: "x".repeat(1025) }] },
      refused('subscriptions[0]["description"] is too long (limit: 1024 characters)'),
    ],
    [{ subscriptions: [{ name: " " }], folder_id: 4711 }, refused("Invalid channel folder ID")],
    [{ folder_id: null, topics_policy: "none" }, refused("Invalid topics_policy")],
    [{ topics_policy: '"inherit"', can_subscribe_group: 4711 }, refused("Invalid user group")],
    [{ can_subscribe_group: 7 }, refused("'can_subscribe_group' setting cannot be set to 'role:everyone' group.")],
    [{ can_subscribe_group: 1 }, refused("No such user")],
    [{ principals: ["zoe@example.com"] }, refused("User is deactivated")],
    [{ principals: [userId(sim, "bob")] }, refused("Channel name can't be empty.")],
    [{ subscriptions: [{ name: "é".repeat(61) }] }, refused("Channel name too long (limit: 60 characters).")],
    [{ subscriptions: [{ name: "a\u0000b" }] }, refused("Invalid character in channel name, at position 2.")],
    [{ subscriptions: [{ name: "shed" }, { name: "general" }], is_default_stream: true }, notEnough],
    [{ is_default_stream: false, is_web_public: true }, notEnough],
    [{ is_web_public: false, message_retention_days: 7 }, refused("Must be an organization owner", "UNAUTHORIZED_PRINCIPAL")],
    [
      { message_retention_days: 0 },
      refused("Bad value for 'message_retention_days': 0", "REQUEST_VARIABLE_INVALID", {
        var_name: "message_retention_days",
        bad_value: 0,
      }),
    ],
    [
      { message_retention_days: '"realm_default"', subscriptions: [{ name: "team" }, { name: "secret" }] },
      refused("Unable to access channel (secret)."),
    ],
  ]);
  assert.equal(send(sim, "cara", post, { subscriptions: [{ name: "team" }] }), refused("Unable to access channel (team)."));
  assert.equal(hear(), []);
});

test("owners may make web-public and default channels, if these are no contradiction", () => {
  const sim = createSimulator();
  climb(sim, "owen", post, [
    [{ subscriptions: [{ name: "plaza" }], is_default_stream: true, invite_only: true }, refused("A default channel cannot be private.")],
    [{ is_default_stream: false, is_web_public: true }, refused("Invalid parameters")],
  ]);
  const { body } = send(sim, "owen", post, {
    subscriptions: [{ name: "plaza" }],
    is_default_stream: true,
    is_web_public: true,
    message_retention_days: '"unlimited"',
  });
  assert.is(body.result, "success");
  const [made] = (sim.as("owen").send("GET /streams", { include_default: true }).body.streams as Event[]).filter(
    ({ name }) => name === "plaza",
  );
  assert.equal([made!.is_web_public, made!.is_default, made!.message_retention_days], [true, true, -1]);
  sim.act({ action: "set_realm", property: "web_public_streams_enabled", value: false });
  assert.equal(
    send(sim, "owen", post, { subscriptions: [{ name: "park" }], is_web_public: true }),
    refused("Web-public channels are not enabled."),
  );
});

test("who may make channels and add others is the organization's and the channel's to say", () => {
  const sim = createSimulator();
  const make = (invite_only: boolean) => send(sim, "alice", post, { subscriptions: [{ name: `a ${invite_only}` }], invite_only });
  sim.act({ action: "set_realm", property: "can_create_private_channel_group", value: "role:administrators" });
  assert.equal([make(true), make(false).status], [notEnough, 200]);
  sim.act({ action: "set_realm", property: "can_create_public_channel_group", value: "role:nobody" });
  const flags = () => {
    const { body } = sim.as("alice").send("POST /register", { fetch_event_types: ["realm_user", "realm"] });
    return ["can_create_streams", "realm_can_create_public_channel_group"].map((name) => body[name]);
  };
  assert.equal(flags(), [false, 1]);
  sim.act({ action: "set_realm", property: "can_add_subscribers_group", value: "role:nobody" });
  const add = (as: string) => send(sim, as, post, { subscriptions: [{ name: "quiet" }], principals: [userId(sim, "gus")] });
  assert.equal(add("alice"), notEnough);
  sim.act({ action: "set_channel", channel: "quiet", property: "can_add_subscribers_group", value: "support" });
  assert.equal([add("cara"), add("alice").status], [notEnough, 200]);
  const old = createSimulator({ level: 254 });
  assert.equal(send(old, "cara", post, { subscriptions: [{ name: "team" }] }), refused("Unable to access stream (team)."));
});

test("where it is no fault, channels that nobody may join are listed", () => {
  const sim = createSimulator();
  const subscriptions = [{ name: "team" }, { name: "town-square" }];
  assert.equal(
    send(sim, "cara", post, { subscriptions, authorization_errors_fatal: false }),
    ok({
      subscribed: { [userId(sim, "cara")]: ["town-square"] },
      already_subscribed: {},
      unauthorized: ["team"],
      new_subscription_messages_sent: true,
    }),
  );
});

test("a ladder of refusals to unsubscribing, and guests may go too", () => {
  const sim = createSimulator();
  const hear = listener(sim, "bob", ["subscription"]);
  const route = "DELETE /users/me/subscriptions";
  climb(sim, "cara", route, [
    [{ principals: "bob" }, refused("principals is not valid JSON")],
    [{ principals: [4711] }, missing("subscriptions")],
    [{ subscriptions: [7] }, refused("subscriptions[0] is not a string")],
    [{ subscriptions: ["team", "nowhere", "shed"] }, refused("No such user")],
    [{ principals: [userId(sim, "bob")] }, notEnough],
    [{ principals: [userId(sim, "cara")] }, refused("Channel(s) (nowhere, shed) do not exist")],
    [{ subscriptions: ["team", "quiet"] }, ok({ removed: ["quiet"], not_removed: ["team"] })],
  ]);
  hear();
  assert.equal(send(sim, "gus", route, { subscriptions: ["general"] }), ok({ removed: ["general"], not_removed: [] }));
  assert.equal(
    send(sim, "alice", route, { subscriptions: ["general"], principals: ["robo-bot@example.com"] }),
    ok({ removed: ["general"], not_removed: [] }),
  );
  assert.equal(
    send(sim, "dana", route, { subscriptions: ["general"], principals: [userId(sim, "cara")] }),
    ok({ removed: ["general"], not_removed: [] }),
  );
  assert.equal(
    hear().map(({ op, user_ids }) => [op, user_ids]),
    ["gus", "robo", "cara"].map((name) => ["peer_remove", [userId(sim, name)]]),
  );
  const old = createSimulator({ level: 254 });
  assert.equal(send(old, "alice", route, { subscriptions: ["shed"] }), refused("Stream(s) (shed) do not exist"));
});

const properties = "POST /users/me/subscriptions/properties";

test("each property is told to the subscriber alone", () => {
  const sim = createSimulator();
  const [alice, bob] = ["alice", "bob"].map((name) => listener(sim, name, ["subscription"])) as [() => Event[], () => Event[]];
  const stream_id = idOf(sim, "general");
  const values: [string, unknown][] = [
    ["color", "#ABCDEF"],
    ["pin_to_top", false],
    ["audible_notifications", true],
    ["desktop_notifications", true],
    ["email_notifications", false],
    ["push_notifications", true],
    ["wildcard_mentions_notify", false],
  ];
  const subscription_data = values.map(([property, value]) => ({ stream_id, property, value }));
  assert.equal(send(sim, "alice", properties, { subscription_data }), ok());
  const event = { type: "subscription", op: "update", stream_id };
  assert.equal(
    alice(),
    values.map(([property, value]) => ({ ...event, property, value })),
  );
  const own = (sim.as("alice").send("GET /users/me/subscriptions").body.subscriptions as Event[])[0]!;
  assert.equal(
    values.map(([property]) => [property, own[property]]),
    values,
  );
  for (const [property, value] of [
    ["is_muted", true],
    ["in_home_view", true],
  ]) {
    send(sim, "alice", properties, { subscription_data: [{ stream_id, property, value }] });
    const is_muted = property === "is_muted";
    assert.equal(alice(), [
      { ...event, property: "in_home_view", value: !is_muted },
      { ...event, property: "is_muted", value: is_muted },
    ]);
  }
  assert.equal(bob(), []);
});

test("a ladder of refusals to properties, and nothing is changed by half", () => {
  const sim = createSimulator();
  const hear = listener(sim, "alice", ["subscription"]);
  const fine = { stream_id: idOf(sim, "general"), property: "pin_to_top", value: false };
  assert.equal(send(sim, "alice", properties), missing("subscription_data"));
  const ladder: [Event, string][] = [
    [{ stream_id: undefined }, 'subscription_data[1]["stream_id"] field is missing: Field required'],
    [{ stream_id: 4711, property: 1 }, 'subscription_data[1]["property"] is not a string'],
    [{ stream_id: 4711, value: 1 }, 'subscription_data[1]["value"]["bool"] is not a boolean'],
    [{ stream_id: 4711, property: "colour" }, "Unknown subscription property: colour"],
    [{ stream_id: 4711, value: "yes" }, "Invalid channel ID"],
    [{ stream_id: idOf(sim, "quiet") }, `Not subscribed to channel ID ${idOf(sim, "quiet")}`],
    [{ value: "yes" }, "pin_to_top is not a boolean"],
    [{ property: "color", value: true }, "color is not a string"],
    [{ property: "color", value: "#12" }, "color is not a valid hex color code"],
  ];
  for (const [fault, msg] of ladder) {
    assert.equal(send(sim, "alice", properties, { subscription_data: [fine, { ...fine, ...fault }] }), refused(msg));
  }
  assert.equal(hear(), []);
  assert.equal(send(sim, "alice", properties, { subscription_data: [fine] }), ok());
});

test.run();
