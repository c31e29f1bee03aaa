import { test } from "uvu";
import * as assert from "uvu/assert";
import { properties } from "../../catalogue/catalogue.ts";
import { someOf } from "../../night.test.kit.ts";
import { embedded } from "../embedded.ts";
import { measuredNeeds } from "./measure.ts";
import { type Alternatives, alternativesOf, modes, needsOf, needsTable, tableOf, unmet } from "./table.ts";

const remake = "npm run needs makes the table anew";

test("what the table names is there; what came since is told, and tried on an understudy until it is measured", () => {
  const gone = Object.keys(needsTable.properties).filter((address) => !properties.has(address));
  assert.equal(gone, [], remake);
  const news = [...properties.keys()].filter((address) => needsOf(needsTable, address, "control") === undefined);
  if (news.length > 0) console.log(`not measured yet: ${news.join(", ")}; ${remake}`);
});

test("what is measured again is what the table says", async () => {
  const measured = Object.keys(needsTable.properties);
  for (const address of someOf(measured, 180)) {
    const again = await measuredNeeds(address, properties.get(address)!);
    assert.equal(
      again,
      modes.map((mode) => alternativesOf(needsTable, address, mode)),
      `${address}: ${remake}`,
    );
  }
});

test("a table gives back what it was made of", () => {
  const all = new Map<string, readonly Alternatives[]>([
    ["a/one", [[["cast bob", "route POST /typing"]], ["no control"], [[]], [["cast bob"], ["cast cara"]], ["no control"]]],
    ["a/two", [[[]], [[]], [[]], [[]], [["route POST /typing"]]]],
  ]);
  const table = tableOf(all);
  for (const [address, needs] of all)
    assert.equal(
      modes.map((mode) => alternativesOf(table, address, mode)),
      needs,
    );
  assert.equal([table.things, table.reasons], [["cast bob", "route POST /typing", "cast cara"], ["no control"]]);
  assert.is(needsOf(table, "a/three", "bare"), undefined);
});

test("of each thing that is missing it is told what that is", () => {
  const { cast, channels } = embedded();
  const target = { cast: { alice: { ...cast.alice!, password: null } }, channels: { general: channels.general! }, registers: false };
  const given = { ...target, missing: new Map([["POST /typing", 404]]) };
  const rows: readonly (readonly [thing: string, why: string | undefined])[] = [
    ["cast alice", undefined],
    ["cast bob", "the cast has no bob"],
    ["password alice", "the password of alice is not known"],
    ["channel general", undefined],
    ["channel team", "no channel stands for team"],
    ["route POST /messages", undefined],
    ["route POST /typing", "waits for POST /typing"],
    ["events", "the target registers no event queue"],
  ];
  for (const [thing, why] of rows) assert.is(unmet([[thing]], given, []), why, thing);
  assert.is(unmet([["cast bob", "password bob"]], given, ["bob"]), undefined);
  assert.is(unmet([["cast bob"], ["cast cara"]], given, []), "the cast has no bob");
  assert.is(unmet([["cast bob"], ["cast alice"]], given, []), undefined);
  assert.is(unmet(["it takes another level"], given, []), "it takes another level");
  assert.is(unmet(["no profile field of type 6 is editable"], given, []), undefined);
});

test.run();
