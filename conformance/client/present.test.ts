import { test } from "uvu";
import * as assert from "uvu/assert";
import { itemAt, present } from "./json.ts";

test("what is there is returned as it is, false and 0 too", () => {
  assert.equal([present(0, "count"), present(false, "answer"), present("", "name")], [0, false, ""]);
});

test("what is not there is an error that names it", () => {
  assert.throws(() => present(undefined, "account alice"), /^there is no account alice$/);
  assert.throws(() => present(null, "account alice"), /^there is no account alice$/);
});

test("an item is counted from the beginning, or from the end where the index is negative", () => {
  assert.equal([itemAt(["a", "b", "c"], 0), itemAt(["a", "b", "c"], 2), itemAt(["a", "b", "c"], -1)], ["a", "c", "c"]);
});

test("an index beyond the list is an error that says both", () => {
  assert.throws(() => itemAt(["a", "b"], 2), /there is no item 2 in a list of 2/);
  assert.throws(() => itemAt([], -1), /there is no item -1 in a list of 0/);
});

test.run();
