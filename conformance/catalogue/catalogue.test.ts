import { test } from "uvu";
import * as assert from "uvu/assert";
import { eventFacts } from "../../sim/events/types.ts";
import { endpointHeading, headings } from "../../sim/rulings/ruling.ts";
import { headingOf } from "../declare/clause.ts";
import * as endpoints from "../endpoints/index.ts";
import { clauses, eventTypes, properties } from "./catalogue.ts";

test("suite and simulator read the same types of events out of the specification", () => {
  const named = Object.entries(eventFacts).flatMap(([type, { source }]) => (source === "observed" ? [] : [type]));
  assert.equal([...eventTypes].sort(), named.sort());
});

test("every clause is of a heading of the specification, or of a part of one", () => {
  const known = new Set<string>([...headings, ...Object.values(endpoints).map(({ call }) => endpointHeading(call.route))]);
  assert.equal(
    clauses.filter(({ section }) => !known.has(headingOf(section) ?? section)).map(({ id }) => id),
    [],
  );
});

test("every property that draws has examples: a run without a second for drawn values tries it too", () => {
  const drawing = [...properties].filter(([, { given, examples }]) => given !== undefined && examples.length === 0);
  assert.equal(
    drawing.map(([address]) => address),
    [],
  );
});

test.run();
