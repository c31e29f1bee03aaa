import { test } from "uvu";
import * as assert from "uvu/assert";
import { serving } from "../adapters/serving.test.kit.ts";
import { createSimulator } from "../server/simulator.ts";

test("what clients asked for is told by route, with its parameters and refusals, and what they did not", () => {
  const sim = createSimulator({ level: 372 });
  const [alice, bob] = [sim.as("alice"), sim.as("bob")];
  const { queue_id } = bob.send("POST /register", { event_types: ["message"] }).body as { queue_id: string };
  alice.send("POST /messages", { type: "channel", to: "general", topic: "soup", content: "hot" });
  alice.send("POST /messages", { type: "channel", to: "nowhere", topic: "soup", content: "hot" });
  bob.send("GET /events", { queue_id, last_event_id: -1 });
  const { id } = alice.send("POST /messages", { type: "channel", to: "general", subject: "soup", content: "hot" }).body as { id: number };
  alice.send(`GET /messages/${id}`);
  alice.send("GET /messages/matches_narrow", { msg_ids: [id], narrow: [] });
  const { routes, unmet, events, exchanges, dropped } = sim.coverage();
  assert.equal([exchanges, dropped], [7, 0]);
  assert.equal(Object.fromEntries(routes.map(({ route, requests }) => [route, requests])), {
    "GET /messages/matches_narrow": 1,
    "GET /messages/{message_id}": 1,
    "POST /messages": 3,
    "POST /register": 1,
    "GET /events": 1,
  });
  const sent = routes.find(({ route }) => route === "POST /messages")!;
  assert.equal(sent.refusals, { STREAM_DOES_NOT_EXIST: 1 });
  assert.ok(sent.unmet.includes("REQUEST_VARIABLE_MISSING") && sent.unmet.includes("RATE_LIMIT_HIT"), `${sent.unmet}`);
  assert.not.ok(sent.unmet.includes("STREAM_DOES_NOT_EXIST"));
  assert.equal(
    ["type", "to", "content", "topic"].filter((name) => !sent.parameters.met.includes(name)),
    [],
  );
  assert.ok(sent.parameters.unmet.includes("queue_id"));
  assert.equal(events.met, { message: 1 });
  assert.ok(events.unmet.includes("typing") && !events.unmet.includes("message"));
  assert.ok(unmet.includes("POST /typing"));
  assert.not.ok(unmet.includes("POST /channel_folders/create"), "an endpoint of later levels");
});

test("a request counts for one route, that of its own words where another has a place for any", () => {
  const sim = createSimulator();
  const alice = sim.as("alice");
  alice.send("GET /users/me");
  alice.send("GET /users/me");
  alice.send("GET /users/bob@example.com" as "GET /users/me");
  const asked = Object.fromEntries(sim.coverage().routes.map(({ route, requests }) => [route, requests]));
  assert.equal(asked, { "GET /users/me": 2, "GET /users/{email}": 1 });
});

test("the control API tells the same", async () => {
  const server = await serving();
  await server.ask("alice", "GET /server_settings");
  const { body } = await server.control("GET /coverage");
  assert.equal(body, JSON.parse(JSON.stringify(server.sim.coverage())));
  assert.equal(
    (body.routes as { route: string }[]).map(({ route }) => route),
    ["GET /server_settings"],
  );
  await server.close();
});

test.run();
