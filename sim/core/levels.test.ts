import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { channelLevels } from "./levels/channels.ts";
import { eventLevels, messageLevels } from "./levels/messages.ts";
import { organizationLevels } from "./levels/organization.ts";
import { groupLevels, peopleLevels } from "./levels/people.ts";
import { type Change, levelFacts, levels, newestLevel } from "./levels.ts";
import { realmSettingLevels, settingLevels } from "./settings.ts";

const areas = [messageLevels, groupLevels, channelLevels, peopleLevels, eventLevels, organizationLevels];

test("each area lists its changes by level, then by name", () => {
  for (const area of areas) {
    const names = Object.entries<Change>(area).map(([name, [since]]) => [since, name] as const);
    const sorted = names.toSorted(([a, one], [b, other]) => a - b || (one < other ? -1 : 1));
    assert.equal(names, sorted);
  }
});

test("no change is in two areas", () => {
  const names = [...areas, settingLevels, realmSettingLevels].flatMap((area) => Object.keys(area));
  assert.equal(names.length, new Set(names).size);
  assert.equal(names.sort(), Object.keys(levelFacts).sort());
});

test("every change says in a sentence what a level up to the newest brought", () => {
  for (const [name, { since, brings }] of Object.entries(levelFacts)) {
    assert.ok(since > 0 && since <= newestLevel, name);
    assert.match(brings, /\.$/, name);
  }
});

test("every change is read somewhere", () => {
  const root = fileURLToPath(new URL("..", import.meta.url));
  const sources = readdirSync(root, { recursive: true, encoding: "utf8" }).filter(
    (path) => path.endsWith(".ts") && !/test|levels/.test(path),
  );
  const words = new Set(sources.flatMap((path) => readFileSync(`${root}/${path}`, "utf8").match(/\w+/g) ?? []));
  assert.equal(
    Object.keys(levels).filter((change) => !words.has(change)),
    [],
  );
});

test.run();
