import { test } from "uvu";
import * as assert from "uvu/assert";
import { createSimulator, judge } from "../index.ts";
import { listen } from "./node.ts";
import { Serving } from "./serving.test.kit.ts";
import { adapters } from "./ways.test.kit.ts";

test("the control API tells the findings so far, deadlines of the simulator's clock among them", async () => {
  const sim = createSimulator();
  const server = new Serving(sim, await listen(sim, { judge: judge(sim) }));
  assert.equal((await server.control("GET /judge")).body, { exchanges: 0, errors: 0, warnings: 0, findings: [] });
  await server.ask("alice", "POST /typing", { op: "start", to: [12] });
  await server.control("POST /clock", { advance_ms: 60_000 });
  const { status, body } = await server.control("GET /judge");
  await server.close();
  assert.is(status, 200);
  assert.equal(body, {
    exchanges: 1,
    errors: 0,
    warnings: 1,
    findings: [
      {
        rule: "typing-left-standing",
        severity: "warning",
        section: "Endpoints > POST /typing",
        clause: "typing.post/client-protocol",
        as: "alice",
        at: "2026-01-01T12:00:42.000Z",
        exchange: 1,
        times: 1,
        message: "POST /typing: neither another start nor a stop within 42 s",
      },
    ],
  });
});

test("where nobody judges, the control API says who would", async () => {
  const sim = createSimulator();
  const server = new Serving(sim, await listen(sim));
  const { status, body } = await server.control("GET /judge");
  await server.close();
  assert.is(status, 404);
  assert.equal(body, {
    result: "error",
    msg: "nobody judges the clients; `serve --judge` does, and so does `listen` with a judge",
  });
});

test("a world has a judge like the server's, which accepts the same", async () => {
  const sim = createSimulator();
  const main = await listen(sim, { judge: judge(sim, undefined, { accept: ["stream-for-channel"] }) });
  const { url, control } = await fetch(`${main.url}/_control/worlds`, { method: "POST" }).then((answer) => answer.json());
  const { email, api_key } = sim.cast.alice!;
  const headers = { authorization: `Basic ${btoa(`${email}:${api_key}`)}` };
  const body = new URLSearchParams({ type: "stream", to: "general", subject: "soup", content: "hot" });
  await fetch(`${url}/api/v1/messages`, { method: "POST", headers, body });
  const { findings } = await fetch(`${control}/judge`).then((answer) => answer.json());
  await main.close();
  assert.equal(
    findings.map(({ rule }: { rule: string }) => rule),
    ["subject-for-topic"],
  );
});

test("what clients do in worlds counts with what they do on the server itself, also when the world is gone", async () => {
  const sim = createSimulator();
  const told: string[] = [];
  const watch = judge(sim, ({ rule, world = "main" }) => void told.push(`${world} ${rule}`));
  const main = await listen(sim, { judge: watch });
  const { email, api_key } = sim.cast.alice!;
  const headers = { authorization: `Basic ${btoa(`${email}:${api_key}`)}` };
  const send = (url: string): Promise<Response> => {
    const body = new URLSearchParams({ type: "channel", to: "general", subject: "soup", content: "hot" });
    return fetch(`${url}/api/v1/messages`, { method: "POST", headers, body });
  };
  const make = async () =>
    (await fetch(`${main.url}/_control/worlds`, { method: "POST" })).json() as Promise<{ id: string; control: string }>;
  const [one, two] = [await make(), await make()];
  for (const { id } of [one, two]) await send(`${main.url}/w/${id}`);
  await send(main.url);
  await fetch(`${main.url}/_control/worlds/${one.id}`, { method: "DELETE" });
  assert.is((await fetch(`${two.control}/judge`).then((answer) => answer.json())).exchanges, 1);
  await main.close();
  assert.is(watch.exchanges, 3);
  assert.equal(
    watch.close().map(({ rule, world }) => [rule, world]),
    [
      ["subject-for-topic", undefined],
      ["subject-for-topic", one.id],
      ["subject-for-topic", two.id],
    ],
  );
  assert.equal(told, [`${one.id} subject-for-topic`, `${two.id} subject-for-topic`, "main subject-for-topic"]);
});

test("a queue that a world's client leaves is found when the server ends, and forgotten when the world is ended", async () => {
  const sim = createSimulator();
  const watch = judge(sim);
  const main = await listen(sim, { judge: watch });
  const { email, api_key } = sim.cast.alice!;
  const headers = { authorization: `Basic ${btoa(`${email}:${api_key}`)}` };
  const make = async () => (await fetch(`${main.url}/_control/worlds`, { method: "POST" })).json() as Promise<{ id: string }>;
  const [one, two] = [await make(), await make()];
  for (const { id } of [one, two]) await fetch(`${main.url}/w/${id}/api/v1/register`, { method: "POST", headers });
  await fetch(`${main.url}/_control/worlds/${one.id}`, { method: "DELETE" });
  assert.equal(watch.findings, []);
  await main.close();
  assert.equal(
    watch.close().map(({ rule, world }) => [rule, world]),
    [["queue-not-deleted", two.id]],
  );
  assert.is(watch.exchanges, 2);
});

test("the exchange of a finding is found in the journal by its number", async () => {
  const sim = createSimulator();
  sim.as("alice").send("GET /users/me");
  const server = new Serving(sim, await listen(sim, { judge: judge(sim) }));
  await server.ask("alice", "POST /messages", { type: "stream", to: "general", topic: "soup", content: "hot" });
  const [finding] = (await server.control("GET /judge")).body.findings as { exchange: number }[];
  const { body } = await server.control(`GET /journal/${finding!.exchange}`);
  await server.close();
  assert.is((body.request as { fields: { type: string } }).fields.type, "stream");
});

test("a body that is no form is found over every adapter; an empty one, and a form, are not", async () => {
  for (const open of Object.values(adapters)) {
    const sim = createSimulator();
    const watch = judge(sim);
    const { way, close } = await open(sim);
    const { email, api_key } = sim.cast.alice!;
    const authorization = `Basic ${btoa(`${email}:${api_key}`)}`;
    const post = (type: string, body: string) =>
      way(new Request(`${sim.server.url}/api/v1/typing`, { method: "POST", headers: { authorization, "content-type": type }, body }));
    await post("application/json", "");
    await post("application/x-www-form-urlencoded", "op=stop&to=[13]");
    assert.equal(watch.findings, []);
    await post("application/json; charset=utf-8", '{"op":"stop","to":[13]}');
    await close?.();
    assert.equal(
      watch.findings.map(({ severity, rule, message }) => [severity, rule, message]),
      [
        [
          "error",
          "body-no-form",
          'POST /typing: the body is no form but has Content-Type "application/json; charset=utf-8": nothing of it is read',
        ],
      ],
    );
  }
});

test.run();
