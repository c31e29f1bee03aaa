import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { listen } from "../../sim/adapters/node.ts";
import { createSimulator } from "../../sim/index.ts";
import { altered } from "../check/altered.test.kit.ts";
import { check } from "../check/check.ts";
import { property } from "../declare/property.ts";
import { Differs, Untestable } from "../expect.ts";
import { byDay, someOf } from "../night.test.kit.ts";
import { embedded } from "../targets/embedded.ts";
import { openTarget } from "../targets/probe.ts";
import { inTurn, ownRealm, Session } from "./session.ts";
import type { Target } from "./target.ts";

/** The simulator as a server that others share. */
const shared = (url: string): Target => ({ ...altered(embedded(), (reply) => reply), kind: "live", url });

const settled = async (promise: Promise<unknown>): Promise<unknown> => promise.catch((thrown: unknown) => thrown);

/** Returns a run that notes when it begins and ends, and the notes. */
function noted() {
  const notes: string[] = [];
  const run =
    (word: string, fails = false) =>
    async ({ nobody }: Session): Promise<void> => {
      notes.push(`${word} begins`);
      await nobody.send("GET /server_settings");
      await nobody.send("GET /server_settings");
      notes.push(`${word} ends`);
      if (fails) throw new Differs(word);
    };
  const isBefore = (one: string, other: string): boolean => notes.indexOf(one) < notes.indexOf(other);
  return { notes, run, isBefore };
}

test("on one server runs that change the same thing wait for each other, also for those that fail", async () => {
  const session = new Session(shared("http://one"), "a");
  const { notes, run, isBefore } = noted();
  const results = await Promise.all(
    [
      inTurn("profile", run("first", true))(session, {}),
      inTurn("profile", run("second"))(session, {}),
      inTurn("video", run("third"))(session, {}),
    ].map(settled),
  );
  assert.is((results[0] as Error).message, "first");
  assert.equal(results.slice(1), [undefined, undefined]);
  assert.is(notes.length, 6);
  assert.ok(isBefore("first ends", "second begins"));
  assert.ok(isBefore("third begins", "first ends"));
});

test("runs on two servers, and on worlds of their own, do not wait for each other", async () => {
  for (const [one, other] of [
    [shared("http://one"), shared("http://two")],
    [embedded(), embedded()],
  ] as const) {
    const { run, isBefore } = noted();
    await Promise.all([
      inTurn("profile", run("first"))(new Session(one, "a"), {}),
      inTurn("profile", run("second"))(new Session(other, "b"), {}),
    ]);
    assert.ok(isBefore("second begins", "first ends"));
  }
});

test("a property says what it must have to itself", async () => {
  const { run, isBefore } = noted();
  const made = (word: string) => property({ clause: [], serial: "alice's profile", holds: run(word) });
  const session = new Session(shared("http://three"), "a");
  await Promise.all([made("first").holds(session, {} as never), made("second").holds(session, {} as never)]);
  assert.ok(isBefore("first ends", "second begins"));
});

test("what a run returns is what holds gets: its session and what was drawn", async () => {
  const session = new Session(shared("http://four"), "a");
  const got: unknown[] = [];
  await inTurn("profile", async (...given: unknown[]) => void got.push(...given))(session, { n: 1 });
  assert.is(got[0], session);
  assert.equal(got[1], { n: 1 });
});

test("what the whole realm would notice is left alone on a shared server, and needs a control API", () => {
  const untestable =
    (sentence: RegExp) =>
    (thrown: unknown): boolean =>
      thrown instanceof Untestable && sentence.test(thrown.message);
  assert.throws(() => ownRealm(new Session(shared("http://one"), "a")), untestable(/other runs on the server would notice/));
  const unsteered = { ...altered(embedded(), (reply) => reply), steering: undefined };
  assert.throws(() => ownRealm(new Session(unsteered, "a")), untestable(/^the target has no control API$/));
  assert.type(ownRealm(new Session(embedded(), "a")).act, "function");
});

/** Properties that change or watch what an account or the realm has only one of. */
const ofSharedThings = [
  "typing.post*",
  "users.me.profile_data.patch*",
  "calls.vc.create.post*",
  "remove_client_device.post*",
  "navigation_views.post*",
  "user_topics.post*",
  "realm.presence.get*",
  "realm.linkifiers.get*",
  "topic-policy*",
  "errors*",
  "versioning*",
];

/** Opens the simulator as a server without control API, of which the whole active cast is known. */
async function openServed() {
  const sim = createSimulator({ seed: 7 });
  const server = await listen(sim, { control: false });
  const directory = mkdtempSync(join(tmpdir(), "touchstone-"));
  const file = join(directory, "target.json");
  const accounts = Object.entries(sim.cast).filter(([name]) => name !== "zoe");
  const cast = Object.fromEntries(
    accounts.map(([name, { email, api_key, password }]) => [name, { email, api_key, ...(password !== null && { password }) }]),
  );
  writeFileSync(file, JSON.stringify({ cast, channels: { general: "general", team: "team", quiet: "quiet" } }));
  const target = await openTarget({ url: server.url, file, patience: { poll: 1000 } });
  const close = async (): Promise<void> => {
    await target.close();
    await server.close();
    rmSync(directory, { recursive: true });
  };
  return { target, close };
}

/** A target that counts how many requests are under way at once, and the largest such number. */
function counted(whole: Target) {
  const count = { most: 0, now: 0 };
  const counting = (target: Target): Target => ({
    ...altered(target, (reply) => reply),
    send: async (request) => {
      count.most = Math.max(count.most, ++count.now);
      try {
        return await target.send(request);
      } finally {
        count.now--;
      }
    },
    isolated: () => counting(target.isolated()),
    close: () => target.close(),
  });
  return { target: counting(whole), count };
}

test("eight properties at once that change shared things of one server over HTTP do not disturb each other", async () => {
  const { target: served, close } = await openServed();
  const { target, count } = counted(served);
  try {
    const { properties, summary } = await check({ target, seed: 1, runs: 0, concurrency: 8, only: someOf(ofSharedThings, 2) });
    const alarms = properties.filter(({ verdict }) => verdict === "differs").map(({ address, reason, given }) => [address, reason, given]);
    assert.equal(alarms, []);
    assert.ok(summary.agrees > byDay(30, 60), `only ${summary.agrees} agree`);
  } finally {
    await close();
  }
  assert.ok(count.most > 4, `at most ${count.most} requests were under way at once`);
});

test.run();
