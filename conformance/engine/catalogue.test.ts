import { test } from "uvu";
import * as assert from "uvu/assert";
import { eventSources } from "../../sim/events/types.ts";
import { eventTypes } from "./catalogue.ts";

test("suite and simulator read the same types of events out of the specification", () => {
  const named = Object.entries(eventSources).flatMap(([type, source]) => (source === "observed" ? [] : [type]));
  assert.equal([...eventTypes].sort(), named.sort());
});

test.run();
