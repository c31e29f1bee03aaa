import { test } from "uvu";
import * as assert from "uvu/assert";
import { clauses, properties } from "../catalogue/catalogue.ts";
import * as endpoints from "../endpoints/index.ts";
import { monitored } from "../run/monitoring.ts";
import { clauseLevels, isKnownRoute, isPlain, levelOfRoute, monitorLevels, propertyLevels, rungs } from "./ladder.ts";

const levels = [...rungs.keys()];

test("every clause, property and monitor has one level", () => {
  assert.equal([...clauseLevels.keys()].sort(), clauses.map(({ id }) => id).sort());
  assert.equal([...propertyLevels.keys()], [...properties.keys()]);
  assert.equal([...monitorLevels.keys()], [...monitored.keys()]);
  for (const level of [...clauseLevels.values(), ...propertyLevels.values(), ...monitorLevels.values()])
    assert.ok(levels.includes(level), String(level));
});

test("every name of the table is an endpoint, a topic, a route or a clause, and stands at one level", () => {
  const stems = clauses.map(({ id }) => id.replace(/\/.*/s, ""));
  const known = new Set([...stems, ...clauses.map(({ id }) => id), "POST /register", "GET /events"]);
  const names = rungs.flatMap(({ of }) => of);
  assert.equal(
    names.filter((name) => !known.has(name)),
    [],
  );
  assert.is(new Set(names).size, names.length);
  assert.equal(
    stems.filter((stem) => !names.includes(stem)),
    [],
  );
});

test("every level has clauses, and every clause that can be proven is proven at its level", () => {
  for (const level of levels) assert.ok([...clauseLevels.values()].filter((own) => own === level).length > 10, String(level));
  for (const [id, level] of clauseLevels) {
    const proofs = [...properties].filter(([, property]) => property.clauses.includes(id)).map(([address]) => propertyLevels.get(address));
    assert.ok(proofs.length === 0 || proofs.includes(level), id);
  }
});

test("a property waits for the endpoints that it was seen to need", () => {
  assert.is(propertyLevels.get("conventions.success/server_settings.get"), 0);
  assert.is(propertyLevels.get("conventions.success/messages.post"), 1);
  assert.is(propertyLevels.get("conventions.success/typing.post"), 5);
  assert.is(propertyLevels.get("messages.post.to/toPeople"), 4);
  assert.is(propertyLevels.get("message.edits/history"), rungs.length - 1);
  assert.is(isPlain("message.edits/history"), false);
  assert.is(isPlain("messages.post.to/toPeople"), true);
});

test("every endpoint of the specification has a level of its own", () => {
  for (const { call } of Object.values(endpoints)) assert.ok(isKnownRoute(call.route), call.route);
  assert.is(levelOfRoute("GET /server_settings"), 0);
  assert.is(levelOfRoute("POST /register"), 4);
  assert.is(isKnownRoute("POST /realm/filters"), false);
  assert.is(levelOfRoute("POST /realm/filters"), rungs.length - 1);
});

test.run();
