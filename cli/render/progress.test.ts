import { test } from "uvu";
import * as assert from "uvu/assert";
import { type Clock, machineClock, progress } from "./progress.ts";
import { visibleOutput } from "./visible.ts";

function followed(shows: boolean, expected = 0) {
  const written: string[] = [];
  let now = 0;
  const timers = new Set<() => void>();
  const clock: Clock = {
    now: () => now,
    every: (_, run) => {
      timers.add(run);
      return () => timers.delete(run);
    },
  };
  const io = { shows, err: (text: string) => void written.push(text), out: () => {}, interrupted: async () => {} };
  const line = progress(io, "check", expected, clock);
  const rest = (millis: number): void => {
    now = millis;
    for (const run of timers) run();
  };
  return { line, written, timers, at: (millis: number) => (now = millis), rest };
}

test("without a terminal a line tells every ten seconds what is done, what is left and what differs", () => {
  const { line, written, at } = followed(false);
  line.step({ address: "a/b", verdict: "differs" }, 1, 9);
  at(9_999);
  line.step({ address: "a/c", verdict: "agrees" }, 2, 9);
  assert.equal(written.map(visibleOutput), []);
  at(10_000);
  line.step({ address: "a/d", verdict: "agrees" }, 3, 9);
  line.step({ address: "a/e", verdict: "differs" }, 4, 9);
  at(20_500);
  line.step({ address: "a/f", verdict: "agrees" }, 5, 9);
  line.step({ address: "a/g", verdict: "agrees" }, 9, 9);
  line.end();
  assert.equal(written.map(visibleOutput), [
    "touchstone check: 3 done, 6 left, 1 differs\n",
    "touchstone check: 5 done, 4 left, 2 differ\n",
  ]);
});

test("a line is told only where a number in it is another than before", () => {
  const { line, written, rest } = followed(false);
  line.step({ address: "a/b", verdict: "agrees" }, 1, 3);
  for (const millis of [10_000, 20_000, 30_000]) rest(millis);
  line.step({ address: "a/c", verdict: "agrees" }, 2, 3);
  rest(40_000);
  assert.equal(written.map(visibleOutput), [
    "touchstone check: 1 done, 2 left, 0 differ\n",
    "touchstone check: 2 done, 1 left, 0 differ\n",
  ]);
});

test("a request without an answer is told at once, and once", () => {
  const silent = { at: "POST /typing", path: "answer", expected: "an answer", actual: "no answer in time" };
  const { line, written } = followed(false);
  line.step({ address: "a/b", verdict: "differs", causes: [silent] }, 1, 9);
  line.step({ address: "a/c", verdict: "untestable", causes: [silent] }, 2, 9);
  assert.equal(written.map(visibleOutput), ["touchstone check: POST /typing gets no answer in time\n"]);
  const { line: terminal, written: shown, at } = followed(true);
  at(100);
  terminal.step({ address: "a/b", verdict: "untestable", causes: [silent] }, 1, 9);
  assert.equal(shown.map(visibleOutput).slice(1), ["\r\u001b[KPOST /typing gets no answer in time\n", "\r\u001b[K1/9  a/b"]);
});

test("it is told too while one result takes long, and no timer is left at the end", () => {
  const { line, written, rest, timers } = followed(false);
  rest(10_000);
  line.step({ address: "a/b", verdict: "agrees" }, 1, 3);
  rest(20_000);
  assert.equal(written.map(visibleOutput), ["touchstone check: 0 done, 0 differ\n", "touchstone check: 1 done, 2 left, 0 differ\n"]);
  assert.is(timers.size, 1);
  line.end();
  assert.is(timers.size, 0);
});

test("the timer of the machine does not keep the process alive, and ends when it is told to", () => {
  const kinds = () => process.getActiveResourcesInfo().filter((kind) => kind === "Timeout").length;
  const before = kinds();
  const stop = machineClock.every(5, () => assert.unreachable());
  assert.is(kinds(), before);
  stop();
});

test("on a terminal one line is written over, not too often, and taken away at the end", () => {
  const { line, written, at } = followed(true);
  line.step({ address: "a/b", verdict: "agrees" }, 1, 9);
  at(100);
  line.step({ address: "a/c", verdict: "differs" }, 2, 9);
  line.step({ address: "a/d", verdict: "agrees" }, 3, 9);
  line.step({ address: "a/e", verdict: "agrees" }, 9, 9);
  line.end();
  assert.equal(written.map(visibleOutput), ["\r\u001b[K0/?", "\r\u001b[K2/9  1 differ  a/c", "\r\u001b[K9/9  1 differ  a/e", "\r\u001b[K"]);
});

test.run();
