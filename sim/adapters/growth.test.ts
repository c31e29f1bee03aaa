import { test } from "uvu";
import * as assert from "uvu/assert";
import type { QueueId, UserId } from "../core/ids.ts";
import { limits } from "../core/limits.ts";
import { closeQueue, openQueue } from "../core/queues.ts";
import { Turn } from "../core/turn.ts";
import { createSimulator } from "../index.ts";
import { clientName } from "../protocol/handle.ts";
import { noFields } from "../protocol/wire.ts";
import { highlighted, Search, wordsOf } from "../rules/search/search.ts";
import { loadedWorld } from "../server/options.ts";
import { faultOfGrowth, processorMillis } from "./growth.test.kit.ts";
import { senderOf } from "./translate.ts";
import { fieldsOf } from "./urlencoded.ts";

const units = new Map<string, number>();

/** Whether a text is tried on what there is: by day every third one, at night all. */
function isTried(what: string): boolean {
  const before = units.get(what) ?? 0;
  units.set(what, before + 1);
  return process.env.NIGHTLY === "1" || before % 3 === 0;
}

/** A test that `work` takes about four times as long for four times as much text. */
function growsLinearly(what: string, unit: string, length: number, work: (text: string) => void): void {
  if (isTried(what))
    test(`the work on ${what} of ${JSON.stringify(unit)} grows with its length`, () => {
      assert.is(faultOfGrowth(unit, length, work), "");
    });
}

// Where a word, a tag or an address may begin, and how it may fail to go on.
const texts = [
  ...["a", "é", "日", "a ", "a+", "a-", "a--", "a.", "a.-", "a_", "a@", "a.@", "a.a@", "a.b/", "a.b/$", "x://", "a+1:", "-a"],
  ...["<", "<a", "<a ", "&", "&#1", "&amp;", "a&amp;", '"', '"a', '"a" '],
];
for (const unit of texts) {
  growsLinearly("words", unit, 40_000, (text) => {
    for (const { key } of wordsOf(text)) void key;
  });
  growsLinearly("search", unit, 20_000, (text) => void new Search(text));
}
for (const unit of ["soup ", "soup-", "<b>soup</b>", "soup.org/"]) {
  growsLinearly("highlighting", unit, 40_000, (text) => void highlighted(text, new Set(["soup", "soup.org"])));
}

for (const unit of ["a=b&", "a=%41&", "a=%C3&", "%C3=a&", "%C3&", "%C3", "%", "%zz", "+", "&", "=", "a"]) {
  growsLinearly("form", unit, 100_000, (text) => void fieldsOf(text));
}
test("a megabyte of values that are no UTF-8 takes at most ten times as long as one of values that are", () => {
  const millis = (unit: string) => processorMillis(() => void fieldsOf(unit.repeat(limits.bodyBytes / unit.length)));
  const ratio = millis("=%C3&") / millis("=%41&");
  assert.ok(ratio < 10, `${ratio}`);
});

for (const unit of ["A", "AAAA", "AB==", "=", "= ", " "]) {
  growsLinearly("credentials", unit, 50_000, (text) => void senderOf("/api/v1/messages", () => `Basic ${text}`, noFields));
}
const server = createSimulator();
for (const unit of ["a", " ", "a ", "("]) {
  const request = { method: "GET", form: noFields, query: noFields };
  growsLinearly("user agent", unit, 50_000, (userAgent) => void clientName(server, { ...request, userAgent }));
}

const alice = createSimulator().as("alice");
const page = { anchor: "newest", num_before: 1, num_after: 0 };
for (const unit of ["[", '{"a":', "[1,", "1", "-", '"a', '"\\', '"\\u0041', " ", '{"a":1,']) {
  growsLinearly("JSON", unit, 40_000, (narrow) => void alice.send("GET /messages" as string, { ...page, narrow }));
}
const terms = [
  { operator: "topic", operand: "lunch" },
  { operator: "search", operand: "soup" },
  { operator: "dm", operand: [12] },
  { operator: "is", operand: "unread", negated: true },
];
for (const term of terms) {
  const one = `${JSON.stringify(term)},`;
  growsLinearly("narrow", one, 20_000, (text) => {
    alice.send("GET /messages" as string, { ...page, narrow: `[${text}${JSON.stringify(term)}]` });
  });
}

const asked = { eventTypes: undefined, applyMarkdown: false, clientGravatar: false, slimPresence: false, allPublicChannels: false };
const options = { ...asked, owner: 11 as UserId, capabilities: new Set<string>(), narrow: [], lifespanMillis: 600_000 };

test("a queue for which another one has to end takes at most ten times as long as one before", () => {
  const turn = new Turn(loadedWorld({}).fork());
  let count = 0;
  const opened = (queues: number) =>
    processorMillis(() => {
      for (const end = count + queues; count < end; count++) openQueue(turn, `queue ${count}` as QueueId, options);
    });
  const before = opened(limits.queues);
  const ratio = (20 * opened(limits.queues / 20)) / before;
  assert.ok(ratio < 10, `${ratio}`);
});

test("the work on the queues of one user grows with their number", () => {
  const work = (text: string): void => {
    const turn = new Turn(loadedWorld({}).fork());
    const queues = Array.from(text, (_, i) => openQueue(turn, `queue ${i}` as QueueId, options));
    for (const queue of queues) closeQueue(turn, queue);
  };
  assert.is(faultOfGrowth("q", 4500, work), "");
});

const linkified = createSimulator();
const owen = linkified.as("owen");
for (const [i, pattern] of ["(a+)+$", "(?P<id>(x|xx)+y)", "[0-9]*[0-9]*[0-9]*z"].entries()) {
  const url_template = pattern.includes("<id>") ? "https://x.example/{id}" : "https://x.example/";
  owen.send("POST /realm/filters" as string, { pattern: `p${i}${pattern}`, url_template });
}
for (const unit of ["a", "x", "0", "p0", "p1x", "p2 "]) {
  growsLinearly("pattern", unit, 2000, (text) => void owen.send("POST /messages/render" as string, { content: `p0p1p2${text}` }));
}

test.run();
