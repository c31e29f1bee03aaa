import { test } from "uvu";
import * as assert from "uvu/assert";
import { property } from "../declare/property.ts";
import { altered } from "../engine/altered.test.kit.ts";
import { Differs, Untestable } from "../expect.ts";
import { embedded } from "../targets/embedded.ts";
import { inTurn, ownRealm } from "./serial.ts";
import { Session } from "./session.ts";
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

test.run();
