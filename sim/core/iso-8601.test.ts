import { test } from "uvu";
import * as assert from "uvu/assert";
import { instantText, readInstant } from "./clock.ts";

const read = (text: string): string | undefined => {
  const instant = readInstant(text);
  return instant === undefined ? undefined : instantText(instant);
};

const midnight = "T00:00:00.000Z";

test("a date has one meaning in all its forms: calendar, ordinal and week dates, extended and basic", () => {
  const dates = {
    "2026-11-22": ["2026-11-22", "20261122", "2026-326", "2026326", "2026-W47-7", "2026W477"],
    "2024-02-29": ["2024-02-29", "20240229", "2024-060", "2024060", "2024-W09-4", "2024W094"],
    "2024-12-31": ["2024-366", "2025-W01-2", "2025W012"],
    "2021-01-03": ["2020-W53-7", "2020W537", "2021-003"],
    "2018-12-31": ["2019-W01-1", "2019-W01", "2019W01"],
    "2026-11-01": ["2026-11"],
    "2026-01-01": ["2026"],
    "1969-12-29": ["1970-W01"],
  };
  for (const [day, texts] of Object.entries(dates)) for (const text of texts) assert.is(read(text), day + midnight, text);
});

test("a time has hours alone or all its parts, a fraction of the last of them, and a zone or none", () => {
  const times = {
    "12:00:00.000": ["12", "12:00", "1200", "12:00:00", "120000", "12Z", "12:00Z", "14+02", "1730+0530", "17:30:00+05:30", "0330-0830"],
    "12:30:00.000": ["12.5", "12,5", "12:30", "1230,0", "1230Z"],
    "13:00:00.000": ["12:59:60", "125960Z"],
    "12:00:30.000": ["12:00.5", "1200,5", "12:00:30", "12:00:30,000"],
    "12:00:00.570": ["12:00:00.57", "120000,57", "12:00:00.570000Z", "12:00:00.5691"],
    "23:59:59.999": ["23:59:59.999", "23:59:59,9989999999999999999999"],
  };
  for (const [time, texts] of Object.entries(times)) {
    for (const text of texts) {
      assert.is(read(`2026-11-22T${text}`), `2026-11-22T${time}Z`, text);
      assert.is(read(`2026W477T${text}`), `2026-11-22T${time}Z`, text);
    }
  }
  assert.is(read("2026-11-22T24:00"), `2026-11-23${midnight}`);
  assert.is(read("2026-11-22 01:00+02:00"), "2026-11-21T23:00:00.000Z");
  assert.is(read("2026-11-22t23:00:00z"), "2026-11-22T23:00:00.000Z");
});

test("what is no date or time of the standard, or does not exist, is not read", () => {
  const wrong = [
    ...["", " ", "yesterday", "null", "01/02/2026", "2026-1-1", "202611", "26-11-22", "1767268800", "2026-11-22T", "T12:00", "12:00"],
    ...["2026-02-29", "2026-02-30", "2026-13-01", "2026-00-10", "2026-11-00", "2026-000", "2026-366", "2024-367", "20260230"],
    ...["2026-W00-1", "2026-W54-1", "2025-W53-1", "2026-W47-0", "2026-W47-8", "2026W478", "2026-W477", "2026W47-7", "2026-47-7"],
    ...["2026-11-22T25:00", "2026-11-22T24:01", "2026-11-22T24:00:00.1", "2026-11-22T12:60", "2026-11-22T12:61:00Z", "2026-11-22T12:00:60"],
    ...[
      "2026-11-22T12:00+24:00",
      "2026-11-22T12:00+01:60",
      "2026-11-22T12:00+1",
      "2026-11-22T12:00+",
      "2026-11-22T12:00 Z",
      "2026-11-22T1:00",
    ],
    ...["2026-11T12:00", "2026T12", "2026-W47T12:00", "2026-11-22Z", "2026-11-22+01:00", "2026-11-22T12:00:00.", "2026-11-22T12:0000"],
  ];
  for (const text of wrong) assert.is(read(text), undefined, text);
});

test.run();
