import { test } from "uvu";
import * as assert from "uvu/assert";
import { createSimulator, type Simulator } from "../server/simulator.ts";
import { type Event, listener, refusal } from "./hearing.test.kit.ts";

const id = (sim: Simulator, name: string): number => sim.cast[name]!.user_id;
const general = (sim: Simulator): number => sim.channels.general!.stream_id;
const fetched = (sim: Simulator, name: string, message_id: unknown): Event =>
  sim.as(name).send(`GET /messages/${message_id}`, { allow_empty_topic_name: true }).body.message as Event;
const sent = (sim: Simulator, name: string, fields: Record<string, unknown>): number =>
  Number(sim.as(name).send("POST /messages", fields).body.id);

test("new content is rendered, recorded, and decides mentions anew, while read and starred stay", () => {
  const sim = createSimulator();
  const message_id = sent(sim, "alice", { type: "channel", to: "general", topic: "soup", content: "@**Bob Birch** try it" });
  for (const flag of ["read", "starred"] as const) sim.act({ action: "set_flag", as: "bob", message_id, flag, op: "add" });
  const [bob, cara] = [listener(sim, "bob", ["update_message"]), listener(sim, "cara", ["update_message"])];
  sim.advance({ ms: 60_000 });
  sim.act({ action: "edit_message", as: "alice", message_id, content: "/me asks @**Cara Clover** about compost\n\n" });
  const common = {
    type: "update_message",
    user_id: id(sim, "alice"),
    edit_timestamp: Math.floor(sim.now() / 1000),
    message_id,
    message_ids: [message_id],
    rendering_only: false,
    stream_name: "general",
    stream_id: general(sim),
    orig_content: "@**Bob Birch** try it",
    orig_rendered_content: `<p><span class="user-mention" data-user-id="${id(sim, "bob")}">@Bob Birch</span> try it</p>`,
    content: "/me asks @**Cara Clover** about compost",
    rendered_content: `<p>/me asks <span class="user-mention" data-user-id="${id(sim, "cara")}">@Cara Clover</span> about compost</p>`,
    is_me_message: true,
  };
  assert.equal(bob(), [{ ...common, flags: ["read", "starred", "has_alert_word"] }]);
  assert.equal(cara(), [{ ...common, flags: ["mentioned"] }]);
  const message = fetched(sim, "bob", message_id);
  assert.is(message.last_edit_timestamp, common.edit_timestamp);
  assert.equal(message.edit_history, [
    {
      user_id: id(sim, "alice"),
      timestamp: common.edit_timestamp,
      prev_content: common.orig_content,
      prev_rendered_content: common.orig_rendered_content,
    },
  ]);
});

test("a new topic is told by its display name where the empty topic is not known, and content is not rendered again", () => {
  const sim = createSimulator();
  const message_id = sent(sim, "alice", { type: "channel", to: "general", topic: "soup", content: "hot" });
  const [knowing, other] = [listener(sim, "bob", ["update_message"], ["empty_topic_name"]), listener(sim, "bob", ["update_message"])];
  sim.act({ action: "edit_message", as: "dana", message_id, topic: " general chat " });
  const common = {
    type: "update_message",
    user_id: id(sim, "dana"),
    edit_timestamp: Math.floor(sim.now() / 1000),
    message_id,
    message_ids: [message_id],
    rendering_only: false,
    stream_name: "general",
    stream_id: general(sim),
    propagate_mode: "change_one",
    orig_subject: "soup",
    topic_links: [],
    flags: [],
  };
  assert.equal(knowing(), [{ ...common, subject: "" }]);
  assert.equal(other(), [{ ...common, subject: "general chat" }]);
  const message = fetched(sim, "bob", message_id);
  assert.is(message.subject, "");
  assert.is(message.last_edit_timestamp, undefined);
  assert.is(message.last_moved_timestamp, common.edit_timestamp);
  assert.equal(message.edit_history, [{ user_id: id(sim, "dana"), timestamp: common.edit_timestamp, prev_topic: "soup", topic: "" }]);
});

test("links in a topic follow it, and a message keeps its place among those of its new topic", () => {
  const sim = createSimulator();
  const message_id = sent(sim, "alice", { type: "channel", to: "general", topic: "soup", content: "hot" });
  sim.act({ action: "edit_message", as: "alice", message_id, topic: "broken tap #4711" });
  assert.equal(fetched(sim, "bob", message_id).topic_links, [{ text: "#4711", url: "https://tasks.example.com/4711" }]);
  const narrow = [
    { operator: "channel", operand: "general" },
    { operator: "topic", operand: "BROKEN tap #4711" },
  ];
  const { messages } = sim.as("bob").send("GET /messages", { anchor: "newest", num_before: 5, num_after: 0, narrow }).body;
  assert.equal(
    (messages as Event[]).map((message) => message.id),
    [message_id],
  );
});

test("a move to a private channel takes the message from those who may not see it there; first messages of channels are not looked for", () => {
  const sim = createSimulator();
  const message_id = sent(sim, "alice", { type: "channel", to: "town-square", topic: "gate", content: "The code is 4711" });
  const made = sim.act({ action: "create_channel", name: "codes", as: "alice", invite_only: true, history_public_to_subscribers: true });
  const types = ["update_message", "delete_message", "stream"];
  const [alice, gus] = [listener(sim, "alice", types), listener(sim, "gus", types, ["bulk_message_deletion"])];
  sim.act({ action: "edit_message", as: "alice", message_id, stream_id: made.stream_id });
  const [update, ...others] = alice();
  assert.equal(
    [update!.stream_name, update!.stream_id, update!.new_stream_id, update!.orig_subject, update!.subject],
    ["town-square", sim.channels["town-square"]!.stream_id, made.stream_id, "gate", undefined],
  );
  assert.equal(others, []);
  const stream_id = sim.channels["town-square"]!.stream_id;
  assert.equal(gus(), [{ type: "delete_message", message_ids: [message_id], message_type: "stream", stream_id, topic: "gate" }]);
  assert.is(sim.as("gus").send(`GET /messages/${message_id}`).body.msg, "Invalid message(s)");
  const [entry] = fetched(sim, "alice", message_id).edit_history as [Event];
  assert.equal([entry.prev_stream, entry.stream, entry.prev_topic], [stream_id, made.stream_id, undefined]);
});

test("content and topic together are one edit; nothing left of the content is said so", () => {
  const sim = createSimulator();
  const message_id = sent(sim, "alice", { type: "channel", to: "general", topic: "soup", content: "hot" });
  const hear = listener(sim, "bob", ["update_message"]);
  sim.act({ action: "edit_message", as: "alice", message_id, content: " \n", topic: "x".repeat(61) });
  const heard = hear();
  assert.is(heard.length, 1);
  assert.equal([heard[0]!.content, heard[0]!.subject], ["(deleted)", `${"x".repeat(57)}...`]);
  assert.is((fetched(sim, "bob", message_id).edit_history as Event[]).length, 1);
});

test("flags are told to their owner alone, with the place of what became unread", () => {
  const sim = createSimulator();
  const message_id = sent(sim, "alice", { type: "channel", to: "general", topic: "", content: "@**Bob Birch** hi" });
  const direct = sent(sim, "alice", { type: "direct", to: [id(sim, "bob"), id(sim, "cara")], content: "hi" });
  const types = ["update_message_flags"];
  const [bob, cara] = [listener(sim, "bob", types), listener(sim, "cara", types)];
  sim.act({ action: "set_flag", as: "bob", message_id, flag: "read", op: "add" });
  sim.act({ action: "set_flag", as: "bob", message_id, flag: "read", op: "add" });
  sim.act({ action: "set_flag", as: "bob", message_id, flag: "read", op: "remove" });
  sim.act({ action: "set_flag", as: "bob", message_id: direct, flag: "read", op: "add" });
  sim.act({ action: "set_flag", as: "bob", message_id: direct, flag: "read", op: "remove" });
  const common = { type: "update_message_flags", flag: "read", all: false };
  const [added, removed] = [
    { ...common, op: "add", operation: "add" },
    { ...common, op: "remove", operation: "remove" },
  ];
  const inChannel = { type: "stream", stream_id: general(sim), topic: "general chat", unmuted_stream_msg: true, mentioned: true };
  const inPrivate = { type: "private", user_ids: [id(sim, "alice"), id(sim, "cara")] };
  assert.equal(bob(), [
    { ...added, messages: [message_id] },
    { ...removed, messages: [message_id], message_details: { [message_id]: inChannel } },
    { ...added, messages: [direct] },
    { ...removed, messages: [direct], message_details: { [direct]: inPrivate } },
  ]);
  assert.equal(cara(), []);
  assert.equal(fetched(sim, "bob", message_id).flags, ["mentioned"]);
});

test("starring a message from before one's time makes a row for it", () => {
  const sim = createSimulator();
  const message_id = sent(sim, "bob", { type: "channel", to: "quiet", topic: "mornings", content: "Fog" });
  assert.equal(fetched(sim, "alice", message_id).flags, ["read", "historical"]);
  sim.act({ action: "set_flag", as: "alice", message_id, flag: "starred", op: "add" });
  assert.equal(fetched(sim, "alice", message_id).flags, ["read", "starred", "historical"]);
  sim.act({ action: "set_flag", as: "alice", message_id, flag: "starred", op: "remove" });
  assert.equal(fetched(sim, "alice", message_id).flags, ["read", "historical"]);
});

test("a submessage goes to all who see the message", () => {
  const sim = createSimulator();
  const message_id = sent(sim, "alice", { type: "channel", to: "general", topic: "poll", content: "/poll Tea?" });
  const hear = listener(sim, "gus", ["submessage"]);
  const before = (fetched(sim, "bob", message_id).submessages as Event[]).length;
  const { submessage_id } = sim.act({ action: "add_submessage", as: "bob", message_id, msg_type: "widget", content: '{"type":"vote"}' });
  const sender_id = id(sim, "bob");
  assert.equal(hear(), [{ type: "submessage", msg_type: "widget", message_id, submessage_id, sender_id, content: '{"type":"vote"}' }]);
  const kept = (fetched(sim, "bob", message_id).submessages as Event[]).slice(before);
  assert.equal(kept, [{ id: submessage_id, message_id, sender_id, msg_type: "widget", content: '{"type":"vote"}' }]);
});

test("refusals name the field, and nothing happens", () => {
  const sim = createSimulator();
  const message_id = sent(sim, "alice", { type: "channel", to: "team", topic: "soup", content: "hot" });
  const direct = sent(sim, "alice", { type: "direct", to: [id(sim, "bob")], content: "hi" });
  const edit = { action: "edit_message", as: "alice", message_id };
  const flag = { action: "set_flag", as: "alice", message_id, flag: "starred", op: "add" };
  const ladder: [Record<string, unknown>, string][] = [
    [{ ...edit, message_id: "1" }, 'edit_message: message_id: got "1", expected the id of a message'],
    [{ ...edit, message_id: 999_999 }, "edit_message: message_id: got 999999, expected the id of a message"],
    [{ ...edit, as: "cara", topic: "x" }, `edit_message: cara does not see message ${message_id}`],
    [edit, "edit_message: nothing to change: give a content, topic or stream_id that the message does not have"],
    [
      { ...edit, content: "hot", topic: "soup" },
      "edit_message: nothing to change: give a content, topic or stream_id that the message does not have",
    ],
    [{ ...edit, as: "bob", content: "cold" }, "edit_message: content: only alice, who sent it, may change it"],
    [{ ...edit, content: 5 }, "edit_message: content: got 5, expected text"],
    [{ ...edit, content: "a\u0000" }, 'edit_message: content: got "a\\u0000", expected text without NUL and without halves of characters'],
    [{ ...edit, content: "\ud800" }, 'edit_message: content: got "\\ud800", expected text without NUL and without halves of characters'],
    [{ ...edit, topic: "a\tb" }, "edit_message: Invalid character in topic, at position 2!"],
    [{ ...edit, stream_id: 4711 }, "edit_message: stream_id: got 4711, expected the id of a channel"],
    [{ ...edit, stream_id: sim.channels.attic!.stream_id }, "edit_message: Invalid channel ID"],
    [{ ...edit, message_id: direct, topic: "x" }, "edit_message: direct messages have no topic and no channel to change"],
    [{ ...flag, as: "cara" }, `set_flag: cara does not see message ${message_id}`],
    [{ ...flag, flag: "mentioned" }, 'set_flag: flag: got "mentioned", expected "read", "starred" or "collapsed"'],
    [{ ...flag, op: "toggle" }, 'set_flag: op: got "toggle", expected "add" or "remove"'],
    [
      { action: "add_submessage", as: "cara", message_id, msg_type: "widget", content: "" },
      `add_submessage: cara does not see message ${message_id}`,
    ],
  ];
  const [before, events] = [
    fetched(sim, "alice", message_id),
    listener(sim, "alice", ["update_message", "update_message_flags", "submessage"]),
  ];
  for (const [action, line] of ladder) assert.is(refusal(sim, action), line);
  assert.equal(fetched(sim, "alice", message_id), before);
  assert.equal(events(), []);
  assert.is(refusal(sim, flag), "done");
});

test.run();
