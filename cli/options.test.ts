import { test } from "uvu";
import * as assert from "uvu/assert";
import { newestLevel } from "../sim/index.ts";
import { accepted, autoOr, choice, duration, host, level, repeated, ruling, strict, vary } from "./options.ts";

test("durations are a number and a unit", () => {
  assert.equal(["500ms", "20s", "2m", "1.5s", "1h", "0s"].map(duration), [500, 20_000, 120_000, 1_500, 3_600_000, 0]);
  for (const text of ["20", "s", "-1s", "1 s", "1d", "", "1e3ms"])
    assert.throws(() => duration(text), /such as 20s, 500ms or 2m is accepted/);
});

test("auto stands beside what a parser takes, and in its complaint", () => {
  assert.equal(["auto", "300"].map(autoOr(level)), ["auto", 300]);
  assert.throws(() => autoOr(level)("x"), new RegExp(`^auto or an integer from 1 to ${newestLevel}`));
});

test("what may be repeated is collected", () => {
  assert.equal(repeated("b", repeated("a")), ["a", "b"]);
});

test("variations are a seed, or a seed and names", () => {
  assert.equal(["7", "7:id-gaps,key-order"].map(vary), [7, { seed: 7, only: ["id-gaps", "key-order"] }]);
  for (const text of ["x", "", "-1", "1.5"]) assert.throws(() => vary(text), /an integer from 0 to/);
  for (const text of ["7:", "7:nope", "7:id-gaps:more", "7:id-gaps,", "7:id-gaps, key-order"])
    assert.throws(() => vary(text), /<seed> or <seed>:<name>,<name> is accepted; (near is [a-z-]+; )?the names are id-gaps, /);
});

test("a ruling has one choice", () => {
  assert.equal(ruling("rateLimits=on", undefined), { rateLimits: "on" });
  assert.throws(() => ruling("rateLimits=on=off", undefined), /for rateLimits, off or on is accepted/);
});

test("names that are like a misspelt one stand before all others", () => {
  assert.throws(() => ruling("rateLimit=on", undefined), /is accepted; near is rateLimits; the names are basicAuthAddress, /);
  assert.throws(() => strict("ratelimit"), /near is rateLimits; the names are /);
  assert.throws(() => vary("7:id-gaps,key-ordr"), /near is key-order; the names are id-gaps, /);
  assert.throws(() => accepted("x"), /is accepted; the names are /);
});

test("an address is not empty, which would be every address", () => {
  assert.is(host("::1"), "::1");
  assert.throws(() => host(""), /an address such as 127\.0\.0\.1 is accepted/);
});

test("a ruling without a choice has its choices named", () => {
  assert.throws(() => choice("emptyMemberUpdate", undefined), /^.*for emptyMemberUpdate, accepted or observed is accepted\.$/);
});

test.run();
