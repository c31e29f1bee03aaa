import { test } from "uvu";
import * as assert from "uvu/assert";
import { listener } from "../actions/hearing.test.kit.ts";
import { sha256Hex } from "../core/rng.ts";
import { createSimulator, type Simulator, type SimulatorOptions } from "../server/simulator.ts";

type Fields = Readonly<Record<string, unknown>>;

const users = {
  alice: {},
  bob: { alert_words: ["compost"] },
  cara: {},
  dana: { role: "administrator" },
  gus: { role: "guest" },
  robo: { bot: { owner: "alice" } },
};
const channels = {
  general: { subscribers: ["alice", "bob", "cara", "gus", "robo"] },
  side: { subscribers: ["alice", "bob"] },
  den: { privacy: "private", subscribers: ["alice", "bob"] },
  attic: { archived: true, subscribers: ["alice"] },
  crowd: { subscribers: ["alice", ...Array.from({ length: 15 }, (_, n) => `p${n}`)] },
};
const crowd = Object.fromEntries(Array.from({ length: 15 }, (_, n) => [`p${n}`, {}]));
const groups = { closed: { members: ["bob"], can_mention_group: { members: ["bob"] } } };
const messages = [{ from: ["alice"], to: "attic", topic: "boxes", content: "old", at: "-1m" }];
const simulator = (settings: Fields = {}, options: SimulatorOptions = {}): Simulator =>
  createSimulator({ realm: { settings, users: { ...users, ...crowd }, channels, groups, messages }, ...options });

const edit = (sim: Simulator, as: string, id: unknown, fields: Fields) => {
  const { status, body } = sim.as(as).send(`PATCH /messages/${id}`, fields);
  return { status, body };
};
const ok = { status: 200, body: { result: "success", msg: "", detached_uploads: [] } };
const refused = (msg: string, code = "BAD_REQUEST", extra: Fields = {}) => ({
  status: 400,
  body: { result: "error", msg, code, ...extra },
});

function sent(sim: Simulator, as: string, fields: Fields): number {
  const { status, body } = sim.as(as).send("POST /messages" as string, { content: "hello", ...fields });
  assert.is(status, 200, String(body.msg));
  return Number(body.id);
}
const inChannel = (to = "general", topic = "lunch"): Fields => ({ type: "channel", to, topic });
const person = (sim: Simulator, name: string): number => sim.cast[name]!.user_id;
const shown = (sim: Simulator, name: string, id: number): Fields =>
  sim.as(name).send(`GET /messages/${id}`, { allow_empty_topic_name: true }).body.message as Fields;

test("new content is rendered and recorded, and everyone who sees the message is told, each with their own flags", () => {
  const sim = simulator();
  const id = sent(sim, "alice", { ...inChannel(), content: "@**Bob** look" });
  const names = ["alice", "bob", "cara", "dana"];
  const ears = names.map((name) => listener(sim, name, ["update_message", "message", "user_topic"]));
  sim.advance({ ms: 60_000 });
  assert.equal(edit(sim, "alice", id, { content: "**compost** for @**Cara**\n" }), ok);
  const timestamp = Math.floor(sim.now() / 1000);
  const mention = (name: string) => `<span class="user-mention" data-user-id="${person(sim, name.toLowerCase())}">@${name}</span>`;
  const common = {
    type: "update_message",
    user_id: person(sim, "alice"),
    edit_timestamp: timestamp,
    message_id: id,
    message_ids: [id],
    rendering_only: false,
    stream_name: "general",
    stream_id: sim.channels.general!.stream_id,
    orig_content: "@**Bob** look",
    orig_rendered_content: `<p>${mention("Bob")} look</p>`,
    content: "**compost** for @**Cara**",
    rendered_content: `<p><strong>compost</strong> for ${mention("Cara")}</p>`,
    is_me_message: false,
  };
  assert.equal(
    ears.map((hear) => hear()),
    [[{ ...common, flags: [] }], [{ ...common, flags: ["has_alert_word"] }], [{ ...common, flags: ["mentioned"] }], []],
  );
  const message = shown(sim, "cara", id);
  assert.equal(
    [message.content, message.last_edit_timestamp, message.last_moved_timestamp],
    [common.rendered_content, timestamp, undefined],
  );
  assert.equal(message.edit_history, [
    { user_id: common.user_id, timestamp, prev_content: common.orig_content, prev_rendered_content: common.orig_rendered_content },
  ]);
  const { mentions } = sim.as("cara").send("POST /register", { fetch_event_types: ["message", "update_message_flags"] }).body
    .unread_msgs as Fields;
  assert.equal(mentions, [id]);
});

test("content as it is already is no edit, beside a move neither; on running servers it is", () => {
  const outcome = (rulings: NonNullable<SimulatorOptions["rulings"]>, fields: Fields) => {
    const sim = simulator({}, { rulings });
    const id = sent(sim, "alice", inChannel());
    const hear = listener(sim, "bob", ["update_message"]);
    assert.equal(edit(sim, "alice", id, fields), ok);
    const { edit_history = [], last_edit_timestamp } = shown(sim, "bob", id);
    const fieldsOfEntries = (edit_history as Fields[]).map((entry) => Object.keys(entry).slice(2));
    return [fieldsOfEntries, last_edit_timestamp !== undefined, hear().length];
  };
  const observed = { unchangedContent: "observed" } as const;
  const content = ["prev_content", "prev_rendered_content"];
  assert.equal(outcome({}, { content: "hello \n" }), [[], false, 0]);
  assert.equal(outcome(observed, { content: "hello \n" }), [[content], true, 1]);
  const move = { content: "hello", topic: "tea" };
  assert.equal(outcome({}, move), [[["topic", "prev_topic"]], false, 1]);
  assert.equal(outcome(observed, move), [[[...content, "topic", "prev_topic"]], true, 1]);
});

test("an edit that leaves nothing says so, and one that is too long is cut", () => {
  const sim = simulator();
  const id = sent(sim, "alice", inChannel());
  assert.equal(edit(sim, "alice", id, { content: " \n" }), ok);
  assert.is(shown(sim, "bob", id).content, "<p>(deleted)</p>");
  assert.equal(edit(sim, "alice", id, { content: "a\0" }), refused("Message must not contain null bytes"));
  assert.equal(edit(sim, "alice", id, { content: "x".repeat(10_001) }), ok);
  assert.match(String(shown(sim, "bob", id).content), /x<br>\n\[message truncated\]<\/p>$/);
});

test("a direct message changes its content and nothing else", () => {
  const sim = simulator();
  const id = sent(sim, "alice", { type: "direct", to: [person(sim, "bob")] });
  const [bob, cara] = [listener(sim, "bob", ["update_message"]), listener(sim, "cara", ["update_message"])];
  const ladder: [string, Fields, ReturnType<typeof refused>][] = [
    ["cara", { content: "x" }, refused("Invalid message(s)")],
    ["bob", { content: "x" }, refused("You don't have permission to edit this message")],
    ["bob", {}, refused("Nothing to change")],
    ["bob", { topic: "x", stream_id: 1 }, refused("Direct messages cannot be moved to channels.")],
    ["bob", { topic: "" }, refused("Direct messages cannot have topics.")],
    ["alice", { content: "x", propagate_mode: "change_all" }, refused("Invalid propagate_mode without topic edit")],
    ["alice", { content: "@*closed*" }, refused("You are not allowed to mention user group 'closed'.")],
  ];
  for (const [as, fields, answer] of ladder) assert.equal(edit(sim, as, id, fields), answer);
  assert.equal(edit(sim, "alice", id, { content: "bye" }), ok);
  assert.equal(
    [...bob(), ...cara()],
    [
      {
        type: "update_message",
        user_id: person(sim, "alice"),
        edit_timestamp: Math.floor(sim.now() / 1000),
        message_id: id,
        message_ids: [id],
        rendering_only: false,
        orig_content: "hello",
        orig_rendered_content: "<p>hello</p>",
        content: "bye",
        rendered_content: "<p>bye</p>",
        is_me_message: false,
        flags: [],
      },
    ],
  );
});

test("a ladder of refusals, none of which changes anything", () => {
  const sim = simulator({ message_content_edit_limit_seconds: 60 });
  const id = sent(sim, "alice", inChannel());
  const { stream_id: attic } = sim.channels.attic!;
  const { stream_id: side } = sim.channels.side!;
  const hear = listener(sim, "alice", ["update_message", "message"]);
  const before = shown(sim, "alice", id);
  const denied = refused("You don't have permission to edit this message");
  const ladder: [string, Fields, ReturnType<typeof refused>][] = [
    ["alice", { propagate_mode: "change_none" }, refused("Invalid propagate_mode")],
    ["alice", { stream_id: "side" }, refused("stream_id is not valid JSON")],
    ["alice", { stream_id: -1 }, refused("stream_id is too small")],
    ["alice", { send_notification_to_old_thread: 1 }, refused("send_notification_to_old_thread is not a boolean")],
    ["bob", { content: "x" }, denied],
    ["dana", { content: "x" }, denied],
    ["alice", {}, refused("Nothing to change")],
    ["alice", { topic: " lunch ", stream_id: sim.channels.general!.stream_id }, refused("Nothing to change")],
    ["alice", { content: "x", propagate_mode: "change_later" }, refused("Invalid propagate_mode without topic edit")],
    ["alice", { topic: "✔ " }, refused("General chat cannot be marked as resolved")],
    ["alice", { topic: "✔ general chat" }, refused("General chat cannot be marked as resolved")],
    ["alice", { topic: "a\tb", stream_id: attic, content: "x" }, refused("Invalid character in topic, at position 2!")],
    ["alice", { stream_id: attic, content: "x" }, refused("Cannot change message content while changing channel")],
    [
      "alice",
      { stream_id: sim.channels.general!.stream_id, content: "x" },
      refused("Cannot change message content while changing channel"),
    ],
    ["alice", { stream_id: attic }, refused("Invalid channel ID")],
    ["cara", { stream_id: sim.channels.den!.stream_id }, refused("Invalid channel ID")],
  ];
  for (const [as, fields, answer] of ladder) assert.equal(edit(sim, as, id, fields), answer);
  const confusing = edit(sim, "alice", id, { topic: "x", subject: "y" });
  assert.is(confusing.body.code, "REQUEST_CONFUSING_VAR");
  assert.equal(edit(sim, "alice", 4711, { content: "x" }), refused("Invalid message(s)"));
  sim.advance({ ms: 80_001 });
  assert.equal(edit(sim, "alice", id, { content: "x" }), refused("The time limit for editing this message has passed"));
  assert.equal(shown(sim, "alice", id), before);
  assert.equal(hear(), []);
  assert.equal(edit(sim, "alice", id, { subject: "soup", stream_id: side }), ok);
});

test("content can be edited for some seconds more than the limit, for ever without one, and not where editing is turned off", () => {
  const sim = simulator({ message_content_edit_limit_seconds: 60 });
  const id = sent(sim, "alice", inChannel());
  sim.advance({ ms: 80_000 });
  assert.equal(edit(sim, "alice", id, { content: "x" }), ok);
  const free = simulator({ message_content_edit_limit_seconds: null });
  const old = sent(free, "gus", inChannel());
  free.advance({ ms: 86_400_000 });
  assert.equal(edit(free, "gus", old, { content: "x" }), ok);
  const off = simulator({ allow_message_editing: false });
  const fixed = sent(off, "alice", inChannel());
  assert.equal(edit(off, "bob", fixed, { content: "x" }), refused("Your organization has turned off message editing"));
  assert.equal(edit(off, "bob", fixed, { topic: "soup" }), ok);
});

test("a message in an archived channel stays as it is, and so does a widget", () => {
  const sim = simulator();
  const old = sim.snapshot().world.messages.ascending().next().value!.id;
  assert.equal(edit(sim, "alice", old, { content: "x" }), refused("Invalid message(s)"));
  const id = sent(sim, "alice", inChannel());
  sim.act({ action: "add_submessage", as: "alice", message_id: id, msg_type: "widget", content: "{}" });
  assert.equal(edit(sim, "alice", id, { content: "x" }), refused("Widgets cannot be edited."));
  assert.equal(edit(sim, "bob", id, { topic: "x" }), ok);
});

test("mentions need the permissions that they need in a new message", () => {
  const sim = simulator();
  const id = sent(sim, "alice", inChannel("crowd"));
  const all = "You do not have permission to use channel wildcard mentions in this channel.";
  assert.equal(edit(sim, "alice", id, { content: "@**all**" }), refused(all, "STREAM_WILDCARD_MENTION_NOT_ALLOWED"));
  assert.equal(edit(sim, "alice", id, { content: "@*closed*" }), refused("You are not allowed to mention user group 'closed'."));
  for (let n = 0; n < 15; n++) sent(sim, `p${n}`, inChannel("crowd"));
  const some = "You do not have permission to use topic wildcard mentions in this topic.";
  assert.equal(edit(sim, "alice", id, { content: "@**topic**" }), refused(some, "TOPIC_WILDCARD_MENTION_NOT_ALLOWED"));
  const few = sent(sim, "alice", inChannel());
  assert.equal(edit(sim, "alice", few, { content: "@**all** and @**topic**" }), ok);
  assert.equal(shown(sim, "bob", few).flags, ["stream_wildcard_mentioned", "wildcard_mentioned"]);
});

test("an edit can insist on the content that it is meant for, from level 379 on", () => {
  const sim = simulator();
  const id = sent(sim, "alice", { ...inChannel(), content: "Grüße" });
  const mismatch = refused("'prev_content_sha256' value does not match the expected value.", "EXPECTATION_MISMATCH", {
    field_name: "prev_content_sha256",
  });
  assert.equal(edit(sim, "alice", id, { content: "x", prev_content_sha256: sha256Hex("Gruesse") }), mismatch);
  assert.equal(edit(sim, "bob", id, { topic: "x", prev_content_sha256: "" }), mismatch);
  assert.is(sha256Hex("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  assert.equal(edit(sim, "alice", id, { content: "x", prev_content_sha256: sha256Hex("Grüße") }), ok);
  const old = simulator({}, { level: 378 });
  const answer = edit(old, "alice", sent(old, "alice", inChannel()), { content: "x", prev_content_sha256: "no" });
  assert.equal(answer.body, { ...ok.body, ignored_parameters_unsupported: ["prev_content_sha256"] });
});

test("uploads are spoken of from level 285 on, and channels are streams before level 255", () => {
  const at = (level: number) => {
    const sim = simulator({}, { level });
    const direct = sent(sim, "alice", { type: "private", to: [person(sim, "bob")] });
    return [
      edit(sim, "alice", sent(sim, "alice", inChannel()), { content: "x" }).body.detached_uploads,
      edit(sim, "alice", direct, { stream_id: 41 }).body.msg,
    ];
  };
  assert.equal(at(285), [[], "Direct messages cannot be moved to channels."]);
  assert.equal(at(284), [undefined, "Direct messages cannot be moved to channels."]);
  assert.equal(at(254), [undefined, "Direct messages cannot be moved to streams."]);
});

test("names are rendered with the rights of the sender", () => {
  const sim = simulator();
  const [own, others] = [sent(sim, "alice", inChannel()), sent(sim, "cara", inChannel())];
  for (const [as, id] of [
    ["alice", own],
    ["cara", others],
  ] as const)
    assert.equal(edit(sim, as, id, { content: "#**den**" }), ok);
  const { stream_id } = sim.channels.den!;
  assert.equal(
    [own, others].map((id) => shown(sim, "bob", id).content),
    [
      `<p><a class="stream" data-stream-id="${stream_id}" href="/#narrow/channel/${stream_id}-den">#den</a></p>`,
      "<p>#<strong>den</strong></p>",
    ],
  );
});

test.run();
