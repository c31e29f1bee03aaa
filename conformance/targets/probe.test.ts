import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { fetchFor } from "../../sim/adapters/fetch.ts";
import { type Listening, listen } from "../../sim/adapters/node.ts";
import { createSimulator, type Simulator } from "../../sim/index.ts";
import { check } from "../check/check.ts";
import { Session } from "../client/session.ts";
import type { Target } from "../client/target.ts";
import { CannotTest, Unreachable } from "../client/thrown.ts";
import { Untestable } from "../expect.ts";
import type { HttpTarget } from "./http.ts";
import { deafUrl, json, key, oddServer, thrownBy } from "./odd-server.test.kit.ts";
import { type OpenOptions, openTarget } from "./probe.ts";
import { specified } from "./probe-routes.ts";
import { TargetFileError } from "./target-file.ts";

const directory = mkdtempSync(join(tmpdir(), "touchstone-"));
let files = 0;
function fileOf(content: object): string {
  const path = join(directory, `${files++}.json`);
  writeFileSync(path, JSON.stringify(content));
  return path;
}

const closing: { close(): Promise<void> }[] = [];
test.after.each(async () => {
  for (const one of closing.splice(0).reverse()) await one.close();
});

async function served(options: Parameters<typeof createSimulator>[0] = {}, control = true): Promise<{ sim: Simulator; server: Listening }> {
  const sim = createSimulator(options);
  const server = await listen(sim, { control });
  closing.push(server);
  return { sim, server };
}

async function open(options: OpenOptions): Promise<HttpTarget> {
  const target = await openTarget(options);
  closing.push(target);
  return target;
}

async function odd(answer: Parameters<typeof oddServer>[0]) {
  const server = await oddServer(answer);
  closing.push(server);
  return server;
}

/** A cast of a target file, from a simulator. */
const castOf = (sim: Simulator, ...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, { email: sim.cast[name]!.email, api_key: sim.cast[name]!.api_key }]));

test("what a target file says may stand in the call, and counts more than the file", async () => {
  const { sim, server } = await served({}, false);
  const target = await open({ url: server.url, cast: castOf(sim, "alice", "bob"), channels: { general: "general" }, staging: false });
  assert.equal(Object.keys(target.cast), ["alice", "bob"]);
  assert.is(target.channels.general, sim.channels.general!.stream_id);
  const file = fileOf({ url: server.url, cast: castOf(sim, "cara") });
  assert.equal(Object.keys((await open({ file, cast: castOf(sim, "dana") })).cast), ["dana"]);
  assert.equal(Object.keys((await open({ file })).cast), ["cara"]);
});

test("what is wrong in the call is named before anything is asked", async () => {
  const url = "http://127.0.0.1:9";
  const rows: [given: unknown, line: RegExp][] = [
    [undefined, /^options: missing, expected an object with url or file$/],
    [7, /^options: got 7, expected an object with url or file$/],
    [{ url, cats: {} }, /^cats: no such key; known here are url, .*cast/],
    [{ url, cast: { alice: 5 } }, /^cast\.alice: got a number, expected an object such as/],
    [{ url, cast: { alice: { email: "alice@example.com" } } }, /^cast\.alice\.api_key: missing, expected the API key/],
    [{ url, channels: { general: {} } }, /^channels\.general\.stream_id: missing/],
  ];
  for (const [given, line] of rows) assert.match((await thrownBy(openTarget(given as OpenOptions))).message, line);
});

test("a URL whose control API answers needs no file", async () => {
  const { sim, server } = await served({ level: 450, brand: "zulip" });
  const target = await open({ url: `${server.url}/api/v1/` });
  assert.equal([target.kind, target.url, target.level, target.brand], ["live", server.url, 450, "zulip"]);
  assert.equal(Object.keys(target.cast), Object.keys(sim.cast));
  assert.equal([target.cast.dana!.role, target.cast.robo!.is_bot, target.cast.alice!.is_bot], ["administrator", true, false]);
  assert.is(target.channels.general, sim.channels.general!.stream_id);
  const session = new Session(target, "x");
  const { body } = await session.as.alice!.send("POST /messages", { type: "direct", to: [target.cast.bob!.user_id], content: "hi" });
  assert.type(body.id, "number");
  assert.equal(target.notes, []);
});

test("its control API steers it", async () => {
  const { sim, server } = await served();
  const { steering } = await open({ url: server.url });
  const before = sim.now();
  await steering!.advance(60_000);
  assert.is(sim.now(), before + 60_000);
  const { stream_id } = await steering!.act({ action: "create_channel", name: "new" });
  assert.is(sim.channels.new!.stream_id, stream_id);
  const problem = await thrownBy(steering!.act({ action: "dance" }));
  assert.instance(problem, Untestable);
  assert.match(problem.message, /^the control API answers 400 to POST \/actions: .*dance/);
});

test("what a run steers is undone before the next one, and at the end", async () => {
  const { sim, server } = await served();
  const target = await open({ url: server.url });
  const rename = (name: string) => ({ action: "set_user", as: "alice", property: "full_name", value: name });
  const register = { event_types: [], fetch_event_types: ["realm_user"] };
  const nameIn = async (run: Target) => (await new Session(run, "x").as.alice!.send("POST /register", register)).body.full_name;
  const first = target.isolated();
  await first.steering!.act(rename("Ann"));
  await first.steering!.advance(1000);
  assert.is(await nameIn(first), "Ann");
  const now = sim.now();
  const second = target.isolated();
  assert.is(await nameIn(second), "Alice Arbour");
  assert.is(sim.now(), now - 1000);
  await second.steering!.act(rename("Ada"));
  const third = target.isolated();
  await third.steering!.act({ action: "set_user", as: "bob", property: "full_name", value: "Ben" });
  assert.is(await nameIn(third), "Alice Arbour");
  await target.close();
  assert.is(sim.as("bob").send("POST /register", register).body.full_name, "Bob Birch");
});

test("without a control API the file names accounts and channels, and the server tells who and what they are", async () => {
  const { sim, server } = await served({}, false);
  const before = sim.transcript.length;
  const file = fileOf({ cast: castOf(sim, "alice", "dana", "robo", "gus"), channels: { general: "general", quiet: 42, den: "team" } });
  const target = await open({ url: server.url, file });
  assert.is(target.steering, undefined);
  assert.equal(
    Object.entries(target.cast).map(([name, { user_id, role, is_bot, password }]) => [name, user_id, role, is_bot, password]),
    [
      ["alice", sim.cast.alice!.user_id, "member", false, null],
      ["dana", sim.cast.dana!.user_id, "administrator", false, null],
      ["robo", sim.cast.robo!.user_id, "member", true, null],
      ["gus", sim.cast.gus!.user_id, "guest", false, null],
    ],
  );
  assert.equal(target.channels, { general: sim.channels.general!.stream_id, quiet: 42, den: sim.channels.team!.stream_id });
  const routes = sim.transcript.slice(before).map(({ request }) => `${request.method} ${request.path}`);
  const count = (route: string) => routes.filter((one) => one.endsWith(route)).length;
  // One more, without a queue, shows whether the endpoint is there.
  assert.equal([count("/register"), count("DELETE /api/v1/events")], [4, 5]);
  assert.is([...sim.snapshot().world.queues.values()].length, 0);
});

test("with a file the control API is used only where the file says so", async () => {
  const { sim, server } = await served();
  const cast = castOf(sim, "alice");
  assert.is((await open({ file: fileOf({ url: server.url, cast }) })).steering, undefined);
  const steered = await open({ file: fileOf({ url: server.url, control: true }) });
  assert.ok(steered.steering);
  assert.is(steered.cast.bob!.user_id, sim.cast.bob!.user_id);
  await server.close();
  const { server: plain } = await served({}, false);
  const problem = await thrownBy(openTarget({ url: plain.url, file: fileOf({ control: true, cast }) }));
  assert.instance(problem, CannotTest);
  assert.match(problem.message, /^no control API answers at /);
});

test("a deactivated account needs no key, and what others see of it is known", async () => {
  const { sim, server } = await served({}, false);
  const zoe = { email: sim.cast.zoe!.email, active: false };
  const target = await open({ url: server.url, file: fileOf({ cast: { ...castOf(sim, "alice"), zoe } }) });
  assert.is(target.cast.zoe!.user_id, sim.cast.zoe!.user_id);
});

test("what serve --json prints is a target file as it is, with its deactivated member and its archived channel", async () => {
  const { sim, server } = await served({});
  const body = (await (await fetch(`${server.url}/_control/realm`)).json()) as object;
  const target = await open({ file: fileOf(body) });
  assert.equal(Object.keys(target.cast), Object.keys(sim.cast));
  assert.is(target.channels.attic, sim.channels.attic!.stream_id);
  assert.equal(target.notes, ["zoe (zoe@example.com) is deactivated"]);
  assert.ok(target.steering);
  const unsteered = await open({ file: fileOf({ ...body, control: false }) });
  assert.is(unsteered.steering, undefined);
});

test("a file may say that a deactivated account is active, and is wrong then", async () => {
  const { sim, server } = await served({}, false);
  const zoe = { ...castOf(sim, "zoe").zoe, active: true };
  const problem = await thrownBy(openTarget({ url: server.url, file: fileOf({ cast: { zoe } }) }));
  assert.is(problem.message, "credentials are refused for zoe (zoe@example.com: 401 UNAUTHORIZED)");
});

test("what the server tells of an account counts more than the file, with a note that names the place", async () => {
  const { sim, server } = await served({}, false);
  const { alice, dana, robo, bob } = castOf(sim, "alice", "dana", "robo", "bob");
  const zoe = { email: sim.cast.zoe!.email, api_key: key, active: true };
  const cast = {
    alice: { ...alice, role: "member", is_bot: false, active: true },
    dana: { ...dana, role: "owner" },
    robo: { ...robo, is_bot: false },
    bob: { ...bob, active: false },
    zoe,
  };
  const target = await open({ url: server.url, file: fileOf({ cast }) });
  assert.equal(
    Object.entries(target.cast).map(([name, { role, is_bot }]) => [name, role, is_bot]),
    [
      ["alice", "member", false],
      ["dana", "administrator", false],
      ["robo", "member", true],
      ["zoe", "member", false],
    ],
  );
  assert.equal(target.notes, [
    "zoe (zoe@example.com) is deactivated",
    "bob is left out, since it is not to be active, and the server tells that it is",
    'cast.dana.role: got "owner", which the server contradicts: "administrator" counts',
    "cast.robo.is_bot: got false, which the server contradicts: true counts",
    "cast.bob.active: got false, which the server contradicts: true counts",
    "cast.zoe.active: got true, which the server contradicts: false counts",
  ]);
});

test("a role of the file that a registration denies does not count, and what it does not tell is what the file says", async () => {
  const { sim } = await served({}, false);
  const { dana, zoe } = castOf(sim, "dana", "zoe");
  const rows = [
    { user_id: sim.cast.dana!.user_id, email: dana!.email, is_owner: false },
    { user_id: sim.cast.zoe!.user_id, email: zoe!.email },
  ];
  const { url } = await odd((_, response) => {
    const registered = { queue_id: "q", last_event_id: -1, user_id: rows[0]!.user_id, realm_users: rows };
    json(response, { result: "success", msg: "", service_feature_level: sim.server.level, ...registered });
  });
  const cast = { dana: { ...dana, role: "owner", is_bot: true }, zoe: { ...zoe, role: "guest", active: false } };
  const target = await open({ url, file: fileOf({ cast }) });
  assert.equal([target.cast.dana!.role, target.cast.dana!.is_bot, target.cast.zoe!.role], ["administrator", true, "guest"]);
  assert.ok(target.notes.includes('cast.dana.role: got "owner", which the server contradicts: "administrator" counts'));
});

test("an archived channel is found by its name", async () => {
  const { sim, server } = await served({}, false);
  const target = await open({ url: server.url, file: fileOf({ cast: castOf(sim, "dana"), channels: { attic: "attic" } }) });
  assert.equal(target.channels, { attic: sim.channels.attic!.stream_id });
});

test("an archived channel that no registration shows is left out with a note, and any other is an error of the file", async () => {
  const { sim, server } = await served({}, false);
  const opened = (channels: Record<string, string>) => open({ url: server.url, file: fileOf({ cast: castOf(sim, "alice"), channels }) });
  const target = await opened({ general: "general", attic: "gone" });
  assert.equal(Object.keys(target.channels), ["general"]);
  assert.ok(target.notes.includes('no id is known of the channel "gone" (attic): channels takes an id too'), target.notes.join("\n"));
  const problem = await thrownBy(opened({ general: "general", quiet: "gone" }));
  assert.match(problem.message, /^channels\.quiet: got "gone", expected a channel that a cast member sees: /);
});

test("members are probed one after the other", async () => {
  const sim = createSimulator({ realm: "crowded" });
  const inner = await listen(sim, { control: false });
  closing.push(inner);
  let [now, most] = [0, 0];
  const { url } = await odd(async (request, response) => {
    most = Math.max(most, ++now);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { authorization = "", "content-type": type = "" } = request.headers;
    const headers = { ...(authorization && { authorization }), ...(type && { "content-type": type }) };
    const body = chunks.length > 0 ? { body: Buffer.concat(chunks) } : {};
    const answer = await fetch(`${inner.url}${request.url}`, { method: request.method!, headers, ...body });
    const text = await answer.text();
    now--;
    json(response, JSON.parse(text), answer.status);
  });
  const target = await open({ url, file: fileOf({ cast: castOf(sim, ...Object.keys(sim.cast)) }) });
  assert.ok(Object.keys(target.cast).length >= 30);
  assert.is(most, 1);
});

test("level and brand of the file go before those of the server, and options before both", async () => {
  const { sim, server } = await served({ level: 300 }, false);
  const file = fileOf({ url: server.url, brand: "zulip", level: 200, cast: castOf(sim, "alice") });
  const told = await open({ file });
  assert.equal([told.level, told.brand], [200, "zulip"]);
  const asked = await open({ file, level: 250, brand: "service" });
  assert.equal([asked.level, asked.brand], [250, "service"]);
  const found = await open({ url: server.url, level: "auto", brand: "auto" });
  assert.equal([found.level, found.brand], [300, "service"]);
});

test("known deviations come with the target", async () => {
  const { server } = await served({}, false);
  const deviations = [{ property: "a/b", reason: "known" }];
  assert.equal((await open({ file: fileOf({ url: server.url, deviations }) })).deviations, deviations);
});

test("without accounts what needs none can still be asked", async () => {
  const { server } = await served({}, false);
  const target = await open({ url: server.url });
  assert.equal(target.cast, {});
  assert.equal(target.notes, ["no account is known: a target file names them"]);
  assert.is((await new Session(target, "x").nobody.send("GET /server_settings")).status, 200);
});

test("where the code of a refusal is that of deactivated accounts, it is said how the target file tells so", async () => {
  const { sim } = await served({}, false);
  const { url } = await odd((request, response) => {
    const [, email = ""] = /^Basic (.*)$/.exec(request.headers.authorization ?? "") ?? [];
    const isBob = Buffer.from(email, "base64").toString().startsWith(sim.cast.bob!.email);
    if (isBob) return json(response, { result: "error", msg: "", code: "USER_DEACTIVATED" }, 401);
    const settings = { service_feature_level: sim.server.level, service_version: "1" };
    json(response, { result: "success", msg: "", ...settings, user_id: sim.cast.alice!.user_id, queue_id: "q", last_event_id: -1 });
  });
  const target = await open({ url, file: fileOf({ cast: castOf(sim, "alice", "bob") }) });
  const why = `its credentials are refused: ${sim.cast.bob!.email}: 401 USER_DEACTIVATED`;
  const hint = '("active": false in the target file says that it is deactivated)';
  assert.ok(target.notes.includes(`bob is left out, since ${why} ${hint}`), target.notes.join("\n"));
});

test("credentials are tried where a route takes any key, too", async () => {
  const { sim, server } = await served({}, false);
  const body = '{"result": "success", "msg": "", "linkifiers": []}';
  sim.faults.add(JSON.parse(`{"match": {"route": "GET /realm/linkifiers"}, "then": {"status": 200, "body": ${body}}}`));
  const target = await open({
    url: server.url,
    file: fileOf({ cast: { ...castOf(sim, "alice"), bob: { email: sim.cast.bob!.email, api_key: key } } }),
  });
  assert.ok(target.notes.includes("bob is left out, since its credentials are refused: bob@example.com: 401 UNAUTHORIZED"));
  assert.is(target.registers, true);
});

test("an account whose credentials are refused is left out with the reason; where all are, that is told at once, without the keys", async () => {
  const { sim, server } = await served({}, false);
  const wrong = (name: string) => ({ email: sim.cast[name]!.email, api_key: key });
  const target = await open({ url: server.url, file: fileOf({ cast: { ...castOf(sim, "alice"), bob: wrong("bob") } }) });
  assert.equal(Object.keys(target.cast), ["alice"]);
  assert.ok(target.notes.includes("bob is left out, since its credentials are refused: bob@example.com: 401 UNAUTHORIZED"));
  const file = fileOf({ cast: { bob: wrong("bob"), cara: wrong("cara") } });
  const problem = await thrownBy(openTarget({ url: server.url, file }));
  assert.instance(problem, CannotTest);
  assert.is(
    problem.message,
    "credentials are refused for bob (bob@example.com: 401 UNAUTHORIZED), cara (cara@example.com: 401 UNAUTHORIZED)",
  );
});

test("accounts that the server knows otherwise, or that are one, are a fault of the file", async () => {
  const { sim, server } = await served({}, false);
  const refusalOf = async (cast: object, channels = {}): Promise<string> => {
    const problem = await thrownBy(openTarget({ url: server.url, file: fileOf({ cast, channels }) }));
    assert.instance(problem, TargetFileError);
    return problem.message;
  };
  const { alice, bob } = castOf(sim, "alice", "bob") as Record<string, object>;
  const id = sim.cast.alice!.user_id;
  assert.is(await refusalOf({ alice: { ...alice, user_id: 999 } }), `cast.alice.user_id: got 999, and the server tells ${id}`);
  assert.is(await refusalOf({ alice, bob: alice }), "cast.bob: got the account of alice, expected one of its own for each name");
  assert.match(
    await refusalOf({ alice, bob }, { general: 770 }),
    /^channels\.general: got 770, expected a channel that a cast member sees: .*\d+ \(general\)/,
  );
});

test("ids of channels need not be told by a registration of one of a few accounts", async () => {
  const { sim, server } = await served({}, false);
  const ids = (...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, sim.channels[name]!.stream_id]));
  const channels = ids("general", "quiet", "team", "secret");
  const target = await open({ url: server.url, file: fileOf({ cast: castOf(sim, "gus"), channels }) });
  assert.equal(target.channels, channels);
});

test("that a registration tells no accounts is said first, since no scenario can be played then", async () => {
  const { sim, server } = await served({}, false);
  const tells = fetchFor(sim);
  const own = async (...args: Parameters<typeof tells>): Promise<Response> => {
    const answer = await tells(...args);
    if (!String(args[0]).includes("/register")) return answer;
    const { realm_users, realm_non_active_users, ...rest } = await answer.json();
    return new Response(JSON.stringify(rest), { headers: answer.headers });
  };
  const cast = castOf(sim, "alice", "bob");
  const note = "a registration tells no accounts (realm_users): no scenario can be played on the model beside the server";
  const notes = async (fetch: typeof tells) =>
    (await open({ url: server.url, cast, channels: { general: "general" }, control: false, fetch })).notes;
  assert.is((await notes(own as typeof tells))[0], note);
  assert.not.ok((await notes(tells)).includes(note));
});

test("names that the suite has no use for are told with those that it has", async () => {
  const { sim, server } = await served({}, false);
  const { alice } = castOf(sim, "alice") as Record<string, object>;
  const { bob } = castOf(sim, "bob") as Record<string, object>;
  const target = await open({
    url: server.url,
    file: fileOf({ cast: { alice, mallory: bob }, channels: { lobby: "general", yard: "team" } }),
  });
  assert.ok(target.notes.includes("names without a use in cast: mallory; those with one: alice, bob, cara, dana, owen, gus, robo, zoe"));
  const channels = "general, quiet, team, secret, town-square, attic, crowd";
  assert.ok(target.notes.includes(`names without a use in channels: lobby, yard; those with one: ${channels}`), target.notes.join("\n"));
});

test("a channel that nobody sees is a fault of the file", async () => {
  const { sim, server } = await served({}, false);
  const file = fileOf({ cast: castOf(sim, "gus"), channels: { general: "Genral" } });
  const problem = await thrownBy(openTarget({ url: server.url, file }));
  assert.instance(problem, TargetFileError);
  assert.match(problem.message, /^channels\.general: got "Genral", expected a channel that a cast member sees: /);
});

test("a URL that is none is a fault of the user", async () => {
  assert.match((await thrownBy(openTarget({ url: "localhost:9991" }))).message, /^url: got "localhost:9991", expected the base URL/);
  assert.match((await thrownBy(openTarget({}))).message, /^url: missing, expected the base URL/);
});

test("a server that is not there is unreachable", async () => {
  const url = await deafUrl();
  const problem = await thrownBy(openTarget({ url }));
  assert.instance(problem, Unreachable);
  assert.match(problem.message, /^127\.0\.0\.1:\d+ is unreachable: nothing listens there \(ECONNREFUSED\)$/);
});

test("a server that says nothing cannot be tested", async () => {
  const { url } = await odd(() => {});
  const problem = await thrownBy(openTarget({ url, patience: { request: 10 } }));
  assert.instance(problem, Unreachable);
  assert.match(problem.message, /^127\.0\.0\.1:\d+ is unreachable: GET \/server_settings got no answer within 0\.01 s$/);
});

test("a server that is something else cannot be tested", async () => {
  const { url } = await odd((_, response) => response.writeHead(200, { "content-type": "text/html" }).end("<html>"));
  const problem = await thrownBy(openTarget({ url }));
  assert.instance(problem, CannotTest);
  assert.is(problem.message, `${url}/api/v1/server_settings answers 200 without JSON: is this the base URL of the server?`);
});

test("a server that leads elsewhere is not followed", async () => {
  const { url } = await odd((_, response) => response.writeHead(301, { location: "https://chat.example.com/" }).end());
  assert.match((await thrownBy(openTarget({ url }))).message, / answers 301 to https:\/\/chat\.example\.com\/; is the URL right\?$/);
});

/** A server with settings and messages alone. */
const bare: Parameters<typeof oddServer>[0] = (request, response) => {
  const path = new URL(request.url!, "http://x").pathname.replace("/api/v1", "");
  if (path === "/server_settings") json(response, { result: "success", msg: "", acme_feature_level: 500 });
  else if (path === "/fetch_api_key") json(response, { result: "success", msg: "" });
  else response.writeHead(404, { "content-type": "text/html" }).end("<html>not here</html>");
};

test("a server without registration can be tested for the rest: what is not known is untestable", async () => {
  const { url } = await odd(bare);
  const alice = { email: "alice@example.com", api_key: key };
  const cast = { alice, bob: { ...alice, email: "b@x", user_id: 9, role: "guest", is_bot: true } };
  const target = await open({ url, file: fileOf({ cast, channels: { general: "Lobby", team: 7 } }) });
  assert.equal([target.level, target.brand, target.registers], [500, "acme", false]);
  assert.equal([target.cast.bob!.user_id, target.cast.bob!.role, target.cast.bob!.is_bot], [9, "guest", true]);
  assert.equal(target.channels, { team: 7 });
  const session = new Session(target, "x");
  assert.throws(
    () => session.as.alice!.user_id,
    (problem: unknown) => problem instanceof Untestable && problem.message === "the user id of alice is not known",
  );
  const deaf = await session.as.alice!.queue();
  assert.ok(deaf.isDeaf);
  assert.instance(await thrownBy(deaf.next()), Untestable);
  assert.ok(target.missing.has("POST /calls/{provider}/create") && target.missing.size > 15);
  assert.equal(target.notes, [
    "no user id is known of alice: the cast takes it, as user_id",
    'bob is a bot, as far as is known ("is_bot" in the target file says otherwise)',
    "the server registers no event queues: POST /register",
    `not there are ${specified.filter((route) => target.missing.has(route)).join(", ")}`,
    'no id is known of the channel "Lobby" (general): channels takes an id too',
  ]);
});

test("what is not known of several accounts and channels is one note each", async () => {
  const { url } = await odd(bare);
  const cast = Object.fromEntries(["alice", "owen", "gus"].map((name) => [name, { email: `${name}@example.com`, api_key: key }]));
  const { notes } = await open({ url, file: fileOf({ cast, channels: { general: "Lobby", team: "Team" } }) });
  assert.equal(
    notes.filter((note) => /known|nobody/.test(note)),
    [
      "no user id is known of alice, owen, gus: the cast takes it, as user_id",
      'nobody says the role of some: owen counts as owner, gus counts as guest ("role" in the target file says otherwise)',
      'no id is known of the channel "Lobby" (general), "Team" (team): channels takes an id too',
    ],
  );
});

test("a channel that is not as the suite needs it is not used under its name, with the reason; an account is named", async () => {
  const { sim, server } = await served({}, false);
  const misfits = {
    general: "secret",
    quiet: "team",
    team: "quiet",
    secret: "team",
    "town-square": "general",
    attic: "general",
    crowd: "general",
  };
  const cast = { ...castOf(sim, "alice", "bob", "cara"), owen: castOf(sim, "dana").dana! };
  const target = await open({ url: server.url, file: fileOf({ cast, channels: misfits }) });
  assert.equal(target.channels, {});
  const line = (name: keyof typeof misfits, why: string) => `the channel "${misfits[name]}" is not used as ${name}, since ${why}`;
  assert.equal(target.notes, [
    "owen is to be of the role owner, and is of the role administrator: it is used as what it is",
    line("general", "it is private"),
    line("quiet", "it is private"),
    line("team", "it is not private"),
    line("secret", "it is one whose history is open to its subscribers"),
    line("town-square", "it is not web-public"),
    line("attic", "it is not archived"),
    line("crowd", "it has 7 subscribers, and 16 are needed"),
  ]);
});

test("a channel is used under its name where those of the cast are subscribed who have to be", async () => {
  const { sim, server } = await served({}, false);
  const channels = { team: "team", secret: "secret", quiet: "quiet" };
  const right = await open({ url: server.url, file: fileOf({ cast: castOf(sim, "alice", "bob", "cara"), channels }) });
  assert.equal(Object.keys(right.channels), ["team", "secret", "quiet"]);
  // Who is called cara is subscribed to the team's channel, and who is called bob to the secret one.
  const { alice, bob, cara } = castOf(sim, "alice", "bob", "cara");
  const wrong = await open({ url: server.url, file: fileOf({ cast: { alice, bob: cara, cara: bob }, channels }) });
  assert.equal(wrong.channels, { quiet: sim.channels.quiet!.stream_id });
  assert.equal(wrong.notes, [
    'the channel "team" is not used as team, since bob is not subscribed to it',
    'the channel "secret" is not used as secret, since cara is not subscribed to it',
  ]);
});

test("a level that the server does not tell of itself is among the notes", async () => {
  const { url } = await odd((_, response) => json(response, { result: "success", msg: "", service_feature_level: 300 }));
  const target = await open({ url, level: 200 });
  assert.is(target.notes[0], "the server says level 300 of itself, and is held to 200");
});

test("a server that tells no level counts as level 0", async () => {
  const { url } = await odd((_, response) => json(response, { result: "success", msg: "" }));
  const target = await open({ url });
  assert.equal([target.level, target.brand], [0, "service"]);
  assert.match(target.notes[0]!, /tells no service_feature_level, which counts as level 0/);
});

test("a level that a server tells as a text of digits counts, with a note; any other text is no level", async () => {
  const levelOf = async (told: unknown) => {
    const { url } = await odd((_, response) => json(response, { result: "success", msg: "", acme_feature_level: told }));
    const target = await open({ url });
    return [target.level, target.brand, target.notes[0]];
  };
  const note = 'the server tells its acme_feature_level as a text ("496"), which counts as level 496';
  assert.equal(await levelOf("496"), [496, "acme", note]);
  const none = "the server tells no acme_feature_level, which counts as level 0";
  for (const told of ["new", "", "-1", "4.5", "9".repeat(30)]) assert.equal(await levelOf(told), [0, "acme", none]);
});

test("a server that tells its settings to nobody without credentials is asked for its level by an account", async () => {
  const { sim } = await served({}, false);
  const { alice, bob } = castOf(sim, "alice", "bob");
  const own = `Basic ${Buffer.from(`${bob!.email}:${bob!.api_key}`).toString("base64")}`;
  const { url } = await odd((request, response) => {
    if (request.headers.authorization === own) json(response, { result: "success", msg: "", service_feature_level: 300 });
    else json(response, { result: "error", msg: "Who are you?", code: "UNAUTHORIZED" }, 401);
  });
  const told = await open({ url, file: fileOf({ cast: { alice: { ...alice, active: false }, bob } }) });
  assert.is(told.level, 300);
  assert.is(told.notes[0], "GET /server_settings is refused without credentials: its feature level is what bob is told");
  const untold = await open({ url });
  assert.is(untold.level, 0);
});

test("a server that limits the rate while it is probed is waited for", async () => {
  let busy = 2;
  const { url } = await odd((request, response) => {
    if (busy-- > 0) json(response, { result: "error", msg: "slow", code: "RATE_LIMIT_HIT" }, 429, { "retry-after": "0.001" });
    else bare(request, response);
  });
  assert.is((await open({ url })).level, 500);
});

test("a target is reached by a function in place of connections, as whole as over the wire", async () => {
  const sim = createSimulator();
  const asked: string[] = [];
  const ask = fetchFor(sim);
  const fetch = (url: string, init: RequestInit) => {
    asked.push(url);
    return ask(url, init);
  };
  const target = await openTarget({ fetch, cast: sim.cast as never, channels: { general: "general" } });
  const report = await check({ target, only: ["server_settings.get*", "typing.post/op"], tries: 1, runs: 0, seed: 1 });
  await target.close();
  assert.is(report.summary.differs, 0);
  assert.ok(report.summary.agrees > 0 && asked.every((url) => url.startsWith("http://localhost:9991/")), `${asked.length}`);
  const wrong: unknown = await openTarget({ fetch: 5 as never }).catch((thrown: unknown) => thrown);
  assert.is((wrong as Error).message, "fetch: got number, expected a function such as fetch");
});

test.run();
