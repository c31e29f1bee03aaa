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
const patch = (sim: Simulator, as: string, channel: string, fields: Event) => send(sim, as, `PATCH /streams/${idOf(sim, channel)}`, fields);
const ok = (fields: Event = {}) => ({ status: 200, body: { result: "success", msg: "", ...fields } });
const refused = (msg: string, code = "BAD_REQUEST", extra: Event = {}, status = 400) => ({
  status,
  body: { result: "error", msg, code, ...extra },
});
const notOwner = refused("Must be an organization owner", "UNAUTHORIZED_PRINCIPAL");
const mayNot = refused("You do not have permission to administer this channel.", "CANNOT_ADMINISTER_CHANNEL");

/** Returns the notices that were sent to a channel since. */
const notices = (hear: () => Event[]) => hear().map(({ message }) => (message as Event).content);
const dana = (sim: Simulator): string => `@_**Dana Dill|${userId(sim, "dana")}**`;

test("name and description are told to those who see the channel, and said in it", () => {
  const sim = createSimulator();
  const [alice, gus, messages] = [listener(sim, "alice", ["stream"]), listener(sim, "gus", ["stream"]), listener(sim, "bob", ["message"])];
  const stream_id = idOf(sim, "quiet");
  assert.equal(patch(sim, "dana", "quiet", { new_name: " calm ", description: "*one*\ntwo" }), ok());
  const event = { type: "stream", op: "update", stream_id, name: "quiet" };
  assert.equal(alice(), [
    { ...event, property: "description", value: "*one* two", rendered_description: "<p><em>one</em> two</p>" },
    { ...event, property: "name", value: "calm" },
  ]);
  assert.equal(gus(), []);
  const quoted = (text: string) => `:**\n\`\`\`\` quote\n${text}\n\`\`\`\``;
  const [old, young] = ["Where Alice is not subscribed", "*one* two"].map(quoted);
  assert.equal(notices(messages), [
    `${dana(sim)} changed the description for this channel.\n\n* **Old description${old}\n* **New description${young}`,
    `${dana(sim)} renamed channel **quiet** to **calm**.`,
  ]);
  assert.equal(patch(sim, "dana", "calm", { new_name: "Calm", description: "*one* two" }), ok());
  assert.equal(alice(), [{ ...event, name: "calm", property: "name", value: "Calm" }]);
});

test("privacy follows from what is said of it, and those who lose sight of the channel are told nothing", () => {
  const sim = createSimulator();
  const [alice, bob, gus] = ["alice", "bob", "gus"].map((name) => listener(sim, name, ["stream", "subscription"])) as [
    () => Event[],
    () => Event[],
    () => Event[],
  ];
  const messages = listener(sim, "bob", ["message"]);
  const stream_id = idOf(sim, "quiet");
  const event = { type: "stream", op: "update", stream_id, name: "quiet", property: "invite_only" };
  patch(sim, "owen", "quiet", { is_private: true });
  assert.equal(bob(), [{ ...event, value: true, history_public_to_subscribers: false, is_web_public: false }]);
  assert.equal(alice(), []);
  assert.equal(patch(sim, "bob", "quiet", { is_web_public: true }), mayNot);
  assert.equal(patch(sim, "owen", "quiet", { is_web_public: true }), refused("Invalid parameters"));
  sim.act({ action: "subscribe", as: "owen", channel: "quiet" });
  bob();
  assert.equal(patch(sim, "owen", "quiet", { is_private: false, is_web_public: true }), ok());
  assert.equal(bob(), [{ ...event, value: false, history_public_to_subscribers: true, is_web_public: true }]);
  const peers = {
    type: "subscription",
    op: "peer_add",
    stream_ids: [stream_id],
    user_ids: ["bob", "cara", "owen"].map((name) => userId(sim, name)),
  };
  const [created, ...others] = alice();
  assert.equal([created!.op, others], ["create", [peers]]);
  assert.equal(gus(), [{ ...event, value: false, history_public_to_subscribers: true, is_web_public: true }]);
  patch(sim, "owen", "quiet", { is_web_public: false });
  patch(sim, "owen", "quiet", { is_private: false });
  const link = "changed the [access permissions](/help/channel-permissions) for this channel";
  assert.equal(
    notices(messages).map((text) => (text as string).slice(`@_**Owen Oak|${userId(sim, "owen")}** `.length)),
    [
      `${link} from **Public** to **Private, protected history**.`,
      `${link} from **Private, protected history** to **Web-public**.`,
      `${link} from **Web-public** to **Public**.`,
      `${link} from **Public** to **Public**.`,
    ],
  );
  assert.equal(bob().at(-1), { ...event, value: false, history_public_to_subscribers: true, is_web_public: false });
});

test("retention, folder, policy and permissions, each with its event", () => {
  const sim = createSimulator();
  const hear = listener(sim, "bob", ["stream"]);
  const messages = listener(sim, "bob", ["message"]);
  const folder_id = [...sim.snapshot().world.folders.keys()][0];
  const cara = { direct_members: [userId(sim, "cara")], direct_subgroups: [] };
  const fields = {
    message_retention_days: 30,
    folder_id,
    topics_policy: "disable_empty_topic",
    can_send_message_group: { new: 3, old: 7 },
  };
  assert.equal(patch(sim, "owen", "quiet", fields), ok());
  const event = { type: "stream", op: "update", stream_id: idOf(sim, "quiet"), name: "quiet" };
  assert.equal(hear(), [
    { ...event, property: "message_retention_days", value: 30 },
    { ...event, property: "folder_id", value: folder_id },
    { ...event, property: "topics_policy", value: "disable_empty_topic" },
    { ...event, property: "can_send_message_group", value: 3 },
    { ...event, property: "stream_post_policy", value: 2 },
    { ...event, property: "is_announcement_only", value: true },
  ]);
  const owen = `@_**Owen Oak|${userId(sim, "owen")}**`;
  assert.equal(notices(messages), [
    `${owen} has changed the [message retention period](/help/message-retention-policy) for this channel:\n* **Old retention period**: Forever\n* **New retention period**: 30 days\n\nMessages in this channel will now be automatically deleted 30 days after they are sent.`,
    `${owen} changed the [posting permissions](/help/channel-posting-policy) for this channel:\n\n* **Old**: Everyone\n* **New**: Administrators`,
  ]);
  assert.equal(
    patch(sim, "owen", "quiet", { ...fields, folder_id: null, can_send_message_group: { new: 3 }, can_subscribe_group: { new: cara } }),
    ok(),
  );
  assert.equal(hear(), [
    { ...event, property: "folder_id", value: null },
    { ...event, property: "can_subscribe_group", value: cara },
  ]);
  assert.equal(notices(messages), []);
});

test("an archived channel goes and comes, or is marked, by what the client knows; default channels it leaves", () => {
  const sim = createSimulator();
  const stream_id = idOf(sim, "quiet");
  send(sim, "dana", "POST /default_streams", { stream_id });
  const types = ["stream", "message", "default_streams"];
  const [old, young] = [listener(sim, "bob", types), listener(sim, "bob", types, ["archived_channels"])];
  const route = `DELETE /streams/${stream_id}`;
  assert.equal(send(sim, "dana", route), ok());
  const gone = { type: "stream", op: "delete", streams: [{ stream_id }], stream_ids: [stream_id] };
  const marked = { type: "stream", op: "update", stream_id, name: "quiet", property: "is_archived" };
  const brief = (events: Event[]) => events.map((event) => (event.message ? [(event.message as Event).content, event.flags] : event));
  const said = [["Channel **quiet** has been archived.", ["read"]]];
  assert.equal(brief(old()), [{ type: "default_streams", default_streams: [] }, gone, ...said]);
  assert.equal(young()[1], { ...marked, value: true });
  assert.equal(send(sim, "dana", route), refused("Channel is already deactivated"));
  assert.equal(patch(sim, "dana", "quiet", { is_archived: false }), ok());
  assert.equal([old()[0]!.op, young()[0]], ["create", { ...marked, value: false }]);
  assert.equal(patch(sim, "dana", "quiet", { is_archived: false }), refused("Channel is not currently deactivated"));
  const { body } = patch(createSimulator({ level: 387 }), "dana", "quiet", { is_archived: false });
  assert.equal(body.ignored_parameters_unsupported, ["is_archived"]);
});

test("only those who administer a channel may change it, whoever they are", () => {
  const sim = createSimulator();
  assert.equal(patch(sim, "cara", "team", { new_name: "x" }), refused("Invalid channel ID"));
  assert.equal(patch(sim, "cara", "quiet", { new_name: "x" }), mayNot);
  assert.equal(send(sim, "cara", `DELETE /streams/${idOf(sim, "quiet")}`), mayNot);
  sim.act({ action: "set_channel", channel: "quiet", property: "can_administer_channel_group", value: "gardeners" });
  assert.equal(patch(sim, "cara", "quiet", { new_name: "x" }), ok());
  const old = createSimulator({ level: 324 });
  assert.equal(patch(old, "cara", "quiet", { new_name: "x" }), refused("Must be an organization administrator", "UNAUTHORIZED_PRINCIPAL"));
});

test("of the administrators of a channel only those whom the organization lets decide who deletes its messages", () => {
  const sim = createSimulator();
  sim.act({ action: "set_channel", channel: "quiet", property: "can_administer_channel_group", value: "gardeners" });
  const decidedBy = (value: string) => sim.act({ action: "set_realm", property: "can_set_delete_message_policy_group", value });
  for (const name of ["can_delete_any_message_group", "can_delete_own_message_group"]) {
    const change = (as: string) =>
      patch(sim, as, "quiet", { [name]: { new: { direct_members: [userId(sim, as)], direct_subgroups: [] } } });
    decidedBy("role:moderators");
    assert.equal(change("cara"), refused("Insufficient permission"), name);
    decidedBy("role:members");
    assert.equal(change("cara"), ok(), name);
    decidedBy("role:nobody");
    assert.equal(change("dana"), ok(), name);
  }
});

test("a ladder of refusals, and nothing is changed by half", () => {
  const sim = createSimulator();
  const hear = listener(sim, "dana", ["stream", "message"]);
  const ladder: [Event, unknown][] = [
    [{ can_subscribe_group: 7 }, refused("can_subscribe_group is not a dict")],
    [{ can_subscribe_group: { new: 7, old: 3 }, is_private: "yes" }, refused("is_private is not valid JSON")],
    [{ is_private: true, is_web_public: true }, refused("Invalid parameters")],
    [{ is_private: false, is_web_public: false, history_public_to_subscribers: false }, refused("Invalid parameters")],
    [{ history_public_to_subscribers: true, is_web_public: true }, refused("Insufficient permission")],
    [{ is_web_public: undefined, is_private: true, is_default_stream: true }, refused("A default channel cannot be private.")],
    [{ is_default_stream: false, message_retention_days: 7 }, notOwner],
    [
      { message_retention_days: undefined, topics_policy: "empty_topic_only" },
      refused("To enable this configuration, all messages in this channel must be in the general chat topic."),
    ],
    [{ topics_policy: "inherit", description: "x".repeat(1025) }, refused("description is too long (limit: 1024 characters)")],
    [{ description: "better", new_name: "general" }, refused("Channel already has that name.")],
    [{ new_name: "QUIET" }, refused("Channel name is already in use.")],
    [{ new_name: " " }, refused("Channel name can't be empty.")],
    [{ new_name: "commons", folder_id: 4711 }, refused("Invalid channel folder ID")],
    [{ folder_id: null }, refused("'old' value does not match the expected value.", "EXPECTATION_MISMATCH", { field_name: "old" })],
    [{ can_subscribe_group: { new: 7, old: 1 } }, refused("'can_subscribe_group' setting cannot be set to 'role:everyone' group.")],
  ];
  let fields: Event = {};
  for (const [more, expected] of ladder) {
    fields = { ...fields, ...more };
    assert.equal(patch(sim, "dana", "general", fields), expected, JSON.stringify(more));
  }
  assert.equal(hear(), []);
  assert.equal(patch(sim, "dana", "general", { ...fields, can_subscribe_group: { new: 6, old: 1 } }), ok());
});

test("an administrator who may not read a private channel may rename it, but let nobody in", () => {
  const sim = createSimulator();
  const needsAccess = refused("Channel content access is required.");
  assert.equal(patch(sim, "dana", "team", { new_name: "crew" }), ok());
  assert.equal(patch(sim, "dana", "crew", { is_private: false }), needsAccess);
  assert.equal(patch(sim, "dana", "crew", { can_add_subscribers_group: { new: 6 } }), needsAccess);
  sim.act({ action: "subscribe", as: "dana", channel: "crew" });
  sim.act({ action: "set_realm", property: "can_create_public_channel_group", value: "role:nobody" });
  assert.equal(patch(sim, "dana", "crew", { is_private: false }), refused("Insufficient permission"));
  assert.equal(patch(sim, "dana", "crew", { can_add_subscribers_group: { new: 6 } }), ok());
});

test("a channel is made with just the subscribers named", () => {
  const sim = createSimulator();
  const [alice, bob] = ["alice", "bob"].map((name) => listener(sim, name, ["subscription"])) as [() => Event[], () => Event[]];
  const create = "POST /channels/create";
  const made = send(sim, "alice", create, { name: " harvest ", description: "Baskets", subscribers: [userId(sim, "bob")] });
  assert.equal(made, ok({ id: idOf(sim, "harvest") }));
  assert.equal([alice()[0]!.op, bob()[0]!.op], ["peer_add", "add"]);
  assert.is((send(sim, "alice", create, { name: "empty", subscribers: [] }).body as Event).result, "success");
  assert.equal(send(sim, "alice", `GET /streams/${idOf(sim, "empty")}/members`), ok({ subscribers: [] }));
  const missing = (name: string) => refused(`Missing '${name}' argument`, "REQUEST_VARIABLE_MISSING", { var_name: name });
  const ladder: [Event, unknown][] = [
    [{}, missing("name")],
    [{ name: "General" }, missing("subscribers")],
    [
      { name: "General", subscribers: [4711] },
      refused("Channel 'General' already exists", "CHANNEL_ALREADY_EXISTS", { channel_name: "General" }, 409),
    ],
    [{ name: "shed", subscribers: [4711] }, refused("No such user")],
    [{ name: "", subscribers: [] }, refused("Channel name can't be empty.")],
    [{ name: "shed", subscribers: [], message_retention_days: 3 }, notOwner],
  ];
  for (const [fields, expected] of ladder) assert.equal(send(sim, "alice", create, fields), expected);
  assert.equal(send(sim, "gus", create), refused("Not allowed for guest users"));
  assert.is(send(createSimulator({ level: 416 }), "alice", create).status, 404);
});

test("at level 372 archiving is the end of a channel for all, and what changes afterwards is not said in it", () => {
  const sim = createSimulator({ level: 372 });
  const [young, old] = [listener(sim, "bob", ["stream"], ["archived_channels"]), listener(sim, "bob", ["stream"])];
  const messages = listener(sim, "bob", ["message"]);
  const stream_id = idOf(sim, "quiet");
  assert.equal(send(sim, "owen", `DELETE /streams/${stream_id}`), ok());
  const gone = { type: "stream", op: "delete", streams: [{ stream_id }], stream_ids: [stream_id] };
  assert.equal([young(), old()], [[gone], [gone]]);
  assert.equal(notices(messages), ["Channel quiet has been archived."]);
  assert.equal(patch(sim, "owen", "quiet", { description: "x", new_name: "hush" }), ok());
  assert.equal(notices(messages), []);
  const joined = send(sim, "alice", "POST /users/me/subscriptions", { subscriptions: [{ name: "hush" }] });
  assert.equal(joined, ok({ subscribed: { [userId(sim, "alice")]: ["hush"] }, already_subscribed: {} }));
});

/** Refusals of requests by account, as a server of level 372 words them. */
const refusals: readonly (readonly [as: string, channel: string, fields: Event, msg: string])[] = [
  ["bob", "general", { description: "x" }, "You do not have permission to administer this channel."],
  ["alice", "team", { is_default_stream: false }, "You do not have permission to change default channels."],
  ["owen", "team", { is_private: false }, "Channel content access is required."],
  ["owen", "team", { can_subscribe_group: { new: 2 } }, "Channel content access is required."],
  ["owen", "general", { new_name: "Quiet" }, "Channel name is already in use."],
];

test("refusals have the words and the code of level 372", () => {
  const sim = createSimulator({ level: 372 });
  const value = { direct_members: [userId(sim, "alice")], direct_subgroups: [] };
  sim.act({ action: "set_channel", channel: "team", property: "can_administer_channel_group", value });
  for (const [as, channel, fields, msg] of refusals) assert.equal(patch(sim, as, channel, fields), refused(msg), JSON.stringify(fields));
});

test("that a channel is no default one is told in any case, that it is one only where it was not", () => {
  const sim = createSimulator({ level: 372 });
  const hear = listener(sim, "bob", ["default_streams"]);
  const told = () => hear().map(({ default_streams }) => default_streams);
  const stream_id = idOf(sim, "quiet");
  const set = (method: string) => send(sim, "owen", `${method} /default_streams`, { stream_id });
  assert.equal([set("DELETE"), told()], [ok(), [[]]]);
  assert.equal([set("POST"), set("POST"), told()], [ok(), ok(), [[stream_id]]]);
  assert.equal([patch(sim, "owen", "quiet", { is_default_stream: false }), told()], [ok(), [[]]]);
  assert.equal([patch(sim, "owen", "quiet", { is_default_stream: false }), told()], [ok(), [[]]]);
});

test("new channels are announced where the organization wants that and their creator too", () => {
  const sim = createSimulator({ level: 372 });
  sim.act({ action: "set_realm", property: "new_stream_announcements_stream_id", value: idOf(sim, "general") });
  const hear = listener(sim, "bob", ["message"]);
  const make = (announce: boolean, ...names: string[]) =>
    send(sim, "alice", "POST /users/me/subscriptions", { subscriptions: names.map((name) => ({ name })), announce }).status;
  assert.equal([make(true, "harvest"), make(false, "seeds"), make(true, "tools", "soil")], [200, 200, 200]);
  const alice = `@_**Alice Arbour|${userId(sim, "alice")}**`;
  assert.equal(
    hear().map(({ message, flags }) => [(message as Event).subject, (message as Event).content, flags]),
    [
      ["new channels", `${alice} created a new channel #**harvest**.`, []],
      ["new channels", `${alice} created the following channels: #**tools**, #**soil**.`, []],
    ],
  );
});

test.run();
