import { test } from "uvu";
import * as assert from "uvu/assert";
import { newestLevel } from "../core/levels.ts";
import { createSimulator, type Simulator, type SimulatorOptions } from "../server/simulator.ts";

type Fields = Readonly<Record<string, unknown>>;

const crowd = Array.from({ length: 12 }, (_, i) => `p${i + 1}`);

/** Sixteen people in `crowd`, fifteen in `few`. In each stand as many in the topic `busy` as the others. */
const realm = {
  settings: {
    direct_message_permission_group: { members: ["dana", "writer"] },
    direct_message_initiator_group: { members: ["dana", "owen"] },
  },
  users: {
    alice: {},
    writer: {},
    owen: { role: "owner" },
    dana: { role: "administrator" },
    gus: { role: "guest" },
    zoe: { active: false },
    robo: { bot: { owner: "alice" } },
    droid: { bot: { owner: "dana" } },
    ...Object.fromEntries(crowd.map((name) => [name, {}])),
  },
  groups: {
    core: { members: ["dana"], can_mention_group: "role:administrators" },
    pair: { members: ["dana"], can_mention_group: { members: ["dana", "owen"] } },
  },
  channels: {
    crowd: { subscribers: ["alice", "dana", "owen", "gus", ...crowd] },
    few: { subscribers: ["dana", "owen", "gus", ...crowd] },
    news: { subscribers: ["alice"], can_send_message_group: "role:administrators" },
    desk: { can_send_message_group: "role:moderators" },
    lounge: { can_send_message_group: "role:fullmembers" },
    board: { privacy: "private", subscribers: ["dana", "owen"] },
    attic: { subscribers: ["alice"], archived: true },
    fixed: { can_create_topic_group: "role:nobody" },
    named: { topics_policy: "disable_empty_topic" },
    loose: { topics_policy: "empty_topic_only" },
    square: { privacy: "web-public" },
  },
  messages: [{ from: ["alice"], to: "fixed", topic: "Old", content: "hello", at: "-1d" }],
};

const simulator = (options: SimulatorOptions = {}): Simulator =>
  createSimulator({ realm, rulings: { undocumentedParameters: "observed" }, ...options });

const post = (sim: Simulator, as: string, fields: Fields) => sim.as(as).send("POST /messages", fields);

const refusal = (sim: Simulator, as: string, fields: Fields): unknown => {
  const { status, body } = post(sim, as, fields);
  assert.is(status, 400, JSON.stringify(body));
  const { result, msg, code, ...extra } = body;
  assert.is(result, "error");
  return [code, msg, ...(Object.keys(extra).length ? [extra] : [])];
};

/** Climbs: each rung adds to the fields of those below and is refused; the request of the last one succeeds. */
function climb(sim: Simulator, as: string, rungs: readonly (readonly [Fields, ...unknown[]])[], last: Fields): void {
  const queue_id = sim.as(as).send("POST /register", {}).body.queue_id;
  const before = sim.snapshot().world.counters.message;
  let fields: Fields = {};
  for (const [more, ...expected] of rungs) {
    fields = { ...fields, ...more };
    assert.equal(refusal(sim, as, fields), expected);
  }
  assert.equal(sim.as(as).send("GET /events", { queue_id, last_event_id: -1, dont_block: true }).body.events, []);
  const { status, body } = post(sim, as, { ...fields, ...last });
  assert.equal([status, body.id], [200, before], String(body.msg));
}

const bad = "BAD_REQUEST";
const absent = (var_name: string) => ["REQUEST_VARIABLE_MISSING", `Missing '${var_name}' argument`, { var_name }] as const;

test("a ladder of refusals to a channel message", () => {
  const confusing = { var_name1: "topic", var_name2: "subject" };
  const empty_topic_display_name = "general chat";
  const noEmpty = "Sending messages to the general chat is not allowed in this channel.";
  const onlyEmpty = "Only the general chat topic is allowed in this channel.";
  climb(
    simulator({ rulings: { undocumentedParameters: "observed", oddChannelNames: "observed" } }),
    "alice",
    [
      [{ subject: "x" }, ...absent("content")],
      [{ content: "\n \n", read_by_sender: "yes" }, bad, "read_by_sender is not valid JSON"],
      [{ read_by_sender: "1" }, bad, "read_by_sender is not a boolean"],
      [{ read_by_sender: true }, ...absent("type")],
      [{ type: "letter" }, bad, "Invalid type"],
      [{ type: "channel", time: "soon" }, bad, "time is not valid JSON"],
      [{ time: 1.5, topic: "x" }, "REQUEST_CONFUSING_VAR", "Can't decide between 'topic' and 'subject' arguments", confusing],
      [{ subject: undefined, topic: undefined }, bad, "Missing channel"],
      [{ to: ["a", "b"], queue_id: "1" }, ...absent("local_id")],
      [{ queue_id: undefined, local_id: "" }, ...absent("queue_id")],
      [{ queue_id: "1" }, bad, "Expected exactly one channel"],
      [{ to: "[]" }, bad, "Expected exactly one channel"],
      [{ to: "1.0" }, bad, "Invalid data type for channel"],
      [{ to: "null" }, bad, "Invalid data type for channel"],
      [{ to: [["a"]], forged: "yes" }, bad, "Invalid data type for channel"],
      [{ to: " " }, bad, "User not authorized for this query"],
      [{ forged: "no", sender: "" }, bad, "User not authorized for this query"],
      [{ sender: undefined }, bad, "Missing topic"],
      [{ topic: " a😀\u0001b " }, bad, "Invalid character in topic, at position 3!"],
      [{ topic: "a\ufffe" }, bad, "Invalid character in topic, at position 2!"],
      [{ topic: "(no topic)" }, bad, "Message must not be empty"],
      [{ content: "a\0b" }, bad, "Message must not contain null bytes"],
      [{ content: "@*core*", widget_content: "{" }, bad, "Channel name can't be empty."],
      [{ to: "x".repeat(61) }, bad, "Channel name too long (limit: 60 characters)."],
      [{ to: "a\tb" }, bad, "Invalid character in channel name, at position 2."],
      [{ to: "Q&A" }, "STREAM_DOES_NOT_EXIST", "Channel 'Q&A' does not exist", { stream: "Q&A" }],
      [
        { to: "9223372036854775809" },
        "STREAM_DOES_NOT_EXIST",
        "Channel with ID '9223372036854775809' does not exist",
        { stream: "9223372036854775809" },
      ],
      [{ to: "[true]" }, "STREAM_DOES_NOT_EXIST", "Channel with ID 'True' does not exist", { stream: "True" }],
      [{ to: "false" }, "STREAM_DOES_NOT_EXIST", "Channel with ID 'False' does not exist", { stream: "False" }],
      [{ to: 9999 }, "STREAM_DOES_NOT_EXIST", "Channel with ID '9999' does not exist", { stream: "9999" }],
      [{ to: "news" }, bad, "You do not have permission to post in this channel."],
      [{ to: "attic" }, bad, "Not authorized to send to channel 'attic'"],
      [{ to: "Board" }, bad, "Not authorized to send to channel 'board'"],
      [{ to: "fixed" }, bad, "You do not have permission to create new topics in this channel."],
      [{ to: "named" }, bad, noEmpty, { empty_topic_display_name }],
      [{ to: "loose", topic: "old" }, bad, onlyEmpty, { empty_topic_display_name }],
      [{ to: "fixed" }, bad, "Widgets: API programmer sent invalid JSON content"],
      [{ widget_content: "[]" }, bad, "Widgets: widget_content is not a dict"],
      [{ widget_content: "{}" }, bad, "Widgets: widget_type is not in widget_content"],
      [{ widget_content: { widget_type: "poll" } }, bad, "Widgets: extra_data is not in widget_content"],
      [{ widget_content: { widget_type: "poll", extra_data: {} } }, bad, "Widgets: unknown widget type: poll"],
      [{ widget_content: undefined }, bad, "You are not allowed to mention user group 'core'."],
      [{ content: "@*pair*" }, bad, "You are not allowed to mention user group 'pair'."],
    ],
    { content: "@_*core* `@*core*`" },
  );
});

test("a ladder of refusals to a direct message", () => {
  const sim = simulator();
  const [alice, dana, writer, zoe] = ["alice", "dana", "writer", "zoe"].map((name) => sim.cast[name]!.user_id);
  const mixed = "Recipient lists may contain emails or user IDs, but not both.";
  post(sim, "dana", { type: "direct", to: [writer, alice], content: "you may" });
  climb(
    sim,
    "alice",
    [
      [{ type: "direct", content: " \n" }, bad, "Message must have recipients"],
      [{ to: 9, sender: "x" }, bad, "Invalid data type for recipients"],
      [{ to: "{}" }, bad, "Invalid data type for recipients"],
      [{ to: [true] }, bad, "Invalid data type for recipients"],
      [{ to: [] }, bad, "Message must have recipients"],
      [{ to: " , " }, bad, "Message must have recipients"],
      [{ to: [alice, "x"] }, bad, mixed],
      [{ to: ["x", alice] }, bad, mixed],
      [{ to: ["x@example.com", "y"] }, bad, "User not authorized for this query"],
      [{ sender: undefined }, bad, "Invalid email 'x@example.com'"],
      [{ to: [alice, 9999] }, bad, "Invalid user ID 9999"],
      [{ to: [alice, zoe] }, bad, "Message must not be empty"],
      [{ content: "@*core*" }, bad, "'zoe@example.com' is no longer using Service."],
      [{ to: "p1@example.com" }, bad, "This conversation does not include any users who can authorize it."],
      [{ to: [dana] }, bad, "You do not have permission to initiate direct message conversations."],
      [{ to: [dana, writer] }, bad, "You are not allowed to mention user group 'core'."],
    ],
    { content: "@**all** thank you" },
  );
});

test("bots, and conversations with bots or oneself, need no permission for direct messages", () => {
  const sim = simulator();
  const ok = (as: string, to: string[]) => post(sim, as, { type: "direct", to, content: "hi" }).status;
  assert.is(ok("robo", ["p1@example.com"]), 200);
  assert.is(ok("alice", ["robo@example.com", "droid@example.com"]), 200);
  assert.is(ok("alice", ["alice@example.com"]), 200);
  assert.is(ok("alice", ["robo@example.com", "p1@example.com"]), 400);
});

test("where direct messages are disabled, that is told before a deactivated recipient up to level 269, after it since", () => {
  const settings = { direct_message_permission_group: "role:nobody", can_access_all_users_group: "role:members" };
  const users = { alice: {}, robo: { bot: { owner: "alice" } }, zoe: { active: false }, gus: { role: "guest" } };
  const refusals = (level: number) => {
    const sim = createSimulator({ realm: { settings, users }, level, brand: "fern" });
    const fields = { type: "private", to: [sim.cast.zoe!.user_id], content: "hi" };
    return ["alice", "robo", "gus"].map((as) => refusal(sim, as, fields));
  };
  const gone = [bad, "'zoe@example.com' is no longer using Fern."];
  const hidden = [bad, "You do not have permission to access some of the recipients."];
  assert.equal(refusals(269), [[bad, "Direct messages are disabled in this organization."], gone, hidden]);
  assert.equal(refusals(270), [gone, gone, hidden]);
});

test("direct messages may be disabled altogether", () => {
  const settings = { direct_message_permission_group: "role:nobody" };
  for (const level of [newestLevel, 269]) {
    const sim = createSimulator({ realm: { settings, users: { alice: {}, bob: {} } }, level });
    const fields = { type: "private", to: [sim.cast.bob!.user_id], content: "hi" };
    assert.equal(refusal(sim, "alice", fields), [bad, "Direct messages are disabled in this organization."]);
  }
  const sim = simulator({ level: 269 });
  assert.is(post(sim, "alice", { type: "private", to: "p1@example.com", content: "hi" }).status, 200);
});

test("wildcard mentions of more than fifteen need a permission, which has its own codes from level 229 on", () => {
  const all = { type: "stream", to: "crowd", topic: "x", content: "@**all** come" };
  const topic = { ...all, content: "@**topic** come" };
  for (const [level, word, channelCode, topicCode] of [
    [newestLevel, "channel", "STREAM_WILDCARD_MENTION_NOT_ALLOWED", "TOPIC_WILDCARD_MENTION_NOT_ALLOWED"],
    [229, "stream", "STREAM_WILDCARD_MENTION_NOT_ALLOWED", "TOPIC_WILDCARD_MENTION_NOT_ALLOWED"],
    [228, "stream", bad, bad],
  ] as const) {
    const sim = simulator({ level });
    for (const name of ["dana", "owen", "gus", ...crowd]) post(sim, name, { ...all, content: "hello" });
    const channelText = `You do not have permission to use ${word} wildcard mentions in this ${word}.`;
    const topicText = "You do not have permission to use topic wildcard mentions in this topic.";
    assert.equal(refusal(sim, "alice", all), [channelCode, channelText]);
    assert.equal(refusal(sim, "alice", topic), [topicCode, topicText]);
    assert.equal(refusal(sim, "alice", { ...topic, content: "@**topic** @**all**" }), [channelCode, channelText]);
    assert.is(post(sim, "p1", topic).status, 200);
    assert.is(post(sim, "alice", { ...all, to: "few" }).status, 200);
    assert.is(post(sim, "alice", { ...all, content: "@_**all** `@**all**`\n> @**all**" }).status, 200);
    assert.is(post(sim, "dana", all).status, 200);
  }
});

test("those who may post: subscribers, everyone but guests in public channels, bots where their owners may", () => {
  const sim = simulator();
  const to = (as: string, channel: string) => {
    const { status, body } = post(sim, as, { type: "channel", to: channel, topic: "x", content: "hello" });
    return status === 200 ? "sent" : body.msg;
  };
  const closed = (channel: string) => `Not authorized to send to channel '${channel}'`;
  assert.equal([to("alice", "few"), to("gus", "few"), to("gus", "square")], ["sent", "sent", "sent"]);
  assert.equal([to("gus", "named"), to("alice", "board"), to("robo", "board")], [closed("named"), closed("board"), closed("board")]);
  assert.equal([to("dana", "board"), to("droid", "board")], ["sent", "sent"]);
  const noPost = "You do not have permission to post in this channel.";
  assert.equal([to("dana", "news"), to("droid", "news"), to("robo", "news")], ["sent", "sent", noPost]);
});

test("before level 333 a refused post says who may", () => {
  const say = (level: number, as: string, channel: string) => {
    const [, text] = refusal(simulator({ level }), as, { type: "stream", to: channel, topic: "x", content: "hello" }) as string[];
    return text;
  };
  assert.is(say(333, "alice", "news"), "You do not have permission to post in this channel.");
  assert.is(say(332, "alice", "news"), "Only organization administrators can send to this channel.");
  assert.is(say(254, "alice", "news"), "Only organization administrators can send to this stream.");
  assert.is(say(332, "alice", "desk"), "Only organization administrators and moderators can send to this channel.");
  assert.is(say(332, "gus", "lounge"), "Guests cannot send to this channel.");
});

test("a channel that does not exist comes back as it was named, whatever no name can be and whatever it reads as", () => {
  const sim = simulator();
  const named = ["x".repeat(61), "a\tb", "", " ", " nope ", "null", "true", "{}", "1.5", "-"];
  for (const to of named) {
    const [code, , extra] = refusal(sim, "alice", { type: "stream", to, topic: "x", content: "hello" }) as unknown[];
    assert.equal([code, extra], ["STREAM_DOES_NOT_EXIST", { stream: to }], to);
  }
  const [, , extra] = refusal(sim, "alice", { type: "stream", to: '" nope"', topic: "x", content: "hello" }) as unknown[];
  assert.equal(extra, { stream: " nope" });
  assert.equal(refusal(sim, "alice", { type: "stream", to: [1.5], topic: "x", content: "hello" }), [bad, "Invalid data type for channel"]);
});

test("a channel whose name reads as JSON of another type is named by that text", () => {
  const sim = simulator();
  for (const name of ["true", "null", "1.5", "{}"]) {
    const { stream_id } = sim.act({ action: "create_channel", name });
    const { id } = post(sim, "alice", { type: "stream", to: name, topic: "x", content: "hello" }).body;
    assert.is(sim.as("alice").send(`GET /messages/${id}`).body.message.stream_id, stream_id, name);
  }
});

test("true and false in a list name no channel: to running servers they are ids", () => {
  const answers = (rulings: NonNullable<SimulatorOptions["rulings"]>) =>
    [true, false].map((one) => refusal(simulator({ rulings }), "alice", { type: "stream", to: [one], topic: "x", content: "hello" }));
  assert.equal(answers({}), Array(2).fill([bad, "Invalid data type for channel"]));
  const unknown = (said: string) => ["STREAM_DOES_NOT_EXIST", `Channel with ID '${said}' does not exist`];
  assert.equal(
    answers({ oddChannelNames: "observed" }).map((each) => (each as unknown[]).slice(0, 2)),
    [unknown("True"), unknown("False")],
  );
});

test("before level 255 texts speak of streams", () => {
  const sim = simulator({ level: 247, rulings: { oddChannelNames: "observed" } });
  const say = (to: unknown) => (refusal(sim, "alice", { type: "stream", to, topic: "x", content: "hello" }) as string[])[1];
  assert.is(say(["a", "b"]), "Expected exactly one stream");
  assert.is(say("1.5"), "Invalid data type for stream");
  assert.is(say(" "), "Stream name can't be empty!");
  assert.is(say("a\tb"), "Invalid character in stream name, at position 2!");
  assert.is(say("nowhere"), "Stream 'nowhere' does not exist");
  assert.is(say("board"), "Not authorized to send to stream 'board'");
});

test("topics that an organization requires: before level 392 by the realm's setting only, in its own words", () => {
  const strict = { ...realm, settings: { topics_policy: "disable_empty_topic" } };
  const say = (level: number, topic: string, to = "crowd") => {
    const { status, body } = post(createSimulator({ realm: strict, level }), "alice", { type: "stream", to, topic, content: "hello" });
    return status === 200 ? "sent" : body.msg;
  };
  const required = "Topics are required in this organization";
  assert.is(say(392, "general chat"), "Sending messages to the general chat is not allowed in this channel.");
  assert.is(say(391, "general chat"), required);
  assert.is(say(369, "(no topic)"), required);
  assert.is(say(247, "(no topic)"), required);
  assert.is(say(247, "general chat"), "sent");
  assert.is(say(391, "x", "loose"), "sent");
});

test("what servers do against the text, where their choices are asked for", () => {
  const sim = simulator({ rulings: "observed" });
  const fields = { type: "channel", topic: "x", content: "hello" };
  assert.equal(refusal(sim, "alice", fields), [bad, "Missing channel"]);
  assert.equal(refusal(sim, "alice", { ...fields, type: "direct" }), [bad, "Message must have recipients"]);
  const stream = "a &lt;b&gt; &amp; &#x27;c&quot;";
  const unknown = ["STREAM_DOES_NOT_EXIST", `Channel '${stream}' does not exist`, { stream }];
  assert.equal(refusal(sim, "alice", { ...fields, to: "a <b> & 'c\"" }), unknown);
  assert.is(post(sim, "alice", { ...fields, to: "crowd", local_id: "1" }).status, 200);
  assert.is(post(sim, "alice", { ...fields, to: "crowd", queue_id: "1" }).status, 200);
});

test("with the ruling hiddenChannel a private channel looks like none to those who do not know it", () => {
  const sim = simulator({ rulings: { hiddenChannel: "unknown" } });
  const fields = { type: "channel", to: "board", topic: "x", content: "hello" };
  assert.equal(refusal(sim, "alice", fields), ["STREAM_DOES_NOT_EXIST", "Channel 'board' does not exist", { stream: "board" }]);
  assert.is(post(sim, "dana", fields).status, 200);
  assert.is(post(sim, "droid", fields).status, 200);
});

test.run();
