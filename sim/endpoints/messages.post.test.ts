import { test } from "uvu";
import * as assert from "uvu/assert";
import { createSimulator, type Simulator, type SimulatorOptions } from "../server/simulator.ts";

type Fields = Readonly<Record<string, unknown>>;

const post = (sim: Simulator, as: string, fields: Fields) => sim.as(as).send("POST /messages", fields);

/** Sends, and gives the id. */
function sent(sim: Simulator, as: string, fields: Fields): number {
  const { status, body } = post(sim, as, fields);
  assert.is(status, 200, String(body.msg));
  return Number(body.id);
}

const toGeneral = (content: string, topic = "lunch"): Fields => ({ type: "channel", to: "general", topic, content });

function queueOf(sim: Simulator, as: string, more: Fields = {}): string {
  const event_types = ["message", "user_topic", "muted_topics"];
  return String(sim.as(as).send("POST /register", { event_types, apply_markdown: true, ...more }).body.queue_id);
}

const eventsOf = (sim: Simulator, as: string, queue_id: string) =>
  sim.as(as).send("GET /events", { queue_id, last_event_id: -1, dont_block: true }).body.events as Record<string, unknown>[];

const read = (sim: Simulator, as: string, id: number) => sim.as(as).send(`GET /messages/${id}`).body.message as Record<string, unknown>;

const newestId = (sim: Simulator): number => sim.snapshot().world.messages.newest()!.id;

test("a message to a channel topic reaches all subscribers, and its sender's queue gets its local id back", () => {
  const sim = createSimulator();
  const { alice } = sim.cast;
  const [mine, bobs, legacy] = [queueOf(sim, "alice"), queueOf(sim, "bob", { apply_markdown: false }), queueOf(sim, "alice")];
  const fields = { ...toGeneral("**Soup** at one?  \n"), queue_id: mine, local_id: "17.01" };
  const { status, body } = post(sim, "alice", fields);
  const id = newestId(sim);
  assert.equal({ status, body }, { status: 200, body: { result: "success", msg: "", id, automatic_new_visibility_policy: 3 } });

  const stream_id = sim.channels.general!.stream_id;
  const expected = {
    id,
    type: "stream",
    sender_id: alice!.user_id,
    sender_email: "alice@example.com",
    sender_full_name: "Alice Arbour",
    sender_realm_str: "touchstone",
    client: "touchstone",
    avatar_url: "https://secure.gravatar.com/avatar/c160f8cc69a4f0bf2b0362752353d060?d=identicon&version=1",
    content: "<p><strong>Soup</strong> at one?</p>",
    content_type: "text/html",
    display_recipient: "general",
    recipient_id: read(sim, "alice", id).recipient_id,
    stream_id,
    subject: "lunch",
    topic_links: [],
    is_me_message: false,
    timestamp: Math.floor(sim.now() / 1000),
    reactions: [],
    submessages: [],
    flags: [],
  };
  // The event has whatever fields the message itself has; what those are is tested with the resource.
  const fetched = read(sim, "cara", id);
  for (const [name, value] of Object.entries(expected)) assert.equal(fetched[name as keyof typeof fetched], value, name);
  const { flags: _, ...single } = fetched;
  const message = single;
  const policy = { type: "user_topic", stream_id, topic_name: "lunch", last_updated: expected.timestamp, visibility_policy: 3, id: 0 };
  assert.equal(eventsOf(sim, "alice", mine), [policy, { type: "message", message, flags: [], local_message_id: "17.01", id: 1 }]);
  assert.equal(eventsOf(sim, "alice", legacy), [policy, { type: "message", message, flags: [], id: 1 }]);
  const raw = { ...message, content: "**Soup** at one?", content_type: "text/x-markdown" };
  assert.equal(eventsOf(sim, "bob", bobs), [{ type: "message", message: raw, flags: [], id: 0 }]);
});

test("direct messages of the same people are one conversation, in whatever order and way they are named", () => {
  const sim = createSimulator();
  const ids = ["alice", "bob", "cara"].map((name) => sim.cast[name]!.user_id) as [number, number, number];
  const [, bob, cara] = ids;
  const queue = queueOf(sim, "cara");
  const first = sent(sim, "alice", { type: "direct", to: [bob, cara], content: "hello" });
  const second = sent(sim, "bob", { type: "private", to: [...ids, bob], content: "hello back" });
  const third = sent(sim, "cara", { type: "direct", to: " bob@example.com, ALICE@example.com ,", content: "hello both" });
  const fourth = sent(sim, "cara", { type: "direct", to: ["alice@example.com", "bob@example.com"], topic: "ignored", content: "again" });
  const seen = [first, second, third, fourth].map((id) => read(sim, "alice", id));
  assert.equal(new Set(seen.map(({ recipient_id }) => recipient_id)).size, 1);
  assert.equal(
    seen.map(({ type, subject }) => [type, subject]),
    seen.map(() => ["private", ""]),
  );
  assert.equal(
    (seen[0]!.display_recipient as { id: number }[]).map(({ id }) => id),
    ids,
  );
  assert.equal(
    eventsOf(sim, "cara", queue).map((event) => (event.message as { id: number }).id),
    [first, second, third, fourth],
  );
  assert.is(sim.as("dana").send(`GET /messages/${first}`).body.msg, "Invalid message(s)");
});

test("oneself is a recipient only where nobody else is", () => {
  const sim = createSimulator();
  const id = sent(sim, "alice", { type: "direct", to: [sim.cast.alice!.user_id], content: "buy twine" });
  assert.equal(
    (read(sim, "alice", id).display_recipient as { email: string }[]).map(({ email }) => email),
    ["alice@example.com"],
  );
});

test("a channel is named by name in any capitals, by id, or by a list of one", () => {
  const sim = createSimulator();
  const { stream_id } = sim.channels.general!;
  for (const to of ["General", " general ", '"general"', stream_id, [stream_id], ["GENERAL"]]) {
    const id = sent(sim, "bob", { type: "stream", to, subject: "names", content: "here" });
    assert.is(read(sim, "bob", id).stream_id, stream_id);
  }
});

test("mentions, alert words and read_by_sender set the flags of each recipient", () => {
  const sim = createSimulator();
  const flags = (id: number) => Object.fromEntries(["alice", "bob", "cara", "gus"].map((name) => [name, read(sim, name, id).flags]));
  const named = sent(sim, "cara", { ...toGeneral("@**Alice Arbour** and @_**Bob Birch**"), read_by_sender: true });
  assert.equal(flags(named), { alice: ["mentioned"], bob: [], cara: ["read"], gus: [] });
  const group = sent(sim, "cara", toGeneral("@*support* the compost is warm"));
  assert.equal(flags(group), { alice: ["mentioned"], bob: ["mentioned", "has_alert_word"], cara: [], gus: [] });
  const all = ["stream_wildcard_mentioned", "wildcard_mentioned"];
  assert.equal(flags(sent(sim, "cara", toGeneral("@**all** hello"))), { alice: all, bob: all, cara: all, gus: all });
  sent(sim, "bob", toGeneral("I take part"));
  const some = ["topic_wildcard_mentioned", "wildcard_mentioned"];
  assert.equal(flags(sent(sim, "cara", toGeneral("@**topic** hello"))), { alice: [], bob: some, cara: some, gus: [] });
});

test("a sender who mentions themselves is told in the answer which policy that gives them; on running servers by an event alone", () => {
  const look = (options: SimulatorOptions) => {
    const sim = createSimulator(options);
    sent(sim, "alice", toGeneral("first", "rota"));
    sim.act({ action: "mute_channel", as: "bob", channel: "general", value: true });
    const queue = queueOf(sim, "bob");
    const { body } = post(sim, "bob", toGeneral("@**Bob Birch** note", "rota"));
    const events = eventsOf(sim, "bob", queue).filter(({ type }) => type === "user_topic");
    return [body.automatic_new_visibility_policy, events.map(({ visibility_policy }) => visibility_policy)];
  };
  assert.equal(look({}), [3, [3]]);
  assert.equal(look({ rulings: "observed" }), [2, [2, 3]]);
});

test("a mentioned bot receives what it is not subscribed to; people do not", () => {
  const sim = createSimulator();
  const [robos, danas] = [queueOf(sim, "robo"), queueOf(sim, "dana")];
  const id = sent(sim, "bob", { type: "channel", to: "quiet", topic: "calls", content: "@**Robo Rake** @**Dana Dill** come" });
  assert.equal(
    eventsOf(sim, "robo", robos).map(({ message, flags }) => [(message as { id: number }).id, flags]),
    [[id, ["mentioned"]]],
  );
  assert.equal(eventsOf(sim, "dana", danas), []);
  assert.equal(read(sim, "dana", id).flags, ["read", "historical"]);
});

test("a bot that others mention between them sees nothing of it; on running servers it receives the message", () => {
  const look = (options: SimulatorOptions, content: string) => {
    const sim = createSimulator(options);
    const queue = queueOf(sim, "robo");
    const id = sent(sim, "bob", { type: "direct", to: ["cara@example.com"], content });
    const { status, body } = sim.as("robo").send(`GET /messages/${id}`);
    const flags = (body.message as { flags: string[] } | undefined)?.flags;
    const recipients = (read(sim, "cara", id).display_recipient as unknown[]).length;
    return [status, flags, eventsOf(sim, "robo", queue).map((event) => event.flags), recipients];
  };
  assert.equal(look({}, "@**Robo Rake**"), [400, undefined, [], 2]);
  assert.equal(look({ rulings: "observed" }, "@**Robo Rake**"), [200, ["mentioned"], [["mentioned"]], 2]);
  for (const content of ["@_**Robo Rake**", "Robo Rake", "@**Dana Dill**"])
    assert.equal(look({ rulings: "observed" }, content), [400, undefined, [], 2]);
});

test("a channel id that does not exist comes back under the field of names, on running servers under its own", () => {
  const refused = (rulings: SimulatorOptions["rulings"] = {}) => {
    const { msg, ...rest } = post(createSimulator({ rulings }), "alice", { ...toGeneral("x"), to: 9999 }).body;
    return rest;
  };
  const error = { result: "error", code: "STREAM_DOES_NOT_EXIST" };
  assert.equal(refused(), { ...error, stream: "9999" });
  assert.equal(refused("observed"), { ...error, stream_id: 9999 });
});

test("clients in which people see what they send leave it read", () => {
  const sim = createSimulator({ brand: "zulip", rulings: { undocumentedParameters: "observed" } });
  const flagsBy = (client: string) => read(sim, "bob", sent(sim, "bob", { ...toGeneral("hello"), client })).flags;
  assert.equal(flagsBy("website"), ["read"]);
  assert.equal(flagsBy("ZulipMobile"), ["read"]);
  assert.equal(flagsBy("ZulipPython"), []);
  assert.equal(read(sim, "bob", sent(sim, "bob", { ...toGeneral("hello"), client: "website", read_by_sender: false })).flags, []);
});

test("before level 478 messages of all desktop apps start read", () => {
  const flagsOf = (level: number, client: string) => {
    const sim = createSimulator({ level, rulings: { undocumentedParameters: "observed" } });
    return read(sim, "bob", sent(sim, "bob", { ...toGeneral("hello"), client })).flags;
  };
  for (const client of ["Fern Desktop App", "desktop application"])
    assert.equal([flagsOf(477, client), flagsOf(478, client)], [["read"], []], client);
  assert.equal(flagsOf(477, "Fern Desktop"), []);
});

test("content and topics over their bounds are cut, and refused where the ruling says so", () => {
  const sim = createSimulator();
  const id = sent(sim, "alice", toGeneral(`\n\n  ${"😀".repeat(10_000)}`, `  ${"ö".repeat(61)} `));
  const { content, subject } = sim.as("alice").send(`GET /messages/${id}`, { apply_markdown: false }).body.message as unknown as Record<
    string,
    string
  >;
  assert.is(content, `  ${"😀".repeat(9_978)}\n[message truncated]`);
  assert.is(subject, `${"ö".repeat(57)}...`);
  const exact = sent(sim, "alice", toGeneral("😀".repeat(10_000), "😀".repeat(60)));
  assert.is((read(sim, "alice", exact).subject as string).length, 120);
  assert.is(sim.as("alice").send(`GET /messages/${exact}`).body.raw_content, "😀".repeat(10_000));

  const strict = createSimulator({ rulings: { longTopic: "refuse", longContent: "refuse" } });
  assert.is(post(strict, "alice", toGeneral("x".repeat(10_001), "y".repeat(61))).body.msg, "content is too long (limit: 10000 characters)");
  assert.is(post(strict, "alice", toGeneral("x".repeat(10_000), "y".repeat(61))).body.msg, "topic is too long (limit: 60 characters)");
  assert.is(post(strict, "alice", toGeneral(`${"x".repeat(10_000)}\n`, "y".repeat(60))).status, 200);
});

test("the first message of a channel is noted, and no later one", () => {
  const sim = createSimulator({ realm: { users: { alice: {} }, channels: { new: { subscribers: ["alice"] } } } });
  const first = sent(sim, "alice", { type: "channel", to: "new", topic: "a", content: "one" });
  sent(sim, "alice", { type: "channel", to: "new", topic: "a", content: "two" });
  assert.is([...sim.snapshot().world.channels.values()][0]!.first_message_id, first);
});

test("a named queue gets its message though its owner is not subscribed, unless servers are followed", () => {
  for (const [rulings, expected] of [
    [undefined, ["5"]],
    ["observed", []],
  ] as const) {
    const sim = createSimulator({ ...(rulings && { rulings }) });
    const [mine, other, foreign] = [queueOf(sim, "alice"), queueOf(sim, "alice"), queueOf(sim, "dana")];
    const echo = (queue_id: string) => ({ type: "channel", to: "quiet", topic: "mornings", content: "hi", queue_id, local_id: "5" });
    sent(sim, "alice", echo(mine));
    sent(sim, "alice", echo(foreign));
    sent(sim, "alice", echo("no such queue"));
    assert.equal(
      eventsOf(sim, "alice", mine)
        .filter(({ type }) => type === "message")
        .map(({ local_message_id }) => local_message_id),
      expected,
    );
    assert.equal(
      [...eventsOf(sim, "alice", other), ...eventsOf(sim, "dana", foreign)].filter(({ type }) => type === "message"),
      [],
    );
  }
});

test("queues for all public channels get public messages only, each once and without flags", () => {
  const sim = createSimulator();
  const queue = queueOf(sim, "dana", { all_public_streams: true });
  const quiet = sent(sim, "bob", { type: "channel", to: "quiet", topic: "mornings", content: "@**Dana Dill**" });
  sent(sim, "bob", { type: "channel", to: "team", topic: "plans", content: "secret" });
  const general = sent(sim, "bob", toGeneral("@**Dana Dill**"));
  assert.equal(
    eventsOf(sim, "dana", queue)
      .filter(({ type }) => type === "message")
      .map(({ message, flags }) => [(message as { id: number }).id, flags]),
    [
      [quiet, []],
      [general, ["mentioned"]],
    ],
  );
});

const owners = {
  users: { alice: {}, bob: {}, robo: { bot: { owner: "alice" } } },
  channels: { empty: {}, full: { subscribers: ["bob"] } },
};

test("a bot's owner hears of messages that go nowhere, once in five minutes", () => {
  const sim = createSimulator({ realm: owners });
  const queue = queueOf(sim, "alice", { apply_markdown: false, queue_lifespan_secs: 3600 });
  const lost = { type: "channel", to: "nowhere", topic: "a", content: "hello" };
  const notices = () => eventsOf(sim, "alice", queue).map(({ message }) => (message as { content: string }).content);
  assert.is(post(sim, "robo", lost).body.code, "STREAM_DOES_NOT_EXIST");
  post(sim, "robo", lost);
  post(sim, "bob", lost);
  assert.equal(notices(), [
    "Your bot `robo@example.com` tried to send a message to channel #**nowhere**, but that channel does not exist.",
  ]);
  sim.advance({ ms: 5 * 60_000 });
  post(sim, "robo", { ...lost, to: "empty" });
  assert.is(notices().length, 1);
  sim.advance({ ms: 1 });
  const notice = newestId(sim) + 1;
  assert.is(sent(sim, "robo", { ...lost, to: "empty" }), notice + 1);
  assert.is(
    notices().at(-1),
    "Your bot `robo@example.com` tried to send a message to channel #**empty**. The channel exists but does not have any subscribers.",
  );
  sim.advance({ ms: 600_000 });
  sent(sim, "robo", { ...lost, to: "full" });
  assert.is(notices().length, 2);
  post(sim, "robo", { ...lost, to: "[4711]" });
  assert.is(
    notices().at(-1),
    "Your bot `robo@example.com` tried to send a message to channel ID 4711, but there is no channel with that ID.",
  );
});

test("owners hear nothing where the ruling says so, and a refused request takes no id", () => {
  const sim = createSimulator({ realm: owners, rulings: { ownerNotices: "none" } });
  post(sim, "robo", { type: "channel", to: "nowhere", topic: "a", content: "hello" });
  assert.is(sim.snapshot().world.messages.size, 0);
});

test("parameters that no table has are listed and do nothing", () => {
  const sim = createSimulator();
  const more = { forged: "yes", sender: "bob@example.com", time: "soon", widget_content: "[", client: "website" };
  const { status, body } = post(sim, "bob", { ...toGeneral("hello"), ...more });
  assert.equal([status, body.ignored_parameters_unsupported], [200, ["client", "forged", "sender", "time", "widget_content"]]);
  const { submessages, flags } = read(sim, "bob", Number(body.id));
  assert.equal([submessages, flags], [[], []]);
});

test("on running servers a widget becomes the first submessage", () => {
  const sim = createSimulator({ rulings: { undocumentedParameters: "observed" } });
  const widget_content = '{"widget_type":"zform","extra_data":{"heading":"When, o \\"where\\": é?"},"more":1}';
  const id = sent(sim, "robo", { ...toGeneral("When?"), widget_content });
  const [{ id: submessage, ...rest }] = read(sim, "alice", id).submessages as [Record<string, unknown>];
  assert.type(submessage, "number");
  const content = '{"widget_type": "zform", "extra_data": {"heading": "When, o \\"where\\": \\u00e9?"}}';
  assert.equal(rest, { message_id: id, sender_id: sim.cast.robo!.user_id, msg_type: "widget", content });
});

test("topics that mean the empty one are stored empty", () => {
  const subjects = (options: SimulatorOptions) => {
    const sim = createSimulator(options);
    return ["", "general chat", "(no topic)", "General Chat"].map((topic) => {
      const { status, body } = post(sim, "bob", toGeneral("hello", topic));
      if (status !== 200) return body.msg;
      return sim.snapshot().world.messages.get(newestId(sim) as never)!.topic;
    });
  };
  assert.equal(subjects({}), ["", "", "", "General Chat"]);
  assert.equal(subjects({ level: 369 }), ["", "", "(no topic)", "General Chat"]);
  assert.equal(subjects({ level: 333 }), ["Topic can't be empty!", "general chat", "(no topic)", "General Chat"]);
});

test("parameters and words of later levels are not known before them", () => {
  const body = (level: number, fields: Fields) => {
    const { id, ...rest } = post(createSimulator({ level }), "bob", { ...toGeneral("hello", "lunch"), ...fields }).body;
    return rest;
  };
  const success = { result: "success", msg: "", automatic_new_visibility_policy: 3 };
  const invalid = { result: "error", msg: "Invalid type", code: "BAD_REQUEST" };
  assert.equal(body(248, { type: "channel" }), success);
  assert.equal(body(247, { type: "channel" }), invalid);
  assert.equal(body(247, { type: "stream" }), success);
  assert.equal(body(236, { type: "stream", read_by_sender: true }), success);
  assert.equal(body(235, { type: "stream", read_by_sender: true }), { ...success, ignored_parameters_unsupported: ["read_by_sender"] });
  const direct = { to: "bob@example.com", type: "direct" };
  assert.equal(body(174, direct), { result: "success", msg: "" });
  assert.equal(body(173, direct), invalid);
  assert.equal(body(173, { ...direct, type: "private" }), { result: "success", msg: "" });
});

test.run();
