import { test } from "uvu";
import * as assert from "uvu/assert";
import { listen } from "../../sim/adapters/node.ts";
import { createSimulator } from "../../sim/index.ts";
import { frontOf } from "./front.test.kit.ts";
import { openTarget } from "./probe.ts";

/** A simulator over HTTP whose control API does not do what some requests ask of it, though it says so. */
async function pretending(instead: (path: string) => { readonly status: number; readonly body: object } | undefined) {
  const simulator = createSimulator();
  const server = await listen(simulator);
  const start = simulator.now();
  const front = await frontOf(server.url, { instead });
  const target = await openTarget({ url: front.url });
  await target.close();
  await front.close();
  await server.close();
  return { target, simulator, moved: simulator.now() - start };
}

const done = { status: 200, body: { result: "success", msg: "", id: "1" } };

const broken: readonly (readonly [path: RegExp, answer: { readonly status: number; readonly body: object }, why: string])[] = [
  [/\/clock$/, done, "it does not move the clock"],
  [/\/actions$/, done, "what its actions do does not show"],
  [/\/restore$/, done, "the clock does not go back to a snapshot"],
  [/\/snapshots$/, { status: 500, body: { msg: "no memory" } }, "the control API answers 500 to POST /snapshots: no memory"],
];

for (const [path, answer, why] of broken) {
  test(`a control API is not used where ${why}`, async () => {
    const { target } = await pretending((url) => (path.test(url) ? answer : undefined));
    assert.is(target.steering, undefined);
    assert.ok(target.notes.includes(`the control API is not used, since ${why}`), target.notes.join("\n"));
    assert.ok(Object.keys(target.cast).length > 5);
  });
}

test("a control API that works is used, and the server is left as it was", async () => {
  const { target, simulator, moved } = await pretending(() => undefined);
  assert.ok(target.steering);
  assert.equal(target.notes, []);
  const { linkifiers } = simulator.as("alice").send("GET /realm/linkifiers").body;
  assert.not.match(JSON.stringify(linkifiers), /trial/);
  assert.is(moved, 0);
});

test.run();
