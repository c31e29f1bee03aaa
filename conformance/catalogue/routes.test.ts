import { test } from "uvu";
import * as assert from "uvu/assert";
import { newestLevel } from "../../sim/index.ts";
import { Untestable } from "../expect.ts";
import { isOfLevel, laterThan, MissingRoute, Routes, routeOf } from "./routes.ts";

const reply = (status: number, body: object = {}) => ({ status, headers: {}, body: body as Record<string, unknown> });
const refusal = (msg: string, code = "BAD_REQUEST") => ({ result: "error", msg, code });
const nowhere =
  (answer = reply(404, { detail: "Not Found" })) =>
  async () =>
    answer;

/** Whether a server that answers so has the route. */
async function isThere(route: string, answer: ReturnType<typeof reply>, elsewhere = nowhere()): Promise<boolean> {
  try {
    await new Routes().learn(route, answer, elsewhere);
    return true;
  } catch (thrown) {
    assert.instance(thrown, MissingRoute);
    assert.instance(thrown, Untestable);
    assert.is((thrown as Error).message, `waits for ${route}`);
    return false;
  }
}

test("the route of a request has names for what varies in its path, and is none where the suite asks for what there is not", () => {
  assert.is(routeOf("GET", "/messages/12"), "GET /messages/{message_id}");
  assert.is(routeOf("GET", "/messages/matches_narrow"), "GET /messages/matches_narrow");
  assert.is(routeOf("PATCH", "/messages/12"), "PATCH /messages/{message_id}");
  assert.is(routeOf("PUT", "/messages"), undefined);
  assert.is(routeOf("GET", "/no_such_path"), undefined);
});

test("a route is there unless the answer is 404, 405 or 501, in JSON or not", async () => {
  for (const status of [200, 400, 401, 403, 422, 429, 500, 503]) assert.ok(await isThere("POST /typing", reply(status)), `${status}`);
  for (const status of [404, 405, 501]) {
    assert.not.ok(await isThere("POST /typing", reply(status)), `${status}`);
    assert.not.ok(await isThere("POST /typing", reply(status, refusal("No"))), `${status}`);
  }
});

test("404 for a queue or a channel that is not there is an answer of the route", async () => {
  const gone = { ...refusal("Bad event queue ID", "BAD_EVENT_QUEUE_ID"), queue_id: "q1" };
  assert.ok(await isThere("GET /events", reply(404, gone)));
  assert.ok(await isThere("POST /messages", reply(404, refusal("No such channel", "STREAM_DOES_NOT_EXIST"))));
  assert.not.ok(await isThere("GET /events", reply(405, gone)));
});

test("404 for an id that is not there is an answer of the route, where paths that are not there get another one", async () => {
  const route = "GET /messages/{message_id}";
  assert.ok(await isThere(route, reply(404, refusal("Invalid message(s)"))));
  assert.not.ok(await isThere(route, reply(404, { detail: "Not Found" })));
  assert.not.ok(await isThere(route, reply(404), nowhere(reply(404))));
  assert.not.ok(await isThere(route, reply(405, refusal("Invalid message(s)"))));
  const named = (path: string) => reply(404, refusal(`Cannot GET ${path}`));
  assert.not.ok(await isThere(route, named("/api/v1/messages/7"), nowhere(named("/api/v1/no/such/route"))));
});

test("a route that is missing is asked for once, and one that was there may say that something is not", async () => {
  const routes = new Routes();
  await routes.learn("POST /messages", reply(200), nowhere());
  await routes.learn("POST /messages", reply(404), nowhere());
  routes.require("POST /messages");
  await routes.learn("POST /typing", reply(405), nowhere()).catch(() => {});
  assert.throws(
    () => routes.require("POST /typing"),
    (thrown: unknown) => thrown instanceof MissingRoute && thrown.reply.status === 405,
  );
  assert.equal([...routes.missing], [["POST /typing", 405]]);
});

test("endpoints that came after a level are known, and none is asked of a server of that level", () => {
  assert.ok(laterThan(300).includes("POST /channel_folders/create"));
  assert.equal(laterThan(newestLevel), []);
  assert.not.ok(laterThan(300).includes("POST /messages"));
  assert.ok(isOfLevel("PATCH /realm", 1));
});

test.run();
