import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { someOf } from "../../conformance/night.test.kit.ts";
import { newestLevel } from "../core/levels.ts";
import { createSimulator, type Held, type Simulator, type SimulatorOptions, type WireResponse } from "../index.ts";

/** A step of a run: a request of a cast member, or the clock. Ids are those of the realm small. */
type Step = readonly [as: string, route: string, fields?: Record<string, unknown>] | { readonly advance: number };

/** Some of everything, the same each time. */
const steps: readonly Step[] = Array.from({ length: 12 }, (_, i): Step[] => [
  ["alice", "POST /register", { event_types: ["message", "typing", "user_topic"] }],
  ["bob", "POST /messages", { type: "channel", to: "general", topic: `topic ${i % 3}`, content: `**${i}** @**Alice Arbour** :tada:` }],
  ["alice", "POST /messages", { type: "direct", to: [13], content: `see #**general** and #${i}42` }],
  { advance: 7000 * i },
  ["alice", "POST /user_topics", { stream_id: 41, topic: `topic ${i % 3}`, visibility_policy: i % 4 }],
  ["gus", "POST /typing", { op: "start", to: [12, 14] }],
  ["alice", "GET /messages", { anchor: "newest", num_before: 20, num_after: 0, narrow: [{ operator: "channel", operand: "general" }] }],
  ["alice", "DELETE /messages/125"],
  ["robo", "POST /calls/vc/create"],
  ["alice", "POST /calls/vc/create", { junk: i }],
  ["owen", "POST /realm/domains", { domain: `d${i}.example.net`, allow_subdomains: i % 2 === 0 }],
  ["dana", "GET /realm/presence"],
  ["cara", "POST /register"],
]).flat();

/** Plays the steps and gives the body of every answer. */
const play = (sim: Simulator): string[] =>
  steps.map((step) => {
    if ("advance" in step) {
      sim.advance({ ms: step.advance });
      return sim.instant;
    }
    const [as, route, fields] = step as Exclude<Step, { advance: number }>;
    return sim.as(as).send(route, fields).text;
  });

test("equal requests at equal instants get equal bytes", () => {
  const run = (options?: SimulatorOptions) => play(createSimulator(options));
  assert.equal(run(), run());
  assert.equal(run({ seed: 7, now: "2030-02-28T23:59:59Z", level: 300 }), run({ seed: 7, now: 1898553599000, level: 300 }));
  assert.not.equal(run({ seed: 1 }), run({ seed: 2 }));
});

test("simulators made alike share nothing that one of them writes", () => {
  const first = createSimulator();
  const played = play(first);
  first.act({ action: "set_realm", property: "name", value: "Elsewhere" });
  assert.equal(play(createSimulator()), played);
  first.reset();
  assert.equal(play(first), played);
});

/** The same in a process of its own, with the time zone and language of another place. */
const child = (env: Record<string, string>): string =>
  execFileSync(
    process.execPath,
    [
      // As this process loads the sources.
      ...process.execArgv,
      "--input-type=module",
      "-e",
      `import { createSimulator } from "./sim/index.ts";
       const sim = createSimulator();
       for (const step of ${JSON.stringify(steps)}) {
         if ("advance" in step) { sim.advance({ ms: step.advance }); console.log(sim.instant); }
         else console.log(sim.as(step[0]).send(step[1], step[2]).text);
       }`,
    ],
    { cwd: fileURLToPath(new URL("../..", import.meta.url)), env: { ...process.env, ...env }, encoding: "utf8" },
  );

test("processes in different places give the same bytes as this one", () => {
  const here = play(createSimulator())
    .map((text) => `${text}\n`)
    .join("");
  const places = [
    { TZ: "Pacific/Kiritimati", LANG: "tr_TR.UTF-8", LC_ALL: "tr_TR.UTF-8" },
    { TZ: "America/St_Johns", LANG: "C", LC_ALL: "C" },
  ];
  for (const place of someOf(places, 2)) assert.is(child(place), here);
});

const poll = (sim: Simulator, queue_id: unknown, last_event_id = -1): Held =>
  sim.as("alice").request("GET /events", { queue_id, last_event_id }) as Held;
const say = (sim: Simulator, content: string): WireResponse =>
  sim.as("bob").send("POST /messages", { type: "channel", to: "general", topic: "tea", content });
const newest = (sim: Simulator): string => {
  const { messages } = sim.as("alice").send("GET /messages", { anchor: "newest", num_before: 1, num_after: 0, apply_markdown: false }).body;
  return (messages as { content: string }[])[0]!.content;
};

test("forks live on by themselves, however many there are", () => {
  const sim = createSimulator();
  say(sim, "the root");
  const forks = Array.from({ length: 5 }, () => sim.fork());
  forks.forEach((fork, i) => {
    fork.advance({ ms: 1000 * i });
    say(fork, `fork ${i}`);
  });
  const grandchild = forks[2]!.fork();
  say(sim, "the root again");
  say(grandchild, "grandchild");
  assert.equal([...forks, grandchild, sim].map(newest), ["fork 0", "fork 1", "fork 2", "fork 3", "fork 4", "grandchild", "the root again"]);
  assert.equal(
    forks.map((fork) => fork.instant.slice(17, 19)),
    ["00", "01", "02", "03", "04"],
  );
  assert.is(sim.instant, "2026-01-01T12:00:00.000Z");
  assert.is(grandchild.instant, "2026-01-01T12:00:02.000Z");
});

test("what a fork does is what its root would have done", () => {
  const sim = createSimulator();
  play(sim);
  const fork = sim.fork();
  const [ofFork, ofRoot] = [play(fork), play(sim)];
  assert.equal(ofFork, ofRoot);
});

/** The best time of some forks, in milliseconds for 200 of them. */
function forkMillis(sim: Simulator): number {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 10; round++) {
    const start = performance.now();
    for (let i = 0; i < 200; i++) sim.fork();
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

test("a fork of a realm with 100,000 messages costs about as much as one of a small realm", () => {
  const realm = {
    users: { alice: {}, bob: {} },
    channels: { general: { subscribers: ["alice", "bob"] } },
    messages: [{ from: ["alice", "bob"], to: "general", topic: "lunch", content: "message {n}", at: "-3d", times: 100_000 }],
  };
  const large = createSimulator({ realm });
  const [few, many] = [forkMillis(createSimulator()), forkMillis(large)];
  assert.ok(many < 10 * few, `${many} ms against ${few} ms`);
  const fork = large.fork();
  say(fork, "one more");
  assert.equal([newest(fork), newest(large)], ["one more", "message 100000"]);
});

test("a snapshot can be returned to, again and again, with the same bytes", () => {
  const sim = createSimulator();
  play(sim);
  const snapshot = sim.snapshot();
  const first = play(sim);
  for (let i = 0; i < 2; i++) {
    sim.restore(snapshot);
    assert.equal(play(sim), first);
  }
  assert.equal(sim.transcript.length, 4 * steps.filter((step) => !("advance" in step)).length);
});

test("a reset leads back to the start: the same bytes, an empty journal, no faults", () => {
  const sim = createSimulator();
  const first = play(sim);
  sim.faults.add(JSON.parse('{"match":{},"then":{"status":503}}'));
  sim.reset();
  assert.equal([sim.instant, sim.transcript, sim.faults.list], ["2026-01-01T12:00:00.000Z", [], []]);
  assert.equal(play(sim), first);
});

test("a client that polls again as soon as it is answered gets a heartbeat every 45 seconds", () => {
  const sim = createSimulator();
  const { queue_id } = sim.as("alice").send("POST /register", { event_types: [] }).body;
  const beats: string[] = [];
  const listen = (after: number): void =>
    poll(sim, queue_id, after).onReply(({ body }) => {
      const [{ id, type }] = body.events as [{ id: number; type: string }];
      beats.push(`${type} ${id} ${sim.instant.slice(11, 19)}`);
      listen(id);
    });
  listen(-1);
  sim.advance({ ms: 140_000 });
  assert.equal(beats, ["heartbeat 0 12:00:45", "heartbeat 1 12:01:30", "heartbeat 2 12:02:15"]);
  assert.is(sim.due, sim.now() + 40_000);
});

test("a poll that is renewed while a state is restored waits in that state", () => {
  const sim = createSimulator();
  const { queue_id } = sim.as("alice").send("POST /register", { event_types: ["message"] }).body;
  const before = sim.snapshot();
  const renewed: Held[] = [];
  poll(sim, queue_id).onReply(() => renewed.push(poll(sim, queue_id)));
  sim.restore(before);
  assert.is(renewed[0]!.reply, undefined);
  say(sim, "hello");
  assert.is((renewed[0]!.reply!.body.events as unknown[]).length, 1);
});

test("all held polls can be answered at once, as when a server stops", () => {
  const sim = createSimulator();
  const held = ["alice", "bob"].map((who) => {
    const { queue_id } = sim.as(who).send("POST /register", { event_types: [] }).body;
    return sim.as(who).request("GET /events", { queue_id, last_event_id: -1 }) as Held;
  });
  sim.answerAll();
  assert.equal(
    held.map(({ reply }) => reply?.body.events),
    [[], []],
  );
});

test("a snapshot goes back into its simulator and into one made alike, not into one of another realm", () => {
  const crowded = createSimulator({ realm: "crowded" });
  const { cast } = crowded;
  const alike = createSimulator({ realm: "crowded", now: new Date("2026-02-01T12:00:00Z") });
  assert.is(alike.instant, "2026-02-01T12:00:00.000Z");
  alike.restore(crowded.snapshot());
  assert.equal(alike.cast, cast);
  assert.throws(
    () => createSimulator().restore(crowded.snapshot()),
    "snapshot: got a snapshot of the realm crowded, expected a snapshot of the realm small",
  );
});

test("the clock moves forward only, by whole milliseconds", () => {
  const sim = createSimulator();
  for (const ms of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY]) {
    assert.throws(() => sim.advance({ ms }), `ms: got ${ms}, expected a whole number of milliseconds from 0 to 9007199254740991`);
  }
  assert.throws(
    () => sim.advance({ ms: "1000" as never }),
    'ms: got "1000", expected a whole number of milliseconds from 0 to 9007199254740991',
  );
  assert.throws(() => sim.advance({ ms: 1e18 }), "0 or more, at most 9007199254740991");
  sim.advance({ ms: 0 });
  assert.is(sim.now(), Date.parse("2026-01-01T12:00:00Z"));
});

test("the journal tells who asked what and what came of it, held polls when they were answered", () => {
  const sim = createSimulator();
  const { queue_id } = sim.as("alice").send("POST /register", { event_types: ["typing"], fetch_event_types: [] }).body;
  poll(sim, queue_id);
  sim.advance({ ms: 1500 });
  sim.as("bob").send("POST /typing", { op: "start", to: [12] });
  sim.as().send("GET /nothing" as string, { a: 1 });
  assert.equal(
    sim.transcript.map(({ at, as, request, response }) => [at.slice(17, 23), as, `${request.method} ${request.path}`, response.status]),
    [
      ["00.000", "alice", "POST /api/v1/register", 200],
      ["01.500", "alice", "GET /api/v1/events", 200],
      ["01.500", "bob", "POST /api/v1/typing", 200],
      ["01.500", null, "GET /api/v1/nothing", 404],
    ],
  );
  const [, polled, typed] = sim.transcript;
  assert.equal(polled!.request.fields, { queue_id, last_event_id: "-1" });
  assert.equal(typed!.response.body, { result: "success", msg: "" });
});

test("keys and passwords never stand in the journal", () => {
  const sim = createSimulator();
  const { alice, robo } = sim.cast;
  for (const password of [alice!.password, "a guess"]) sim.as().send("POST /fetch_api_key" as string, { username: alice!.email, password });
  sim.as("alice").send("POST /register", { fetch_event_types: ["realm_bot"] });
  sim.as("alice").send("GET /realm/linkifiers" as string, { api_key: alice!.api_key, Password: "a guess" });
  const text = JSON.stringify(sim.transcript);
  for (const secret of [alice!.api_key, robo!.api_key, alice!.password!, "a guess"]) assert.not(text.includes(secret), secret);
  assert.equal(sim.transcript[0]!.request.fields, { username: "alice@example.com", password: "(hidden)" });
  assert.equal((sim.transcript[0]!.response.body as { api_key: string }).api_key, "(hidden)");
});

test("the journal keeps the newest 10,000 exchanges", () => {
  const sim = createSimulator();
  for (let i = 0; i < 20_001; i++) sim.as().send("GET /nothing" as string, { i });
  assert.is(sim.transcript.length, 10_000);
  assert.equal(sim.transcript.at(-1)!.request.fields, { i: "20000" });
  assert.is(sim.journal.dropped, 10_001);
});

test("what is not simulated is counted by route, up to a thousand of them, and a reset forgets it", () => {
  const sim = createSimulator({ level: 389 });
  for (const route of ["GET /weather/7/rain", "GET /weather/8/rain", "POST /navigation_views", "PUT /messages", "GET /messages/4711"]) {
    sim.as("alice").send(route);
  }
  assert.equal(
    [...sim.journal.missing],
    [
      ["GET /api/v1/weather/{id}/rain", 2],
      ["POST /api/v1/navigation_views", 1],
    ],
  );
  for (let i = 0; i < 1_100; i++) sim.as().send(`GET /nothing/x${i}`);
  sim.as().send("GET /weather/9/rain" as string);
  assert.equal([sim.journal.missing.size, sim.journal.missing.get("GET /api/v1/weather/{id}/rain")], [1_000, 3]);
  sim.reset();
  assert.is(sim.journal.missing.size, 0);
});

test("wrong options are refused by name", () => {
  const wrong: [SimulatorOptions, string][] = [
    [{ level: 0 }, `level: got 0, expected a whole number from 1 to ${newestLevel}`],
    [{ level: newestLevel + 1 }, `level: got ${newestLevel + 1}, expected a whole number from 1 to ${newestLevel}`],
    [{ seed: 1.5 }, "seed: got 1.5, expected a whole number, 0 or more"],
    [{ seed: -1 }, "seed: got -1, expected a whole number, 0 or more"],
    [{ seed: 1e300 }, "seed: got 1e+300, expected a whole number of at most 9007199254740991"],
    [{ brand: "Two words" }, 'brand: got "Two words", expected a word of lower-case letters'],
    [{ now: "yesterday" }, 'now: got "yesterday", expected an ISO 8601 instant, a Date or whole milliseconds'],
    [{ now: new Date(Number.NaN) }, "now: got null, expected an ISO 8601 instant, a Date or whole milliseconds"],
  ];
  for (const [options, message] of wrong)
    assert.throws(
      () => createSimulator(options),
      (thrown: Error) => thrown.message === message,
    );
  assert.throws(() => createSimulator().as("nobody"), /^as: there is no nobody; the cast is alice, /);
});

test("a request may be written as method, path, fields and auth, its query in the path", () => {
  const sim = createSimulator();
  const query = "/messages?anchor=newest&num_before=1&num_after=0&x=a%3Db=c+d&%zz";
  const byName = sim.send({ method: "GET", path: query, auth: "alice" });
  const { email, api_key } = sim.cast.alice!;
  const byKey = sim.send({ method: "GET", path: `/api/v1${query}`, auth: { email, api_key } });
  const other = sim.as("alice").send("GET /messages" as string, { anchor: "newest", num_before: 1, num_after: 0, x: "a=b=c d", "%zz": "" });
  assert.ok("text" in byName && "text" in byKey);
  assert.is(byName.text, other.text);
  assert.is(byKey.text, other.text);
  assert.equal(other.body.ignored_parameters_unsupported, ["%zz", "x"]);
  const open = sim.send({ method: "GET", path: "/messages" });
  assert.is("status" in open && open.status, 401);
});

test("passwords that are changed stand in no transcript", () => {
  const sim = createSimulator();
  sim.as("alice").send("PATCH /settings", { old_password: "alice-password", new_password: "other-password" });
  assert.equal(sim.transcript[0]!.request.fields, { old_password: "(hidden)", new_password: "(hidden)" });
});

test("options that are wrong are refused with their name and what is accepted", () => {
  const rows: [unknown, RegExp][] = [
    [
      { realms: "small" },
      /^realms: no such key; known here are realm, name, seed, now, level, brand, rulings, url, vary, journalBytes and realmBytes$/,
    ],
    [{ rulings: "all" }, /^rulings: got "all", expected "observed", "text" or choices by name$/],
    ["small", /^options: got "small", expected an object with any of realm, name, seed, now, .* and realmBytes$/],
    [{ vary: "7" }, /^vary: got "7", expected a seed such as 7, or \{ "seed": 7, "only": \["id-gaps"\] \}$/],
    [{ vary: null }, /^vary: got null, expected a seed such as 7, or \{ "seed": 7, /],
    [{ url: "chat" }, /^url: got "chat", expected the base URL of a server, such as http:\/\/localhost:9991$/],
    [{ url: "http://chat/" }, /^url: got "http:\/\/chat\/", expected the base URL/],
  ];
  for (const [options, message] of rows) assert.throws(() => createSimulator(options as SimulatorOptions), message);
  assert.is(createSimulator({ url: "https://chat.example.com/team" }).server.url, "https://chat.example.com/team");
});

test("addresses made of ids have the host at which the server is reached, old accounts and new ones alike", () => {
  const sim = createSimulator();
  const addressOf = (name: string): unknown => {
    const { members } = sim.as("owen").send("GET /users").body as { readonly members: readonly { user_id: number; email: string }[] };
    return members.find(({ user_id }) => user_id === sim.cast[name]!.user_id)?.email;
  };
  sim.as("bob").send("PATCH /settings", { email_address_visibility: 5 });
  const { user_id } = sim.cast.bob!;
  assert.is(addressOf("bob"), `user${user_id}@localhost`);
  const before = addressOf("alice");
  sim.serveAt("https://chat.example.com:8443/w/1");
  assert.is(addressOf("bob"), `user${user_id}@chat.example.com`);
  assert.is(addressOf("alice"), before);
  const sent = sim.as("alice").send("POST /messages", { type: "direct", to: `["user${user_id}@chat.example.com"]`, content: "hello" });
  assert.is(sent.body.result, "success");
  assert.is(
    sim.as("alice").send("POST /messages", { type: "direct", to: `["user${user_id}@localhost"]`, content: "hello" }).body.code,
    "BAD_REQUEST",
  );
});

test.run();
