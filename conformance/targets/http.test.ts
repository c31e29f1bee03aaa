import type { IncomingMessage } from "node:http";
import { test } from "uvu";
import * as assert from "uvu/assert";
import type { Outgoing } from "../client/target.ts";
import { SilentRoute, Unreachable } from "../client/thrown.ts";
import { NoAnswer, Untestable } from "../expect.ts";
import type { HttpTarget, Patience } from "./http.ts";
import { deafUrl, json, key, type OddServer, oddServer, targetAt, thrownBy } from "./odd-server.test.kit.ts";

const get: Outgoing = { as: "alice", method: "GET", path: "/messages", fields: { anchor: "newest", narrow: [] } };
const post: Outgoing = { as: "alice", method: "POST", path: "/messages", fields: { content: "a & b", to: [7], topic: undefined } };
const poll: Outgoing = { as: "alice", method: "GET", path: "/events", fields: { queue_id: "q", last_event_id: -1 } };

/** A target on a server that answers in one way. Both are closed after the test that runs. */
let opened: { target: HttpTarget; server: OddServer } | undefined;
async function against(answer: Parameters<typeof oddServer>[0], patience: Partial<Patience> = {}) {
  const server = await oddServer(answer);
  opened = { server, target: await targetAt(server.url, patience) };
  return opened;
}
test.after.each(async () => {
  await opened?.target.close();
  await opened?.server.close();
  opened = undefined;
});

const success = { result: "success", msg: "" };

test("a GET has its fields in the query, anything else in a form; text as it is, everything else as JSON", async () => {
  const bodies: string[] = [];
  const { target, server } = await against((request, response) => {
    request.setEncoding("utf8").on("data", (text) => bodies.push(text));
    request.on("end", () => json(response, success));
  });
  await target.send(get);
  await target.send({ ...post, query: { client: "x y" } });
  assert.equal(server.heard, ["GET /api/v1/messages?anchor=newest&narrow=%5B%5D", "POST /api/v1/messages?client=x+y"]);
  assert.equal(bodies, ["content=a+%26+b&to=%5B7%5D"]);
  assert.is(server.requests[1]!.headers["content-type"], "application/x-www-form-urlencoded");
  assert.is(server.requests[1]!.headers["user-agent"], "touchstone/1");
});

test("credentials are those of the member, of the request, or none", async () => {
  const { target, server } = await against((_, response) => json(response, success));
  const sent = async (request: Partial<Outgoing>) => {
    await target.send({ ...get, ...request });
    return server.requests.at(-1)!.headers.authorization;
  };
  const basic = (pair: string) => `Basic ${Buffer.from(pair).toString("base64")}`;
  assert.is(await sent({}), basic(`alice@example.com:${key}`));
  assert.is(await sent({ as: null }), undefined);
  assert.is(await sent({ credentials: { kind: "none" } }), undefined);
  assert.is(await sent({ credentials: { kind: "basic", email: "ä@b", api_key: "k" } }), basic("ä@b:k"));
  assert.is(await sent({ credentials: { kind: "otherScheme" } }), "Bearer touchstone");
  assert.not(Buffer.from((await sent({ credentials: { kind: "malformed" } }))!.slice(6), "base64").includes(":"));
  assert.is(await sent({ credentials: { kind: "otherScheme", header: "Digest x" } }), "Digest x");
  assert.instance(await thrownBy(target.send({ ...get, as: "mallory" })), Untestable);
});

test("requests share a connection", async () => {
  const { target, server } = await against((_, response) => json(response, success));
  for (let i = 0; i < 20; i++) await target.send(i % 2 ? post : get);
  assert.ok(new Set(server.requests.map(({ socket }) => socket)).size < 4);
});

test("the base URL may have a path", async () => {
  const server = await oddServer((_, response) => json(response, success));
  const target = await targetAt(`${server.url}/chat/`);
  await target.send(get);
  assert.ok(server.heard[0]!.startsWith("GET /chat/api/v1/messages?"));
  assert.is(target.url, `${server.url}/chat`);
  await target.close();
  await server.close();
});

const bodies: [what: string, text: string][] = [
  ["HTML", "<html>no</html>"],
  ["an array", "[1]"],
  ["broken JSON", '{"result": '],
  ["nothing", ""],
  ["null", "null"],
];
for (const [what, text] of bodies) {
  test(`an answer with ${what} has an empty body and its status`, async () => {
    const { target } = await against((_, response) => response.writeHead(502, { "X-What": "a" }).end(text));
    const reply = await target.send(get);
    assert.equal([reply!.status, reply!.body, reply!.headers["x-what"], reply!.text], [502, {}, "a", text]);
  });
}

test("a request without an answer in time is told apart from a wrong one, and after three in a row the server is gone", async () => {
  let hangs = true;
  const { target, server } = await against((_, response) => void (hangs || json(response, success)), { request: 250 });
  const first = (await thrownBy(target.send({ ...post, path: "/messages/12" }))) as NoAnswer;
  assert.instance(first, NoAnswer);
  assert.equal([first.message, first.route, first.isLate], ["POST /messages/12 got no answer within 0.25 s", "POST /messages/{id}", true]);
  hangs = false;
  await target.send(get);
  hangs = true;
  assert.instance(await thrownBy(target.send(post)), NoAnswer);
  assert.instance(await thrownBy(target.send(post)), NoAnswer);
  const last = await thrownBy(target.send(post));
  assert.instance(last, Unreachable);
  assert.is(last.message, `${server.host} is unreachable: POST /messages got no answer within 0.25 s`);
});

test("a server that tells its settings is there, however many other requests it leaves without an answer", async () => {
  const { target } = await against((request, response) => void (request.method === "GET" && json(response, success)), { request: 150 });
  for (let i = 0; i < 7; i++) assert.instance(await thrownBy(target.send(post)), NoAnswer);
});

test("a route that was never answered in time three times is not asked again, and others are", async () => {
  const { target, server } = await against((request, response) => void (request.method === "GET" && json(response, success)), {
    request: 150,
  });
  const path = "/messages/12/reactions";
  for (let i = 0; i < 3; i++) assert.not.instance(await thrownBy(target.send({ ...post, path })), SilentRoute);
  const asked = server.heard.length;
  const silent = (await thrownBy(target.send({ ...post, path: "/messages/13/reactions" }))) as SilentRoute;
  assert.instance(silent, SilentRoute);
  assert.instance(silent, NoAnswer);
  assert.is(silent.message, "POST /messages/{id}/reactions got no answer within 0.15 s, 3 times");
  assert.is(server.heard.length, asked);
  assert.is((await target.send(get))!.status, 200);
});

test("a connection that is cut five times in a row counts as never answered, and a route that has answered once does not", async () => {
  const { target, server } = await against((request, response) => {
    if (request.method === "GET" && !request.url!.includes("messages")) return json(response, success);
    if (request.method === "POST" && server.heard.filter((line) => line.startsWith("POST")).length === 1) return json(response, success);
    return void request.socket.destroy();
  });
  await target.send(post);
  for (let i = 0; i < 7; i++) assert.not.instance(await thrownBy(target.send(post)), SilentRoute);
  const other = { ...post, path: "/typing" };
  for (let i = 0; i < 5; i++) assert.not.instance(await thrownBy(target.send(other)), SilentRoute);
  const silent = await thrownBy(target.send(other));
  assert.instance(silent, SilentRoute);
  assert.match(silent.message, /^POST \/typing got no answer: the connection was cut \(\w+\), 5 times$/);
});

test("an answer that does not come to its end in time is none", async () => {
  const { target } = await against((_, response) => void response.writeHead(200).write('{"result":'), { request: 20 });
  assert.instance(await thrownBy(target.send(post)), NoAnswer);
});

/** Answers polls that wait never, and all others with some events. */
const holding =
  (events: readonly object[], held: (request: IncomingMessage) => void = () => {}): Parameters<typeof oddServer>[0] =>
  (request, response) =>
    request.url!.includes("dont_block=true") ? json(response, { ...success, events }) : held(request);

test("a poll for which nothing comes gives undefined, and is ended", async () => {
  let ended = 0;
  const { target } = await against(
    holding([{ id: 0, type: "heartbeat" }], ({ socket }) => void socket.on("close", () => ended++)),
    { poll: 10 },
  );
  for (let sent = 0; ended < 4; sent++) {
    assert.ok(sent < 1000, `${ended} of ${sent} polls were ended`);
    assert.is(await target.send(poll), undefined);
  }
});

test("a poll got no answer where there are events all the same", async () => {
  const { target, server } = await against(holding([{ id: 0, type: "message" }]), { poll: 400 });
  const problem = await thrownBy(target.send(poll));
  assert.instance(problem, NoAnswer);
  assert.is(problem.message, "GET /events got no answer within 0.4 s");
  assert.equal(
    server.heard,
    ["", "&dont_block=true"].map((more) => `GET /api/v1/events?queue_id=q&last_event_id=-1${more}`),
  );
});

test("a poll that is not to wait is a request like any other", async () => {
  const { target } = await against(() => {}, { poll: 1, request: 10 });
  assert.instance(await thrownBy(target.send({ ...poll, fields: { ...poll.fields, dont_block: true } })), NoAnswer);
});

test("closing ends polls that wait", async () => {
  const { target, server } = await against(() => {});
  const waiting = [target.send(poll), target.send(poll)];
  while (server.heard.length < 2) await new Promise((resolve) => setImmediate(resolve));
  await target.close();
  assert.equal(await Promise.all(waiting), [undefined, undefined]);
});

test("a server that refuses connections is unreachable, by host, port and cause", async () => {
  const url = await deafUrl();
  const target = await targetAt(url);
  for (const request of [get, post]) {
    const problem = await thrownBy(target.send(request));
    assert.instance(problem, Unreachable);
    assert.is(problem.message, `${new URL(url).host} is unreachable: nothing listens there (ECONNREFUSED)`);
  }
  await target.close();
});

test("of a server that ends at a request it is said at which", async () => {
  const server = await oddServer((request, response) => {
    if (!request.url?.startsWith("/api/v1/typing")) return json(response, success);
    response.destroy();
    void server.close();
  });
  const target = await targetAt(server.url);
  await target.send(get);
  const typing: Outgoing = { as: "alice", method: "POST", path: "/typing", fields: { op: "start" } };
  const problems = [await thrownBy(target.send(typing)), await thrownBy(target.send(get))];
  const gone = problems.find((problem) => problem instanceof Unreachable);
  assert.is(gone?.message, `${server.host} is unreachable: nothing listens there (ECONNREFUSED), since POST /typing got no answer`);
  await target.close();
});

const registration: Outgoing = { ...post, path: "/register", fields: {} };

for (const request of [get, registration]) {
  test(`${request.method} ${request.path} does no harm twice, and is sent once more, on a fresh connection, where its answer is lost`, async () => {
    for (const lose of [(request: IncomingMessage) => void request.socket.destroy(), () => {}]) {
      let losses = 1;
      const { target, server } = await against((asked, response) => (losses-- > 0 ? lose(asked) : json(response, success)), {
        request: 400,
      });
      assert.is((await target.send(request))!.status, 200);
      assert.is(new Set(server.requests.map(({ socket }) => socket)).size, 2);
      await target.close();
      await server.close();
    }
  });
}

test("what is cut again has no answer, and a request that may do something is never sent twice", async () => {
  const { target, server } = await against((request) => void request.socket.destroy());
  const problem = (await thrownBy(target.send(get))) as NoAnswer;
  assert.instance(problem, NoAnswer);
  assert.ok(problem.message.startsWith("GET /messages got no answer: the connection was cut ("), problem.message);
  assert.is(problem.isLate, false);
  assert.is(server.heard.length, 2);
  assert.instance(await thrownBy(target.send(post)), NoAnswer);
  assert.is(server.heard.length, 3);
});

test("an answer cut off in its middle is no answer", async () => {
  const { target } = await against((request, response) => {
    response.writeHead(200, { "content-length": "100" }).write('{"result":');
    response.once("drain", () => {});
    setImmediate(() => request.socket.destroy());
  });
  assert.instance(await thrownBy(target.send(post)), NoAnswer);
});

test("what is not HTTP is no answer, and unreachable where nothing else comes", async () => {
  const { target } = await against((request) => void request.socket.end("SSH-2.0-OpenSSH\r\n"));
  for (const kind of [NoAnswer, NoAnswer, Unreachable]) {
    const problem = await thrownBy(target.send(get));
    assert.instance(problem, kind);
    assert.match(problem.message, /what it answers is not HTTP \(HTTPParserError\)$/);
  }
});

test("a server whose settings alone are no HTTP is there", async () => {
  const { target } = await against((request, response) =>
    request.url!.includes("users/me") ? json(response, success) : void request.socket.end("odd\r\n"),
  );
  for (let i = 0; i < 7; i++) assert.instance(await thrownBy(target.send(get)), NoAnswer);
});

/** Answers 429 with these headers so often, then a success. */
const limits =
  (times: number, headers: () => Readonly<Record<string, string>>): Parameters<typeof oddServer>[0] =>
  (_, response) => {
    if (times-- > 0) json(response, { result: "error", msg: "slow", code: "RATE_LIMIT_HIT" }, 429, headers());
    else json(response, success);
  };

test("Retry-After in seconds is waited for, and counted", async () => {
  const { target, server } = await against(limits(2, () => ({ "retry-after": "0.01" })));
  assert.is((await target.send(post))!.status, 200);
  assert.is(server.heard.length, 3);
  assert.equal(target.waited, { times: 2, millis: 20 });
});

test("Retry-After as a date counts from what the server takes for the present", async () => {
  const hour = "Sun, 01 Mar 2026 10:00:00 GMT";
  const { target } = await against(limits(1, () => ({ date: hour, "retry-after": hour })));
  assert.is((await target.send(post))!.status, 200);
  assert.equal(target.waited, { times: 1, millis: 0 });
});

test("a wait beyond the bound is untestable and not waited for", async () => {
  const { target, server } = await against(limits(9, () => ({ "retry-after": "1800" })));
  const problem = await thrownBy(target.send(post));
  assert.instance(problem, Untestable);
  assert.is(problem.message, "the target limits the rate of POST /messages: it asks to wait 1800 s more");
  assert.is(server.heard.length, 1);
});

test("a server that asks to wait again and again is untestable", async () => {
  const { target, server } = await against(limits(99, () => ({ "retry-after": "0" })));
  assert.instance(await thrownBy(target.send(get)), Untestable);
  assert.is(server.heard.length, 6);
});

test("an account without calls left is not used before X-RateLimit-Reset; others are", async () => {
  const now = Date.now();
  const reset = String(Math.floor(now / 1000));
  const date = new Date((Number(reset) - 1) * 1000).toUTCString();
  let first = true;
  const { target } = await against(
    (_, response) => {
      json(response, success, 200, first ? { date, "x-ratelimit-remaining": "0", "x-ratelimit-reset": reset } : {});
      first = false;
    },
    { rateLimit: 1000 },
  );
  await target.send(get);
  await target.send({ ...get, as: null });
  assert.is(target.waited.times, 0);
  const waiting = thrownBy(target.send(get));
  await target.close();
  assert.instance(await waiting, NoAnswer);
  assert.is(target.waited.times, 1);
});

test("the names of two targets differ, and short ones leave room", async () => {
  const url = await deafUrl();
  const targets = await Promise.all(Array.from({ length: 50 }, () => targetAt(url)));
  assert.is(new Set(targets.map(({ namespace }) => namespace)).size, 50);
  for (const target of targets) {
    assert.match(target.namespace, /^[0-9a-z]{8,14}$/);
    const runs = [target.isolated(), target.isolated(), target.isolated().isolated()].map(({ namespace }) => namespace);
    assert.is(new Set(runs).size, 3);
    assert.ok(runs.every((namespace) => namespace.startsWith(target.namespace)));
    await target.close();
  }
});

test("no error and no view of a target shows a key", async () => {
  const { inspect } = await import("node:util");
  const { target } = await against((request) => void request.socket.destroy());
  const problems = [await thrownBy(target.send(get)), await thrownBy(target.send(post))];
  const shown = inspect([target, problems], { depth: 9, showHidden: true }) + JSON.stringify([target, problems]);
  assert.not(shown.includes(key));
  assert.not(shown.includes(Buffer.from(`alice@example.com:${key}`).toString("base64")));
});

test.run();
