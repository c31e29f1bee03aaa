import { test } from "uvu";
import * as assert from "uvu/assert";
import { listen } from "../../sim/adapters/node.ts";
import { createSimulator } from "../../sim/index.ts";
import { properties } from "../catalogue/catalogue.ts";
import { routed } from "../catalogue/route.ts";
import { altered, bodies } from "../check/altered.test.kit.ts";
import { chosen } from "../check/check.ts";
import type { Outgoing, Reply, Target } from "../client/target.ts";
import { type Oracle, oracleFor } from "../model/oracle.ts";
import { byDay } from "../night.test.kit.ts";
import { runProperty } from "../run/properties.ts";
import { embedded } from "../targets/embedded.ts";
import { openTarget } from "../targets/probe.ts";
import { againstModel } from "./against-model.ts";
import { phraseOf, signaturesOf } from "./signature.ts";
import { type TraceEntry, traced } from "./tracing.ts";

/** Every place at which the runs of some properties differ from the model. */
async function differencesOf(target: Target, oracle: Oracle, patterns: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const address of chosen(properties.keys(), { only: patterns })) {
    const runs: (readonly TraceEntry[])[] = [];
    const noted = traced(target, (run) => void runs.push(run));
    await runProperty(address, properties.get(address)!, noted, { seed: 5, tries: 1, shrink: false });
    for (const run of runs)
      for (const { routed: where, differences } of againstModel(run, oracle, { namespace: target.namespace }))
        found.push(...differences.map(({ path }) => `${address}: ${where.route} ${path}`));
  }
  return found;
}

const broad = byDay(
  ["messages.get.windows/*", "user_groups.create*", "events.replica/*", "typing.post/*", "channel_folders.create*"],
  ["messages.get.windows/*", "user_groups*", "events.replica/*", "typing*", "channel_folders*", "visibility*"],
);

test("what properties did on the simulator is what the model answers, actions and forks included", async () => {
  const target = embedded({ realm: "crowded" });
  assert.equal(await differencesOf(target, await oracleFor(target), broad), []);
});

test("what properties did on a server with ids and passwords of its own is found again on the model", async () => {
  const simulator = createSimulator({ realm: byDay("small", "crowded"), seed: 9 });
  const server = await listen(simulator, {});
  const target = await openTarget({ url: server.url });
  try {
    const patterns = [
      "messages.post/*",
      "user_groups.create.post/*",
      "messages-id.get/*",
      "typing.post*",
      "narrow.terms/*",
      "fetch_api_key.post/*",
    ];
    const differences = await differencesOf(target, await oracleFor(target), patterns);
    const surprising = differences.filter((line) => !line.includes("automatic_new_visibility_policy"));
    assert.equal(surprising, []);
  } finally {
    await target.close();
    await server.close();
  }
});

test("a field that a target has wrong is the place of the difference", async () => {
  const simulator = embedded({});
  const wrong = altered(
    simulator,
    bodies((body) => (body.message === undefined ? body : { ...body, message: { ...(body.message as object), is_me_message: "no" } })),
  );
  const found = await differencesOf(wrong, await oracleFor(simulator), ["messages-id.get/*"]);
  assert.ok(found.length > 0);
  assert.ok(
    found.every((line) => line.endsWith("GET /messages/{message_id} message.is_me_message")),
    found.join("\n"),
  );
});

test("an event that differs is told by its own type, where one before it did not come", async () => {
  const simulator = createSimulator();
  const server = await listen(simulator, {});
  const target = await openTarget({ url: server.url });
  try {
    const oracle = await oracleFor(target);
    const record: TraceEntry[] = [];
    const ask = async (as: string, method: string, path: string, fields: object, change = (body: Reply["body"]) => body) => {
      const request = { as, method, path, fields: { ...fields } };
      const reply = (await target.send(request))!;
      const answer = { ...reply, body: change(reply.body) };
      record.push({ kind: "request", request, reply: answer });
      return answer.body;
    };
    const { queue_id, last_event_id } = await ask("bob", "POST", "/register", { event_types: ["message", "typing"] });
    await ask("alice", "POST", "/typing", { op: "start", to: [target.cast.bob!.user_id] });
    await ask("alice", "POST", "/messages", { type: "direct", to: [target.cast.bob!.user_id], content: "soup" });
    await ask("bob", "GET", "/events", { queue_id, last_event_id, dont_block: true }, ({ events, ...body }) => ({
      ...body,
      events: (events as { type: string; message: object }[])
        .filter(({ type }) => type !== "typing")
        .map((event) => ({ ...event, message: { ...event.message, last_edit_timestamp: null } })),
    }));
    const found = againstModel(record, oracle).flatMap(({ routed: { route }, differences, expected, reply }) =>
      signaturesOf(route, differences, expected, reply).map(phraseOf),
    );
    assert.equal(found, ["Message last_edit_timestamp: expected nothing, got null"]);
  } finally {
    await target.close();
    await server.close();
  }
});

test("what a target takes for a channel that the model does without is no difference", async () => {
  const server = await listen(createSimulator(), {});
  const target = await openTarget({ url: server.url });
  const whole = await oracleFor(target);
  await target.close();
  await server.close();
  const { theirs } = whole;
  const oracle = { ...whole, theirs: { ...theirs, channels: { ...theirs.channels, quiet: { id: 7777, name: "town square" } } } };
  const takes = (method: string, path: string, fields: Outgoing["fields"]): string[] => {
    const request = { as: "alice", method, path, fields };
    const reply = { status: 200, headers: {}, body: { result: "success" as const, msg: "" } };
    return againstModel([{ kind: "request", request, reply }], { ...oracle, ours: { ...oracle.ours, channels: {} } }).map(
      ({ routed: { route } }) => route,
    );
  };
  const send = (to: number) => takes("POST", "/messages", { type: "channel", to, topic: "lunch", content: "soup" });
  assert.equal([send(7777), send(8888)], [[], ["POST /messages"]]);
  const fetchIn = (operand: string) =>
    takes("GET", "/messages", { anchor: "newest", num_before: 1, num_after: 0, narrow: [{ operator: "channel", operand }] });
  assert.equal([fetchIn("town square"), fetchIn("nowhere")], [[], ["GET /messages"]]);
});

test("what a target takes for an id that it has told, and of which the model has nothing, is compared no further", async () => {
  const server = await listen(createSimulator(), {});
  const target = await openTarget({ url: server.url });
  try {
    const oracle = await oracleFor(target);
    const success = { result: "success" as const, msg: "" };
    const answered = (method: string, path: string, fields: object, body: object): TraceEntry => ({
      kind: "request",
      request: { as: "alice", method, path, fields: { ...fields } },
      reply: { status: 200, headers: {}, body: { ...success, ...body } },
    });
    const removed = answered("POST", "/remove_client_device", { device_id: 7001 }, {});
    const told = answered("POST", "/register_client_device", {}, { more: "x".repeat(1000), device_id: 7001 });
    const routesOf = (record: readonly TraceEntry[]): string[] => againstModel(record, oracle).map(({ routed: { route } }) => route);
    assert.equal(routesOf([removed]), ["POST /remove_client_device"]);
    assert.equal(routesOf([told, removed]), []);
    const registered = answered("POST", "/register", { event_types: ["message"] }, { queue_id: "q", last_event_id: -1 });
    const polled = (last_event_id: number, ...ids: readonly number[]) =>
      answered("GET", "/events", { queue_id: "q", last_event_id }, { events: ids.map((id) => ({ type: "heartbeat", id })), queue_id: "q" });
    assert.equal(routesOf([registered, polled(-1, 900), polled(900)]), []);
    assert.equal(routesOf([registered, polled(901)]), ["GET /events"]);
  } finally {
    await target.close();
    await server.close();
  }
});

test("a request is known by its route; one that no scenario makes keeps its path without ids", () => {
  assert.equal(routed("GET", "/messages/12"), { op: "messages-id.get", route: "GET /messages/{message_id}" });
  assert.equal(routed("GET", "/messages/matches_narrow"), {
    op: "messages.matches_narrow.get",
    route: "GET /messages/matches_narrow",
  });
  assert.equal(routed("PATCH", "/messages/12"), { op: undefined, route: "PATCH /messages/{id}" });
});

test.run();
