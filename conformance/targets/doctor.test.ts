import { test } from "uvu";
import * as assert from "uvu/assert";
import { listen } from "../../sim/adapters/node.ts";
import { createSimulator } from "../../sim/index.ts";
import type { Session } from "../client/session.ts";
import { CannotTest, Unreachable } from "../client/thrown.ts";
import { type Property, property } from "../declare/property.ts";
import { Differs, Untestable } from "../expect.ts";
import { doctor } from "./doctor.ts";
import { embedded } from "./embedded.ts";
import { openTarget } from "./probe.ts";

const asks = async ({ as, expect }: Session): Promise<void> => void expect.succeeded(await as.alice.send("GET /realm/linkifiers"));

/** A property that needs something of a target, and then asks it. */
const needing = (need: (session: Session) => unknown): Property =>
  property({
    clause: [],
    holds: async (session) => {
      await need(session);
      await asks(session);
    },
  });

const suite = new Map<string, Property>([
  ["one/alone", property({ clause: [], holds: asks })],
  ["one/bob", needing(async ({ as }) => (await as.bob.queue()).id)],
  ["one/boss", needing(({ as }) => as.owen.user_id)],
  ["one/crowd", needing(({ channels }) => channels.crowd)],
  ["two/crowd", needing(({ channels }) => channels.crowd)],
  ["two/steered", needing(({ steering }) => steering.advance(1))],
  [
    "two/elsewhere",
    property({
      clause: [],
      holds: async ({ as }) => {
        const { status } = await as.alice.send("POST /elsewhere");
        throw new Untestable(`it answers ${status}`);
      },
    }),
  ],
  ["two/wrong", property({ clause: [], holds: () => Promise.reject(new Differs("always")) })],
  ["two/broken", property({ clause: [], holds: () => Promise.reject(new TypeError("bug")) })],
]);

test("what only the target itself can tell counts as testable", async () => {
  const { untestable } = await doctor(embedded(), suite);
  assert.not(untestable.some(({ properties }) => properties.includes("two/elsewhere")));
});

test("what cannot be tested is told by what is missing, most first", async () => {
  const { properties, untestable, control, cast } = await doctor(embedded(), suite);
  assert.equal(properties, { all: 9, testable: 7 });
  assert.equal(untestable, [{ reason: "no channel stands for crowd", properties: ["one/crowd", "two/crowd"] }]);
  assert.is(control, true);
  assert.equal(cast[0], { name: "alice", user_id: 12, role: "member", is_bot: false, is_deactivated: false, password: true });
});

test("a live target is looked at with the cast that it has, and nothing is sent to it", async () => {
  const sim = createSimulator();
  const server = await listen(sim);
  const target = await openTarget({ url: server.url });
  const { alice, bob } = target.cast;
  const asked = sim.transcript.length;
  const poor = { ...target, kind: "live" as const, cast: { alice: alice!, bob: bob! }, steering: undefined, registers: false };
  const { untestable, missingRoutes } = await doctor({ ...poor, send: target.send, isolated: target.isolated, close: target.close }, suite);
  assert.equal(
    untestable.map(({ reason }) => reason),
    ["no channel stands for crowd", "the target registers no event queue", "the cast has no owen", "the target has no control API"],
  );
  assert.equal(
    missingRoutes.map(({ route }) => route),
    ["POST /register"],
  );
  assert.is(sim.transcript.length, asked);
  await target.close();
  await server.close();
});

test("for each account that is missing it is told how many properties it would add", async () => {
  const { cast, ...whole } = embedded();
  const { send, isolated, close, url, level, brand, channels, steering } = embedded();
  const poor = { ...whole, url, level, brand, channels, steering, send, isolated, close, cast: { alice: cast.alice! } };
  const both = needing(({ as }) => [as.bob.user_id, as.owen.user_id]);
  const { missing } = await doctor(poor, new Map([...suite, ["three/both", both]]));
  const adds = Object.fromEntries(missing.accounts.map((account) => [account.name, account.adds]));
  assert.equal(adds, { bob: 1, owen: 1, cara: 0, dana: 0, gus: 0, robo: 0, zoe: 0 });
  assert.equal(missing.accounts[0], { name: "bob", role: "member", is_bot: false, is_deactivated: false, adds: 1 });
  assert.is(missing.accounts.find(({ name }) => name === "zoe")?.is_deactivated, true);
  assert.is(missing.together, 3);
  assert.equal((await doctor(embedded(), suite)).missing, { accounts: [], together: 0 });
});

test("a target with the channels of the crowded realm is looked at as one", async () => {
  const { untestable } = await doctor(embedded({ realm: "crowded" }), suite);
  assert.equal(untestable, []);
});

test("the whole suite can be tried on the simulator with nothing but accounts and channels missing", async () => {
  const { properties, untestable } = await doctor(embedded());
  const missing = untestable.reduce((sum, one) => sum + one.properties.length, 0);
  assert.is(properties.testable + missing, properties.all);
});

test("a failure is told as it is", async () => {
  const gone = await doctor(new Unreachable("host:1", "nothing listens there"), suite);
  assert.equal([gone.reachable, gone.problem, gone.properties.testable], [false, "host:1 is unreachable: nothing listens there", 0]);
  const refused = await doctor(new CannotTest("credentials are refused for bob"), suite);
  assert.equal([refused.reachable, refused.problem, refused.level], [true, "credentials are refused for bob", null]);
});

test("a diagnosis holds no secrets", async () => {
  const sim = createSimulator();
  const server = await listen(sim);
  const target = await openTarget({ url: server.url });
  const text = JSON.stringify(await doctor(target, suite));
  for (const { api_key, password } of Object.values(sim.cast)) {
    assert.not(text.includes(api_key));
    assert.not(text.includes(password ?? api_key));
  }
  await target.close();
  await server.close();
});

test.run();
