import { test } from "uvu";
import * as assert from "uvu/assert";
import { judgeRules } from "../../sim/index.ts";
import { clauses } from "../catalogue/catalogue.ts";
import { headingOf } from "../declare/heading.test.kit.ts";

const sectionOf = new Map(clauses.map(({ id, section }) => [id, section]));

test("the sections that the judge names are there, and the clauses are of these sections", () => {
  assert.ok(judgeRules.some(({ clause }) => clause !== undefined));
  for (const { name, section, clause } of judgeRules) {
    assert.ok(headingOf(section) !== undefined, name);
    if (clause !== undefined) assert.is(sectionOf.get(clause), section, name);
  }
});

test.run();
