import fc from "fast-check";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { aDate, aDateForm, inRareForm, notADate, rareForms, writtenDate } from "./dates.ts";
import { count, plainest, rare, sampled } from "./draws.test.kit.ts";

test("a written date means its instant, and is never later than the instant that it was made from", () => {
  const instants = sampled(fc.integer({ min: 0, max: Date.UTC(2100, 0, 1) }), 50);
  for (const [i, form] of sampled(aDateForm).entries()) {
    const instant = instants[i % 50]!;
    const written = writtenDate(form, instant);
    const zoned = form.kind === "no zone" ? `${written.text}Z` : written.text;
    assert.is(Date.parse(zoned), written.instant, written.text);
    assert.ok(written.instant <= instant && instant - written.instant < 86_400_000);
  }
});

test("dates come alone, in UTC, with offsets on both sides, with fractions, without a zone and without seconds", () => {
  const texts = sampled(aDate).map(({ text }) => text);
  const kinds: Record<string, RegExp> = {
    alone: /^\d{4}-\d\d-\d\d$/,
    "in UTC": /:\d\dZ$/,
    "with an offset ahead": /\+\d\d:\d\d$/,
    "with an offset behind": /T.*-\d\d:\d\d$/,
    "with a half hour ahead or behind": /(\+05|-03):30$/,
    "with one digit": /:\d\d\.\d(Z|$)/,
    "with six digits": /\.\d{6}/,
    "without a zone": /:\d\d$/,
    "without seconds": /T\d\d:\d\dZ$/,
  };
  const counts = Object.fromEntries(Object.entries(kinds).map(([kind, pattern]) => [kind, count(texts, (text) => pattern.test(text))]));
  assert.equal(rare(counts, Object.keys(kinds), 40), []);
});

test("examples", () => {
  const instant = Date.UTC(2026, 0, 1, 23, 30, 15, 678);
  const form = { kind: "zulu", fraction: 0, offset: 0 } as const;
  assert.equal(writtenDate(form, instant), { text: "2026-01-01T23:30:15Z", instant: instant - 678 });
  assert.equal(writtenDate({ ...form, kind: "date" }, instant), { text: "2026-01-01", instant: Date.UTC(2026, 0, 1) });
  assert.equal(writtenDate({ kind: "offset", fraction: 3, offset: 60 }, instant), { text: "2026-01-02T00:30:15.678+01:00", instant });
  assert.equal(writtenDate({ kind: "no zone", fraction: 1, offset: 0 }, instant).text, "2026-01-01T23:30:15.6");
});

test("the plainest date is the first second in UTC, and what is no date is none", () => {
  assert.equal(plainest(aDate), { text: "1970-01-01T00:00:00Z", instant: 0 });
  assert.is(plainest(notADate), "yesterday");
  const iso = /^\d{4}-(0\d|1[0-2])-([0-2]\d|3[01])(T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?Z?)?$/;
  assert.equal([...new Set(sampled(notADate).filter((text) => iso.test(text)))], ["2026-02-30"]);
});

test("the rare forms say the same instant", () => {
  const instant = Date.UTC(2026, 10, 22, 13, 30, 15, 678);
  const second = instant - 678;
  const day = Date.UTC(2026, 10, 22);
  assert.equal(
    rareForms.map((form) => inRareForm(form, instant)),
    [
      { text: "20261122T133015Z", instant: second },
      { text: "20261122", instant: day },
      { text: "2026-W47-7", instant: day },
      { text: "2026W477", instant: day },
      { text: "2026-326", instant: day },
      { text: "2026326", instant: day },
      { text: "2026-W47-7T13:30:15Z", instant: second },
      { text: "2026-326T13:30:15", instant: second },
      { text: "2026-11-22T13Z", instant: Date.UTC(2026, 10, 22, 13) },
      { text: "20261122T153015+02", instant: second },
      { text: "20261122T150015+0130", instant: second },
      { text: "2026-11-22T13:30:15,000Z", instant: second },
    ],
  );
  assert.is(inRareForm("week date", Date.UTC(2021, 0, 3)).text, "2020-W53-7");
  assert.is(inRareForm("week date", Date.UTC(2018, 11, 31)).text, "2019-W01-1");
});

test.run();
