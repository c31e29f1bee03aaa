// biome-ignore-all lint/suspicious/noThenProperty: the name that faults have for what comes of them
import { test } from "uvu";
import * as assert from "uvu/assert";
import { createSimulator, type Simulator } from "../server/simulator.ts";
import { fetchFor } from "./fetch.ts";
import { listen } from "./node.ts";

const notLoggedIn = "Not logged in: API authentication or user session required";

type Ask = (path: string, init?: RequestInit) => Promise<Response>;

/** Returns the cookies of a browser after the development login, and the token in one of them. */
async function logIn(ask: Ask, who = "alice@example.com") {
  const cookies = (await ask(`/api/v1/dev_fetch_api_key?username=${who}`, { method: "POST" })).headers.getSetCookie();
  const values = Object.fromEntries(cookies.map((cookie) => cookie.split(";")[0]!.split("=")));
  return { cookie: `sessionid=${values.sessionid}; csrftoken=${values.csrftoken}`, token: String(values.csrftoken) };
}

const typing = () => new URLSearchParams({ op: "start", to: "[12]" });
const posted = (headers: Record<string, string>, body = typing()) => ({ method: "POST", headers, body });

/** Status and text of an answer. */
async function outcome(answer: Promise<Response>): Promise<unknown[]> {
  const { status, headers, ...rest } = await answer.then(async (said) => ({
    status: said.status,
    headers: said.headers,
    body: await said.json(),
  }));
  return [status, rest.body.code ?? rest.body.result, rest.body.msg, headers.get("www-authenticate")];
}

async function checkBrowser(sim: Simulator, ask: Ask): Promise<void> {
  const { cookie, token } = await logIn(ask);
  assert.is((await (await ask("/json/users/me", { headers: { cookie } })).json()).email, "alice@example.com");
  assert.equal(await outcome(ask("/json/typing", posted({ cookie, "x-csrftoken": token }))), [200, "success", "", null]);
  const inForm = typing();
  inForm.set("csrfmiddlewaretoken", token);
  assert.is((await outcome(ask("/json/typing", posted({ cookie }, inForm))))[0], 200);
  const forged = (reason: string) => [403, "CSRF_FAILED", `CSRF error: ${reason}`, null];
  assert.equal(await outcome(ask("/json/typing", posted({ cookie }))), forged("CSRF token missing."));
  assert.equal(await outcome(ask("/json/typing", posted({ cookie, "x-csrftoken": "x" }))), forged("CSRF token incorrect."));
  const alone = cookie.split(";")[0]!;
  assert.equal(await outcome(ask("/json/typing", posted({ cookie: alone, "x-csrftoken": token }))), forged("CSRF cookie not set."));
  const refused = [401, "UNAUTHORIZED", notLoggedIn, 'Session realm="service"'];
  assert.equal(await outcome(ask("/json/users/me", { headers: { cookie: "sessionid=x" } })), refused);
  assert.equal(await outcome(ask("/json/users/me")), refused);
  const challenge = [401, "UNAUTHORIZED", notLoggedIn, 'Basic realm="service"'];
  assert.equal(await outcome(ask("/api/v1/users/me", { headers: { cookie } })), challenge);
  assert.is(sim.transcript.at(1)!.as, "alice");
}

test("below /json the cookies of a session log in, and a token is asked for where something may change", async () => {
  const sim = createSimulator();
  const { url, close } = await listen(sim);
  await checkBrowser(sim, (path, init) => fetch(url + path, init));
  await close();
  const inProcess = createSimulator();
  await checkBrowser(inProcess, (path, init) => fetchFor(inProcess)(`http://anywhere${path}`, init));
});

test("a session ends with its account, and is the same after a snapshot", async () => {
  const sim = createSimulator();
  const ask: Ask = (path, init) => fetchFor(sim)(`http://anywhere${path}`, init);
  const { cookie } = await logIn(ask, "bob@example.com");
  const before = sim.snapshot();
  sim.as("dana").send(`DELETE /users/${sim.cast.bob!.user_id}`);
  assert.equal((await outcome(ask("/json/users/me", { headers: { cookie } }))).slice(0, 3), [
    401,
    "UNAUTHORIZED",
    "Account is deactivated",
  ]);
  sim.restore(before);
  assert.is((await ask("/json/users/me", { headers: { cookie } })).status, 200);
});

test("a browser shows uploaded files by its session alone", async () => {
  const sim = createSimulator();
  const ask: Ask = (path, init) => fetchFor(sim)(`http://anywhere${path}`, init);
  const { cookie } = await logIn(ask);
  const file = { name: "note.txt", type: "text/plain", bytes: new TextEncoder().encode("hi") };
  const { uri } = sim.as("alice").send("POST /user_uploads", {}, [file]).body as { uri: string };
  assert.equal([(await ask(uri, { headers: { cookie } })).status, (await ask(uri)).status], [200, 401]);
});

test("a page that nobody is logged in to is shown messages of web-public channels where the ruling has it, and whole addresses of avatars", async () => {
  const terms = JSON.stringify([{ operator: "channels", operand: "web-public" }]);
  const query = new URLSearchParams({ anchor: "newest", num_before: "9", num_after: "0", narrow: terms });
  const ask = async (spectators: "refused" | "observed", path: string): Promise<Response> =>
    fetchFor(createSimulator({ rulings: { spectators } }))(`http://anywhere${path}/messages?${query}`);
  assert.is((await ask("refused", "/json")).status, 401);
  assert.is((await ask("observed", "/api/v1")).status, 401);
  const { messages } = (await (await ask("observed", "/json")).json()) as { messages: { avatar_url: string }[] };
  assert.ok(messages.length > 0);
  for (const { avatar_url } of messages) assert.match(avatar_url, "https://secure.gravatar.com/avatar/");
  const open = fetchFor(createSimulator({ rulings: { spectators: "observed" } }));
  const beyond = open("http://anywhere/json/messages?anchor=newest&num_before=9&num_after=0");
  assert.equal(await outcome(beyond), [401, "UNAUTHORIZED", notLoggedIn, 'Session realm="service"']);
});

test("a page that nobody is logged in to registers without a queue, where the ruling and the organization let it read", async () => {
  const register = async (path: string, spectators: "refused" | "observed" = "observed", isOpen = true, body = new URLSearchParams()) => {
    const sim = createSimulator({ rulings: { spectators } });
    sim.act({ action: "set_realm", property: "web_public_streams_enabled", value: isOpen });
    const answer = await fetchFor(sim)(`http://anywhere${path}/register`, { method: "POST", body });
    return { status: answer.status, told: (await answer.json()) as Record<string, unknown>, queues: sim.snapshot().world.queues.size };
  };
  for (const refused of [await register("/api/v1"), await register("/json", "refused"), await register("/json", "observed", false)])
    assert.equal([refused.status, refused.told.code], [401, "UNAUTHORIZED"]);
  const { status, told, queues } = await register("/json");
  assert.equal([status, told.queue_id, told.last_event_id, queues], [200, null, -1, 0]);
  assert.equal([told.service_feature_level, told.realm_name, told.max_message_length], [496, "Touchstone Gardens", 10_000]);
  for (const own of ["user_id", "subscriptions", "realm_users", "presences", "unread_msgs", "user_settings"]) assert.not(own in told, own);
  const chosen = await register("/json", "observed", true, new URLSearchParams({ fetch_event_types: '["realm_emoji"]' }));
  assert.equal(["realm_emoji" in chosen.told, "realm_name" in chosen.told], [true, false]);
  const wrong = await register("/json", "observed", true, new URLSearchParams({ narrow: '[["near", "1"]]' }));
  assert.equal([wrong.status, wrong.told.msg], [400, "Operator near not supported."]);
});

test("a fault and an expectation know who a session is", async () => {
  const sim = createSimulator();
  const ask: Ask = (path, init) => fetchFor(sim)(`http://anywhere${path}`, init);
  const { cookie } = await logIn(ask);
  sim.faults.add({ match: { route: "GET /users/me", as: "alice" }, then: { status: 503 } });
  assert.is((await ask("/json/users/me", { headers: { cookie } })).status, 503);
});

test.run();
