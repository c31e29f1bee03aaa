import { test } from "uvu";
import * as assert from "uvu/assert";
import { excerpt } from "./client-output.ts";

const frames = Array.from({ length: 5 }, (_, i) => `    at step${i} (file:///app/bot.mjs:${i}:7)`);
const fields = Array.from({ length: 60 }, (_, i) => `  field${i}: ${i},`);
const nodeCrash = (name: string): string[] => [
  "file:///app/bot.mjs:2",
  "  throw error;",
  "  ^",
  "",
  `${name}: 400 Bad Request`,
  ...frames,
  ...fields,
  "}",
  "",
  "Node.js v20",
];

const lines = (of: readonly string[]): string => `${of.join("\n")}\n`;

test("a crash of Node is shown from its message on, with the frames, and what is left out is counted", () => {
  const shown = excerpt(lines(["starting", "Error: first try", "    at retry", ...nodeCrash("ApiError")]));
  assert.is(shown[0], "ApiError: 400 Bad Request");
  assert.equal(shown.slice(1, 6), frames);
  assert.is(shown.length, 25);
  assert.is(shown.at(-1), "(7 lines before these and 45 after them are left out: --report json=<file> has the whole output)");
});

test("the first line of a crash is found in what other languages print too", () => {
  const ladder: readonly (readonly [first: string, ...rest: string[]])[] = [
    ["Traceback (most recent call last):", '  File "bot.py", line 1, in <module>', "    main()", "ValueError: 3"],
    ["panic: runtime error: index out of range", "", "goroutine 1 [running]:", "main.main()", "exit status 2"],
    ['Exception in thread "main" java.lang.IllegalStateException: x', "\tat Bot.main(Bot.java:3)", "Caused by: java.io.IOException: y"],
    ["thread 'main' panicked at src/main.rs:2:5:", "no queue"],
    ["TypeError [ERR_INVALID_URL]: Invalid URL", "    at new URL", "  [cause]: Error: inner"],
    ["PHP Fatal error:  Uncaught RuntimeException: boom in /bot.php:3", "Stack trace:", "#0 {main}"],
    ["[bot] TypeError: fetch failed", "    at bot.mjs:1:1"],
    ["Error", "    at bot.mjs:1:1"],
  ];
  for (const crash of ladder) {
    const [first] = crash;
    const [shown, ...others] = excerpt(lines(["connecting", ...crash]));
    assert.is(shown, first);
    assert.is(others[crash.length - 1]?.startsWith("(1 line before these is left out: "), true, first);
  }
});

test("of an output without a crash the last lines are shown, of a failed test that of its name and what follows", () => {
  const talk = Array.from({ length: 30 }, (_, i) => `poll ${i}`);
  assert.equal(excerpt(lines(talk)).slice(0, 24), talk.slice(6));
  assert.match(excerpt(lines(talk)).at(-1)!, /^\(6 lines before these are left out: /);
  const tap = ["TAP version 13", "ok 1 - fine", "not ok 2 - hears", "  ---", "  error: 'boom'", "  ...", "not ok 3 - says", "# fail 2"];
  assert.equal(excerpt(lines(tap)).slice(0, -1), tap.slice(2));
});

test("a short output is shown as it is, an empty one not at all, and the end of a long line is left out", () => {
  assert.equal(excerpt("one\n\ntwo\n\n"), ["one", "", "two"]);
  assert.equal(excerpt(" \n"), []);
  const [line, note] = excerpt("x".repeat(5000));
  assert.is(line, `${"x".repeat(400)}…`);
  assert.match(note!, /^\(the ends of long lines are left out: /);
});

test.run();
