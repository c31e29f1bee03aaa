import { test } from "uvu";
import * as assert from "uvu/assert";
import { Limiter } from "./transport.ts";

/** Runs that note what they came to. */
function noted() {
  const turnstile = new Limiter();
  const notes: string[] = [];
  const runs = new Map<string, object>();
  const run = (name: string): object => runs.get(name) ?? runs.set(name, {}).get(name)!;
  return {
    notes,
    enter: (name: string) => turnstile.enter(run(name)).then(() => void notes.push(`${name} in`)),
    alone: (name: string) => turnstile.alone(run(name)).then(() => void notes.push(`${name} alone`)),
    leave: (name: string) => turnstile.leave(run(name)),
    /** Lets what can go on do so. */
    settle: async () => {
      for (let i = 0; i < 10; i++) await Promise.resolve();
      return notes.splice(0);
    },
  };
}

test("runs go side by side as long as none is to be alone", async () => {
  const { enter, settle } = noted();
  for (const name of ["a", "b", "a"]) void enter(name);
  assert.equal(await settle(), ["a in", "b in", "a in"]);
});

test("a run is alone when the others have left, and new ones begin after it", async () => {
  const { enter, alone, leave, settle } = noted();
  await enter("a");
  await enter("b");
  void alone("a");
  void enter("c");
  assert.equal(await settle(), ["a in", "b in"]);
  leave("b");
  assert.equal(await settle(), ["a alone"]);
  void alone("a");
  void enter("a");
  assert.equal((await settle()).sort(), ["a alone", "a in"]);
  leave("a");
  assert.equal(await settle(), ["c in"]);
});

test("two that are to be alone go one after the other, and do not wait for each other", async () => {
  const { enter, alone, leave, settle } = noted();
  await enter("a");
  await enter("b");
  void alone("a");
  void alone("b");
  void enter("c");
  assert.equal(await settle(), ["a in", "b in", "a alone"]);
  leave("a");
  assert.equal(await settle(), ["b alone"]);
  leave("b");
  assert.equal(await settle(), ["c in"]);
  leave("c");
});

test("a run that has asked nothing yet can be alone too, and one that leaves while it waits holds nobody up", async () => {
  const { enter, alone, leave, settle } = noted();
  void alone("a");
  assert.equal(await settle(), ["a alone"]);
  leave("a");
  await enter("b");
  void alone("c");
  leave("b");
  assert.equal(await settle(), ["b in", "c alone"]);
  leave("c");
  void enter("d");
  assert.equal(await settle(), ["d in"]);
});

test("a run that left while it waited holds nobody up", async () => {
  const { enter, alone, leave, settle } = noted();
  await enter("a");
  await enter("b");
  void alone("a");
  void enter("c");
  leave("c");
  leave("b");
  assert.equal(await settle(), ["a in", "b in", "a alone"]);
  leave("a");
  assert.equal(await settle(), ["c in"]);
  for (const name of ["d", "e", "g"]) await enter(name);
  void alone("d");
  void alone("e");
  void enter("f");
  leave("c");
  leave("d");
  assert.equal(await settle(), ["d in", "e in", "g in"]);
  leave("g");
  assert.equal(await settle(), ["e alone"]);
  leave("e");
  assert.equal(await settle(), ["f in"]);
});

test.run();
