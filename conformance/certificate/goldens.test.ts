import { test } from "uvu";
import * as assert from "uvu/assert";
import { levelFacts } from "../../sim/core/levels.ts";
import { createSimulator, newestLevel, type RulingName } from "../../sim/index.ts";
import { support } from "../../sim/server/routes.ts";
import { byDay, someOf } from "../night.test.kit.ts";
import { readGuards, readTranscriptFile, type TranscriptFile, transcriptFiles } from "../workshop/goldens/files.ts";
import { guardOf, howToGuard, otherChoices, unguardedChanges, withChoice } from "../workshop/goldens/stories.ts";
import {
  answersOf,
  changedAnswers,
  changedFields,
  changeLines,
  readTranscripts,
  replayed,
  summaryOf,
  type Transcript,
  transcriptsText,
} from "./transcript.ts";

const files = new Map<TranscriptFile, Transcript[]>();

/** Returns the transcripts of a file, which is read once. */
function read(file: TranscriptFile): Transcript[] {
  const transcripts = files.get(file) ?? readTranscriptFile(file);
  files.set(file, transcripts);
  return transcripts;
}

/** Returns all runs of a file. By day one story of eight, one side of each entry of the levels table, and one drawn scenario of ten under one kind of rulings. */
function someRuns(file: TranscriptFile): readonly Transcript[] {
  const runs = read(file);
  if (file === "directed") return runs;
  // First and second in turn: the two differ in their rulings, or lie on both sides of a level.
  const turns = runs.filter((_, i) => byDay((i + (i >> 1)) % 2 === 0, true));
  if (file === "drawn") return turns.map((run) => ({ ...run, scenarios: someOf(run.scenarios, 10) }));
  return file === "stories" ? someOf(turns, 4) : turns;
}

const hint = "npm run goldens -- --write makes these answers the goldens, where they are meant";

for (const file of transcriptFiles)
  test(`every answer of the ${file} transcripts is the same to the byte`, () => {
    const changes = someRuns(file).flatMap((run) => changedAnswers(run, replayed(run)));
    assert.equal(
      changes.slice(0, 10).flatMap(changeLines),
      [],
      `${changes.length} answers changed; ${hint}\n${summaryOf(changes).join("\n")}`,
    );
  });

test("the drawn runs have the covering set and two thousand drawn requests, at eight levels and under both kinds of rulings", () => {
  const runs = read("drawn");
  assert.equal(
    runs.map(({ run }) => run),
    [120, 166, 219, 250, 300, 372, 430, 496].flatMap((level) => ["text", "observed"].map((kind) => `level ${level}, rulings ${kind}`)),
  );
  for (const { run, scenarios } of runs) {
    const count = (kind: string): number =>
      scenarios.filter(({ name }) => name.startsWith(kind)).reduce((sum, { requests }) => sum + requests.length, 0);
    assert.ok(count("drawn/") > 2000 && count("cover/") > 1500, `${run}: ${count("drawn/")} and ${count("cover/")}`);
  }
});

test("each member of the cast who may log in reads at the end of a drawn scenario what came", () => {
  for (const { run, scenarios } of read("drawn").slice(-2)) {
    const heard = new Map<unknown, number>();
    for (const { requests, answers } of scenarios)
      requests.slice(-7).forEach((request, i) => {
        const reads = "send" in request && request.send === "GET /api/v1/events" && answers.at(i - 7)?.includes('"id":');
        if (reads) heard.set(request.as, (heard.get(request.as) ?? 0) + 1);
      });
    for (const name of ["alice", "bob", "cara", "dana", "owen", "gus", "robo"])
      assert.ok((heard.get(name) ?? 0) > 20, `${run}: ${name} heard of something in ${heard.get(name)} scenarios`);
  }
});

test("swapping the choice of any ruling changes a golden answer", () => {
  const runs = [...read("directed"), ...read("stories"), ...read("drawn").slice(-2)];
  const known = new Map(readGuards().map((guard) => [guard.choice, guard]));
  const unguarded = otherChoices().filter((choice) => guardOf(choice, runs, known.get(choice.join("="))) === undefined);
  assert.equal(unguarded, [], `nothing guards these choices: ${howToGuard}`);
});

test("a simulator notes the ruling that decides an answer, and is the same under its other choice with or without loading the realm anew", () => {
  const runs = new Map([...read("directed"), ...read("stories"), ...read("drawn").slice(-2)].map((run) => [run.run, run]));
  const guards = readGuards().filter(({ run }) => runs.has(run));
  assert.ok(guards.length > 50, `${guards.length}`);
  for (const { choice, run, scenario } of someOf(guards, 12)) {
    const { options, opening, scenarios } = runs.get(run)!;
    const requests = [...opening.requests, ...scenarios.find(({ name }) => name === scenario)!.requests];
    const [name, chosen] = choice.split("=") as [RulingName, string];
    const simulator = createSimulator(options);
    const under = simulator.anewUnder({ [name]: chosen });
    const noted = simulator.noteRulings();
    answersOf(simulator, requests);
    assert.ok(noted.has(name), `${choice} is not among ${[...noted]}`);
    const loaded = createSimulator(withChoice(options, name, chosen));
    if (under) assert.equal(answersOf(under, requests), answersOf(loaded, requests), choice);
    else assert.ok(simulator.server.rulingsAtStart?.has(name), choice);
  }
});

test("the servers on both sides of each entry of the levels table answer something otherwise", () => {
  assert.equal(
    unguardedChanges(read("levels"), Object.keys(levelFacts)),
    [],
    "nothing guards these entries: npm run goldens -- --draw levels asks on both sides of each",
  );
});

/** These refuse nothing but missing credentials, or nothing at all. */
const withoutRefusal = ["GET /dev_list_users"];

/** Routes that refuse whatever they are asked: nothing that they need can be set up here. */
const withoutSuccess = ["POST /jwt/fetch_api_key", "POST /mobile_push/e2ee/test_notification"];

test("every route of the support is asked well and badly", () => {
  const patterns = support.map(({ route }) => {
    const pattern = route.replace(/\{\w+:rest\}/g, ".+").replace(/\{[^}]+\}/g, "[^/]+");
    return { route, pattern: new RegExp(`^${pattern.replace(" ", " /api/v1")}$`), statuses: new Set<boolean>() };
  });
  const asked = transcriptFiles.flatMap(read).flatMap(({ scenarios }) => scenarios);
  for (const { requests, answers } of asked)
    requests.forEach((request, i) => {
      if (!("send" in request)) return;
      for (const { pattern, statuses } of patterns) if (pattern.test(request.send)) statuses.add(answers[i]!.startsWith("200 "));
    });
  const lacks = (isGood: boolean): string[] => patterns.filter(({ statuses }) => !statuses.has(isGood)).map(({ route }) => route);
  assert.equal(lacks(true), withoutSuccess);
  assert.equal(lacks(false), withoutRefusal);
});

const short: Transcript = {
  run: "short",
  options: {},
  opening: { requests: [], answers: [] },
  scenarios: [{ name: "settings", requests: [{ as: null, send: "GET /api/v1/server_settings" }, { advance: 5 }], answers: [] }],
};

test("a changed answer is told with its request, field, before and now, and counted by route and field", () => {
  const before = replayed(short);
  const text = before.scenarios[0]!.answers[0]!;
  const after = { ...before, scenarios: [{ ...before.scenarios[0]!, answers: [text.replace(`_level":${newestLevel}`, '_level":7'), ""] }] };
  const changes = changedAnswers(before, after);
  assert.equal(changes.flatMap(changeLines), [
    'short, settings, request 1: {"as":null,"send":"GET /api/v1/server_settings"}',
    `    service_feature_level: ${newestLevel} before, 7 now`,
  ]);
  assert.equal(summaryOf(changes), ["1  GET /server_settings  service_feature_level"]);
});

test("answers that differ in their spelling alone differ in their body", () => {
  assert.equal(
    changedFields({ before: '200 {}\n{"a":1,"b":2}', after: '200 {}\n{"b":2,"a":1}' }).map(({ path }) => path),
    ["body"],
  );
  assert.equal(
    changedFields({ before: '200 {}\n{"a":[{"b":1}]}', after: '400 {}\n{"a":[{}]}' }).map(({ path }) => path),
    ["status", "a.0.b"],
  );
});

test("a file of transcripts is read as it was written, and anything else is refused", () => {
  assert.equal(readTranscripts(transcriptsText([short])), [short]);
  assert.throws(() => readTranscripts('{"format":"other"}\n'), /^line 1: no transcripts/);
});

test("an answer of the replay is that of the simulator", () => {
  const { text, status } = createSimulator().as().send("GET /server_settings");
  const [answer] = replayed(short).scenarios[0]!.answers;
  assert.ok(answer!.startsWith(`${status} {`) && answer!.endsWith(`\n${text}`));
});

// They take a gigabyte, which the next files would have the collector look through.
test.after(() => files.clear());
test.run();
