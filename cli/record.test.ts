// biome-ignore-all lint/suspicious/noThenProperty: the name that faults have for what comes of them
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { start } from "../conformance/workshop/strangers/stranger.ts";
import { listen } from "../sim/adapters/node.ts";
import { createSimulator, newestLevel } from "../sim/index.ts";
import { touchstoneWith } from "./captured.test.kit.ts";
import { type Recorder, record } from "./recorder.ts";

const directory = mkdtempSync(join(tmpdir(), "touchstone-record-"));
const file = (name: string): string => join(directory, name);

const run = (...args: string[]) => touchstoneWith({ interrupted: async () => {} }, ...args);

type Ask = (
  name: string | null,
  method: string,
  path: string,
  fields?: Record<string, string> | FormData,
) => Promise<Record<string, unknown>>;

type Client = (ask: Ask, recorder: Recorder) => Promise<void>;
type Cast = Readonly<Record<string, { readonly email: string; readonly api_key: string }>>;

/** Runs a client against a server through the proxy. @param now the instant at which it begins */
async function passed(url: string, cast: Cast, name: string, client: Client, now: number): Promise<void> {
  const names = new Map([[cast.bob!.email, "bobby"]]);
  const recorder = await record({
    upstream: new URL(url),
    host: "127.0.0.1",
    port: 0,
    file: file(name),
    names,
    now: () => (now += 3_000),
  });
  const ask: Ask = async (as, method, path, fields) => {
    const { email, api_key } = as === null ? { email: "", api_key: "" } : cast[as]!;
    const query = method === "GET" && fields && !(fields instanceof FormData) ? `?${new URLSearchParams(fields)}` : "";
    const response = await fetch(`${recorder.url}/api/v1${path}${query}`, {
      method,
      headers: as === null ? {} : { authorization: `Basic ${btoa(`${email}:${api_key}`)}` },
      ...(method !== "GET" && { body: fields instanceof FormData ? fields : new URLSearchParams(fields) }),
    });
    return (await response.json().catch(() => ({}))) as Record<string, unknown>;
  };
  await client(ask, recorder).finally(recorder.close);
}

/** Runs a client against a served simulator through the proxy. Returns the journal's path. */
async function recorded(name: string, client: Client, simulator = createSimulator({ now: Date.UTC(2026, 0, 1, 12) })): Promise<string> {
  const server = await listen(simulator, { clock: "frozen" });
  await passed(server.url, simulator.cast, name, client, simulator.now()).finally(server.close);
  return file(name);
}

/** Talks, uploads, asks for an unknown route, and waits for an event. */
async function talk(ask: Ask): Promise<void> {
  await ask(null, "GET", "/server_settings");
  const { queue_id } = await ask("alice", "POST", "/register", {});
  const { last_event_id } = await ask("bob", "POST", "/register", {});
  const polled = ask("alice", "GET", "/events", { queue_id: String(queue_id), last_event_id: String(last_event_id) });
  await ask("bob", "POST", "/messages", { type: "channel", to: "general", topic: "lunch", content: "Soup" });
  await polled;
  const form = new FormData();
  form.set("file", new Blob(["hello"]), "hello.txt");
  await ask("alice", "POST", "/user_uploads", form);
  await ask("alice", "GET", "/no/such/route");
  await ask("bob", "POST", "/fetch_api_key", { username: "bob@example.com", password: "bob-password" });
  await ask("alice", "GET", "/messages", { anchor: "newest", num_before: "5", num_after: "0" });
}

test("the proxy hands everything on, and what it writes holds no key and no password", async () => {
  const simulator = createSimulator({ now: Date.UTC(2026, 0, 1, 12) });
  const journal = readFileSync(await recorded("whole.jsonl", talk, simulator), "utf8");
  for (const { api_key, password } of Object.values(simulator.cast)) {
    assert.not.ok(journal.includes(api_key));
    assert.not.ok(password !== null && journal.includes(password));
  }
  const lines = journal
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  assert.equal(
    lines.filter(({ account }) => account).map(({ account }) => account),
    ["alice", "bobby"],
  );
  assert.is(lines.filter(({ request }) => request).length, 9);
  assert.is(lines.find(({ request }) => request?.path === "/user_uploads").request.files, true);
});

/** A server that answers by a function, at an address of its own. */
async function answering(answer: RequestListener): Promise<{ readonly url: string; close(): void }> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = (): void => void server.close().closeAllConnections();
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

test("a server that copies requests into its answers gets no key and no password into the file", async () => {
  const { cast } = createSimulator();
  const [{ api_key }, password] = [cast.alice!, "pass/wörd+1"];
  const server = await answering((from, to) => {
    const { authorization = "" } = from.headers;
    const pair = atob(authorization.replace("Basic ", ""));
    from.toArray().then((parts) => {
      const said = [authorization, pair, encodeURIComponent(pair), btoa(api_key), Buffer.concat(parts).toString()];
      to.end(JSON.stringify({ result: "success", msg: said.join(" "), said: { [api_key]: said } }));
    });
  });
  const client: Client = async (ask) => {
    await ask("alice", "GET", "/messages", { anchor: "newest" });
    await ask("alice", "POST", "/fetch_api_key", { username: "alice@example.com", password });
  };
  await passed(server.url, cast, "copied.jsonl", client, 0).finally(server.close);
  const written = readFileSync(file("copied.jsonl"), "utf8");
  assert.is(written.split("\n").length, 5);
  for (const text of [api_key, btoa(api_key).slice(0, 30), btoa(`${cast.alice!.email}:${api_key}`).slice(30, 50), password, "pass%2Fw"])
    assert.not.ok(written.includes(text), `${text} in ${written}`);
});

test("an answer without end is cut, and the proxy goes on", async () => {
  const server = await answering((from, to) => {
    if (from.url?.includes("streams")) to.end('{"result":"success","msg":""}');
    else
      Readable.from(endless())
        .pipe(to)
        .on("error", () => {});
  });
  function* endless(): Generator<Buffer> {
    for (const part = Buffer.alloc(2 ** 22, "x"); ; ) yield part;
  }
  const client: Client = async (ask) => {
    const cut = await ask("alice", "GET", "/messages").then(
      () => "answered",
      () => "cut",
    );
    assert.is(cut, "cut");
    assert.is((await ask("alice", "GET", "/streams")).result, "success");
  };
  await passed(server.url, createSimulator().cast, "endless.jsonl", client, 0).finally(server.close);
  assert.match(readFileSync(file("endless.jsonl"), "utf8"), '"path":"/messages","query":{},"form":{}');
});

test("check --from finds nothing on a right server, with a held poll, an upload and an unknown route in the file", async () => {
  const { code, out, err } = await run("check", "--from", await recorded("right.jsonl", talk));
  assert.is(code, 0, out + err);
  assert.match(out, /^touchstone check of what was recorded of http/);
  assert.match(out, /9 exchanges in the file: 4 compared with the model/);
  const { out: like } = await run("check", "--from", file("right.jsonl"), "--like", "zulip");
  assert.match(like, /9 exchanges in the file: 5 compared with the model/);
});

test("where no registration tells the state, the reason names what one has to have", async () => {
  const silent: Client = async (ask) => void (await ask("alice", "GET", "/server_settings"));
  const { out } = await run("check", "--from", await recorded("silent.jsonl", silent));
  assert.match(out, "1 not compared: the state of the server is not known, which a registration with realm_users, subscriptions tells");
});

test("what was recorded of a simulator whose clock stands, months behind that of who records, conforms", async () => {
  const simulator = createSimulator({ now: Date.UTC(2026, 0, 1, 12) });
  const server = await listen(simulator, { clock: "frozen" });
  await passed(server.url, simulator.cast, "still.jsonl", talk, Date.UTC(2026, 10, 29)).finally(server.close);
  const { code, out, err } = await run("check", "--from", file("still.jsonl"));
  assert.is(code, 0, out + err);
  assert.match(out, /9 exchanges in the file: 4 compared with the model/);
});

test("check --from finds what a faulty server did, in any format of report", async () => {
  const simulator = createSimulator({ now: Date.UTC(2026, 0, 1, 12) });
  simulator.faults.add({ match: { route: "GET /messages" }, then: { status: 500, body: { result: "error", msg: "" } } });
  const journal = await recorded("faulty.jsonl", talk, simulator);
  const { code, out } = await run("check", "--from", journal, "--report", `html=${file("report.html")}`, "--report", "details");
  assert.is(code, 1, out);
  assert.match(out, /GET \/messages result: expected success, got error/);
  assert.match(out, /replay {2}npx touchstone check --from /);
  assert.match(readFileSync(file("report.html"), "utf8"), /GET \/messages/);
});

/** Asks for much of which no sentence says how it is answered, and for some that one says. */
async function askAround(ask: Ask): Promise<void> {
  await ask(null, "GET", "/server_settings");
  const { queue_id } = await ask("alice", "POST", "/register", {});
  const { user_id } = await ask("bob", "POST", "/register", {});
  const to = JSON.stringify([user_id]);
  const { id } = await ask("alice", "POST", "/messages", { type: "direct", to, content: "Soup is **ready**, *all* of it" });
  for (const apply_markdown of ["true", "false"]) await ask("bob", "GET", `/messages/${id}`, { apply_markdown });
  const window = { anchor: "newest", num_before: "5", num_after: "0" };
  await ask("alice", "GET", "/messages", window);
  for (const operator of ["is", "dm", "no-such"]) {
    await ask("alice", "GET", "/messages", { ...window, narrow: JSON.stringify([{ operator, operand: "starred" }]) });
  }
  await ask("alice", "GET", "/events", { queue_id: String(queue_id), last_event_id: "-1", dont_block: "true" });
  await ask("alice", "POST", "/messages", { type: "direct", to: "[]", content: "" });
  await ask("alice", "POST", "/messages", { type: "channel", to: "nowhere", topic: "lunch", content: "Soup" });
  await ask("bob", "POST", "/typing", { op: "pause", to });
  await ask("bob", "DELETE", `/messages/${id}`);
  await ask("bob", "GET", "/users/me/presence");
  await ask("bob", "GET", "/realm/linkifiers");
  await ask("bob", "POST", "/user_groups/create", { name: "cooks", description: "", members: "[]" });
}

for (const name of ["registered", "created", "careful"]) {
  test(`check --from accuses the server ${name}, which somebody wrote from the specification alone, of nothing`, async () => {
    const { target, process } = await start(name, []);
    const { url, cast } = JSON.parse(target);
    await passed(url, cast, "stranger.jsonl", askAround, Date.now()).finally(() => process.kill());
    const { code, out } = await run("check", "--from", file("stranger.jsonl"));
    assert.is(code, 0, out);
    assert.match(out, /18 exchanges in the file: (7|8|9|1\d) compared with the model/);
  });
}

test("check --from with --like zulip holds what was recorded to what is only seen on such servers, and its replay line too", async () => {
  const simulator = createSimulator({ now: Date.UTC(2026, 0, 1, 12) });
  simulator.faults.add({
    match: { route: "GET /messages" },
    then: { status: 400, body: { result: "error", msg: "no", code: "BAD_REQUEST" } },
  });
  const journal = await recorded("like.jsonl", talk, simulator);
  assert.is((await run("check", "--from", journal)).code, 0);
  const { code, out } = await run("check", "--from", journal, "--like", "zulip", "--report", "details");
  assert.is(code, 1, out);
  assert.match(out, /replay {2}npx touchstone check --from \S+ --like zulip$/m);
});

test("a client that goes away ends its poll, and the file says that no answer came", async () => {
  const journal = await recorded("gone.jsonl", async (ask, { url }) => {
    const { queue_id } = await ask("alice", "POST", "/register", {});
    const gone = new AbortController();
    const poll = fetch(`${url}/api/v1/events?queue_id=${queue_id}&last_event_id=-1`, { signal: gone.signal });
    gone.abort();
    await poll.catch(() => {});
  });
  assert.is((await run("check", "--from", journal)).code, 0);
});

test("a client that goes away while it sends, and an odd path, leave the proxy as it is", async () => {
  const journal = await recorded("odd.jsonl", async (ask, { url }) => {
    const { port } = new URL(url);
    const raw = (text: string, isCut: boolean): Promise<void> =>
      new Promise((resolve) => {
        const socket = connect(Number(port), "127.0.0.1", () => socket.write(text, () => (isCut ? socket.destroy() : undefined)));
        socket.on("data", () => socket.destroy()).on("close", () => resolve());
      });
    await raw("POST /api/v1/messages HTTP/1.1\r\nHost: a\r\nContent-Length: 50\r\n\r\ntype=", true);
    await raw("GET //[ HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", false);
    await ask(null, "GET", "/server_settings");
  });
  assert.match((await run("check", "--from", journal)).out, new RegExp(`: level ${newestLevel}, brand service, 1 exchange\n`));
});

test("a file that an editor began with a byte order mark is read", async () => {
  const journal = await recorded("marked.jsonl", talk);
  writeFileSync(journal, `\uFEFF${readFileSync(journal, "utf8")}`);
  assert.is((await run("check", "--from", journal)).code, 0);
});

test("a wrong file is one line that names the place, and --from stands alone", async () => {
  writeFileSync(file("wrong.json"), '{"log": {}}');
  const wrong = await run("check", "--from", file("wrong.json"));
  assert.is(wrong.code, 2);
  assert.match(wrong.err, /^touchstone check: --from .*wrong\.json: log\.entries: got nothing, expected a list\n$/);
  assert.match((await run("check", "--from", "nowhere.jsonl")).err, /cannot be read \(ENOENT\)/);
  assert.match((await run("check", "https://a.example", "--from", file("wrong.json"))).err, /--from stands alone/);
});

test("a port in use, an address of another machine and a file that is none are mistakes, and an older recording stays", async () => {
  const server = await listen(createSimulator());
  const { url } = server;
  writeFileSync(file("older.jsonl"), "what was recorded before");
  writeFileSync(file("empty.jsonl"), "");
  const complaint = async (out: string, ...args: string[]) => (await run("record", url, "--out", out, ...args)).err;
  const empty = file("empty.jsonl");
  try {
    assert.is(await complaint(empty, "--port", new URL(url).port), `touchstone record: ${url} is in use; --port 0 takes any free one\n`);
    assert.is(
      await complaint(empty, "--host", "192.0.2.1"),
      "touchstone record: http://192.0.2.1:9992 is no address of this machine; --host takes one that is\n",
    );
    assert.is(await complaint("/proc/none", "--port", "0"), "touchstone record: --out /proc/none: it cannot be written (ENOENT)\n");
    assert.is(
      await complaint(file("older.jsonl"), "--port", "0"),
      `touchstone record: --out ${file("older.jsonl")}: the file is there, and a new recording would overwrite it; the name of a new file is accepted\n`,
    );
  } finally {
    await server.close();
  }
  assert.is(readFileSync(file("older.jsonl"), "utf8"), "what was recorded before");
});

test("a server that is not there is told of when the proxy begins", async () => {
  const free = await listen(createSimulator());
  await free.close();
  let tell = (): void => {};
  const told = new Promise<void>((resolve) => (tell = resolve));
  let said = "";
  const err = (text: string): void => {
    said += text;
    tell();
  };
  const io = { interrupted: () => told, err };
  const { code } = await touchstoneWith(io, "record", free.url, "--port", "0", "--out", file("early.jsonl"));
  assert.is(code, 0);
  assert.match(said, `touchstone record: nobody listens at ${free.url} yet\n`);
});

test("realm writes a realm file that is like the server, and serve takes it", async () => {
  const simulator = createSimulator({ now: Date.UTC(2026, 0, 1, 12) });
  const { id } = simulator.as("bob").send("POST /messages", { type: "channel", to: "general", topic: "lunch", content: "Soup is *ready*" })
    .body as { id: number };
  const server = await listen(simulator, { clock: "frozen" });
  const { email, api_key, user_id } = simulator.cast.alice!;
  writeFileSync(file("target.json"), JSON.stringify({ cast: { alice: { email, api_key } } }));
  try {
    const { code, err } = await run("realm", "--from", server.url, "--target", file("target.json"), "--out", file("realm.json"));
    assert.is(code, 0, err);
  } finally {
    await server.close();
  }
  const like = createSimulator({ realm: JSON.parse(readFileSync(file("realm.json"), "utf8")), now: simulator.now() });
  assert.is(like.cast.alice!.user_id, user_id);
  const show = { message_ids: JSON.stringify([id]), apply_markdown: false };
  const [was, is] = [simulator, like].map(
    (one) => (one.as("alice").send("GET /messages", show as never).body as { messages: Record<string, unknown>[] }).messages[0]!,
  );
  for (const name of ["id", "sender_id", "content", "subject", "timestamp", "stream_id", "flags", "reactions"])
    assert.equal(is![name], was![name], name);
});

test.run();
