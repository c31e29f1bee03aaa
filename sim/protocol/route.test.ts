// biome-ignore-all lint/suspicious/noThenProperty: the word of the format of faults
import { test } from "uvu";
import * as assert from "uvu/assert";
import { expectRequest } from "../index.ts";
import { createSimulator } from "../server/simulator.ts";
import { percentDecoded } from "./route.ts";

const status = (route: string, as = "alice"): number => createSimulator().as(as).send(route).status;

test("a path is percent-decoded before its route is looked up, once", () => {
  assert.equal(
    [status("GET /us%65rs/me"), status("GET /us%2565rs/me"), status("GET /users%2Fme"), status("GET /users/%6De")],
    [200, 404, 200, 200],
  );
  assert.equal([status("GET /users/bob%40example.com"), status("GET /users/bob%2540example.com")], [200, 400]);
});

test("what stands for no text is left as it is", () => {
  const cases = [
    ["a%20b", "a b"],
    ["%F0%9F%8C%B1", "🌱"],
    ["%ff%20", "%ff%20"],
    ["%zz%41", "%zzA"],
    ["100%", "100%"],
    ["a+b", "a+b"],
  ];
  assert.equal(
    cases.map(([encoded]) => percentDecoded(encoded!)),
    cases.map(([, decoded]) => decoded),
  );
});

test("faults, expectations and the transcript know the route by what it stands for", () => {
  const sim = createSimulator();
  sim.faults.add({ match: { route: "GET /users/me" }, times: 1, then: { status: 502 } });
  assert.is(sim.as("alice").send("GET /users/m%65").status, 502);
  assert.is(sim.as("alice").send("GET /users/m%65").status, 200);
  expectRequest(sim, "GET /users/me", { times: 2 });
  assert.is(sim.transcript[0]!.request.path, "/api/v1/users/me");
});

test("the rest of a path may have any number of segments, but at least one", () => {
  const msg = (route: string) => String(createSimulator().as("alice").send(route).body.msg);
  const gone = "This file does not exist or has been deleted.";
  for (const path of ["2/x", "2/20/ab/name", "2/20%2Fab%2Fname", "2/a/b/c/d/e/f.txt", "x/y"])
    assert.is(msg(`GET /user_uploads/${path}`), gone, path);
  assert.match(msg("GET /user_uploads/2/"), /^There is nothing at/);
});

test("a route that servers have and that is not simulated is told apart from a method that none has, and counted", () => {
  for (const rulings of [undefined, "observed"] as const) {
    const sim = createSimulator(rulings && { rulings });
    const answer = sim.as("alice").send("POST /users/me/onboarding_steps" as string);
    assert.equal(
      [answer.status, answer.body.msg],
      [404, "POST /api/v1/users/me/onboarding_steps is a route of servers that is not simulated."],
    );
    assert.is(sim.as("alice").send("POST /realm/icon" as string).status, 404);
    assert.is(sim.as("alice").send("PUT /users/me/avatar" as string).status, 405);
    assert.equal([...sim.journal.missing.keys()], ["POST /api/v1/users/me/onboarding_steps", "POST /api/v1/realm/icon"]);
  }
});

test.run();
