import { test } from "uvu";
import * as assert from "uvu/assert";
import { newestLevel } from "../../sim/index.ts";
import { properties } from "../catalogue/catalogue.ts";
import type { Report } from "../results/report.ts";
import { judged } from "../run/baseline.ts";
import { reportOf, seenAt } from "./ladder.test.kit.ts";
import { clauseLevels, rungs } from "./ladder.ts";
import { nextStep } from "./next-step.ts";
import { reachedLevel, standings, triedOf } from "./standing.ts";

const top = rungs.length - 1;
const differs = { verdict: "differs", reason: "it is not so" } as const;
const waits = (reason: string) => ({ verdict: "untestable", reason }) as const;
const only =
  <T>(address: string, result: T) =>
  (one: string): T | undefined =>
    one === address ? result : undefined;

test("a server that conforms has reached the last level, of any feature level, and has nothing to do", () => {
  for (const level of [1, 200, newestLevel]) {
    const report = reportOf(undefined, [], level);
    assert.is(reachedLevel(report), top);
    assert.is(nextStep(report), undefined);
  }
  for (const { held, of, broken, untested } of standings(reportOf())) assert.equal([held, broken, untested], [of, [], []]);
});

test("a report in which nothing was run has reached no level", () => {
  assert.is(reachedLevel({ ...reportOf(), properties: [] }), -1);
});

test("how many clauses a level has is the same whatever could be tried of them, and why some were not is counted", () => {
  const counts = (report: Report): number[] => standings(report).map(({ of }) => of);
  const all = counts(reportOf());
  const reasons = ["only seen on running servers: x", "waits for GET /messages", "the target has no control API, and y"];
  for (const reason of reasons) {
    const report = reportOf((address) => (/^(messages|linkifier|conventions)/.test(address) ? waits(reason) : undefined));
    assert.equal(counts(report), all, reason);
    for (const standing of standings(report)) {
      assert.ok(standing.notTried.every((each) => each.reason === reason));
      assert.is(triedOf(standing), standing.held);
    }
  }
  assert.equal(counts({ ...reportOf(), properties: [] }), all);
  assert.equal(standings({ ...reportOf(), properties: [] })[1]?.notTried, [{ reason: "not run", clauses: all[1] }]);
});

test("what differs keeps its level from being reached, and those above", () => {
  const report = reportOf(only("messages.get.anchors/absent", differs));
  const broken = standings(report)[3];
  assert.is(reachedLevel(report), 2);
  assert.ok(broken && broken.broken.length > 0 && broken.held < broken.of && !broken.isReached);
  assert.is(standings(report)[4]?.isReached, false);
  assert.is(standings(report)[4]?.held, standings(report)[4]?.of);
});

test("a clause of level 0 that an endpoint of a later level breaks counts there", () => {
  const report = reportOf(only("conventions.success/typing.post", differs));
  assert.is(reachedLevel(report), 4);
  const [first, fifth] = [standings(report)[0], standings(report)[5]];
  assert.ok(fifth?.brokenElsewhere.includes("conventions/success-envelope"));
  assert.equal([fifth?.broken, fifth?.held], [[], fifth?.of]);
  assert.equal([first?.broken, first?.brokenElsewhere], [[], []]);
});

test("clauses of a level are held, broken or not tried, wherever faults are", () => {
  const faults = [/^messages-id\.get/, /^(typing|conventions\.success)/, /^(events|monitor|authentication)/, /./];
  for (const fault of faults) {
    const report = reportOf((address) => {
      if (address.startsWith("user_groups")) return waits("waits for POST /user_groups/create");
      return fault.test(address) && properties.get(address)?.until === undefined ? differs : undefined;
    });
    for (const { held, broken, brokenElsewhere, notTried, of, level } of standings(report)) {
      const left = notTried.reduce((sum, { clauses }) => sum + clauses, 0);
      assert.is(held + broken.length + left, of, `level ${level}, ${fault}`);
      assert.equal(
        broken.map((id) => clauseLevels.get(id)),
        broken.map(() => level),
      );
      assert.ok(brokenElsewhere.every((id) => clauseLevels.get(id) !== level));
    }
  }
});

test("a monitor counts at the endpoint that shows something", () => {
  const monitor = { address: "monitor/success-envelope", clauses: ["conventions/success-envelope"], ...differs };
  assert.is(reachedLevel(reportOf(undefined, [{ ...monitor, seen: [seenAt("POST", "/typing")] }])), 4);
  assert.is(reachedLevel(reportOf(undefined, [{ ...monitor, seen: [seenAt("GET", "/server_settings")] }])), -1);
  assert.is(reachedLevel(reportOf(undefined, [{ ...monitor, address: "monitor/every-request" }])), -1);
});

test("where every answer is wrong alike, that is next, whatever was asked last", () => {
  const result = { address: "monitor/every-request", clauses: ["conventions/error-envelope"], ...differs };
  const report = { ...reportOf(undefined, [{ ...result, seen: [seenAt("POST", "/channel_folders/create")] }]) };
  const alone = { ...report, properties: report.properties.slice(-1) };
  assert.equal(
    standings(alone).map(({ broken, brokenElsewhere }) => broken.length + brokenElsewhere.length),
    rungs.map((_, level) => (level === 0 ? 1 : 0)),
  );
  const step = nextStep(alone);
  assert.equal([step?.level, step?.why, step?.address], [0, "differs", "monitor/every-request"]);
});

test("a known deviation breaks nothing, and its clauses do not count as held", () => {
  const report = judged(
    reportOf(only("server_settings.get.fields/realm_icon", differs)),
    [{ clause: "server_settings.get/realm_icon", reason: "later" }],
    "2026-01-01",
  );
  const [first] = standings(report);
  assert.is(reachedLevel(report), top);
  assert.is(first?.held, (first?.of ?? 0) - 1);
});

test("a level of which a tenth could not be tried is reached, and one of which more could not is not", () => {
  const few = reportOf(only("fetch_api_key.post/opens", waits("the password of bob is not known")));
  assert.is(reachedLevel(few), top);
  const many = reportOf((address) => (address.includes("fetch_api_key") ? waits("waits for POST /fetch_api_key") : undefined));
  assert.is(reachedLevel(many), -1);
  assert.ok((standings(many)[0]?.untested.length ?? 0) > 5);
});

test("who gives no password climbs all the same", () => {
  const report = reportOf((address) => (address.includes("fetch_api_key") ? waits("the password of alice is not given") : undefined));
  assert.is(reachedLevel(report), top);
  assert.equal(
    standings(report)[0]?.notTried.map(({ reason }) => reason),
    ["the password of alice is not given"],
  );
});

test("what no sentence asks a server for is not missed", () => {
  for (const reason of ["only seen on running servers: x", "waits for POST /realm/filters", "a registration does not say x"]) {
    const report = reportOf((address) => (address.startsWith("linkifier") ? waits(reason) : undefined));
    assert.is(reachedLevel(report), top, reason);
    assert.equal(standings(report)[7]?.untested, []);
  }
});

test("next is what differs at the lowest level, of the cause that the most results show the plainest", () => {
  const cause = { at: "GET /messages", path: "anchor", expected: "integer", actual: "string" };
  const report = reportOf((address) => {
    if (address === "user_topics.post/emptyTopic" || address === "messages.get.form/gravatar") return differs;
    if (address.startsWith("messages.get.anchors/")) return { ...differs, causes: [cause], seen: [seenAt("GET", "/messages")] };
    return undefined;
  });
  const step = nextStep(report);
  assert.is(step?.level, 3);
  assert.is(step?.why, "differs");
  assert.match(step?.address ?? "", /^messages\.get\.anchors\//);
  assert.ok(step?.clause?.statement);
});

test("next is what the most clauses wait for, where nothing differs", () => {
  const report = reportOf((address) => {
    if (address.startsWith("fetch_api_key")) return waits("the password of alice is not known");
    return /server_settings/.test(address) ? waits("waits for GET /server_settings") : undefined;
  });
  const step = nextStep(report);
  assert.equal([step?.level, step?.why, step?.reason], [0, "untested", "waits for GET /server_settings"]);
  assert.ok((step?.waiting ?? 0) > 10);
  assert.is(step?.clause?.section, "Endpoints > GET /server_settings");
});

test("what waits for an endpoint of a later level comes last", () => {
  const report = reportOf((address) => {
    if (address.startsWith("messages-id.get")) return waits("waits for GET /messages/{message_id}");
    return address.startsWith("messages.post") ? waits("waits for GET /messages") : undefined;
  });
  assert.equal([nextStep(report)?.level, nextStep(report)?.reason], [1, "waits for GET /messages/{message_id}"]);
});

test("what makes a thing comes before what changes one, however many clauses wait for that", () => {
  const waiting = (address: string) =>
    address.startsWith("channel_folders.create.post.text/")
      ? waits("waits for POST /channel_folders/create")
      : /^(channel_folders|records|folder|states\.folder)/.test(address)
        ? waits("waits for PATCH /channel_folders/{channel_folder_id}")
        : undefined;
  const step = nextStep(reportOf(waiting));
  assert.is(step?.reason, "waits for POST /channel_folders/create");
});

test("a request that gets no answer comes before all else that could not be tried, and what was not run comes last", () => {
  const silent = { at: "GET /server_settings", path: "answer", expected: "an answer", actual: "no answer in time" };
  const reason = "GET /server_settings got no answer within 10 s, 3 times";
  const report = reportOf((address) => {
    if (address.startsWith("fetch_api_key")) return waits("waits for POST /fetch_api_key");
    return address === "server_settings.get.fields/realm_icon" ? { ...waits(reason), causes: [silent] } : undefined;
  });
  const few = report.properties.filter(({ address, verdict }) => verdict === "untestable" || !address.startsWith("server_settings.get"));
  assert.is(nextStep({ ...report, properties: few })?.reason, reason);
  const unanswered = few.filter((result) => result.reason !== reason);
  assert.is(nextStep({ ...report, properties: unanswered })?.reason, "waits for POST /fetch_api_key");
});

test("a failure of the server is next before other differences, and what nothing would help against comes last", () => {
  const failing = (address: string) => {
    if (address === "server_settings.get/icon")
      return { verdict: "differs", reason: "the icon", seen: [seenAt("GET", "/server_settings")] } as const;
    const failed = { ...seenAt("POST", "/fetch_api_key"), status: 500 };
    return address === "fetch_api_key.post/wrongCredentials"
      ? ({ verdict: "differs", reason: "a failure", seen: [failed] } as const)
      : undefined;
  };
  assert.is(nextStep(reportOf(failing))?.reason, "a failure");
  const vain = (address: string) =>
    address.startsWith("server_settings.get")
      ? waits("nobody knows why")
      : address.startsWith("fetch_api_key")
        ? waits("the cast has no alice")
        : undefined;
  const isKnown = (reason: string): boolean => reason !== "nobody knows why";
  assert.is(nextStep(reportOf(vain))?.reason, "nobody knows why");
  assert.is(nextStep(reportOf(vain), isKnown)?.reason, "the cast has no alice");
});

test("a property that was not run is next too", () => {
  const report = { ...reportOf(), properties: [] };
  assert.is(nextStep(report)?.reason, "it was not run");
});

test("where all levels are reached the endpoint is named that is not there yet", () => {
  const report = reportOf((address) =>
    /^realm\.presence\.get[./]/.test(address) ? { verdict: "untestable", reason: "waits for GET /realm/presence" } : undefined,
  );
  assert.ok(standings(report).every(({ isReached }) => isReached));
  assert.equal([nextStep(report)?.level, nextStep(report)?.reason], [7, "waits for GET /realm/presence"]);
});

test.run();
