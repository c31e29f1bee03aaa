import { test } from "uvu";
import * as assert from "uvu/assert";
import { createSimulator, newestLevel } from "../../sim/index.ts";
import type { Outgoing, Reply, Target } from "../client/target.ts";
import { NoAnswer } from "../expect.ts";
import type { Mutant } from "../mutants/kit/mutant.ts";
import { MutantProxy } from "../mutants/proxy.ts";
import { byDay, someOf } from "../night.test.kit.ts";
import { EmbeddedTarget, embedded } from "../targets/embedded.ts";
import type { WatchedExchange } from "./exchange.ts";
import { type Monitor, type MonitorFindings, MonitorTally, monitors, watched } from "./index.ts";
import { mutantsByMonitor } from "./mutants.ts";

const seed = 20;

/** The engine, loaded when a test runs: its catalogue loads every folder of the suite. */
const engine = async () => ({
  ...(await import("../catalogue/catalogue.ts")),
  ...(await import("../run/properties.ts")),
  ...(await import("../run/scenarios.ts")),
});

interface Load {
  readonly scenarios: number;
  /** Whether the property of an address is run; how early, the lowest number first. */
  readonly rank?: (clauses: readonly string[]) => number;
  readonly goesOn?: () => boolean;
  /** One of so many properties is run by day, all at night. */
  readonly every?: number;
}

/** Runs properties and generated scenarios against a target. */
async function load(target: Target, { scenarios, rank = () => 0, goesOn = () => true, every = 1 }: Load): Promise<void> {
  const { properties, runProperty, runScenarios } = await engine();
  const all = someOf([...properties], every).filter(([, { until = Number.POSITIVE_INFINITY }]) => target.level < until);
  const ranked = all.map((entry) => [rank(entry[1].clauses), ...entry] as const).filter(([place]) => place >= 0);
  for (const [, address, property] of ranked.toSorted(([a], [b]) => a - b)) {
    // Properties against a broken server may fail in ways of their own: here only what the monitors see counts.
    if (goesOn()) await runProperty(address, property, target, { seed, tries: byDay(1, 2), shrink: false }).catch(() => {});
  }
  const shard = { index: 1, count: 1 };
  await runScenarios(target, { seed, runs: scenarios, steps: 30, shrink: false, strict: false, shard, goesOn }, () => {});
}

const reasons = (results: readonly MonitorFindings[]): string[] =>
  results.flatMap(({ name, findings, crash }) => [
    ...(crash === undefined ? [] : [`${name} crashed: ${crash}`]),
    ...findings.map(({ reason, seen }) => `${name}: ${reason} (${seen.as} ${seen.method} ${seen.path})`),
  ]);

test("every monitor has a name of its own and cites clauses that exist", async () => {
  const { clauses } = await engine();
  const known = new Set(clauses.map(({ id }) => id));
  const unknown = monitors.flatMap(({ name, clauses: cited }) => cited.filter((id) => !known.has(id)).map((id) => `${name}: ${id}`));
  assert.equal(unknown, []);
  assert.is(new Set(monitors.map(({ name }) => name)).size, monitors.length);
  assert.ok(monitors.every(({ clauses: cited }) => cited.length > 0));
});

for (const level of byDay([372], [newestLevel, 372, 247])) {
  test(`a correct server of level ${level} gives no monitor anything to find, and each enough to look at`, async () => {
    const tally = new MonitorTally(monitors);
    await load(watched(embedded({ realm: "crowded", level, seed }), tally), { scenarios: byDay(15, 40), every: 3 });
    assert.equal(reasons(tally.results), []);
    const least = level === newestLevel ? 20 : 0;
    const idle = tally.results.filter(({ looks }) => looks <= least).map(({ name, looks }) => `${name}: ${looks}`);
    assert.equal(idle, []);
  });
}

/** Returns what the monitors see of a broken server, as soon as one of them notices. */
async function under(mutant: Mutant, monitor: Monitor): Promise<readonly MonitorFindings[]> {
  const tally = new MonitorTally([monitor]);
  const server = createSimulator({ realm: mutant.realm ?? "crowded", seed, ...(mutant.level !== undefined && { level: mutant.level }) });
  const target = watched(new EmbeddedTarget(new MutantProxy(server, mutant, { fired: false })), tally);
  const [sight] = tally.results;
  const folder = (id: string): string => id.split("/")[0]!;
  const near = new Set(mutant.breaks.map(folder));
  const rank = (clauses: readonly string[]): number =>
    clauses.some((id) => mutant.breaks.includes(id)) ? 0 : clauses.some((id) => near.has(folder(id))) ? 1 : -1;
  await load(target, { scenarios: 150, rank, goesOn: () => sight!.faults === 0 });
  return tally.results;
}

for (const [name, mutant] of someOf([...mutantsByMonitor], 2)) {
  test(`${name} notices ${mutant.name}`, async () => {
    const monitor = monitors.find((one) => one.name === name)!;
    const [result] = await under(mutant, monitor);
    assert.is(result!.crash, undefined);
    assert.ok(result!.faults > 0, `${name} notices nothing`);
    const cited = result!.findings.flatMap(({ clauses }) => clauses);
    assert.ok(
      mutant.breaks.some((id) => cited.includes(id)),
      `it cites ${cited}`,
    );
  });
}

test("every monitor has a mutant", () => {
  const noticing = new Set(mutantsByMonitor.map(([name]) => name));
  assert.equal(
    monitors.map(({ name }) => name).filter((name) => !noticing.has(name)),
    [],
  );
});

const member = (user_id: number, email: string) => ({ user_id, email, role: "member", is_bot: false, password: null }) as const;

/** A live server whose answers a test gives. */
class Told implements Target {
  readonly kind = "live";
  readonly url = "http://example.org";
  readonly level = newestLevel;
  readonly brand = "service";
  readonly cast = { alice: member(1, "alice@example.org"), bob: member(2, "bob@example.org"), cara: member(3, "cara@example.org") };
  readonly channels = {};
  readonly namespace = "xyz";
  readonly steering = { act: async () => ({}), advance: async () => {} };
  readonly #waiting: { readonly resolve: (body: Reply["body"]) => void; readonly lose: (isLate: boolean) => void }[] = [];

  send({ method, path }: Outgoing): Promise<Reply> {
    return new Promise((resolve, reject) =>
      this.#waiting.push({
        resolve: (body) => resolve({ status: body.result === "error" ? 400 : 200, headers: {}, body }),
        lose: (isLate) => reject(new NoAnswer(method, path, "", isLate)),
      }),
    );
  }
  /** Answers the request that was sent as the nth of those without an answer. */
  answer(place: number, body: Reply["body"]): void {
    this.#waiting.splice(place, 1)[0]!.resolve({ result: "success", msg: "", ...body });
  }
  /** Gives the first request without an answer none. */
  lose(isLate: boolean): void {
    this.#waiting.shift()!.lose(isLate);
  }
  isolated(): Target {
    return this;
  }
  async close(): Promise<void> {}
}

interface Stage {
  readonly server: Told;
  readonly target: Target;
  readonly tally: MonitorTally;
  readonly faults: () => string[];
}

function stage(): Stage {
  const [server, tally] = [new Told(), new MonitorTally(monitors)];
  return { server, target: watched(server, tally), tally, faults: () => reasons(tally.results) };
}

const to = (as: string, ...people: readonly number[]): Outgoing => ({
  as,
  method: "POST",
  path: "/messages",
  fields: { type: "direct", to: people, content: "hello" },
});
const get = (as: string, path: string, fields = {}): Outgoing => ({ as, method: "GET", path, fields });

async function exchange({ server }: Stage, target: Target, request: Outgoing, body: Reply["body"]): Promise<void> {
  const reply = target.send(request);
  server.answer(0, body);
  await reply;
}

test("of an answer with several wrong fields each is told, however many", async () => {
  const own = stage();
  const wrong = { realm_name: 5, realm_icon: null, email_auth_enabled: "yes", is_incompatible: 0, push_notifications_enabled: null };
  await exchange(own, own.target, get("alice", "/server_settings"), wrong);
  const sight = own.tally.results.find(({ name }) => name === "settings-fields")!;
  const cited = sight.findings.flatMap(({ clauses }) => clauses);
  for (const name of Object.keys(wrong)) assert.ok(cited.includes(`server_settings.get/${name}`), name);
  assert.is(new Set(cited).size, cited.length);
  const { findings } = own.tally.results.find(({ name }) => name === "message-fields")!;
  await exchange(own, own.target, get("alice", "/messages"), { anchor: 6, messages: [{ id: 6, type: "stream", subject: 3 }] });
  const words = ["message-resource/subject", "message-resource/stream-id", "message-resource/display-recipient-channel"];
  for (const clause of words)
    assert.ok(
      findings.some(({ clauses }) => clauses.includes(clause)),
      clause,
    );
});

test("a name that was made in capitals and refused in small letters is there rightly", async () => {
  const own = stage();
  const { target, faults } = own;
  const folder = (path: string, name: string): Outgoing => ({ as: "alice", method: "POST", path, fields: { name, description: "" } });
  await exchange(own, target, folder("/channel_folders/create", "FOLDER XYZ1"), { channel_folder_id: 1 });
  await exchange(own, target, folder("/channel_folders/create", "folder xyz1"), { result: "error", msg: "Taken", code: "BAD_REQUEST" });
  const register = { ...get("alice", "/register"), method: "POST" };
  await exchange(own, target, register, { queue_id: "q", channel_folders: [{ id: 1, name: "FOLDER XYZ1" }] });
  assert.equal(faults(), []);
});

test("of a name that is there though it was refused the refusal is told, and which property asked for it", async () => {
  const own = stage();
  const create: Outgoing = { as: "bob", method: "POST", path: "/user_groups/create", fields: { name: "bakers xyz1", members: [9] } };
  await exchange(own, own.target.isolated("properties", "made/up"), create, { result: "error", msg: "Nobody", code: "BAD_REQUEST" });
  const register = { ...get("alice", "/register"), method: "POST" };
  await exchange(own, own.target.isolated("properties", "made/later"), register, {
    queue_id: "q",
    realm_user_groups: [{ id: 1, name: "bakers xyz1" }],
  });
  const { findings } = own.tally.results.find(({ name }) => name === "refused-names")!;
  assert.equal(
    findings.map(({ seen, before, source }) => [seen.path, before?.path, before?.fields.name, source]),
    [["/register", "/user_groups/create", "bakers xyz1", "made/up"]],
  );
});

test("two sends that are under way together may get their ids in any order", async () => {
  const { server, target, faults } = stage();
  const [first, second] = [target.send(to("alice", 2)), target.send(to("bob", 1))];
  server.answer(1, { id: 7 });
  server.answer(0, { id: 6 });
  await Promise.all([first, second]);
  assert.equal(faults(), []);
  const third = target.send(to("alice", 2));
  server.answer(0, { id: 5 });
  await third;
  assert.equal(faults(), ["message-ids: a message gets the id 5 after one with the id 7 (alice POST /messages)"]);
});

test("two runs on one live server share what is known of it", async () => {
  const all = stage();
  const [first, second] = [all.target.isolated(), all.target.isolated()];
  await exchange(all, first, to("alice", 2), { id: 6 });
  await exchange(all, second, get("cara", "/messages/matches_narrow"), { messages: { 6: { match_content: "", match_subject: "" } } });
  assert.equal(all.faults(), [
    "direct-messages: the direct message 6 between the users 1,2 reaches cara (cara GET /messages/matches_narrow)",
  ]);
  await exchange(all, second, to("bob", 3), { id: 6 });
  assert.is(all.faults().at(-1), "message-ids: the id 6 is given a second time (bob POST /messages)");
});

test("after a run that was steered a live server is put back, and all is forgotten", async () => {
  const all = stage();
  const first = all.target.isolated();
  await exchange(all, first, to("alice", 2), { id: 6 });
  await first.steering!.advance(1000);
  await exchange(all, all.target.isolated(), to("alice", 3), { id: 6 });
  assert.equal(all.faults(), []);
});

test("of a fault that many exchanges show those are kept that somebody sent with credentials of their own", () => {
  const [monitor] = monitors;
  const tally = new MonitorTally([monitor!]);
  const [findings] = tally.results;
  const accuse = (as: string | null, credentials?: Outgoing["credentials"]): void => {
    const outgoing = { as, method: "GET", path: "/realm/linkifiers", fields: {}, ...(credentials && { credentials }) };
    const request = { route: "GET /realm/linkifiers", outgoing } as unknown as WatchedExchange["request"];
    const reply: Reply = { status: 200, headers: {}, body: {} };
    findings!.accuse({ request, reply } as WatchedExchange, `by ${as}`, ["linkifier/id"]);
  };
  for (const as of [null, null]) accuse(as, { kind: "basic", email: "alice@x.example", api_key: "a key that an answer gave" });
  for (const as of ["bob", "cara", "alice", "dana"]) accuse(as);
  assert.equal(
    findings!.findings.map(({ seen }) => seen.as),
    ["bob", "cara", "alice"],
  );
});

test("flags that a request may have changed accuse nobody, and those that none can have changed do", async () => {
  const all = stage();
  const { target, faults } = all;
  const message = (flags: string[]) => ({ anchor: 6, messages: [{ id: 6, flags }] });
  const flagged = (): string[] => faults().filter((text) => text.startsWith("flags"));
  await exchange(all, target, get("bob", "/messages"), message([]));
  const mark: Outgoing = { as: "bob", method: "POST", path: "/messages/flags", fields: { messages: [6], op: "add", flag: "read" } };
  await exchange(all, target, mark, { messages: [6] });
  await exchange(all, target, get("bob", "/messages"), message(["read"]));
  assert.equal(flagged(), []);
  await exchange(all, target, get("bob", "/messages/6"), { raw_content: "", message: { id: 6, flags: [] } });
  assert.is(flagged().length, 1);
});

test("what was refused may be accepted later, and is then no trace of the refusal", async () => {
  const all = stage();
  const { target, faults } = all;
  const text = { type: "direct", to: [2], content: "hello xyz hello" };
  const send: Outgoing = { as: "alice", method: "POST", path: "/messages", fields: text };
  const listed = { anchor: 9, messages: [{ id: 9, content: text.content, content_type: "text/x-markdown" }] };
  const kept = (): string[] => faults().filter((line) => line.startsWith("refused-contents"));
  await exchange(all, target, send, { result: "error", msg: "no", code: "BAD_REQUEST" });
  await exchange(all, target, send, { id: 9 });
  await exchange(all, target, get("bob", "/messages"), listed);
  assert.equal(kept(), []);
  const other = { ...send, fields: { ...text, content: "goodbye xyz" } };
  await exchange(all, target, other, { result: "error", msg: "no", code: "BAD_REQUEST" });
  await exchange(all, target, get("bob", "/messages"), {
    anchor: 10,
    messages: [{ ...listed.messages[0], id: 10, content: "goodbye xyz" }],
  });
  assert.is(kept().length, 1);
});

async function lost({ server, target }: Stage, request: Outgoing, isLate = false): Promise<void> {
  const reply = target.send(request).catch((thrown: unknown) => thrown);
  server.lose(isLate);
  assert.instance(await reply, NoAnswer);
}

const flagsOf = (flags: string[], id = 6) => ({ raw_content: "", message: { id, flags } });
const mark: Outgoing = { as: "bob", method: "POST", path: "/messages/flags", fields: { messages: [6], op: "add", flag: "read" } };

test("what a request without an answer may have done accuses nobody", async () => {
  const own = stage();
  const { target, faults } = own;
  const error = { result: "error", msg: "No", code: "BAD_REQUEST" };
  const ofMonitors = (...names: string[]) => faults().filter((text) => names.includes(text.split(":")[0]!));
  const suspects = [
    "deleted-messages",
    "message-ids",
    "made-ids",
    "refused-contents",
    "refused-names",
    "acknowledged-events",
    "event-ids",
    "flags",
  ];
  for (const isLate of [false, true]) {
    const [id, text] = [isLate ? 7 : 6, `hello xyz ${isLate}`];
    const send = { ...to("alice", 2), fields: { type: "direct", to: [2], content: text } };
    const listed = { anchor: id, messages: [{ id, content: text, content_type: "text/x-markdown", flags: [] }] };
    await lost(own, send, isLate);
    await exchange(own, target, send, error);
    await exchange(own, target, get("bob", "/messages"), listed);
    const remove: Outgoing = { as: "alice", method: "DELETE", path: `/messages/${id}`, fields: {} };
    await lost(own, remove, isLate);
    await exchange(own, target, get("bob", "/messages"), listed);
    const folder: Outgoing = { as: "alice", method: "POST", path: "/channel_folders/create", fields: { name: text, description: "" } };
    await lost(own, folder, isLate);
    await exchange(own, target, folder, error);
    await exchange(own, target, get("alice", "/channel_folders"), { channel_folders: [{ id: 1, name: text }] });
    const poll = (last_event_id: number) => get("bob", "/events", { queue_id: `q ${isLate}`, last_event_id });
    await exchange(own, target, poll(-1), { events: [{ id: 0, type: "typing" }] });
    await lost(own, poll(0), isLate);
    await exchange(own, target, poll(0), {
      events: [
        { id: 1, type: "typing" },
        { id: 2, type: "typing" },
      ],
    });
    await exchange(own, target, get("bob", `/messages/${id}`), flagsOf([], id));
    await lost(own, mark, isLate);
    await exchange(own, target, get("bob", `/messages/${id}`), flagsOf(["read"], id));
  }
  assert.equal(ofMonitors(...suspects), []);
});

test("a message that is gone accuses nobody while a send is under way, which may be given its id", async () => {
  for (const isUnderWay of [false, true]) {
    const own = stage();
    const { server, target } = own;
    await exchange(own, target, { as: "alice", method: "DELETE", path: "/messages/6", fields: {} }, {});
    const sent = isUnderWay ? target.send({ ...to("alice", 2), fields: { type: "direct", to: [2], content: "soup" } }) : undefined;
    const fetched = target.send(get("bob", "/messages/6"));
    server.answer(isUnderWay ? 1 : 0, flagsOf([]));
    await fetched;
    if (sent) server.answer(0, { id: 6 });
    await sent;
    assert.is(own.faults().filter((text) => text.startsWith("deleted-messages")).length, isUnderWay ? 0 : 1);
  }
});

test("an event that a message is gone accuses nobody where the message may have come back before it was read", async () => {
  for (const moves of [1, 2]) {
    const own = stage();
    const move: Outgoing = { as: "alice", method: "PATCH", path: "/messages/6", fields: { stream_id: 3 } };
    await exchange(own, own.target, get("bob", "/events", { queue_id: "q", last_event_id: -1 }), { events: [{ id: 0, type: "typing" }] });
    for (let i = 0; i < moves; i++) await exchange(own, own.target, move, {});
    const gone = { id: 1, type: "delete_message", message_type: "stream", message_ids: [6] };
    await exchange(own, own.target, get("bob", "/events", { queue_id: "q", last_event_id: 0 }), { events: [gone] });
    await exchange(own, own.target, get("bob", "/messages/6"), flagsOf([]));
    assert.is(own.faults().filter((text) => text.startsWith("deleted-messages")).length, moves === 1 ? 1 : 0);
  }
});

test("after a cut connection flags are watched again; after a wait that was given up a change may still come", async () => {
  for (const isLate of [false, true]) {
    const own = stage();
    await lost(own, mark, isLate);
    await exchange(own, own.target, get("bob", "/messages/6"), flagsOf(["read"]));
    await exchange(own, own.target, get("bob", "/messages/6"), flagsOf([]));
    assert.is(own.faults().filter((text) => text.startsWith("flags")).length, isLate ? 0 : 1);
  }
});

test("a report of a leaked key has no key", async () => {
  const all = stage();
  const key = "abcdefghijklmnop";
  const login: Outgoing = { as: null, method: "POST", path: "/fetch_api_key", fields: {} };
  await exchange(all, all.target, login, { api_key: key, email: "alice@example.org", user_id: 1 });
  await exchange(all, all.target, get("bob", "/realm/presence"), { server_timestamp: 1, presences: {}, note: `it is ${key}` });
  const [finding] = all.tally.results.find(({ name }) => name === "secrets")!.findings;
  assert.ok(finding);
  assert.not.ok(JSON.stringify(finding).includes(key));
});

test("of a presence whose two parts differ the field is named", async () => {
  const own = stage();
  const website = { client: "website", status: "active", timestamp: 1, pushable: false };
  const presences = { "alice@example.org": { website, aggregated: { client: "aggregated", status: "active", timestamp: 1 } } };
  await exchange(own, own.target, get("bob", "/realm/presence"), { server_timestamp: 1, presences });
  const told = own.faults().filter((text) => text.startsWith("presence-entries"));
  assert.match(
    told.join("\n"),
    /the presence of alice@example\.org has the client "aggregated" under aggregated, and "website" under website/,
  );
});

test("a monitor whose own code fails rests, and the run goes on", async () => {
  const broken: Monitor = {
    name: "broken",
    clauses: ["errors/body"],
    sees: () => true,
    watch: () => ({
      answered: () => {
        throw new RangeError("a fault of the suite");
      },
    }),
  };
  const tally = new MonitorTally([broken]);
  const server = new Told();
  const reply = watched(server, tally).send(get("alice", "/realm/presence"));
  server.answer(0, {});
  assert.is((await reply)?.status, 200);
  assert.instance(tally.results[0]!.crash, RangeError);
});

test.run();
