import { test } from "uvu";
import * as assert from "uvu/assert";
import { type Event, listener } from "../actions/hearing.test.kit.ts";
import { createSimulator, type Simulator, type SimulatorOptions } from "../server/simulator.ts";

const users = {
  alice: {},
  bob: {},
  cara: {},
  dana: { role: "administrator" },
  mod: { role: "moderator" },
  gus: { role: "guest" },
  robo: { bot: { owner: "alice" } },
};
const channels = {
  general: { subscribers: ["alice", "bob", "cara", "gus", "robo"] },
  side: { subscribers: ["alice", "bob", "mod", "gus"] },
  vault: { privacy: "private-protected", subscribers: ["alice", "mod"] },
  news: { subscribers: ["alice", "bob"], can_send_message_group: "role:administrators" },
  fixed: { subscribers: ["alice", "bob"], can_create_topic_group: "role:administrators" },
  flat: { subscribers: ["alice", "bob"], topics_policy: "empty_topic_only" },
  named: { subscribers: ["alice", "bob"], topics_policy: "disable_empty_topic" },
};
const simulator = (settings: Event = {}, options: SimulatorOptions = {}, more: Event = {}): Simulator =>
  createSimulator({ realm: { settings, users, channels: { ...channels, ...more } }, ...options });

const edit = (sim: Simulator, as: string, id: number, fields: Event) => {
  const { status, body } = sim.as(as).send(`PATCH /messages/${id}`, fields);
  return { status, body };
};
const ok = { status: 200, body: { result: "success", msg: "", detached_uploads: [] } };
const refused = (msg: string, code = "BAD_REQUEST", extra: Event = {}) => ({
  status: 400,
  body: { result: "error", msg, code, ...extra },
});

function sent(sim: Simulator, as: string, to = "general", topic = "lunch", content = "hello"): number {
  const { status, body } = sim.as(as).send("POST /messages", { type: "channel", to, topic, content });
  assert.is(status, 200, String(body.msg));
  return Number(body.id);
}
const person = (sim: Simulator, name: string): number => sim.cast[name]!.user_id;
const channel = (sim: Simulator, name: string): number => sim.channels[name]!.stream_id;
const capable = ["bulk_message_deletion", "empty_topic_name"];
const shown = (sim: Simulator, name: string, id: number): Event =>
  sim.as(name).send(`GET /messages/${id}`, { allow_empty_topic_name: true }).body.message as Event;

/** Sources of a topic's messages as somebody sees them. */
function topic(sim: Simulator, name: string, to: string, subject: string): string[] {
  const narrow = [
    { operator: "channel", operand: to },
    { operator: "topic", operand: subject },
  ];
  const fields = { anchor: "oldest", num_before: 0, num_after: 99, narrow, apply_markdown: false };
  return (sim.as(name).send("GET /messages", fields).body.messages as Event[]).map(({ content }) => String(content));
}

const policies = (sim: Simulator, name: string) =>
  (sim.as(name).send("POST /register", { fetch_event_types: ["user_topic"] }).body.user_topics as Event[]).map((each) => [
    each.stream_id,
    each.topic_name,
    each.visibility_policy,
  ]);
const follow = (sim: Simulator, name: string, to: string, subject: string, visibility_policy: number) =>
  sim.as(name).send("POST /user_topics" as string, { stream_id: channel(sim, to), topic: subject, visibility_policy });
const quiet = { send_notification_to_new_thread: false };
/** Alice, as notices name her. */
const byAlice = (sim: Simulator): string => `@_**Alice|${person(sim, "alice")}**`;

test("a move takes along as much of the topic as its mode says, and one event tells of it", () => {
  for (const [propagate_mode, moving] of [
    ["change_one", [1]],
    ["change_later", [1, 2]],
    ["change_all", [0, 1, 2]],
  ] as const) {
    const sim = simulator();
    const ids = ["one", "two", "three"].map((content) => sent(sim, "bob", "general", content === "three" ? "Lunch" : "lunch", content));
    const other = sent(sim, "bob", "general", "tea", "four");
    const [alice, dana] = [listener(sim, "alice", ["update_message"], capable), listener(sim, "dana", ["update_message"], capable)];
    sim.advance({ ms: 5000 });
    assert.equal(edit(sim, "cara", ids[1]!, { topic: "soup https://example.com", propagate_mode, ...quiet }), ok);
    const edit_timestamp = Math.floor(sim.now() / 1000);
    const message_ids = moving.map((n) => ids[n]!);
    const topic_links = [{ text: "https://example.com", url: "https://example.com" }];
    assert.equal(alice(), [
      {
        type: "update_message",
        user_id: person(sim, "cara"),
        edit_timestamp,
        message_id: ids[1],
        message_ids,
        rendering_only: false,
        stream_name: "general",
        stream_id: channel(sim, "general"),
        propagate_mode,
        orig_subject: "lunch",
        subject: "soup https://example.com",
        topic_links,
        flags: [],
      },
    ]);
    assert.equal(dana(), []);
    const entry = { user_id: person(sim, "cara"), timestamp: edit_timestamp, prev_topic: "lunch", topic: "soup https://example.com" };
    for (const id of message_ids) {
      const { edit_history, last_moved_timestamp, last_edit_timestamp, topic_links: links } = shown(sim, "alice", id);
      assert.equal([edit_history, last_moved_timestamp, last_edit_timestamp], [[entry], edit_timestamp, undefined]);
      assert.equal(links, topic_links);
    }
    assert.is(shown(sim, "alice", other).edit_history, undefined);
    const words = ["one", "two", "three"];
    assert.equal(
      topic(sim, "alice", "general", "SOUP https://example.com"),
      moving.map((n) => words[n]!),
    );
    assert.equal(
      topic(sim, "alice", "general", "lunch"),
      words.filter((_, n) => !(moving as readonly number[]).includes(n)),
    );
  }
});

test("content changes for the message alone, and the topic for all that follow it", () => {
  const sim = simulator();
  const ids = [sent(sim, "alice"), sent(sim, "bob")];
  const hear = listener(sim, "bob", ["update_message"], capable);
  assert.equal(edit(sim, "alice", ids[0]!, { content: "hi", topic: "", propagate_mode: "change_later", ...quiet }), ok);
  const [event] = hear();
  assert.equal(
    [event!.message_ids, event!.orig_content, event!.content, event!.orig_subject, event!.subject],
    [ids, "hello", "hi", "lunch", ""],
  );
  assert.equal(
    ids.map((id) => Object.keys((shown(sim, "bob", id).edit_history as Event[])[0]!)),
    [
      ["user_id", "timestamp", "prev_content", "prev_rendered_content", "topic", "prev_topic"],
      ["user_id", "timestamp", "topic", "prev_topic"],
    ],
  );
  assert.equal(topic(sim, "bob", "general", ""), ["hi", "hello"]);
});

test("notices say what was moved where, and are unread for all", () => {
  const sim = simulator();
  const told = { send_notification_to_old_thread: true };
  const ids = ["1", "2", "3", "4"].map((content) => sent(sim, "bob", "general", "lunch", content));
  const by = byAlice(sim);
  assert.equal(edit(sim, "alice", ids[0]!, { topic: "soup", ...told }), ok);
  const link = `${sim.snapshot().world.server.url}/#narrow/channel/${channel(sim, "general")}-general/topic/soup/near/${ids[0]}`;
  assert.equal(topic(sim, "bob", "general", "soup").slice(1), [`[A message](${link}) was moved here from #**general>lunch** by ${by}.`]);
  assert.is(topic(sim, "bob", "general", "lunch").at(-1), `A message was moved from this topic to #**general>soup** by ${by}.`);
  assert.equal(edit(sim, "alice", ids[2]!, { topic: "a*b", propagate_mode: "change_later", ...told }), ok);
  const starred = `[#general > a&#42;b](#narrow/channel/${channel(sim, "general")}-general/topic/a*b)`;
  assert.is(topic(sim, "bob", "general", "a*b").at(-1), `3 messages were moved here from #**general>lunch** by ${by}.`);
  assert.is(topic(sim, "bob", "general", "lunch").at(-1), `3 messages were moved from this topic to ${starred} by ${by}.`);
  assert.equal(edit(sim, "alice", ids[1]!, { topic: "broth", propagate_mode: "change_all", ...told }), ok);
  assert.is(topic(sim, "bob", "general", "broth").at(-1), `This topic was moved here from #**general>lunch** by ${by}.`);
  assert.equal(topic(sim, "bob", "general", "lunch"), [`This topic was moved to #**general>broth** by ${by}.`]);
  const notice = sim.snapshot().world.messages.newest()!.id;
  assert.equal(
    ["alice", "bob"].map((name) => shown(sim, name, notice).flags),
    [[], []],
  );
  assert.is(shown(sim, "bob", notice).sender_full_name, "Notification Bot");
  assert.equal(edit(sim, "alice", ids[0]!, { topic: "plain", ...quiet }), ok);
  assert.is(sim.snapshot().world.messages.newest()!.id, notice);
});

test("a topic that moved as a whole takes everyone's policy of it along, and where it joins another the more visible one stays", () => {
  const sim = simulator();
  const id = sent(sim, "robo");
  sent(sim, "robo", "general", "soup");
  const [none, muted, followed] = [0, 1, 3];
  for (const [name, before, there] of [
    ["alice", followed, muted],
    ["bob", muted, none],
    ["cara", none, muted],
    ["dana", muted, followed],
  ] as const) {
    follow(sim, name, "general", "lunch", before);
    follow(sim, name, "general", "soup", there);
  }
  const hear = listener(sim, "alice", ["muted_topics", "user_topic", "update_message"], capable);
  const quietly = listener(sim, "bob", ["user_topic"], capable);
  assert.equal(edit(sim, "bob", id, { topic: "soup", ...quiet }), ok);
  const stream_id = channel(sim, "general");
  assert.equal(
    ["alice", "bob", "cara", "dana"].map((name) => policies(sim, name)),
    [[[stream_id, "soup", followed]], [], [], [[stream_id, "soup", followed]]],
  );
  const last_updated = Math.floor(sim.now() / 1000);
  const topicEvent = (topic_name: string, visibility_policy: number) => ({
    type: "user_topic",
    stream_id,
    topic_name,
    last_updated,
    visibility_policy,
  });
  const heard = hear();
  assert.equal(heard.slice(0, 2), [topicEvent("lunch", none), topicEvent("soup", followed)]);
  assert.equal([heard.length, heard[2]!.type], [3, "update_message"]);
  assert.equal(quietly(), [topicEvent("lunch", none)]);
});

test("where there was no topic yet, policies replace what people had for it, and the list of muted topics is told once", () => {
  const sim = simulator();
  const id = sent(sim, "robo");
  follow(sim, "alice", "general", "lunch", 1);
  follow(sim, "bob", "general", "soup", 3);
  const hear = listener(sim, "alice", ["muted_topics"]);
  assert.equal(edit(sim, "bob", id, { topic: "soup", ...quiet }), ok);
  assert.equal(
    ["alice", "bob"].map((name) => policies(sim, name)),
    [[[channel(sim, "general"), "soup", 1]], []],
  );
  assert.equal(hear(), [{ type: "muted_topics", muted_topics: [["general", "soup", Math.floor(sim.now() / 1000)]] }]);
});

test("a topic that joins another is told of by its messages, and a channel goes on beginning with what left it", () => {
  const sim = simulator();
  const id = sent(sim, "bob", "side");
  sent(sim, "bob");
  const told = { send_notification_to_old_thread: true };
  assert.equal(edit(sim, "alice", id, { stream_id: channel(sim, "general"), propagate_mode: "change_all", ...told }), ok);
  assert.match(topic(sim, "bob", "general", "lunch")[2]!, /^\[A message\]\(.*\) was moved here from #\*\*side>lunch\*\* by /);
  assert.equal(topic(sim, "bob", "side", "lunch"), [`This topic was moved to #**general>lunch** by ${byAlice(sim)}.`]);
  const { channels: records, messages } = sim.snapshot().world;
  assert.is([...records.values()].find(({ name }) => name === "side")!.first_message_id, id);
  assert.equal(sim.as("dana").send(`DELETE /messages/${messages.newest()!.id}`).status, 200);
  assert.is([...sim.snapshot().world.channels.values()].find(({ name }) => name === "side")!.first_message_id, id);
});

test("policies stay where part of a topic stays, and its sender follows a topic that the move starts", () => {
  const sim = simulator();
  const [first, second] = [sent(sim, "bob"), sent(sim, "cara")];
  follow(sim, "alice", "general", "lunch", 3);
  assert.equal(edit(sim, "alice", second, { topic: "soup", ...quiet }), ok);
  const id = channel(sim, "general");
  assert.equal(
    ["alice", "bob", "cara"].map((name) => policies(sim, name)),
    [[[id, "lunch", 3]], [[id, "lunch", 3]], [[id, "soup", 3]]],
  );
  const third = sent(sim, "alice");
  assert.equal(edit(sim, "alice", third, { topic: "soup", ...quiet }), ok);
  assert.equal(policies(sim, "alice"), [[id, "lunch", 3]]);
  sent(sim, "alice", "general", "tea");
  const [fourth, later] = [sent(sim, "bob"), sent(sim, "bob", "side", "tea")];
  assert.equal(edit(sim, "alice", later, { topic: "pie", ...quiet }), ok);
  follow(sim, "bob", "side", "pie", 0);
  assert.equal(edit(sim, "alice", fourth, { stream_id: channel(sim, "side"), topic: "pie", ...quiet }), ok);
  assert.equal(policies(sim, "bob"), [
    [id, "lunch", 3],
    [channel(sim, "side"), "pie", 3],
  ]);
  assert.equal(edit(sim, "cara", first, { topic: "Lunch", propagate_mode: "change_all", ...quiet }), ok);
  assert.equal(policies(sim, "bob")[0], [id, "lunch", 3]);
});

test("a move to another channel: rows go and come with it, and each hears what it is for them", () => {
  const sim = simulator();
  const ids = [sent(sim, "bob"), sent(sim, "bob")];
  const types = ["update_message", "delete_message", "stream", "user_topic"];
  const names = ["alice", "bob", "cara", "gus", "mod", "dana"];
  const ears = new Map(names.map((name) => [name, listener(sim, name, types, capable)]));
  const apart = listener(sim, "gus", ["delete_message"]);
  const [from, to] = [channel(sim, "general"), channel(sim, "vault")];
  assert.equal(edit(sim, "alice", ids[0]!, { stream_id: to, propagate_mode: "change_all", ...quiet }), ok);
  const update = {
    type: "update_message",
    user_id: person(sim, "alice"),
    edit_timestamp: Math.floor(sim.now() / 1000),
    message_id: ids[0],
    message_ids: ids,
    rendering_only: false,
    stream_name: "general",
    stream_id: from,
    new_stream_id: to,
    propagate_mode: "change_all",
    orig_subject: "lunch",
  };
  const gone = { type: "delete_message", message_ids: ids, message_type: "stream", stream_id: from, topic: "lunch" };
  const unfollowed = {
    type: "user_topic",
    stream_id: from,
    topic_name: "lunch",
    last_updated: update.edit_timestamp,
    visibility_policy: 0,
  };
  assert.equal(Object.fromEntries([...ears].map(([name, hear]) => [name, hear()])), {
    alice: [{ ...update, flags: [] }],
    bob: [gone, unfollowed],
    cara: [gone],
    gus: [gone],
    mod: [{ ...update, flags: ["read"] }],
    dana: [],
  });
  assert.equal(
    apart(),
    ids.map((message_id) => ({ type: "delete_message", message_id, message_type: "stream", stream_id: from, topic: "lunch" })),
  );
  assert.equal(shown(sim, "mod", ids[1]!).flags, ["read"]);
  assert.is(sim.as("bob").send(`GET /messages/${ids[0]}`).body.msg, "Invalid message(s)");
  assert.equal((shown(sim, "alice", ids[1]!).edit_history as Event[])[0], {
    user_id: person(sim, "alice"),
    timestamp: update.edit_timestamp,
    prev_stream: from,
    stream: to,
  });
  assert.equal(policies(sim, "bob"), []);
});

test("between public channels the old subscribers hear of the move and keep no row, and guests hear only where they were before", () => {
  const sim = simulator({}, {}, { cellar: { subscribers: ["alice", "cara"] } });
  const id = sent(sim, "cara", "cellar");
  const ears = ["cara", "gus", "mod"].map((name) => listener(sim, name, ["update_message", "delete_message"], capable));
  assert.equal(shown(sim, "alice", id).flags, []);
  assert.equal(edit(sim, "cara", id, { stream_id: channel(sim, "side"), topic: "soup" }), ok);
  const heard = ears.map((hear) => hear().map(({ type, flags, subject }) => [type, flags, subject]));
  assert.equal(heard, [[["update_message", ["read"], "soup"]], [], [["update_message", ["read"], "soup"]]]);
  assert.equal(shown(sim, "cara", id).flags, ["read", "historical"]);
  assert.equal(shown(sim, "gus", id).id, id);
  assert.equal(policies(sim, "cara"), [[channel(sim, "side"), "soup", 3]]);
  assert.is(
    topic(sim, "alice", "side", "soup").at(-1),
    `This topic was moved here from #**cellar>lunch** by @_**Cara|${person(sim, "cara")}**.`,
  );
});

test("to another channel go only the messages that the mover sees", () => {
  const old = { privacy: "private-protected", subscribers: ["alice", "bob"], subscriptions: { bob: { since: "-1h" } } };
  const messages = [{ from: ["alice"], to: "old", topic: "plans", content: "before Bob", at: "-2h" }];
  const sim = createSimulator({ realm: { users, channels: { ...channels, old }, messages } });
  const id = sent(sim, "bob", "old", "plans", "with Bob");
  assert.equal(edit(sim, "bob", id, { stream_id: channel(sim, "side"), propagate_mode: "change_all" }), ok);
  assert.equal(topic(sim, "alice", "old", "plans"), ["before Bob"]);
  assert.is(topic(sim, "alice", "side", "plans")[1], `This topic was moved here from #**old>plans** by @_**Bob|${person(sim, "bob")}**.`);
});

test("resolving a topic is told of in it, and is no move", () => {
  const sim = simulator();
  const id = sent(sim, "bob");
  const hear = listener(sim, "cara", ["update_message", "message", "delete_message"], capable);
  follow(sim, "cara", "general", "lunch", 3);
  follow(sim, "bob", "general", "lunch", 0);
  assert.equal(edit(sim, "alice", id, { topic: "✔ lunch", propagate_mode: "change_all" }), ok);
  const [update, notice, ...rest] = hear();
  assert.equal([update!.orig_subject, update!.subject, rest], ["lunch", "✔ lunch", []]);
  const message = notice!.message as Event;
  assert.equal([message.content, message.subject, notice!.flags], [`${byAlice(sim)} has marked this topic as resolved.`, "✔ lunch", []]);
  assert.equal(
    ["alice", "bob", "cara"].map((name) => shown(sim, name, Number(message.id)).flags),
    [["read"], ["read"], []],
  );
  const { last_moved_timestamp, last_edit_timestamp, edit_history } = shown(sim, "bob", id);
  assert.equal([last_moved_timestamp, last_edit_timestamp, (edit_history as Event[]).length], [undefined, undefined, 1]);
  assert.equal(policies(sim, "cara"), [[channel(sim, "general"), "✔ lunch", 3]]);
  sim.advance({ ms: 60_000 });
  assert.equal(edit(sim, "bob", id, { topic: "lunch", propagate_mode: "change_all" }), ok);
  const [undone, gone] = hear();
  assert.equal([undone!.subject, gone!.type, gone!.message_ids, gone!.topic], ["lunch", "delete_message", [message.id], "lunch"]);
  assert.equal(topic(sim, "bob", "general", "lunch"), ["hello"]);
});

test("undone later, the other notice comes; content along with it, neither; and a long topic loses its end", () => {
  const sim = simulator();
  const long = "x".repeat(59);
  const id = sent(sim, "alice", "general", long);
  assert.equal(edit(sim, "alice", id, { topic: `✔ ${long}`, propagate_mode: "change_all" }), ok);
  const cut = `✔ ${"x".repeat(55)}...`;
  assert.equal([shown(sim, "bob", id).subject, shown(sim, "bob", id).last_moved_timestamp], [cut, undefined]);
  assert.equal(topic(sim, "bob", "general", cut), ["hello", `${byAlice(sim)} has marked this topic as resolved.`]);
  sim.advance({ ms: 60_001 });
  const short = cut.slice(2);
  assert.equal(edit(sim, "alice", id, { topic: short, propagate_mode: "change_all" }), ok);
  assert.is(topic(sim, "bob", "general", short).at(-1), `${byAlice(sim)} has marked this topic as unresolved.`);
  assert.equal(edit(sim, "alice", id, { topic: `✔ ${short}`, content: "done" }), ok);
  assert.equal(topic(sim, "bob", "general", `✔ ${short.slice(0, 55)}...`), ["done"]);
});

test("a mention of a topic, edited into a message that goes to it, is for those who were there before", () => {
  const sim = simulator();
  const id = sent(sim, "alice");
  sent(sim, "bob");
  sent(sim, "cara", "general", "soup");
  assert.equal(edit(sim, "alice", id, { topic: "soup", content: "@**topic**", propagate_mode: "change_all", ...quiet }), ok);
  const isMentioned = (name: string) => (shown(sim, name, id).flags as string[]).includes("topic_wildcard_mentioned");
  assert.equal(["alice", "bob", "cara"].map(isMentioned), [true, false, true]);
});

test("a topic that would have kept its end is moved, not resolved, where it lost it", () => {
  const sim = simulator();
  const moved = (from: string, to: string) => {
    const id = sent(sim, "alice", "general", from);
    assert.equal(edit(sim, "alice", id, { topic: to, ...quiet }), ok);
    return shown(sim, "bob", id).last_moved_timestamp !== undefined;
  };
  const [fits, long] = ["x".repeat(58), "y".repeat(59)];
  assert.equal([moved("lunch and more", "✔ lunch..."), moved(fits, `✔ ${"x".repeat(55)}...`)], [true, true]);
  assert.equal([moved(fits, `✔ ${fits}`), moved(long, `✔ ${long}`)], [false, false]);
});

test("a notice of resolving is unread for those whose settings say so, and never for bots", () => {
  const sim = simulator();
  const policy = (name: string, resolved_topic_notice_auto_read_policy: string) =>
    assert.is(sim.as(name).send("PATCH /settings", { resolved_topic_notice_auto_read_policy }).status, 200);
  const id = sent(sim, "alice");
  for (const name of ["bob", "cara", "robo"]) follow(sim, name, "general", "lunch", 3);
  policy("alice", "never");
  policy("bob", "always");
  policy("gus", "never");
  assert.equal(edit(sim, "alice", id, { topic: "✔ lunch", propagate_mode: "change_all" }), ok);
  const notice = sim.snapshot().world.messages.newest()!.id;
  assert.equal(
    ["alice", "bob", "cara", "gus", "robo"].map((name) => shown(sim, name, notice).flags),
    [[], ["read"], [], [], ["read"]],
  );
});

test("before level 385 a resolved topic is unread for those who wrote or reacted in it", () => {
  const flags = (level: number) => {
    const sim = simulator({}, { level });
    const id = sent(sim, "alice");
    assert.is(sim.as("cara").send(`POST /messages/${id}/reactions`, { emoji_name: "tada" }).status, 200);
    assert.equal(edit(sim, "alice", id, { topic: "✔ lunch" }).status, 200);
    const notice = sim.snapshot().world.messages.newest()!.id;
    return ["alice", "bob", "cara"].map((name) => shown(sim, name, notice).flags);
  };
  assert.equal(flags(385), [[], ["read"], ["read"]]);
  assert.equal(flags(384), [[], ["read"], []]);
});

const denied = refused("You don't have permission to edit this message");

test("topics are changed by those whom the organization or the channel lets, in time", () => {
  const settings = { can_move_messages_between_topics_group: "role:moderators", move_messages_within_stream_limit_seconds: 100 };
  const more = { open: { subscribers: ["alice", "bob"], can_move_messages_within_channel_group: "role:everyone" } };
  const sim = simulator(settings, {}, { ...more, run: { subscribers: ["bob"], can_administer_channel_group: { members: ["cara"] } } });
  const [id, open, run] = [sent(sim, "alice"), sent(sim, "alice", "open"), sent(sim, "bob", "run")];
  assert.equal(edit(sim, "alice", id, { topic: "soup", ...quiet }), denied);
  assert.equal(edit(sim, "alice", open, { topic: "soup", ...quiet }), ok);
  assert.equal(edit(sim, "cara", run, { topic: "soup", ...quiet }), ok);
  sim.advance({ ms: 120_000 });
  assert.equal(edit(sim, "alice", open, { topic: "tea", ...quiet }), ok);
  sim.advance({ ms: 1 });
  const late = refused("The time limit for editing this message's topic has passed.");
  assert.equal(edit(sim, "alice", open, { topic: "pie", ...quiet }), late);
  assert.equal(edit(sim, "alice", open, { topic: "✔ tea" }), ok);
  assert.equal(edit(sim, "mod", id, { topic: "soup", ...quiet }), ok);
  assert.equal(edit(sim, "dana", open, { topic: "pie", ...quiet }), ok);
  const nobody = simulator({ can_move_messages_between_topics_group: "role:nobody" });
  assert.equal(edit(nobody, "dana", sent(nobody, "alice"), { topic: "soup" }), ok);
  const before = simulator({ can_move_messages_between_topics_group: "role:nobody" }, { level: 395 });
  assert.equal(edit(before, "dana", sent(before, "alice"), { topic: "soup" }), denied);
});

test("resolving has a permission of its own and no time limit from level 367 on", () => {
  const settings = { can_resolve_topics_group: "role:moderators", move_messages_within_stream_limit_seconds: 0 };
  const more = { open: { subscribers: ["alice"], can_resolve_topics_group: "role:everyone" } };
  const at = (level: number, to: string, as = "alice") => {
    const sim = simulator(settings, { level }, more);
    const id = sent(sim, "alice", to);
    sim.advance({ ms: 20_001 });
    return edit(sim, as, id, { topic: "✔ lunch" });
  };
  const noResolving = refused("You don't have permission to resolve topics in this channel.");
  assert.equal(at(402, "open"), ok);
  assert.equal(at(401, "open"), noResolving);
  assert.equal(at(402, "general"), noResolving);
  assert.equal(at(402, "general", "mod"), ok);
  assert.equal(at(366, "general"), refused("The time limit for editing this message's topic has passed."));
});

test("channels are changed by those whom the organization or the old channel lets, where they may post, in time", () => {
  const settings = { can_move_messages_between_channels_group: "role:moderators", move_messages_between_streams_limit_seconds: 100 };
  const more = { open: { subscribers: ["alice", "bob"], can_move_messages_out_of_channel_group: "role:everyone" } };
  const sim = simulator(settings, {}, more);
  const [id, open] = [sent(sim, "alice"), sent(sim, "alice", "open")];
  const [side, news, general] = ["side", "news", "general"].map((name) => channel(sim, name));
  const noMoving = refused("You don't have permission to move this message");
  assert.equal(edit(sim, "alice", id, { stream_id: news, ...quiet }), noMoving);
  assert.equal(edit(sim, "alice", open, { stream_id: news, ...quiet }), refused("You do not have permission to post in this channel."));
  sim.advance({ ms: 120_001 });
  assert.equal(
    edit(sim, "alice", open, { stream_id: side, ...quiet }),
    refused("The time limit for editing this message's channel has passed"),
  );
  assert.equal(edit(sim, "dana", open, { stream_id: side, ...quiet }), ok);
  assert.equal(edit(sim, "mod", id, { stream_id: side, ...quiet }), ok);
  assert.equal(edit(sim, "bob", open, { stream_id: general, ...quiet }), noMoving);
  const older = simulator(settings, { level: 395 }, more);
  assert.equal(edit(older, "alice", sent(older, "alice", "open"), { stream_id: side, ...quiet }), noMoving);
});

test("of a topic that is partly too old the answer says how much may move", () => {
  const sim = simulator({ move_messages_within_stream_limit_seconds: 100, move_messages_between_streams_limit_seconds: 50 });
  const [old] = [sent(sim, "alice"), sim.advance({ ms: 75_000 })];
  const [second] = [sent(sim, "bob"), sim.advance({ ms: 60_000 }), sent(sim, "bob")];
  const all = { propagate_mode: "change_all", ...quiet };
  const code = "MOVE_MESSAGES_TIME_LIMIT_EXCEEDED";
  const partly = (total_messages_allowed_to_move: number, first_message_id_allowed_to_move: number) =>
    refused(`You only have permission to move the ${total_messages_allowed_to_move}/3 most recent messages in this topic.`, code, {
      first_message_id_allowed_to_move,
      total_messages_in_topic: 3,
      total_messages_allowed_to_move,
    });
  assert.equal(edit(sim, "alice", second, { topic: "soup", ...all }), partly(2, second));
  sim.advance({ ms: 20_000 });
  const third = sim.snapshot().world.messages.newest()!.id;
  assert.equal(edit(sim, "alice", third, { stream_id: channel(sim, "side"), topic: "soup", ...all }), partly(1, third));
  assert.equal(edit(sim, "alice", third, { topic: "✔ lunch", ...all }), ok);
  assert.equal(edit(sim, "mod", old, { topic: "soup", ...all }), ok);
  assert.equal(topic(sim, "alice", "general", "soup").slice(0, 3), ["hello", "hello", "hello"]);
});

test("the topics of the new place must be allowed there", () => {
  const sim = simulator();
  const id = sent(sim, "alice");
  const empty = { empty_topic_display_name: "general chat" };
  const to = (name: string, subject?: string) => edit(sim, "alice", id, { stream_id: channel(sim, name), topic: subject, ...quiet });
  assert.equal(to("flat"), refused("Only the general chat topic is allowed in this channel.", "BAD_REQUEST", empty));
  const required = refused("Sending messages to the general chat is not allowed in this channel.", "BAD_REQUEST", empty);
  assert.equal(to("named", "(no topic)"), required);
  assert.equal(to("fixed"), refused("You do not have permission to create new topics in this channel."));
  sim.act({ action: "edit_message", as: "alice", message_id: sent(sim, "bob"), stream_id: channel(sim, "fixed") });
  assert.equal(to("fixed"), ok);
  assert.equal(to("flat", "general chat"), ok);
  assert.equal(edit(sim, "alice", id, { content: "x" }), ok);
  const rule = (value: string) => sim.act({ action: "set_channel", channel: "flat", property: "topics_policy", value });
  rule("disable_empty_topic");
  assert.equal(edit(sim, "alice", id, { content: "y" }), ok);
  const named = sent(sim, "alice", "flat");
  rule("empty_topic_only");
  const onlyEmpty = refused("Only the general chat topic is allowed in this channel.", "BAD_REQUEST", empty);
  assert.equal(edit(sim, "alice", named, { content: "y" }), onlyEmpty);
});

test("`(no topic)` is a topic to move to at every level, and counts as the empty one only where a channel asks for topics", () => {
  const sim = simulator();
  const id = sent(sim, "alice");
  assert.equal(edit(sim, "alice", id, { topic: "(no topic)", ...quiet }), ok);
  assert.is(shown(sim, "bob", id).subject, "(no topic)");
  assert.equal(edit(sim, "alice", id, { stream_id: channel(sim, "flat"), ...quiet }), ok);
  assert.equal(edit(sim, "alice", id, { content: "x" }), ok);
  const subjects = [369, 370, 372, 376, 377].map((level) => {
    const older = simulator({}, { level });
    const moved = sent(older, "alice");
    assert.is(edit(older, "alice", moved, { topic: "(no topic)", ...quiet }).status, 200);
    return shown(older, "bob", moved).subject;
  });
  assert.equal(subjects, Array(5).fill("(no topic)"));
});

test("before level 392 an edit asks for no topic", () => {
  const sim = simulator({ topics_policy: "disable_empty_topic" }, { level: 391 });
  assert.equal(edit(sim, "alice", sent(sim, "alice"), { topic: "" }), ok);
});

test("the action moves as much as its mode says, and sends no notice but that of resolving", () => {
  const sim = simulator({ can_move_messages_between_topics_group: "role:nobody" });
  const ids = [sent(sim, "alice"), sent(sim, "bob")];
  const act = (subject: string) =>
    sim.act({ action: "edit_message", as: "cara", message_id: ids[0], topic: subject, propagate_mode: "change_all" });
  act("soup");
  assert.equal(topic(sim, "bob", "general", "soup"), ["hello", "hello"]);
  assert.equal(policies(sim, "alice"), [[channel(sim, "general"), "soup", 3]]);
  act("✔ soup");
  assert.is(topic(sim, "bob", "general", "✔ soup").length, 3);
});

test.run();
