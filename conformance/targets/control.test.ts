import { test } from "uvu";
import * as assert from "uvu/assert";
import { listen } from "../../sim/adapters/node.ts";
import { createSimulator } from "../../sim/index.ts";
import { isHeldToObserved, type Target } from "../client/target.ts";
import { CannotTest } from "../client/thrown.ts";
import { NoAnswer } from "../expect.ts";
import { connect } from "./connection.ts";
import { steeringOver } from "./control.ts";
import { json, oddServer, thrownBy } from "./odd-server.test.kit.ts";
import { openTarget } from "./probe.ts";

/** A control API that cuts the connection of each of its first requests, so many of a kind, and answers all others alike. */
async function losing(count: number, answer: object = { id: "1" }) {
  const left = new Map<string, number>();
  const server = await oddServer((request, response) => {
    const before = left.get(request.url!) ?? count;
    left.set(request.url!, before - 1);
    if (before > 0) request.socket.destroy();
    else json(response, answer);
  });
  const connection = await connect(new URL(server.url));
  const close = async (): Promise<void> => {
    await connection.close();
    await server.close();
  };
  return { steering: steeringOver(connection, 1000), heard: server.heard, close };
}

test("what is done once only is not asked for again where its answer is lost", async () => {
  const { steering, heard, close } = await losing(1);
  assert.instance(await thrownBy(steering.act({ action: "dance" })), NoAnswer);
  assert.instance(await thrownBy(steering.advance(1000)), NoAnswer);
  assert.equal(heard, ["POST /_control/actions", "POST /_control/clock"]);
  await close();
});

test("an account that is steered to hide its address logs in with the one that the server then wants, until the state is gone back to", async () => {
  const server = await listen(createSimulator({ now: Date.now() }), { clock: "real" });
  const target = await openTarget({ url: server.url });
  const run = target.isolated();
  const status = async (of: Target) => (await of.send({ as: "alice", method: "GET", path: "/users/me", fields: {} }))?.status;
  try {
    await run.steering?.act({ action: "set_user", as: "alice", property: "email_address_visibility", value: 5 });
    assert.is(await status(run), 200);
    await run.close();
    assert.is(await status(target.isolated()), 200);
  } finally {
    await target.close();
    await server.close();
  }
});

test("a clock that runs is after a run where it would be without", async () => {
  const hour = 3_600_000;
  for (const clock of ["real", "frozen"] as const) {
    const simulator = createSimulator({ now: Date.now() - hour });
    const server = await listen(simulator, { clock });
    const start = simulator.now();
    const target = await openTarget({ url: server.url });
    const began = Date.now();
    await target.isolated().steering?.advance(10 * hour);
    assert.ok(simulator.now() >= start + 10 * hour);
    while (Date.now() < began + 300) await target.send({ as: "alice", method: "GET", path: "/users/me", fields: {} });
    const closing = Date.now();
    await target.close();
    const asked = Date.now();
    await fetch(`${server.url}/_control/clock`);
    const off = [asked - hour - simulator.now(), simulator.now() + hour - Date.now()];
    await server.close();
    if (clock === "frozen") assert.is(simulator.now(), start);
    else assert.ok(Math.max(...off) < 100 + asked - closing, `${off.join(" or ")} ms off`);
  }
});

test("a server with a control API is held to what is only seen on running servers where it says that it is like them", async () => {
  const server = await listen(createSimulator());
  const silent: typeof fetch = async (input, init) => {
    const answer = await fetch(input, init);
    if (!String(input).endsWith("/_control/realm")) return answer;
    const { like: _, ...rest } = (await answer.json()) as Record<string, unknown>;
    return Response.json(rest);
  };
  for (const [via, isHeld] of [
    [fetch, true],
    [silent, false],
  ] as const) {
    const target = await openTarget({ url: server.url, fetch: via });
    assert.equal([target.steering !== undefined, isHeldToObserved(target)], [true, isHeld]);
    await target.close();
  }
  await server.close();
});

test("what runs do that steer nothing is taken back when the target is closed", async () => {
  const sim = createSimulator();
  const server = await listen(sim);
  const target = await openTarget({ url: server.url });
  const told = () =>
    sim
      .fork()
      .as("owen")
      .send("POST /register", { fetch_event_types: ["realm_domains", "message"] }).body;
  const { realm_domains, max_message_id } = told();
  const send = async (as: string, path: string, fields: object) =>
    assert.is((await target.isolated().send({ as, method: "POST", path, fields: { ...fields } }))?.body.result, "success");
  await send("owen", "/realm/domains", { domain: "left.example.com", allow_subdomains: true });
  await send("alice", "/messages", { type: "channel", to: "general", topic: "soup", content: "hi" });
  assert.not.equal(told().realm_domains, realm_domains);
  const start = sim.now();
  await target.close();
  assert.equal([told().realm_domains, told().max_message_id, sim.now()], [realm_domains, max_message_id, start]);
  await server.close();
});

test("a state is kept and gone back to, however often the answers are lost", async () => {
  const { steering, heard, close } = await losing(2);
  await steering.keep();
  await steering.rewind();
  assert.is(heard.length, 9);
  await close();
});

test("a clock that runs is set when a state is gone back to for the last time, and not before", async () => {
  const { steering, heard, close } = await losing(0, { id: "1", mode: "real", now: new Date().toISOString() });
  await steering.keep();
  await steering.rewind();
  const restore = "POST /_control/snapshots/1/restore";
  assert.equal(heard.splice(0).slice(2), [restore]);
  await steering.rewind(true);
  assert.equal(heard, [restore, "POST /_control/clock"]);
  await close();
});

test("nothing can be tested where it is not known whether what was steered is undone", async () => {
  const { steering, close } = await losing(3);
  const problem = await thrownBy(steering.keep());
  assert.instance(problem, CannotTest);
  assert.match(problem.message, /^the control API of .* does not answer: POST \/_control\/snapshots got no answer: the connection was cut/);
  await close();
});

test.run();
