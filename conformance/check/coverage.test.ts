import { test } from "uvu";
import * as assert from "uvu/assert";
import { endpoints as specified } from "../../sim/endpoints/index.ts";
import { clauses, properties } from "../catalogue/catalogue.ts";
import { returnValues } from "../client/return-values.ts";
import { type Clause, clausesOf } from "../declare/clause.ts";
import { type Property, property } from "../declare/property.ts";
import * as endpointFolders from "../endpoints/index.ts";
import { gaps } from "./coverage.test.kit.ts";

const endpoints = Object.values(endpointFolders);
const none = async (): Promise<void> => {};

/** Returns the mistakes of one clause of the section Events, and of properties that cite these clauses, beyond those without them. */
function amiss(clause: Partial<Clause>, ...citing: readonly (readonly string[])[]): string[] {
  const base: Clause = { ...clausesOf("Events", "events", { one: "Something holds." })[0]!, ...clause };
  const made = new Map(citing.map((ids, i): [string, Property] => [`made/${i}`, property({ clause: ids, holds: none })]));
  const always = new Set(gaps([], new Map()));
  return gaps([base], made).filter((line) => !always.has(line));
}

test("every clause has a property or a reason, every property cites clauses, and every section states something", () => {
  assert.equal(gaps(clauses, properties), []);
});

test("a clause that a property proves is complete, and so is one that no client can test", () => {
  assert.equal(amiss({}, ["events/one"]), []);
  assert.equal(amiss({ untestable: "nobody can see it" }), []);
});

test("a clause without property or reason is named", () => {
  assert.equal(amiss({}), ["no property proves events/one, and no reason says why no client can test it"]);
});

test("a reason beside a property is named", () => {
  assert.equal(amiss({ untestable: "nobody can see it" }, ["events/one"]), ["events/one is called untestable, and a property proves it"]);
});

test("a property that cites no clause, or one that there is not, is named", () => {
  assert.equal(amiss({}, ["events/one"], []), ["made/1 cites no clause"]);
  assert.equal(amiss({}, ["events/one", "events/two"]), ["made/0 cites events/two, which is no clause"]);
});

test("an id that repeats, a section that there is not, a ruling that there is not and half a sentence are named", () => {
  const one = clausesOf("Events", "events", { one: "Something holds." });
  assert.ok(gaps([...one, ...one], new Map()).includes("two clauses have the id events/one"));
  assert.equal(amiss({ section: "Elsewhere" }, ["events/one"]), ["events/one is of the section Elsewhere, which there is not"]);
  assert.equal(amiss({ silent: "noRuling" as never }, ["events/one"]), ["events/one is silent by noRuling, which is no ruling"]);
  assert.equal(amiss({ statement: "Something" }, ["events/one"]), ["the statement of events/one is no sentence"]);
});

test("a ruling without a clause, or of a section that has none, is named", () => {
  assert.ok(gaps([], new Map()).includes("no clause is silent by the ruling longTopic"));
  assert.ok(gaps([], new Map()).includes("the ruling longTopic is of the section Limits, of which there is no clause"));
});

test("the endpoints of the suite are those of the simulator, each with clauses under its own heading", () => {
  assert.equal(endpoints.map(({ call }) => call.route).sort(), specified.map(({ route }) => route.replace("{provider}", "vc")).sort());
  for (const { call, clauses } of endpoints) {
    assert.ok(
      clauses.some(({ section }) => section === `Endpoints > ${call.route}`),
      call.route,
    );
  }
});

test("what an answer must not have that is the envelope alone is whatever any endpoint returns", () => {
  const missing = endpoints.flatMap(({ call }) => Object.keys(call.returns).filter((name) => !returnValues.includes(name)));
  assert.equal(missing, [], "each of these needs a row under returns in the endpoint's table of conformance/text/endpoints");
});

test.run();
