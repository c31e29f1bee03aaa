import fc from "fast-check";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { isoAt, isoTime } from "./inline/times.ts";

const read: Readonly<Record<string, string>> = {
  "2024-01-02": "2024-01-02T00:00:00Z",
  "2024-01-02 3:04": "2024-01-02T03:04:00Z",
  "2024-01-02T03:04:05.5Z": "2024-01-02T03:04:05.500000Z",
  "2024-01-02T03:04:05.000Z": "2024-01-02T03:04:05Z",
  "2024-01-01T01:00:00+02:00": "2023-12-31T23:00:00Z",
  "2024-12-31T23:00-0130": "2025-01-01T00:30:00Z",
  "2024-01-01T00:00+23:59": "2023-12-31T00:01:00Z",
  "2024-01-01 00:00 -2359": "2024-01-01T23:59:00Z",
  "2024-02-29 12:00 PST": "2024-02-29T20:00:00Z",
  "20240102T030405": "2024-01-02T03:04:05Z",
  "5 Mar 2024": "2024-03-05T00:00:00Z",
  "5th March 2024, 12:30 am": "2024-03-05T00:30:00Z",
  "Tue, 5 Mar 2024 12:30 pm CET": "2024-03-05T11:30:00Z",
  "Mar 5, 2024 09:00": "2024-03-05T09:00:00Z",
  "0": "1970-01-01T00:00:00Z",
  "1700000000.25": "2023-11-14T22:13:20.250000Z",
  "-1.5": "1969-12-31T23:59:58.500000Z",
};

for (const [typed, iso] of Object.entries(read)) {
  test(`"${typed}" is ${iso}`, () => assert.is(isoTime(typed), iso));
}

test("what is no time is not read", () => {
  const wrong = [
    "",
    "x",
    "2023-02-29",
    "2024-13-01",
    "2024-01-01 25:00",
    "13:00 pm 5 Mar 2024",
    "2024-01-01 10:00 QQQ",
    "10:30",
    "9999999999999",
    "2024-01-01T00:00+24:00",
    "2024-01-01T00:00-24:00",
    "2024-01-01 00:00 +2500",
    "2024-01-01T00:00-99:99",
    "20240101T0000+23:60",
  ];
  for (const typed of wrong) assert.is(isoTime(typed), undefined, typed);
});

const day = 86_400;
const firstSecond = -62_135_596_800;
const lastSecond = 253_402_300_799;

test("every second from the year 1 to 9999 reads as what it was written as", () => {
  assert.is(isoAt(firstSecond, ""), "0001-01-01T00:00:00Z");
  assert.is(isoAt(lastSecond, ""), "9999-12-31T23:59:59Z");
  assert.is(isoAt(lastSecond + 1, ""), undefined);
  fc.assert(
    fc.property(fc.integer({ min: firstSecond, max: lastSecond - day }), (seconds) => {
      const [iso = "", next = ""] = [isoAt(seconds, ""), isoAt(seconds + day, "")];
      assert.is(isoTime(iso), iso);
      assert.ok(iso < next && iso.slice(10) === next.slice(10), `${iso} is a day before ${next}`);
    }),
    { numRuns: 2000 },
  );
});

test.run();
