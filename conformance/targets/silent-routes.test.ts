import { test } from "uvu";
import * as assert from "uvu/assert";
import { NoAnswer, SilentRoute } from "../client/thrown.ts";
import { SilentRoutes } from "./silent-routes.ts";

const typing = { method: "POST", path: "/typing" };
const late = new NoAnswer("POST", "/typing", " within 10 s", true);
const cut = new NoAnswer("POST", "/typing", ": the connection was cut (ECONNRESET)", false);

/** Returns what keeps the route from being asked; undefined where it may be. */
function why(routes: SilentRoutes): string | undefined {
  try {
    routes.require(typing);
    return undefined;
  } catch (thrown) {
    assert.instance(thrown, SilentRoute);
    return (thrown as SilentRoute).message;
  }
}

function silent(last: NoAnswer, times: number): SilentRoutes {
  const routes = new SilentRoutes();
  for (let i = 0; i < times; i++) routes.lost(typing, last);
  return routes;
}

test("a route is asked until it was late three times, or cut five times", () => {
  assert.is(why(silent(late, 2)), undefined);
  assert.is(why(silent(late, 3)), "POST /typing got no answer within 10 s, 3 times");
  assert.is(why(silent(cut, 4)), undefined);
  assert.is(why(silent(cut, 5)), "POST /typing got no answer: the connection was cut (ECONNRESET), 5 times");
});

test("what was under way besides changes nothing of what is said", () => {
  assert.is(why(silent(late, 8)), "POST /typing got no answer within 10 s, 3 times");
});

test("an answer that comes after all lifts it, for good", () => {
  const routes = silent(late, 3);
  routes.answered(typing);
  assert.is(why(routes), undefined);
  for (let i = 0; i < 9; i++) routes.lost(typing, late);
  assert.is(why(routes), undefined);
});

test("what was seen before a run is asked once more by it", () => {
  const routes = silent(late, 3);
  routes.doubt();
  assert.is(why(routes), undefined);
  routes.lost(typing, late);
  assert.is(why(routes), "POST /typing got no answer within 10 s, 3 times");
});

test.run();
