import { test } from "uvu";
import * as assert from "uvu/assert";
import type { Target } from "../client/target.ts";
import type { Counterexample } from "../run/counterexample.ts";
import { Calls } from "./program/calls.ts";
import { languages } from "./program/index.ts";
import type { ProgramCall } from "./program/program.ts";

const advance = { kind: "advance", milliseconds: 1500, told: "the clock goes on by 1500 ms" } as const;
const run = { mark: "abcdef" } as Counterexample;

/** Returns the call for a clock that goes on, on a target with a control API or without. */
const callOn = (target: Partial<Target>): ProgramCall => new Calls({ kind: "live", cast: {}, ...target } as Target, run).of(advance);

test("where no control API moves the clock a program waits, in each language", () => {
  const wait = callOn({});
  assert.equal([wait.kind, wait.millis], ["wait", 1500]);
  const asked: ProgramCall = { told: "", kind: "request", as: null, method: "GET", path: ["/x"], fields: [], saves: [] };
  const program = {
    title: "",
    url: "http://127.0.0.1",
    level: 496,
    brand: "service",
    calls: [wait, asked],
    checks: [],
    undoes: [],
    left: [],
    reason: [],
  };
  const words = {
    curl: "\nsleep 1.5\n",
    fetch: "await new Promise((resolve) => setTimeout(resolve, 1500));",
    python: "\ntime.sleep(1.5)\n",
    go: '\t"time"\n)',
    uvu: "sim.advance({ ms: 1500 });",
    sentence: "1. the clock goes on by 1500 ms",
  } as const;
  for (const [language, word] of Object.entries(words))
    assert.ok(languages[language as keyof typeof words](program).includes(word), language);
  assert.match(languages.go(program), "time.Sleep(1500 * time.Millisecond)");
});

test("where a control API moves it, that is asked", () => {
  const moved = callOn({ steering: { act: async () => ({}), advance: async () => {} } });
  assert.equal([moved.kind, moved.path, moved.body], ["control", ["/_control/clock"], ['{"advance_ms":1500}']]);
});

test.run();
